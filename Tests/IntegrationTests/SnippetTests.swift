import Foundation
import LocationKit
import LocationKitPhotos
import TestSupport
import Testing

@Suite struct SnippetTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "snippets-\(UInt64.random(in: 0 ... .max))")

    /// Runs a snippet, with lines for its standard input.
    private func run(_ name: String, _ arguments: String..., input: String = "") async throws -> String {
        let program = try #require(LocateProgram.path).replacing(/locate$/, with: name)
        // The lines come by way of a shell, which reads them from its argument.
        let command = ["/bin/sh", "-c", "printf '%s' \"$0\" | \"$@\"", input, program] + arguments
        let end = try await ChildProcess(
            command,
            environment: [
                "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path, "XDG_CACHE_HOME": folder.path,
            ]
        ).end()
        #expect(end.status == 0, "\(end.errors)")
        return end.output
    }

    @Test(
        "The field logger ends at a signal, with its log finished", .timeLimit(.minutes(5)),
        arguments: [SIGTERM, SIGINT])
    func fieldLogger(signal: Int32) async throws {
        let folder = TemporaryFolder()
        let log = folder.file("walk.track")
        let program = try #require(LocateProgram.path).replacing(/locate$/, with: "FieldLogger")
        let logger = try ChildProcess([program, log])
        // It has set up its signals by the time that the log is there.
        #expect(try await eventually { FileManager.default.fileExists(atPath: log) })
        logger.signal(signal)
        let end = try await logger.end()
        #expect(end.status == 128 + signal, "\(end.errors)")
        #expect(end.output == "0 points, 0 m, 0 m up\n")
        // Far below the grace period of 30 s, after which it would be ended as well.
        #expect(end.duration < 20)
        #expect(try TrackLog(path: log).information().state == .finished)
    }

    @Test("The field logger names the stop of a recording, and exports it as a waypoint", .timeLimit(.minutes(5)))
    func fieldLoggerStop() async throws {
        let folder = TemporaryFolder()
        let recording = Fixtures.package.appending(path: "Data/samples/nihonbashi-stop.nmea").path
        let output = try await run("FieldLogger", folder.file("walk.track"), recording)
        #expect(output.contains(": Chūō, Tokyo, Japan, 4 min\n"), "\(output)")
        let track = try Track(contentsOf: URL(filePath: folder.file("walk.gpx")))
        #expect(track.waypoints.map(\.name) == ["Chūō, Tokyo, Japan"])
        let stop = try #require(track.waypoints.first).location.coordinate
        let bridge = try #require(Coordinate(latitude: 35.684, longitude: 139.7739))
        #expect(stop.distance(to: bridge) < 30, "\(stop)")
        // What fails is said, with a status of its own.
        let program = try #require(LocateProgram.path).replacing(/locate$/, with: "FieldLogger")
        try folder.write("notes.txt", Data("notes".utf8))
        let end = try await ChildProcess([program, folder.file("notes.txt"), recording]).end()
        #expect(end.status == 1 && end.errors.hasPrefix("FieldLogger: ") && end.errors.contains("notes.txt"), "\(end)")
    }

    @Test("The memo pad shows its defaults, and each edit with the next start", .timeLimit(.minutes(5)))
    func memoPad() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try await run("MemoPad", input: "font Mono\nBuy milk\n") == "Write here (Serif, 14.0)\n")
        #expect(try await run("MemoPad", input: "size 20\n") == "Buy milk (Mono, 14.0)\n")
        #expect(try await run("MemoPad", input: "reset\n") == "Buy milk (Mono, 20.0)\n")
        #expect(try await run("MemoPad") == "Write here (Serif, 14.0)\n")
    }

    @Test("What is new is told once after an update and never on a first start", .timeLimit(.minutes(5)))
    func versions() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try await run("VersionedSettings", "1", "16") == "Font size 16.0\n")
        #expect(
            try await run("VersionedSettings", "3")
                == "New: Font sizes are in points now.\nNew: Lines are wrapped unless you say no.\nFont size 12.0\n")
        #expect(try await run("VersionedSettings", "3") == "Font size 12.0\n")
        #expect(try await run("VersionedSettings", "2").contains("from a newer version of the program"))
    }

    @Test("Archives are read by later versions, and kept from run to run", .timeLimit(.minutes(5)))
    func archives() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try await run("ArchiveMigration") == "To the lake: 3.2 km\n")
        for failures in [0, 1, 2, 0] {
            let isEnabled = failures > 0
            #expect(
                try await run("PasscodeArchive") == "enabled: \(isEnabled), wrong tries so far: \(failures)\n")
        }
    }

    @Test("A server that does not answer is named, and the world answers in its place", .timeLimit(.minutes(5)))
    func streetAddress() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        // Nothing listens at port 9.
        let output = try await run("StreetAddress", "35.681236", "139.767125", "http://127.0.0.1:9")
        #expect(output.hasPrefix("Chiyoda, Tokyo, Japan\nnominatim: "), "\(output)")
    }

    @Test("Places are named offline, chosen by name, and followed along a recording", .timeLimit(.minutes(5)))
    func placeNames() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try await run("PlaceNames", "35.681236", "139.767125", "Paris, Texas")
        #expect(output.hasPrefix("Chiyoda, Tokyo, Japan\nChiyoda, Tokyo\n"), "\(output)")
        #expect(output.contains("\nParis, Texas, United States is at 33.6"), "\(output)")
        let walk = Fixtures.package.appending(path: "Data/samples/sumida-walk.nmea").path
        let places = try await run("PlaceNames", "--follow", walk)
        #expect(places.contains("Tokyo, Japan"), "\(places)")
    }

    @Test("A track becomes a page and a picture, which a second run replaces", .timeLimit(.minutes(5)))
    func drawMaps() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let made = TemporaryFolder()
        let walk = Fixtures.package.appending(path: "Data/samples/sumida-walk.nmea").path
        for _ in 0..<2 {
            #expect(try await run("DrawMaps", walk, made.path) == "120 positions, 0 stops\n")
            #expect(made.names.sorted() == ["way.html", "way.svg"])
        }
        #expect(try String(contentsOfFile: made.file("way.html"), encoding: .utf8).contains("<title>My way</title>"))
        #expect(try String(contentsOfFile: made.file("way.svg"), encoding: .utf8).contains("My way"))
    }

    @Test("What is near a point is found in a region's file", .timeLimit(.minutes(5)))
    func nearbyPlaces() async throws {
        let made = TemporaryFolder()
        try made.write(
            "x.osm",
            Data(
                """
                <?xml version="1.0"?>
                <osm version="0.6">
                <node id="1" version="1" lat="47.1" lon="9.5"/><node id="2" version="1" lat="47.1" lon="9.51"/>
                <node id="3" version="1" lat="47.1001" lon="9.505"><tag k="amenity" v="pharmacy"/><tag k="name" v="Lion"/></node>
                <way id="1" version="1"><nd ref="1"/><nd ref="2"/>
                <tag k="highway" v="residential"/><tag k="name" v="Street"/></way>
                </osm>
                """.utf8))
        let end = try await LocateProgram.start(
            ["data", "import-osm", made.file("x.osm"), "-o", made.file("x.streets")], data: made.file("data")
        ).end()
        #expect(end.status == 0, "\(end.errors)")
        let output = try await run("NearbyPlaces", made.file("x.streets"), "47.1002", "9.505", "en")
        #expect(output.hasPrefix("11 m  Lion, "), "\(output)")
        #expect(output.contains(" km to "), "\(output)")
    }

    @Test(
        "A folder's photos are put together by place, named, tagged with their raw files, and found again",
        .timeLimit(.minutes(5)))
    func tagFolder() async throws {
        let album = try TaggingAlbum()
        var facts = TestPhotos.Facts(date: "2014:05:24 10:00:00")
        (facts.north, facts.east) = ((35, 40, 5244), (139, 45, 5445))
        try album.add("a.jpg", try TestPhotos.jpeg(60, 40, facts))
        try album.add("a.dng", TestPhotos.raw(.init(date: "2014:05:24 10:00:00")))
        try album.add("b.jpg", try TestPhotos.jpeg(60, 40, .init(date: "2014:05:25 10:00:00")))
        let before = try album.state()
        let plan = try await run("TagFolder", album.photos, "en")
        let lines = plan.split(separator: "\n").map(String.init)
        let expected: [String] = [
            "Japan, Tokyo, Chiyoda: 1", "No place: 1",
            #"a.jpg: ["Name": "Chiyoda", "City": "Chiyoda", "State": "Tokyo", "Country": "Japan", "CountryCode": "JP", "#
                + #""FormattedAddressLines": ["Chiyoda, Tokyo", "Japan"]]"#,
            "a.jpg: Chiyoda, Tokyo, Japan", "b.jpg: it has no position",
        ]
        #expect(lines == expected)
        #expect(try album.state() == before)
        let written = try await run("TagFolder", album.photos, "en", "write")
        #expect(
            written.contains("\(album.path("a.jpg")): written") && written.contains("\(album.path("b.jpg")): unchanged")
        )
        // The command writes the same bytes.
        let commanded = try TaggingAlbum()
        try commanded.add("a.jpg", try TestPhotos.jpeg(60, 40, facts))
        try commanded.add("a.dng", TestPhotos.raw(.init(date: "2014:05:24 10:00:00")))
        try commanded.add("b.jpg", try TestPhotos.jpeg(60, 40, .init(date: "2014:05:25 10:00:00")))
        #expect(try await commanded.locate(["tag", commanded.photos, "--language", "en"]).status == 0)
        #expect(try contents(of: album) == contents(of: commanded))
        let list = try TaggingAlbum.objects(
            try await album.locate(["list", album.photos, "--place", "Chiyoda", "--json"]))
        #expect((list.first?["place"] as? [String: Any])?["city"] as? String == "Chiyoda" && list.count == 1)
        #expect(try await run("TagFolder", album.photos, "en").contains("a.jpg: it has names already"))
        #expect(try await album.locate(["undo", album.photos]).status == 0)
        #expect(try album.state() == before)
    }

    @Test(
        "A folder's photos get positions with their raw files, byte for byte as from the command, and unreadable ones are named",
        .timeLimit(.minutes(5)))
    func geotagFolder() async throws {
        let (album, commanded) = (try TaggingAlbum(), try TaggingAlbum())
        for album in [album, commanded] {
            try album.add("a.jpg", try TestPhotos.jpeg(60, 40, .init(date: "2014:05:24 10:00:00")))
            try album.add("a.dng", TestPhotos.raw(.init(date: "2014:05:24 10:00:00")))
            try album.add("far.jpg", try TestPhotos.jpeg(60, 40, .init(date: "2015:05:24 10:00:00")))
            try album.add("broken.jpg", Data("notes".utf8))
            // In Tokyo, whose zone the photos do not state.
            try album.walk([(35.68, 139.76, 1_400_893_140), (35.69, 139.77, 1_400_893_260)])
        }
        let before = try album.state()
        let plan = try await run("GeotagFolder", album.photos, album.track)
        #expect(plan.contains("\(album.path("a.jpg")): 35.68"), "\(plan)")
        #expect(plan.contains("\(album.path("far.jpg")): ") && plan.contains("broken.jpg"))
        #expect(plan.hasSuffix("3 photos and videos: would write 1, 1 skipped, 1 failed\n"), "\(plan)")
        #expect(try album.state() == before)
        let written = try await run("GeotagFolder", album.photos, album.track, "write")
        #expect(written.contains("\(album.path("a.jpg")): written"), "\(written)")
        #expect(try await commanded.locate(["geotag", commanded.photos, "--track", commanded.track]).status == 1)
        let after = try contents(of: album)
        #expect(
            after == (try contents(of: commanded))
                && after["a.dng"] != TestPhotos.raw(.init(date: "2014:05:24 10:00:00")))
        #expect(try await album.locate(["undo", album.photos]).status == 0)
        #expect(try album.state() == before)
    }

    /// The contents of the photos and sidecars of an album, by name.
    private func contents(of album: TaggingAlbum) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: album.photos) where !name.hasPrefix(".") {
            contents[name] = try Data(contentsOf: URL(filePath: album.path(name)))
        }
        return contents
    }
}
