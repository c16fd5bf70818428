import Foundation
import TestSupport
import Testing

@Suite("JSON of every command", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct SchemaOutputTests {
    private let album: TaggingAlbum

    init() throws { album = try TaggingAlbum() }

    /// The lines of a run, each with its schema; the run has to print something.
    private func lines(_ schema: String, _ end: ChildProcess.End) throws -> [(schema: String, line: String)] {
        try #require(!end.lines.isEmpty, "\(schema): \(end.errors)")
        return end.lines.map { (schema, $0) }
    }

    private func locate(_ words: String...) async throws -> ChildProcess.End {
        try await LocateProgram.start(words).end()
    }

    /// Photos of all kinds of knowledge, and a walk for those without a position.
    private func fill() throws {
        var points: [(Double, Double, Int)] = []
        for minute in 0...3 { points.append((35.6 + Double(minute) / 1000, 139.7, 1_400_893_200 + 60 * minute)) }
        try album.walk(points)
        var placed = TestPhotos.Facts(date: "2014:05:24 10:00:00", offset: "+09:00", make: "NIKON", model: "NIKON D70")
        (placed.north, placed.east) = ((35, 40, 5244), (139, 45, 5445))
        try album.add("placed.jpg", try TestPhotos.jpeg(60, 40, placed))
        try album.add("a.jpg", try TestPhotos.jpeg(60, 40, .init(date: "2014:05:24 10:00:30", offset: "+09:00")))
        try album.add("a.dng", TestPhotos.raw(.init(date: "2014:05:24 10:00:30", offset: "+09:00")))
        try album.add("none.jpg", try TestPhotos.jpeg())
        try album.add("broken.jpg", Data("\u{FF}\u{D8}".utf8))
    }

    @Test("Fits its schema, and has no member that the schema does not name", .timeLimit(.minutes(5)))
    func schemas() async throws {
        try #require(SchemaJudge.isThere, SchemaJudge.absence)
        var found: [(schema: String, line: String)] = []
        let sample = try SampleRecording()
        let replay = ["--replay", sample.path, "--speed", "0", "--json"]
        found += try lines("location", try await LocateProgram.start(replay).end())
        found += try lines("location", try await LocateProgram.start(replay + ["--watch", "--count", "9"]).end())
        found += try lines("location", try await locate("--json", "--gpsd", "127.0.0.1:1", "--timeout", "0.2"))
        for point in ["35.681236,139.767125", "48.8867,2.3431", "0,-30", "35.1856,33.3823", "47.14,9.52"] {
            found += try lines("reverse", try await locate("reverse", point, "--json", "--language", "en"))
        }
        try album.folder.write("points.csv", Data("lat,lon\n1,2\n35.68,139.76\nx,1\n".utf8))
        found += try lines("reverse", try await locate("reverse", "--input", album.folder.file("points.csv"), "--json"))
            .filter { !$0.line.contains(#""lat":"x""#) }.map(Self.withoutColumns)
        for text in ["Paris", "Texas", "Montmartre", "Japan"] {
            found += try lines("search", try await locate("search", text, "--json", "--near", "48,2"))
        }
        try album.folder.write("names", Data("Kiel\nQqqqzzz\n".utf8))
        found += try lines("search", try await locate("search", "--input", album.folder.file("names"), "--json"))
        try album.folder.write(
            "addresses", Data("{\"road\":\"Dam 1\",\"city\":\"Amsterdam\",\"country_code\":\"nl\"}\n1\n".utf8))
        found += try lines(
            "formatted-address", try await locate("format", "--input", album.folder.file("addresses"), "--json"))
        found += try lines("data-info", try await locate("data", "info", "--json"))
        let house = "<node id=\"1\" lat=\"47\" lon=\"9\"><tag k=\"addr:housenumber\" v=\"1\"/></node>"
        try album.folder.write("x.osm", Data("<osm version=\"0.6\">\(house)</osm>".utf8))
        let (extract, streets) = (album.folder.file("x.osm"), album.folder.file("x.streets"))
        found += try lines("data-import", try await locate("data", "import-osm", extract, "-o", streets, "--json"))
        let regions = album.folder.file("locationkit/regions")
        try FileManager.default.createDirectory(atPath: regions, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: streets, toPath: regions + "/x.streets")
        try album.folder.write("locationkit/regions/damaged.streets", Data("no index".utf8))
        let list = try LocateProgram.start(["data", "list", "--json"], data: album.folder.path)
        found += try lines("data-region", try await list.end())
        found += try lines("setting", try await locate("settings", "list", "--json"))
        found += try lines("track-info", try await locate("track", "info", sample.path, "--json"))
        let log = album.folder.file("walk.track")
        _ = try await locate("track", "record", log, "--replay", sample.path, "--speed", "0", "--distance", "20")
        found += try lines("track-info", try await locate("track", "info", log, "--json"))
        found += try await photos()
        let schemas = Set(found.map(\.schema))
        #expect(schemas.count == 12)
        #expect(try await SchemaJudge.complaints(found) == [])
    }

    private func photos() async throws -> [(schema: String, line: String)] {
        try fill()
        let (photos, track) = (album.photos, album.track)
        var found = try lines("photo", try await album.locate(["list", photos, "--json", "--group", "place"]))
        let watch = try album.start(["watch", photos, "--json", "--tag", "--language", "en"])
        _ = try await watch.log.first { event in
            if case .note(let text) = event, text.contains("watching") { true } else { nil }
        }
        try album.add("new.jpg", try Data(contentsOf: URL(filePath: album.path("placed.jpg"))))
        _ = try await watch.log.first { event in
            if case .line(let text) = event, text.contains("\"tagged\"") { true } else { nil }
        }
        watch.signal(SIGINT)
        found += try lines("photo-event", try await watch.end())
        for words in [
            ["geotag", photos, "--track", track, "--dry-run"], ["geotag", photos, "--track", track],
            ["tag", photos, "--language", "en"], ["place", album.path("none.jpg"), "--at", "Kiel"],
            ["place", album.path("broken.jpg"), "--at", "1,2"], ["strip", photos], ["undo", photos, "--all"],
        ] {
            found += try lines("photo-action", try await album.locate(words + ["--json"]))
        }
        found += try lines("photo", try await album.locate(["list", photos, "--json"]))
        return found
    }

    /// A point of a file without what it brought along.
    private static func withoutColumns(_ line: (schema: String, line: String)) -> (schema: String, line: String) {
        var text = line.line
        for column in [#""lat":"1","lon":"2","#, #""lat":"35.68","lon":"139.76","#] {
            text = text.replacing(column, with: "")
        }
        return (line.schema, text)
    }

    @Test("The judge finds what is missing, wrong and unnamed")
    func judge() async throws {
        try #require(SchemaJudge.isThere, SchemaJudge.absence)
        let complaints = try await SchemaJudge.complaints([
            ("place", #"{"city":"Kiel"}"#), ("setting", #"{"key":"a","isSet":"no"}"#),
            ("photo-event", #"{"event":"tagged","path":"a","action":"written","place":{"name":"Kiel","City":"Kiel"}}"#),
            ("place", #"{"name":"Kiel","countryCode":"DE"}"#),
        ])
        #expect(complaints.count == 3)
        #expect(complaints.contains { $0.hasPrefix("place ") && $0.contains("'name' is a required property") })
        #expect(complaints.contains { $0.hasPrefix("setting isSet") })
        #expect(complaints.contains("photo-event does not name .place.City"))
    }

    @Test("Lists are printed by templates and as CSV with the keys of JSON", .timeLimit(.minutes(5)))
    func forms() async throws {
        try fill()
        let list = try await album.locate(["list", album.path("placed.jpg"), "--template", "%type %latitude %camera"])
        #expect(list.output == "jpeg 35.681233 NIKON D70\n")
        let csv = try await album.locate(["list", album.path("placed.jpg"), "--format", "csv"])
        #expect(csv.lines.first?.hasPrefix("path,url,type,date,date_rule,width,height,latitude,longitude,") == true)
        #expect(csv.lines.count == 2 && csv.lines[1].contains(",jpeg,2014-05-24T10:00:00+09:00,,60,40,35.681233333,"))
        let map = try await album.locate(["list", album.photos, "--format", "geojson"])
        let collection = try #require(
            try JSONSerialization.jsonObject(with: Data(map.output.utf8)) as? [String: Any])
        #expect((collection["features"] as? [Any])?.count == 3)
        let template = "%action %latitude,%longitude %zone"
        let words = ["geotag", album.path("a.jpg"), "--track", album.track, "--dry-run", "--template", template]
        #expect(try await album.locate(words).output == "written 35.600500,139.700000 +09:00\n")
        let track = try await locate("track", "info", album.track, "--template", "%points %segments")
        #expect(track.output == "4 1\n")
        let wrong = try await album.locate(["list", album.photos, "--template", "%latitud"])
        #expect(wrong.status == 64)
        #expect(
            wrong.errors
                == "locate: photos list: --template does not know %latitud; did you mean %latitude or %altitude?\n")
    }
}
