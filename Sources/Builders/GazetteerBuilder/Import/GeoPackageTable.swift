import LKGazetteer
import LKGeocoding
import LKStorage

/// Rows of a GeoPackage table, each with text columns and a geometry.
struct GeoPackageTable {
    struct Row {
        /// The requested text columns; NULL becomes an empty string.
        var texts: [String]
        var polygons: [[[GridPoint]]]
    }

    private(set) var rows: [Row] = []

    /// Reads a table in the order of its key.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - table: The table's name.
    ///   - columns: The text columns to read.
    ///   - geometry: The geometry column.
    ///   - key: The column that orders the rows.
    /// - Throws: `GeocodingError` with `dataUnreadable` or `inputInvalid`.
    init(
        path: String, table: String, columns: [String], geometry: String = "geom", key: String = "fid"
    ) throws(GeocodingError) {
        let list = (columns + [geometry]).map { Self.quoted($0) }.joined(separator: ",")
        var found: [Row] = []
        try Self.query(
            path: path, "SELECT \(list) FROM \(Self.quoted(table)) ORDER BY \(key)", what: "table \(table)"
        ) { row throws(GeocodingError) in
            let texts = columns.indices.map { Self.text(row, $0) }
            guard let geometry = row.withBytes(columns.count, { WellKnownBinary(geoPackage: $0) }) else {
                throw GeocodingError(
                    .inputInvalid,
                    "\(path), table \(table): the shape of \(texts.joined(separator: " ")) is not a polygon"
                )
            }
            found.append(Row(texts: texts, polygons: geometry.polygons))
        }
        rows = found
    }

    /// Runs a statement and calls `row` for each of its rows.
    static func query(
        path: String, _ text: String, what: String,
        row: (Database.Statement) throws(GeocodingError) -> Void
    ) throws(GeocodingError) {
        func failed(_ error: StorageError) -> GeocodingError {
            // If the file is damaged, or a valid database with other tables, the input is invalid rather than
            // unreadable.
            let isContent = error.code == .corrupt || error.code == .wrongType
            return GeocodingError(
                isContent ? .inputInvalid : .dataUnreadable, "\(what) cannot be read", underlying: error)
        }
        let statement: Database.Statement
        do throws(StorageError) {
            statement = try Database(path, .readOnly).statement(text)
        } catch { throw failed(error) }
        while true {
            do throws(StorageError) {
                guard try statement.step() else { return }
            } catch { throw failed(error) }
            try row(statement)
        }
    }

    static func text(_ row: Database.Statement, _ column: Int) -> String {
        row.withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }
}

extension GeoPackageTable {
    /// Reads the country polygons of a GeoPackage: those of the alphabetically first polygon layer with a column of
    /// country codes.
    ///
    /// - Parameter path: The file.
    /// - Returns: Its rows, including those without a code.
    /// - Throws: `GeocodingError` with `dataUnreadable` or `inputInvalid`.
    static func areas(path: String) throws(GeocodingError) -> [BoundaryArea] {
        let layers = try texts(
            path: path, columns: 2,
            "SELECT table_name, column_name FROM gpkg_geometry_columns"
                + " WHERE upper(geometry_type_name) IN ('POLYGON','MULTIPOLYGON','GEOMETRY') ORDER BY table_name")
        for layer in layers {
            let columns = try texts(
                path: path, columns: 2, "SELECT cid, name FROM pragma_table_info(\(quoted(layer[0], "'")))")
            guard let code = BoundaryArea.codeName(among: columns.map { $0[1] }) else { continue }
            let table = try GeoPackageTable(
                path: path, table: layer[0], columns: [code], geometry: layer[1], key: "rowid")
            return table.rows.map { BoundaryArea(code: $0.texts[0], polygons: $0.polygons) }
        }
        return []
    }

    /// Returns an identifier quoted for use in a statement.
    static func quoted(_ name: String, _ mark: String = "\"") -> String {
        mark + name.split(separator: mark, omittingEmptySubsequences: false).joined(separator: mark + mark) + mark
    }

    /// Returns the rows of a statement as text.
    private static func texts(
        path: String, columns: Int, _ statement: String
    ) throws(GeocodingError) -> [[String]] {
        var rows: [[String]] = []
        try query(path: path, statement, what: "the list of layers") { row throws(GeocodingError) in
            rows.append((0..<columns).map { text(row, $0) })
        }
        return rows
    }
}

/// Parses the polygons of a GeoPackage geometry (OGC 12-128, 2.1.3: a header, then well-known binary of OGC 06-103).
struct WellKnownBinary {
    /// For each polygon its outer ring and its holes.
    private(set) var polygons: [[[GridPoint]]] = []

    private let bytes: UnsafeRawBufferPointer
    private var position: Int

    /// Parses a geometry; returns `nil` unless it is a complete polygon or multipolygon in degrees.
    init?(geoPackage bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8, bytes[0] == UInt8(ascii: "G"), bytes[1] == UInt8(ascii: "P") else { return nil }
        // Bits 1...3 of the flags give the size of the envelope before the geometry.
        let envelopes = [0, 32, 48, 48, 64]
        let kind = Int(bytes[3] >> 1 & 7)
        guard envelopes.indices.contains(kind) else { return nil }
        self.bytes = bytes
        position = 8 + envelopes[kind]
        guard geometry(isPart: false) else { return nil }
    }

    private mutating func geometry(isPart: Bool) -> Bool {
        guard position < bytes.count else { return false }
        let isLittle = bytes[position] == 1
        position += 1
        guard let type = count(isLittle) else { return false }
        if type == 3 { return polygon(isLittle) }
        guard type == 6, !isPart, let parts = count(isLittle) else { return false }
        for _ in 0..<parts { guard geometry(isPart: true) else { return false } }
        return true
    }

    private mutating func polygon(_ isLittle: Bool) -> Bool {
        guard let rings = count(isLittle) else { return false }
        var polygon: [[GridPoint]] = []
        for _ in 0..<rings {
            guard let count = count(isLittle), count <= (bytes.count - position) / 16 else { return false }
            var ring: [GridPoint] = []
            for _ in 0..<count {
                guard let point = GridPoint(longitude: number(isLittle), latitude: number(isLittle)) else {
                    return false
                }
                if ring.last != point { ring.append(point) }
            }
            if ring.count > 1, ring.first == ring.last { ring.removeLast() }
            if ring.count >= 3 { polygon.append(ring) }
        }
        polygons.append(polygon)
        return true
    }

    private mutating func count(_ isLittle: Bool) -> Int? {
        guard position + 4 <= bytes.count else { return nil }
        let value = bytes.uint32(position)
        position += 4
        return Int(isLittle ? value : value.byteSwapped)
    }

    /// Reads the next coordinate; the caller has checked that enough bytes are left.
    private mutating func number(_ isLittle: Bool) -> Double {
        let value = bytes.uint64(position)
        position += 8
        return Double(bitPattern: isLittle ? value : value.byteSwapped)
    }
}
