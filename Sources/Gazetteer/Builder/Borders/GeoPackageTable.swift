internal import Geocoding
internal import Storage

/// Rows of a GeoPackage: some texts and a geometry each.
struct GeoPackageTable {
    struct Row {
        /// The texts asked for, empty for none.
        var texts: [String]
        var polygons: [[[GridPoint]]]
    }

    private(set) var rows: [Row] = []

    /// Reads a table in the order of its key.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - table: The table's name.
    ///   - columns: Columns with text.
    ///   - geometry: The column with the shape.
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
                    .inputInvalid, "\(path), table \(table): the shape of \(texts.joined(separator: " ")) is no polygon"
                )
            }
            found.append(Row(texts: texts, polygons: geometry.polygons))
        }
        rows = found
    }

    /// Runs a statement and hands out its rows.
    static func query(
        path: String, _ text: String, what: String,
        row: (Database.Statement) throws(GeocodingError) -> Void
    ) throws(GeocodingError) {
        func failed(_ error: PersistenceError) -> GeocodingError {
            // A sound database with other tables, or a damaged one: the caller named the wrong file.
            let isContent = error.code == .corrupt || error.code == .wrongType
            return GeocodingError(
                isContent ? .inputInvalid : .dataUnreadable, "\(what) cannot be read", underlying: error)
        }
        let statement: Database.Statement
        do throws(PersistenceError) {
            statement = try Database(path, .readOnly).statement(text)
        } catch { throw failed(error) }
        while true {
            do throws(PersistenceError) {
                guard try statement.step() else { return }
            } catch { throw failed(error) }
            try row(statement)
        }
    }

    static func text(_ row: Database.Statement, _ column: Int) -> String {
        row.withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }
}
