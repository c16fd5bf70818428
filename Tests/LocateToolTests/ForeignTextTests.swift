import FoundationEssentials
import LKFormats
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import LKPositioning
import LKTrackFormats
import Testing

@testable import LKCommandLine
@testable import LKPlaceCommands
@testable import LKPositionCommands
@testable import LKSharedOptions

@Suite("Text from files and services") struct ForeignTextTests {
    /// Retitles the window, rings, goes back, clears and turns the text round.
    static let nasty = "a\u{1B}]0;owned\u{7}\rb\u{9B}31m\u{202E}c\u{2066}d\u{7F}\u{85}e"

    /// Whether a text gives no orders to a terminal; it may have ends of lines.
    static func isHarmless(_ text: String) -> Bool {
        text.split(separator: "\n", omittingEmptySubsequences: false).allSatisfy { String($0).isDisplayable }
    }

    @Test("Controls become replacement characters, everything else stays") func clean() {
        #expect(
            ForeignText.clean(Self.nasty)
                == "a\u{FFFD}]0;owned\u{FFFD}\u{FFFD}b\u{FFFD}31m\u{FFFD}c\u{FFFD}d\u{FFFD}\u{FFFD}e")
        for text in ["", "plain", "駅 é € 🚉 \u{A0}", "می\u{200C}خواهم", "👨\u{200D}👩\u{200D}👧"] {
            #expect(ForeignText.clean(text) == text)
        }
        var bytes = Array("\u{1B}x\u{1B}\ny".utf8)
        ForeignText.clean(&bytes, from: 1, keeping: [10])
        #expect(bytes == Array("\u{1B}x\u{FFFD}\ny".utf8))
    }

    @Test("JSON has controls as escapes, and the same value") func json() throws {
        let text = JSONWriter.object { $0.member(Self.nasty, Self.nasty) }
        #expect(Self.isHarmless(text))
        #expect(text.contains(#"\u009b31m\u202e"#))
        let object = try JSONDecoder().decode(
            [String: String].self, from: Array(text.utf8).withUnsafeBytes { Data($0) })
        #expect(object == [Self.nasty: Self.nasty])
    }

    @Test("A value of a template is on one line, whatever is in it; the user's own ends of lines and tabs stay")
    func template() throws {
        var keys = [OutputKey("name", ""), OutputKey("address", "")]
        keys[1].hasLines = true
        let template = try OutputTemplate("%name\\t|\\n%address", keys: keys, of: "locate")
        let text = template.render { _ in "a\nb\tc\u{1B}" }
        #expect(text == "a\u{FFFD}b\u{FFFD}c\u{FFFD}\t|\na\nb\u{FFFD}c\u{FFFD}")
    }

    @Test("Tracks: name, warnings and damage", arguments: ["csv", "geojson", "gpx"]) func track(format: String) throws {
        let texts = [
            "csv": "lat,lon,time,trackname\n1,2,x\u{1B}]0;y\u{7}\u{9B}\u{202E},\(Self.nasty)\n",
            "geojson": #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[2,1],[3,1]]},"#
                + #""properties":{"name":"\#u{9B}\#u{202E}\u001b]0;\u0007","coordTimes":["\u001b[2J\#u{9B}"]}}"#,
            "gpx":
                "<gpx><trk><name>\u{9B}\u{202E}&#x9b;</name><trkseg><trkpt lat='1' lon='2'><time>\u{9B}2J\u{202E}</time>"
                + "</trkpt></trkseg></trk></gpx>",
        ]
        let path = FileManager.default.temporaryDirectory.appending(path: "locate-\(UInt64.random(in: 0 ... .max))")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Array((texts[format] ?? "").utf8).withUnsafeBytes { try Data($0).write(to: URL(filePath: path)) }
        let report = try TrackReport(TrackInput(path), salvaging: false)
        #expect(report.warnings.count == 1)
        let lines = report.lines + report.warnings.lines(path: path).map(ForeignText.clean)
        #expect(lines.contains { $0.contains("\u{FFFD}") })
        #expect((lines + [report.json]).allSatisfy(Self.isHarmless))
    }

    @Test("Places: search, reverse and addresses") func places() throws {
        var placemark = Placemark(coordinate: try #require(Coordinate(latitude: 1, longitude: 2)), provider: Self.nasty)
        placemark.name = Self.nasty
        placemark.locality = Self.nasty
        placemark.country = Self.nasty
        let report = SearchReport(PlaceMatch(placemark: placemark, matchedName: Self.nasty))
        #expect(Self.isHarmless(report.text))
        #expect(Self.isHarmless(report.json))
        let formatter = PlaceFormatter(form: .text)
        #expect(Self.isHarmless(String(decoding: formatter.pattern(of: placemark), as: UTF8.self)))
        let template = PlaceFormatter(
            form: .template(
                try OutputTemplate("%addr.Country", keys: PlaceReport.table.templateKeys, of: "locate reverse")))
        #expect(Self.isHarmless(String(decoding: template.pattern(of: placemark), as: UTF8.self)))
    }

    @Test("Locations: receiver and address") func location() throws {
        var location = Location(coordinate: try #require(Coordinate(latitude: 1, longitude: 2)))
        location.device = Self.nasty
        var report = LocationReport(status: .updated, location: location)
        report.timeZone = Self.nasty
        #expect(Self.isHarmless(report.text ?? "\u{1B}") && Self.isHarmless(report.textLine ?? "\u{1B}"))
        #expect(Self.isHarmless(report.printed(as: .json)))
        let template = try OutputTemplate("%device", keys: LocationReport.table.templateKeys, of: "locate")
        #expect(Self.isHarmless(report.printed(as: .template(template))))
    }
}

extension LocationReport {
    /// The report as the tool prints it in a form, without the end of the line.
    fileprivate func printed(as format: OutputFormat) -> String {
        let record = FixRecord(report: self, sky: nil, isLine: false, columns: nil, style: .plain)
        var bytes: [UInt8] = []
        format.form.appendLine(record, .fixes, to: &bytes)
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}

extension SearchReport {
    /// The match as the tool prints it in JSON, without the end of the line.
    fileprivate var json: String {
        var formatter = SearchFormatter(form: .json, isBatch: query != nil)
        var bytes: [UInt8] = []
        formatter.append(self, to: &bytes)
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}
