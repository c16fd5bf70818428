import Testing

@testable import LKCommandLine
@testable import LKPositionCommands

@Suite struct ForeignLogNameTests {
    @Test(
        "A name that promises another format is refused, with the name of a log and what can be exported",
        arguments: [
            ("walk.gpx", "GPX", "walk.track", "locate track export L -o walk.gpx"),
            ("a.b/walk.TSV", "CSV", "a.b/walk.track", "locate track export L -o a.b/walk.TSV"),
            ("walk.gpx.gz", "a compressed file", "walk.track", nil), ("walk.kmz", "KMZ", "walk.track", nil),
            ("walk.fit", "FIT", "walk.track", nil), ("walk.xml", "XML", "walk.track", nil),
            ("walk.txt", "text", "walk.track", nil), ("walk.1.json", "JSON", "walk.1.track", nil),
        ])
    func foreign(path: String, title: String, log: String, export: String?) throws {
        let name = try #require(ForeignLogName(path))
        #expect((name.title, name.logPath) == (title, log))
        let formats = "locate track export L -f FORMAT writes GPX, GeoJSON, KML, CSV or NMEA"
        #expect(name.export(of: "L") == export ?? formats)
        let error = #expect(throws: ToolError.self) {
            try TrackRecordOptions(try ParsedArguments([path], for: .trackRecord))
        }
        #expect(error?.code == .usage && error?.message.contains("record into \(log)") == true)
    }

    @Test(
        "Other names may be those of logs", arguments: ["walk", "walk.track", "walk.log", "a.gpx/walk", ".gpx", "x.db"])
    func own(path: String) { #expect(ForeignLogName(path) == nil) }
}
