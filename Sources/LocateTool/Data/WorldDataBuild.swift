internal import Gazetteer
internal import Geocoding

/// `locate data build-world --geonames DIR -o FILE`: makes a gazetteer from the folder that Scripts/build-world-data fills.
///
/// - Throws: `GeocodingError` with `dataUnreadable`, `inputInvalid` or `outputFailed`.
func buildWorld(geonames: String, output: String, log: (String) -> Void) throws(GeocodingError) {
    try WorldBuilder.build(folder: geonames, output: output, log: log)
}

/// `locate data build-world --geonames DIR --check-names`: how well the rule for untagged names does, language by language.
///
/// - Parameter geonames: The folder that Scripts/build-world-data fills.
/// - Returns: Lines of a table: language, tagged names, names found, of those right, precision and recall in percent, names gained.
/// - Throws: `GeocodingError` with `dataUnreadable` or `inputInvalid`.
func checkNames(geonames: String) throws(GeocodingError) -> [String] {
    func percent(_ share: Double) -> String { NumberText.fixed(100 * share, decimals: 1) }
    let header = ["language", "tagged", "given", "alike", "precision", "recall", "gained"]
    let rows = try NameCheck.rows(folder: geonames).map { row in
        [
            row.language, "\(row.tagged)", "\(row.given)", "\(row.alike)", percent(row.precision), percent(row.recall),
            "\(row.gained)",
        ]
    }
    return ([header] + rows).map { cells in
        cells.map { $0 + String(repeating: " ", count: max(0, 10 - $0.count)) }.joined()
    }
}
