internal import GazetteerBuilder
internal import Geocoding

/// `locate data build-world --geonames DIR -o FILE`: makes a gazetteer from the folder that Scripts/build-world-data fills.
///
/// - Parameters:
///   - geonames: The folder.
///   - output: The file to write.
///   - boundaries: Files with country areas that go before those of the folder.
/// - Throws: `GeocodingError` with `dataUnreadable`, `inputInvalid` or `outputFailed`.
func buildWorld(geonames: String, output: String, boundaries: [String]) throws(GeocodingError) {
    let progress = BuildProgress()
    defer { progress.finish() }
    try WorldBuilder.build(folder: geonames, output: output, boundaries: boundaries) { progress.show($0) }
}

/// `locate data build-world --geonames DIR --hold-out SEED,SHARE`: where the gazetteer thinks settlements are that it does not know.
///
/// - Parameters:
///   - geonames: The folder that Scripts/build-world-data fills.
///   - holdOut: Which settlements are left out.
///   - boundaries: Files with country areas that go before those of the folder.
/// - Returns: Lines of a table: all settlements, then the ten countries with most mistakes.
/// - Throws: `GeocodingError` with `dataUnreadable` or `inputInvalid`.
func measureWorld(geonames: String, holdOut: HoldOut, boundaries: [String]) throws(GeocodingError) -> [String] {
    let progress = BuildProgress()
    defer { progress.finish() }
    let result = try WorldBuilder.measure(folder: geonames, holdOut: holdOut, boundaries: boundaries) {
        progress.show($0)
    }
    func percent(_ part: Int, of whole: Int) -> String {
        whole == 0 ? "" : NumberText.fixed(100 * Double(part) / Double(whole), decimals: 2)
    }
    func row(_ name: String, _ tally: HoldOutResult.Tally) -> [String] {
        [
            name, "\(tally.asked)", "\(tally.wrongCountry)", percent(tally.wrongCountry, of: tally.asked),
            "\(tally.withDivision)", "\(tally.wrongDivision)", percent(tally.wrongDivision, of: tally.withDivision),
        ]
    }
    let header = ["where", "asked", "country", "wrong %", "asked", "division", "wrong %"]
    let rows = result.worst(10).map { row($0, result[$0]) }
    return table([header, row("all", result.total)] + rows)
}

/// Columns of ten letters.
private func table(_ rows: [[String]]) -> [String] {
    rows.map { cells in cells.map { $0 + String(repeating: " ", count: max(0, 10 - $0.count)) }.joined() }
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
    return table([header] + rows)
}
