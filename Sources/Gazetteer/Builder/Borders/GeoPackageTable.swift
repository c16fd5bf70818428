internal import CSQLite
internal import Geocoding

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
        ) { handle throws(GeocodingError) in
            let texts = columns.indices.map { String(decoding: Self.bytes(handle, $0), as: UTF8.self) }
            guard let geometry = WellKnownBinary(geoPackage: Self.bytes(handle, columns.count)) else {
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
        path: String, _ statement: String, what: String, row: (OpaquePointer) throws(GeocodingError) -> Void
    ) throws(GeocodingError) {
        var handle: OpaquePointer?
        let code = csqlite_open(path, &handle)
        guard code == 0, let handle else {
            throw GeocodingError(.dataUnreadable, "cannot read \(path): \(String(cString: csqlite_reason(code)))")
        }
        defer { csqlite_close(handle) }
        func failed() -> GeocodingError {
            GeocodingError(.inputInvalid, "\(path), \(what): \(String(cString: csqlite_message(handle)))")
        }
        guard csqlite_prepare(handle, statement) == 0 else { throw failed() }
        while true {
            let step = csqlite_step(handle)
            if step == 0 { return }
            guard step == 1 else { throw failed() }
            try row(handle)
        }
    }

    static func bytes(_ handle: OpaquePointer, _ column: Int) -> UnsafeRawBufferPointer {
        var size: Int32 = 0
        let start = csqlite_column(handle, Int32(column), &size)
        return UnsafeRawBufferPointer(start: start, count: Int(size))
    }
}
