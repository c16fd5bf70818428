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
    ///   - table: Its name, and those of the columns to read: words, not from outside.
    ///   - columns: Columns with text.
    /// - Throws: `GeocodingError` with `dataUnreadable` or `inputInvalid`.
    init(path: String, table: String, columns: [String]) throws(GeocodingError) {
        var handle: OpaquePointer?
        let code = csqlite_open(path, &handle)
        guard code == 0, let handle else {
            throw GeocodingError(.dataUnreadable, "cannot read \(path): \(String(cString: csqlite_reason(code)))")
        }
        defer { csqlite_close(handle) }
        func failed() -> GeocodingError {
            GeocodingError(.inputInvalid, "\(path), table \(table): \(String(cString: csqlite_message(handle)))")
        }
        let list = (columns + ["geom"]).joined(separator: ",")
        guard csqlite_prepare(handle, "SELECT \(list) FROM \(table) ORDER BY fid") == 0 else { throw failed() }
        while true {
            let step = csqlite_step(handle)
            if step == 0 { return }
            guard step == 1 else { throw failed() }
            let texts = columns.indices.map { String(decoding: Self.bytes(handle, $0), as: UTF8.self) }
            guard let geometry = WellKnownBinary(geoPackage: Self.bytes(handle, columns.count)) else {
                throw GeocodingError(
                    .inputInvalid, "\(path), table \(table): the shape of \(texts.joined(separator: " ")) is no polygon"
                )
            }
            rows.append(Row(texts: texts, polygons: geometry.polygons))
        }
    }

    private static func bytes(_ handle: OpaquePointer, _ column: Int) -> UnsafeRawBufferPointer {
        var size: Int32 = 0
        let start = csqlite_column(handle, Int32(column), &size)
        return UnsafeRawBufferPointer(start: start, count: Int(size))
    }
}
