internal import FoundationEssentials
internal import Geocoding

/// A file of country areas that a user brings: GeoPackage or GeoJSON, told apart by its first bytes.
enum BoundaryFile {
    /// Reads the areas that have a code.
    ///
    /// - Parameter path: The file.
    /// - Returns: The areas in the order of the file.
    /// - Throws: `GeocodingError` with `dataUnreadable` or `inputInvalid`.
    static func areas(path: String) throws(GeocodingError) -> [BoundaryArea] {
        let data: Data
        do { data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) } catch {
            throw GeocodingError(.dataUnreadable, "cannot read \(path)", underlying: error)
        }
        let all =
            data.starts(with: Array("SQLite format 3".utf8))
            ? try GeoPackageTable.areas(path: path) : try GeoJSONAreas.areas(data, path: path)
        let areas = all.filter { area in
            area.code.utf8.count == 2
                && area.code.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        }
        guard !areas.isEmpty else {
            throw GeocodingError(
                .inputInvalid,
                "\(path) has no polygon with a country's code; one of these has to have it: "
                    + BoundaryArea.codeNames.joined(separator: ", "))
        }
        return areas
    }
}
