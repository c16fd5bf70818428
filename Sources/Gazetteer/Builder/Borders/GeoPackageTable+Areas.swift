internal import Geocoding

extension GeoPackageTable {
    /// The country areas of a GeoPackage: the first layer of polygons, by name, that has a column with codes.
    ///
    /// - Parameter path: The file.
    /// - Returns: Its rows, those without a code among them.
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

    /// A name in a statement.
    static func quoted(_ name: String, _ mark: String = "\"") -> String {
        mark + name.split(separator: mark, omittingEmptySubsequences: false).joined(separator: mark + mark) + mark
    }

    /// The rows of a statement as text.
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
