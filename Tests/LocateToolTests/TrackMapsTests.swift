import CommandTestSupport
import Foundation
import LKGeo
import LKStorage
import LKTracks
import Synchronization
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKPhotoCommands
@testable import LKPositionCommands
@testable import LKPositioning
@testable import LKSharedOptions
@testable import LocationKitMaps

/// `locate track plot`, `locate track map` and the profile of `locate track info`.
@Suite("pictures and pages of tracks") struct TrackMapsTests {
    private let folder = TemporaryFolder()

    private static let gpx = """
        <?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Walk</name><trkseg>
        <trkpt lat="46.02" lon="7.749"><ele>1600</ele><time>2026-07-14T06:00:00Z</time></trkpt>
        <trkpt lat="46.03" lon="7.749"><ele>1800</ele><time>2026-07-14T06:15:00Z</time></trkpt>
        <trkpt lat="46.04" lon="7.749"><ele>1700</ele><time>2026-07-14T06:30:00Z</time></trkpt>
        </trkseg></trk></gpx>
        """
    private static let empty = """
        <?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"></gpx>
        """

    private func file(_ name: String, _ text: String = gpx) throws -> String {
        let path = folder.path + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func run(_ command: CommandDescription, _ words: [String]) throws -> ExitCode {
        let arguments = try ParsedArguments(words, for: command)
        var code = ExitCode.success
        _ = try written { output in code = try #require(command.action).run(arguments, output) }
        return code
    }

    private func code(_ command: CommandDescription, _ words: [String]) throws -> ExitCode? {
        do {
            return try run(command, words)
        } catch let error as ToolError {
            return error.code
        }
    }

    @Test("A picture is written in the form of its ending")
    func plot() throws {
        let track = try file("walk.gpx")
        let (svg, png) = (folder.path + "/walk.svg", folder.path + "/walk.PNG")
        #expect(try run(.trackPlot, [track, "-o", svg, "--size", "500x400", "--language", "en"]) == .success)
        #expect(try String(contentsOfFile: svg, encoding: .utf8).contains(">Walk</text>"))
        #expect(try run(.trackPlot, [track, "-o", png, "--size", "500x400", "--dark"]) == .success)
        #expect(try Data(contentsOf: URL(filePath: png)).prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]))
    }

    @Test("Several files have a picture with a legend, and what --hide and --precision leave out is not in it")
    func plotSeveral() throws {
        let north = Self.gpx.replacingOccurrences(of: "lat=\"46.0", with: "lat=\"46.1")
        let (one, two) = (try file("one.gpx"), try file("two.gpx", north.replacingOccurrences(of: "Walk", with: "Run")))
        let svg = folder.path + "/both.svg"
        func drawn(_ words: String...) throws -> String {
            let arguments = [one, two, "-o", svg, "--language", "en", "--quiet"] + words
            #expect(try run(.trackPlot, arguments) == .success)
            return try String(contentsOfFile: svg, encoding: .utf8)
        }
        let whole = try drawn()
        for text in [">Walk · 2.22 km<", ">Run · 2.22 km<", ">4.45 km<", ">Height (m)<"] {
            #expect(whole.contains(text), "\(text)")
        }
        #expect(whole.contains("14 July 2026"))
        try MapSecret.$folder.withValue(folder.path + "/state") {
            // The circle has all of the first track.
            let rest = try drawn("--hide", "46.03,7.749,1500")
            #expect(!rest.contains("Walk") && rest.contains(">2.22 km<"))
            #expect(try drawn("--hide", "46.03,7.749,1500") == rest)
            let words = [one, "-o", folder.path + "/none.svg", "--quiet", "--hide", "46.03,7.749,9000"]
            #expect(try code(.trackPlot, words) == .dataError)
        }
        let cities = try drawn("--precision", "city")
        for text in ["· ", "Height", "14 July", "08:0"] { #expect(!cities.contains("\(text)"), "\(text)") }
        #expect(cities.contains(">Walk<"))
    }

    @Test("A track without points is an error, and leaves what is there")
    func empty() throws {
        let track = try file("empty.gpx", Self.empty)
        let picture = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- LocationKit -->\n<svg/>"
        let olds = [
            (CommandDescription.trackPlot, "old.svg", picture),
            (.trackMap, "old.html", "<!DOCTYPE html>\(MapPage.mark)old"),
        ]
        for (command, name, page) in olds {
            let old = try file(name, page)
            #expect(try code(command, [track, "-o", old]) == .dataError)
            #expect(try String(contentsOfFile: old, encoding: .utf8) == page)
            #expect(try code(command, [track, "-o", folder.path + "/new.svg"]) == .dataError)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/new.svg"))
    }

    @Test("The track itself is never replaced, also by another name of it")
    func ownInput() throws {
        let track = try file("walk.svg")
        let link = folder.path + "/link.svg"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: track)
        for output in [track, link] {
            #expect(try code(.trackPlot, [track, "-o", output]) == .cannotCreate)
            #expect(try code(.trackMap, [track, "-o", output]) == .cannotCreate)
        }
        #expect(try String(contentsOfFile: track, encoding: .utf8) == Self.gpx)
    }

    @Test(
        "Wrong command lines say what is expected",
        arguments: [
            ["t.gpx"], ["t.gpx", "-o", "x.jpg"], ["-o", "x.svg"], ["a", "", "-o", "x.svg"],
            ["a", "-o", "x.svg", "--hide", "46,7"],
            ["t.gpx", "-o", "x.svg", "--size", "10x10"], ["t.gpx", "-o", "x.svg", "--size", "1200"],
            ["t.gpx", "-o", "x.svg", "--units", "yards"], ["t.gpx", "-o", "x"],
        ])
    func usage(words: [String]) throws {
        #expect(try code(.trackPlot, words) == .usage)
    }

    @Test("An ending that is not a picture's is named with what to do")
    func ending() throws {
        let error = #expect(throws: ToolError.self) { try run(.trackPlot, ["t.gpx", "-o", "a.jpg"]) }
        #expect(error?.message == "a.jpg: pictures are SVG or PNG; end the name with .svg or .png")
    }

    @Test("A page replaces a page, and nothing else: not a photo, a sidecar, a list or a file of names")
    func pagesOnly() throws {
        let track = try file("t.gpx")
        for (name, content) in [
            ("a.jpg", "\u{1}\u{2}"), ("a.xmp", "<x:xmpmeta/>"), ("list.txt", track), ("c.geojson", "{}"),
        ] {
            let other = try file(name, content)
            let link = folder.path + "/link.html"
            try? FileManager.default.removeItem(atPath: link)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
            for output in [other, link] {
                #expect(try code(.trackMap, [track, "-o", output, "--quiet"]) == .cannotCreate)
                #expect(try code(.photosMap, [folder.path, "-o", output, "--quiet"]) == .cannotCreate)
                #expect(throws: ToolError.self) { try LiveMap(output, languages: nil, corrections: nil) }
            }
            #expect(try String(contentsOfFile: other, encoding: .utf8) == content)
        }
        // An empty file, as mktemp makes it, is nobody's photo.
        #expect(try run(.trackMap, [track, "-o", try file("empty.html", ""), "--quiet"]) == .success)
        let loop = folder.path + "/loop.html"
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        #expect(try code(.trackMap, [track, "-o", loop, "--quiet"]) == .cannotCreate)
        // What a watch will record is not there yet.
        let recording = Fixtures.package.appending(path: "Data/samples/sumida-walk.nmea").path
        let words = ["--replay", recording, "--watch", "--record", folder.path + "/r.raw", "--map"]
        #expect(try code(.locate, words + [folder.path + "/./r.raw"]) == .cannotCreate)
    }

    @Test("A user's own names count on maps; --salvage is for their file and the track's")
    func ownNames() throws {
        let points = (0..<20).map { minute in
            "<trkpt lat=\"\(minute < 15 ? 46.02 : 46.02 + Double(minute) / 1000)\" lon=\"7.749\">"
                + "<time>2026-07-14T06:\(minute + 10):00Z</time></trkpt>"
        }
        let track = try file(
            "own.gpx", "<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
        let (names, picture) = (folder.path + "/names.json", folder.path + "/own.svg")
        let feature =
            #"{"type":"Feature","properties":{"name":"Own meadow","radius":90000},"#
            + #""geometry":{"type":"Point","coordinates":[7.749,46.02]}}"#
        try Data(feature.utf8).write(to: URL(filePath: names))
        #expect(try run(.trackPlot, [track, "-o", picture, "--corrections", names]) == .success)
        #expect(try String(contentsOfFile: picture, encoding: .utf8).contains("Own meadow, "))
        #expect(try run(.trackPlot, [track, "-o", picture, "--corrections", "none", "--salvage"]) == .success)
        #expect(try !String(contentsOfFile: picture, encoding: .utf8).contains("Own meadow"))
        let page = folder.path + "/own.html"
        #expect(try run(.trackMap, [track, "-o", page, "--quiet", "--corrections", names]) == .success)
        try Data((feature + "]").utf8).write(to: URL(filePath: names))
        #expect(try code(.trackMap, [track, "-o", page, "--quiet", "--corrections", names]) == .dataError)
    }

    @Test("A page has the tracks of all files; hiding all of them is an error")
    func map() throws {
        let (one, two) = (try file("one.gpx"), try file("two.gpx"))
        let page = folder.path + "/page.html"
        #expect(try run(.trackMap, [one, two, "-o", page, "--quiet", "--language", "en"]) == .success)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("id=\"data-tracks\""))
        let hide = ["--hide", "46.03,7.749,9000"]
        let state = folder.path + "/state"
        try MapSecret.$folder.withValue(state) { () throws -> Void in
            #expect(try code(.trackMap, [one, "-o", folder.path + "/none.html", "--quiet"] + hide) == .dataError)
            // Two pages with the same circle are the same.
            let pages = [page, folder.path + "/again.html"]
            for page in pages {
                let words = [one, "-o", page, "--quiet", "--language", "en", "--hide", "46.03,7.749,100"]
                #expect(try run(.trackMap, words) == .success)
            }
            #expect(try Data(contentsOf: URL(filePath: pages[0])) == Data(contentsOf: URL(filePath: pages[1])))
        }
        #expect(try MapSecret.bytes(in: state, for: "track map").count == MapSecret.length)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/none.html"))
        #expect(try code(.trackMap, [one, "-o", page, "--hide", "46,7"]) == .usage)
        #expect(try code(.trackMap, [one, "-o", page, "--precision", "vague"]) == .usage)
    }

    @Test("The secret of hidden circles is made once, for the user alone; a damaged one is replaced")
    func secret() throws {
        let state = folder.path + "/state/locationkit"
        let made = try MapSecret.bytes(in: state, for: "track map")
        #expect(made.count == MapSecret.length && Set(made).count > 8)
        #expect(try MapSecret.bytes(in: state, for: "track map") == made)
        let path = state + "/map-secret"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try MapSecret.bytes(in: folder.path + "/other", for: "track map") != made)
        try Data("short".utf8).write(to: URL(filePath: path))
        let next = try MapSecret.bytes(in: state, for: "track map")
        #expect(next.count == MapSecret.length)
        #expect(try MapSecret.bytes(in: state, for: "track map") == next)
        // Where there is a file instead of a folder, none can be made.
        #expect(throws: (any Error).self) { try MapSecret.bytes(in: path + "/below", for: "track map") }
    }

    @Test("Commands that need the secret for the first time at one moment get the same")
    func sameSecret() {
        let state = folder.path + "/state"
        let secrets = Mutex<[[UInt8]?]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let secret = try? MapSecret.bytes(in: state, for: "track map")
            secrets.withLock { $0.append(secret) }
        }
        let all = secrets.withLock { $0 }
        #expect(all.count == 16 && Set(all).count == 1 && all[0] != nil)
    }

    @Test("More tracks than a page shows are refused")
    func tooMany() throws {
        let track = try file("many.gpx", Self.manyTracks(TrackMap.maximumTracks + 1))
        #expect(try code(.trackMap, [track, "-o", folder.path + "/many.html", "--quiet"]) == .dataError)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/many.html"))
    }

    private static func manyTracks(_ count: Int) -> String {
        let point = "<trkpt lat=\"46.02\" lon=\"7.749\"></trkpt>"
        let tracks = String(repeating: "<trk><trkseg>\(point)</trkseg></trk>", count: count)
        return empty.replacingOccurrences(of: "</gpx>", with: tracks + "</gpx>")
    }

    @Test("A profile of characters fits the width, and names the highest and the lowest", arguments: [30, 80, 200])
    func profile(width: Int) {
        var sketch = TrackSketch(capacity: 1000)
        for index in 0..<200 {
            var location = Location(coordinate: Coordinate(latitude: 46 + Double(index) / 1000, longitude: 8)!)
            location.altitude = 1000 + 5 * Double(min(index, 150))
            sketch.add(location)
        }
        for isUnicode in [true, false] {
            let lines = TrackProfileText(isUnicode: isUnicode).lines(sketch, width: width)
            #expect(lines.count == TrackProfileText.rows + 3)
            #expect(lines.dropLast(2).allSatisfy { $0.count <= width })
            #expect(lines[0].hasPrefix("1,750 m ") && lines[TrackProfileText.rows - 1].hasPrefix("1,000 m "))
            #expect(lines.last?.hasSuffix("lowest: 1,000 m at 0 m") == true)
            #expect(lines.allSatisfy { line in isUnicode || line.utf8.allSatisfy { $0 < 0x80 } })
            // Higher and higher, then level.
            let bottom = lines[TrackProfileText.rows - 1].count
            #expect(lines[0].count == bottom)
            let gaps = lines.map { line in line.dropFirst(8).prefix { $0 == " " }.count }
            #expect(gaps[0] > gaps[3])
        }
        #expect(TrackProfileText(isUnicode: true).lines(TrackSketch(capacity: 10), width: 80).isEmpty)
    }

    @Test("Only a locale of UTF-8 has more than ASCII; the first variable that is set counts")
    func locale() {
        #expect(TrackProfileText.isUTF8 { $0 == "LANG" ? "de_DE.UTF-8" : nil })
        #expect(TrackProfileText.isUTF8 { $0 == "LC_ALL" ? "C.utf8@x" : "C" })
        #expect(!TrackProfileText.isUTF8 { $0 == "LC_ALL" ? "C" : "de_DE.UTF-8" })
        #expect(TrackProfileText.isUTF8 { $0 == "LC_ALL" ? "" : "de_DE.UTF-8" })
        #expect(!TrackProfileText.isUTF8 { _ in nil })
        #expect(!TrackProfileText.isUTF8 { _ in "de_DE.ISO-8859-15" })
    }

    @Test("A profile is text: with JSON and CSV it is refused")
    func profileForms() throws {
        let track = try file("walk.gpx")
        #expect(try run(.trackInfo, [track, "--plot"]) == .success)
        #expect(try code(.trackInfo, [track, "--plot", "--json"]) == .usage)
        #expect(try code(.trackInfo, [track, "--plot", "--format", "csv"]) == .usage)
    }

    /// A ride of six seconds, with a fix elsewhere, and a second track.
    private static func leaping() -> String {
        let points = (0..<7).map { index in
            "<trkpt lat=\"\(index == 5 ? "51.5" : "46.020\(index)")\" lon=\"7.749\"><ele>0</ele>"
                + "<time>2026-07-14T06:00:0\(index)Z</time></trkpt>"
        }
        return """
            <?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">
            <trk><name>A</name><trkseg>\(points.joined())</trkseg></trk><trk><name>B</name></trk></gpx>
            """
    }

    @Test(
        "Info leaves out an impossible fix, names several tracks, has other units, and draws no profile of one height")
    func info() throws {
        let track = try file("leap.gpx", Self.leaping())
        var report = try TrackReport(TrackInput(track), salvaging: false, sketching: true)
        #expect(report.jumps == 1 && report.json.contains("\"jumps\":1"))
        let lines = report.lines
        #expect(lines.contains { $0.hasPrefix("Tracks ") && $0.hasSuffix("2: A, B") })
        #expect(!lines.contains { $0.hasPrefix("Name") })
        #expect(lines.contains { $0.hasPrefix("Distance") && $0.hasSuffix("67 m") })
        #expect(lines.contains { $0.hasPrefix("Left out") && $0.hasSuffix("1 impossible fix") })
        #expect(report.profile(columns: 80) == ["", "All heights are 0 m: there is no profile to draw."])
        report.units = .imperial
        #expect(report.lines.contains { $0.hasPrefix("Speed") && $0.contains("mph in motion") })
        #expect(report.lines.contains { $0.hasPrefix("Climb") && $0.contains("ft up") })
        #expect(try run(.trackInfo, [track, "--units", "imperial"]) == .success)
    }

    @Test("Standard input is recognized as the file that would be replaced")
    func standardInput() throws {
        let (track, other) = (try file("walk.svg"), try file("other.svg"))
        let descriptor = open(track, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let link = folder.path + "/hard.svg"
        try FileManager.default.linkItem(atPath: track, toPath: link)
        let input = try #require(FileIdentity(descriptor: descriptor))
        #expect(input == FileIdentity(path: track) && input == FileIdentity(path: link))
        #expect(input != FileIdentity(path: other) && FileIdentity(path: folder.path + "/new.svg") == nil)
        #expect(throws: ToolError.self) { try OutputFile(link, .picture, isForced: true, protecting: [input]) }
        // What is not a regular file, such as a terminal, may be both.
        let device = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(device) }
        #expect(FileIdentity(descriptor: device) == nil)
    }

    @Test("The page of a watch is written with each fix, and says when it has ended")
    func watch() throws {
        let page = folder.path + "/live.html"
        let recording = Fixtures.package.appending(path: "Data/samples/sumida-walk.nmea").path
        let words = ["--replay", recording, "--speed", "0", "--count", "3", "--map", page, "--quiet", "--no-address"]
        #expect(try run(.locate, words) == .success)
        let text = try String(contentsOfFile: page, encoding: .utf8)
        #expect(text.contains("id=\"data-live\"") && text.contains("id=\"data-tracks\""))
        #expect(try code(.locate, ["--map", page]) == .usage)
        // What cannot be a page is refused at the start.
        #expect(try code(.locate, ["--watch", "--replay", recording, "--map", "-"]) == .usage)
        for wrong in [folder.path, "/dev/full", folder.path + "/no/live.html"] {
            #expect(try code(.locate, ["--watch", "--replay", recording, "--map", wrong]) == .cannotCreate)
        }
        // The folder goes while a watch is at work, before its only page; root may write everywhere, so that permissions do not help.
        let gone = folder.path + "/gone"
        try FileManager.default.createDirectory(atPath: gone, withIntermediateDirectories: false)
        let map = try LiveMap(gone + "/live.html", languages: nil, corrections: nil)
        try FileManager.default.removeItem(atPath: gone)
        #expect(!map.finish(LocationManager.Snapshot()))
        #expect(try code(.locate, ["--watch", "--replay", recording, "--map", recording]) == .cannotCreate)
    }
}
