import Foundation
import Glibc
import TestSupport
import Testing

/// What happens to a file that has the name of an output: the same in all commands that write files.
@Suite("outputs of commands", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct OutputRuleTests {
    private let folder = TemporaryFolder()
    /// What programs keep.
    private let kept = TemporaryFolder()
    /// The tables that a world is built from.
    private let tables = TemporaryFolder()

    /// A command that writes a file.
    struct Writing: CustomTestStringConvertible, Sendable {
        var words: [String]
        /// The ending of the output.
        var ending: String
        /// Its input, which is in the folder of the tests; of `build-world` a file in the folder of the tables.
        var input: String
        var readsTables: Bool { words.contains("build-world") }
        /// Whether a second run replaces the output of the first one.
        var carriesMark = true

        var testDescription: String { words.joined(separator: " ") + " -o out." + ending }
    }

    static let writings = [
        Writing(words: ["track", "export"], ending: "gpx", input: "t.gpx"),
        Writing(words: ["track", "export"], ending: "geojson", input: "t.gpx"),
        Writing(words: ["track", "export"], ending: "kml", input: "t.gpx"),
        Writing(words: ["track", "export"], ending: "csv", input: "t.gpx", carriesMark: false),
        Writing(words: ["track", "export", "--csv-safe"], ending: "csv", input: "t.gpx", carriesMark: false),
        Writing(words: ["track", "export"], ending: "nmea", input: "t.gpx", carriesMark: false),
        Writing(words: ["track", "repair"], ending: "gpx", input: "t.gpx", carriesMark: false),
        Writing(words: ["track", "plot", "--quiet"], ending: "svg", input: "t.gpx"),
        Writing(words: ["track", "plot", "--quiet"], ending: "png", input: "t.gpx"),
        Writing(words: ["track", "map", "--quiet"], ending: "html", input: "t.gpx"),
        Writing(words: ["photos", "map", "--quiet", "--thumbnails", "0"], ending: "html", input: "p.jpg"),
        Writing(words: ["photos", "thumbnail"], ending: "jpg", input: "p.jpg"),
        Writing(words: ["photos", "thumbnail"], ending: "png", input: "p.jpg"),
        Writing(words: ["data", "import-osm", "--quiet"], ending: "streets", input: "x.osm"),
        Writing(words: ["data", "build-world", "--geonames"], ending: "world", input: "cities500.json"),
    ]

    init() throws {
        try write(
            "t.gpx",
            """
            <?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
            <trkpt lat="46.02" lon="7.749"><ele>1600</ele><time>2026-07-14T06:00:00Z</time></trkpt>
            <trkpt lat="46.03" lon="7.749"><ele>1800</ele><time>2026-07-14T06:15:00Z</time></trkpt>
            </trkseg></trk></gpx>
            """)
        try write(
            "x.osm",
            """
            <?xml version="1.0"?><osm version="0.6"><node id="1" version="1" lat="47.1" lon="9.5"/>
            <node id="2" version="1" lat="47.1" lon="9.51"/><way id="1" version="1"><nd ref="1"/><nd ref="2"/>
            <tag k="highway" v="residential"/><tag k="name" v="Street"/></way></osm>
            """)
        mkdir(tables.file("locale"), 0o700)
        for (name, text) in [
            (
                "cities500.json",
                """
                {"1":{"geonameid":1,"name":"Town","latitude":47.1,"longitude":9.5,"countrycode":"LI","population":100,
                "timezone":"Europe/Vaduz","admin1code":"","alternatenames":[]}}
                """
            ), ("countries.json", #"{"LI":{"name":"Liechtenstein","iso":"LI","languages":"de"}}"#),
            ("sources.txt", "test\t1\tCC0\t00\n"),
        ] { try tables.write(name, Data(text.utf8)) }
        try TestPhotos.jpeg(64, 48, .init(north: (46, 1, 3000), east: (7, 44, 5600))).write(
            to: URL(filePath: folder.file("p.jpg")))
    }

    private func write(_ name: String, _ text: String) throws { try folder.write(name, Data(text.utf8)) }

    private func content(_ name: String) -> Data? { FileManager.default.contents(atPath: folder.file(name)) }

    private func inputPath(of writing: Writing) -> String {
        writing.readsTables ? tables.file(writing.input) : folder.file(writing.input)
    }

    /// Runs the command.
    private func run(_ writing: Writing, _ output: String? = nil, _ more: String...) async throws -> ChildProcess.End {
        let output = folder.file(output ?? "out." + writing.ending)
        let input = writing.readsTables ? tables.path : inputPath(of: writing)
        let words = writing.words + [input, "-o", output] + more
        return try await LocateProgram.start(words, keeping: kept).end()
    }

    @Test("A second run replaces the output of the first one, where it can be recognized", arguments: writings)
    func again(writing: Writing) async throws {
        let output = "out." + writing.ending
        #expect(try await run(writing).status == 0)
        let first = try #require(content(output))
        #expect(!first.isEmpty)
        #expect(try await run(writing).status == (writing.carriesMark ? 0 : 73))
        #expect(try await run(writing, nil, "--force").status == 0)
        #expect(try #require(content(output)).count > first.count / 2)
        #expect(folder.names == ["t.gpx", "x.osm", "p.jpg", output].sorted())
    }

    @Test("A file of another program is kept without --force, and an empty one replaced", arguments: writings)
    func otherFiles(writing: Writing) async throws {
        let output = "out." + writing.ending
        var words = ""
        for other in [
            "an original photo", "<?xml version=\"1.0\"?><gpx creator=\"t\"/>", "<!DOCTYPE html>", "{}", "a,b\n1,2",
        ] {
            try write(output, other)
            let end = try await run(writing)
            #expect(end.status == 73)
            #expect(content(output) == Data(other.utf8))
            words = end.errors
        }
        #expect(words.contains("\(output) exists and ") && words.contains("pass --force to replace it"), "\(words)")
        #expect(try await run(writing, nil, "--force").status == 0)
        #expect(content(output) != Data("a,b\n1,2".utf8))
        try write(output, "")
        #expect(try await run(writing).status == 0)
        #expect(content(output)?.isEmpty == false)
    }

    @Test("A symbolic link at the name of the output is refused, also with --force", arguments: writings)
    func links(writing: Writing) async throws {
        let output = "out." + writing.ending
        try write("key", "PRIVATE")
        mkdir(folder.file("sub"), 0o700)
        #expect(try await run(writing, "earlier." + writing.ending).status == 0)
        let earlier = content("earlier." + writing.ending)
        for target in ["key", "sub", "missing", "earlier." + writing.ending] {
            symlink(target, folder.file(output))
            var ends = [try await run(writing, nil, "--force")]
            if target == "key" { ends.append(try await run(writing)) }
            for end in ends {
                #expect(end.status == 73)
                #expect(end.errors.contains("\(output) is a symbolic link to \(target), "), "\(end.errors)")
                #expect(end.errors.hasSuffix("name that file itself\n"))
            }
            unlink(folder.file(output))
        }
        #expect(content("key") == Data("PRIVATE".utf8) && content("missing") == nil)
        #expect(content("earlier." + writing.ending) == earlier)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("sub")).isEmpty)
    }

    @Test("The input is kept under all of its names, also with --force", arguments: writings)
    func inputs(writing: Writing) async throws {
        let before = FileManager.default.contents(atPath: inputPath(of: writing))
        let second = "second." + writing.ending
        link(inputPath(of: writing), folder.file(second))
        #expect(try await run(writing, second).status != 0)
        #expect(try await run(writing, second, "--force").status != 0)
        #expect(FileManager.default.contents(atPath: inputPath(of: writing)) == before)
        #expect(content(second) == before)
    }

    @Test("A photo and a track log are kept with --force where they are read or recorded")
    func precious() async throws {
        let photo = content("p.jpg")
        let map = Writing(words: ["photos", "map", "--quiet", "--thumbnails", "0"], ending: "jpg", input: "")
        #expect(try await run(map, "p.jpg", "--force").status == 73)
        let track = Writing(words: ["track", "map", "--quiet"], ending: "jpg", input: "t.gpx")
        #expect(try await run(track, "p.jpg", "--force", "--photos", folder.path).status == 73)
        #expect(content("p.jpg") == photo)
        try write("a.track", "SQLite format 3\0")
        for writing in Self.writings where writing.words[1] != "repair" && writing.words != ["track", "export"] {
            let name = "log." + writing.ending
            try? FileManager.default.removeItem(atPath: folder.file(name))
            try FileManager.default.copyItem(atPath: folder.file("a.track"), toPath: folder.file(name))
            #expect(try await run(writing, name, "--force").status == 73)
            #expect(content(name) == content("a.track"))
        }
    }

    @Test("A log is not recorded through a symbolic link")
    func recordings() async throws {
        symlink("missing", folder.file("link.track"))
        let record = ["track", "record", folder.file("link.track"), "--quiet"]
        let locate = ["--no-address", "--quiet", "--record"]
        for words in [record, locate + [folder.file("link.track")], locate + [folder.file("t.gpx")]] {
            let end = try await LocateProgram.start(
                words + ["--replay", folder.file("t.gpx"), "--speed", "0"], keeping: kept
            ).end()
            #expect(end.status == 73, "\(end)")
        }
        #expect(folder.names == ["link.track", "p.jpg", "t.gpx", "x.osm"])
    }
}
