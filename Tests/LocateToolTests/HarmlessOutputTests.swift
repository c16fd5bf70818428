import CommandTestSupport
import FoundationEssentials
import LKFormats
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import LKPositioning
import LKTrackFormats
import Testing

@testable import LKCommandLine
@testable import LKPhotoCommands
@testable import LKPlaceCommands
@testable import LKPositionCommands
@testable import LKSharedOptions

/// A kind of output.
enum PrintedKind: String, CaseIterable {
    case search, reverse, fix, fixes, action, track, rows, message, template
    case terminalCSV, terminalTSV, safeCSV, safeTSV
    case json, geojson, pipedCSV, pipedTSV

    /// Whether it may be shown as it is.
    var isHarmless: Bool { self != .pipedCSV && self != .pipedTSV }
    /// Whether a name never adds a line; in CSV for programs one in quotes may.
    var isOneLine: Bool { self != .safeCSV && self != .pipedCSV }
    /// Whether tabs are between its columns.
    var isTSV: Bool { rawValue.hasSuffix("TSV") }
}

/// A record with a name and without a position.
private struct NamedRecord: OutputRecord {
    var path: String

    static let table = OutputTable<NamedRecord>([
        .text("path", "") { $0.path }, .degrees("latitude", "") { _ in nil },
    ])
}

/// Every kind of output with every kind of dangerous character in a name.
@Suite("Outputs with a hostile name")
struct HarmlessOutputTests {
    private static let hostile = [
        "\n", "\r", "\t", "\u{1B}]0;x\u{7}", "\u{7F}", "\u{9B}31m", "\u{85}", "\u{2028}", "\u{2029}", "\u{202E}",
        "\u{2066}", "\u{61C}",
        "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{FEFF}", "\u{AD}", "\u{FE0F}", "\u{E0041}",
        "\u{E000}", "\u{FFFE}",
    ]

    private static let needed = [
        "é東京", "می\u{200C}خواهم", "क्\u{200D}ष", "👨\u{200D}👩\u{200D}👧",
        "🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}",
    ]

    private func table(
        _ form: OutputFormat, _ name: String, isTerminal: Bool = false, isSafe: Bool = false
    ) throws -> String {
        try written(isTerminal: isTerminal) { output in
            output.isForSpreadsheets = isSafe
            let printer = RecordPrinter<NamedRecord>(form, output: output)
            try printer.print(NamedRecord(path: name))
            try printer.finish()
        }
    }

    private func placemark(_ name: String) throws -> Placemark {
        var placemark = Placemark(coordinate: try #require(Coordinate(latitude: 1, longitude: 2)), provider: "world")
        (placemark.name, placemark.locality, placemark.country) = (name, name, name)
        return placemark
    }

    private func printed(_ kind: PrintedKind, _ name: String) throws -> String {
        var report = LocationReport(
            status: .updated, location: Location(coordinate: try #require(Coordinate(latitude: 1, longitude: 2))))
        report.address = AddressReport(string: name)
        switch kind {
        case .search: return SearchReport(PlaceMatch(placemark: try placemark(name), matchedName: name)).text
        case .reverse:
            return String(decoding: PlaceFormatter(form: .text).pattern(of: try placemark(name)), as: UTF8.self)
        case .fix: return report.text ?? ""
        case .fixes: return report.textLine ?? ""
        case .action: return TaggingReport(path: name, action: .skipped, reason: name).text()
        case .track: return try trackLines(name)
        case .rows: return LabelledRows.lines([("Name", name)], indent: 8, width: nil).joined(separator: "\n")
        case .message:
            return Messages.line("\(name): damaged", command: "photos list", as: .error, style: .plain)
        case .template:
            let template = try OutputTemplate(
                "%path|%path", keys: NamedRecord.table.templateKeys, of: "locate photos list")
            return try table(.template(template), name)
        case .terminalCSV: return try table(.csv, name, isTerminal: true)
        case .terminalTSV: return try table(.tsv, name, isTerminal: true)
        case .safeCSV: return try table(.csv, name, isSafe: true)
        case .safeTSV: return try table(.tsv, name, isSafe: true)
        case .json: return try table(.json, name)
        case .geojson: return try table(.geojson, name)
        case .pipedCSV: return try table(.csv, name)
        case .pipedTSV: return try table(.tsv, name)
        }
    }

    private func trackLines(_ name: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "locate-\(UInt64.random(in: 0 ... .max))")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let geometry = #""geometry":{"type":"LineString","coordinates":[[2,1],[3,1]]}"#
        var json = Array(#"{"type":"Feature",\#(geometry),"properties":{"name":"#.utf8)
        JSONString.append(name, to: &json)
        json += "}}".utf8
        try json.withUnsafeBytes { try Data($0).write(to: URL(filePath: path)) }
        return try TrackReport(TrackInput(path), salvaging: false).lines.joined(separator: "\n")
    }

    @Test(
        "A character in a name neither begins a line nor reaches a terminal", arguments: PrintedKind.allCases, hostile)
    func hazards(kind: PrintedKind, hazard: String) throws {
        let text = try printed(kind, "a\(hazard)z")
        let plain = try printed(kind, "az")
        if kind.isHarmless { #expect(ForeignTextTests.isHarmless(text.replacing("\t", with: kind.isTSV ? "," : "\t"))) }
        if kind.isOneLine {
            #expect(text.utf8.count { $0 == 10 } == plain.utf8.count { $0 == 10 })
        }
        #expect(text.contains("a") && text.contains("z"))
    }

    @Test("Joiners, emoji and flags in a name stay in every output", arguments: PrintedKind.allCases, needed)
    func kept(kind: PrintedKind, name: String) throws { #expect(try printed(kind, name).contains(name)) }

    @Test("Programs get the name as it is", arguments: hostile)
    func exact(hazard: String) throws {
        let name = "a\(hazard)z"
        let json = try JSONValue(parsing: Array(try printed(.json, name).utf8))
        #expect(json["path"] == .string(name))
        let isQuoted = hazard == "\n" || hazard == "\r"
        #expect(try printed(.pipedCSV, name) == "path,latitude\n" + (isQuoted ? "\"\(name)\",\n" : "\(name),\n"))
        let escapes = ["\n": "\\n", "\r": "\\r", "\t": "\\t"]
        #expect(try printed(.pipedTSV, name) == "path\tlatitude\na\(escapes[hazard] ?? hazard)z\t\n")
    }
}
