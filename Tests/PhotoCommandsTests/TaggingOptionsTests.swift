import Foundation
import LKGeo
import LKMetadata
import LKTagging
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKPhotoCommands
@testable import LKPhotoInput
@testable import LKPlanning

@Suite struct TaggingOptionsTests {
    private func geotag(_ words: String...) throws -> GeotagOptions {
        try GeotagOptions(try ParsedArguments(words, for: .photosGeotag))
    }

    private func refusal(_ words: String...) -> String {
        do {
            _ = try GeotagOptions(try ParsedArguments(words, for: .photosGeotag))
            return ""
        } catch {
            return error.code == .usage ? error.message : "\(error)"
        }
    }

    @Test("Without options: half an hour beside and between points, positions are kept, clocks are right")
    func defaults() throws {
        let options = try geotag("photos")
        #expect(options.tracks.isEmpty && options.photos.count == 1)
        #expect(options.maximumGap == .seconds(1800) && options.maximumExtrapolation == .seconds(1800))
        var usual = Geotagger.Configuration()
        usual.maximumError = 5000
        #expect(options.configuration == usual)
        #expect(options.tagging.sidecars == .whereNeeded && !options.tagging.isDryRun && options.tagging.form == .text)
        #expect(options.tagging.run.jobs >= 1 && !options.tagging.run.keepsModificationTime)
    }

    @Test("Every option counts")
    func all() throws {
        let options = try geotag(
            "photos", "more", "--track", "a.gpx", "--track=b.kml", "--offset", "-3600.5", "--time-zone", "Asia/Tokyo",
            "--max-gap", "60", "--max-extrapolation", "0", "--policy", "replace-if-worse", "--sidecar", "--dry-run",
            "--jobs", "3", "--keep-time", "--json", "--quiet")
        #expect(options.tracks == ["a.gpx", "b.kml"] && options.photos.count == 2)
        #expect(options.configuration.clock == .corrected(.constant(-3600.5)))
        #expect(options.configuration.timeZone == .named("Asia/Tokyo"))
        #expect(options.configuration.policy == .replaceIfWorse)
        #expect(options.maximumGap == .seconds(60) && options.maximumExtrapolation == .zero)
        #expect(options.tagging.sidecars == .always && options.tagging.isDryRun && options.tagging.run.jobs == 3)
        #expect(options.tagging.run.keepsModificationTime && options.tagging.form == .json && options.tagging.quiet)
        #expect(try geotag("photos", "--offset=auto").configuration.clock == .automatic)
        #expect(try geotag("photos", "--time-zone=-03:30").configuration.timeZone == .offset(-12_600))
    }

    @Test(
        "An offset is a number of seconds, hours and minutes with or without seconds, or numbers with units",
        arguments: [
            ("+1:00:00", 3600), ("-0:00:05", -5), ("+90", 90), ("-90.5", -90.5), ("0:00:30.25", 30.25),
            ("-09:30:00", -34_200), ("+2160:00:01", 7_776_001), ("0", 0), ("+1:00", 3600), ("1:30", 5400),
            ("-0:30", -1800), ("1h", 3600), ("-30m", -1800), ("+2h30m", 9000), ("90s", 90), ("1h5s", 3605),
            ("-1.5h", -5400), ("45min", 2700),
        ])
    func offsets(text: String, seconds: Double) throws {
        for words in [["p", "--offset", text], ["p", "--offset=\(text)"]] {
            let options = try GeotagOptions(try ParsedArguments(words, for: .photosGeotag))
            #expect(options.configuration.clock == .corrected(.constant(seconds)))
        }
    }

    @Test(
        "An offset that has no meaning is refused",
        arguments: [
            "1:2:3", "1:2", "1:60", "1:60:00", "h", "1h1h", "30m1h", "1d", "1 h", "1h30", "-", "--1h", "1.2.3h", ".h",
            "1:00:60", "-:00:05", "::", "1:00:", "1:00:00:00", "--1:00:00",
            "+-1:00:00",
            "1:00:0e", "1:00:00.", "1:-1:00", "9999999:00:00", "1:00:1e1",
        ])
    func refusedOffsets(text: String) {
        #expect(refusal("p", "--offset=\(text)").hasPrefix("--offset \(text): expected seconds such as"))
    }

    @Test(
        "The largest error is a number of metres, a distance with a unit, or none",
        arguments: [("500", 500.0), ("500m", 500), ("5km", 5000), ("0.5km", 500), ("1mi", 1609.344), ("none", nil)])
    func maximumErrors(text: String, metres: Double?) throws {
        #expect(try geotag("p", "--max-error", text).configuration.maximumError == metres)
    }

    @Test("The time of videos is read as their maker writes it unless an option says otherwise")
    func videoTimes() throws {
        #expect(try geotag("p").configuration.videoClock == nil)
        #expect(try geotag("p", "--video-time", "auto").configuration.videoClock == nil)
        #expect(try geotag("p", "--video-time", "local").configuration.videoClock == .local)
        #expect(try geotag("p", "--video-time", "utc").configuration.videoClock == .utc)
    }

    @Test("A hint about a clock names the option that corrects it")
    func clockHints() {
        var camera = Camera()
        camera.model = "E-M1"
        let covered = Date(timeIntervalSince1970: 1_627_207_200)...Date(timeIntervalSince1970: 1_627_210_800)
        let outside = ClockHintText.text(
            .outsideTracks(camera: camera, outside: 2, of: 2, covered: covered, shift: 3600))
        #expect(
            outside
                == "E-M1: 2 of 2 compared photos were taken outside the recorded time of the tracks (2021-07-25 10:00:00 "
                + "+00:00 to 2021-07-25 11:00:00 +00:00); if its clock was 1:00:00 slow, such as one not set for summer "
                + "time, pass --camera E-M1 --offset 1:00:00")
        camera.model = "HERO11 $(x)"
        let apart = ClockHintText.text(.apart(camera: camera, other: nil, shift: -1800, isOtherSure: true))
        #expect(apart.hasSuffix("if so, pass --camera 'HERO11 $(x)' --offset -0:30:00"))
        #expect(
            ClockHintText.text(.videosShow(camera: nil, count: 2, clock: .local)).hasSuffix("pass --video-time local"))
        let assumed = ClockHintText.text(.videosReadAsUTC(camera: nil, count: 1))
        #expect(assumed.contains("the time of 1 video is read as UTC"))
        #expect(ClockHintText.text(.videosApart(camera: nil, count: 3, shift: 3600)).hasSuffix("with --offset 1:00:00"))
    }

    @Test("What makes no sense is said with what would")
    func refusals() {
        #expect(
            refusal() == "needs a folder or a photo: locate photos geotag FOLDER|FILE... --track TRACK... [options]")
        #expect(
            refusal("p", "--offset", "x")
                == "--offset x: expected seconds such as -3600, a time such as -1:00:00, +1:00 or -1h30m, or auto")
        #expect(refusal("p", "--max-error", "far").hasPrefix("--max-error far: expected a distance such as 500"))
        #expect(refusal("p", "--max-error=-5").hasPrefix("--max-error -5: expected a distance"))
        #expect(refusal("p", "--video-time", "home").hasPrefix("--video-time home: expected one of auto, utc, local"))
        #expect(refusal("p", "--time-zone", "JST").hasPrefix("--time-zone JST: expected a zone such as Asia/Tokyo"))
        #expect(refusal("p", "--policy", "never").hasPrefix("--policy never: expected one of keep, replace"))
        #expect(refusal("p", "--jobs", "0").hasPrefix("--jobs 0: expected a number of photos"))
        #expect(refusal("p", "--track", "").hasPrefix("--track '': expected the path of a file"))
        #expect(refusal("p", "--max-gap=-1").hasPrefix("--max-gap -1: expected a number of seconds"))
    }

    @Test("What a shell makes of --track *.gpx are tracks")
    func expandedTracks() throws {
        let folder = TemporaryFolder()
        try folder.write("b.gpx", Data("x".utf8))
        let options = try geotag("--track", folder.file("a.gpx"), folder.file("b.gpx"), folder.path)
        #expect(options.tracks == [folder.file("a.gpx"), folder.file("b.gpx")] && options.photos.count == 1)
    }

    @Test("Photos are not tracks, and files that could be either are told by their content")
    func tracksAmongPhotos() throws {
        let folder = TemporaryFolder()
        for name in ["a.jpg", "a.xmp", "notes.txt", "page.html"] { try folder.write(name, Data("<gpx".utf8)) }
        try folder.write("log.txt", Data("$GPGGA,1,2\r\n$GPRMC,1\r\n".utf8))
        let words = ["a.jpg", "a.xmp", "notes.txt", "page.html", "log.txt"].map(folder.file)
        let options = try GeotagOptions(try ParsedArguments(words + ["--", "-b.jpg"], for: .photosGeotag))
        #expect(options.tracks == [folder.file("log.txt")] && options.photos.count == 5)
    }

    @Test("Strip and undo take folders and files, and forget folders only")
    func others() throws {
        let folder = TemporaryFolder()
        try folder.write("a.jpg", Data("x".utf8))
        let strip = try StripOptions(try ParsedArguments([folder.path, folder.file("a.jpg")], for: .photosStrip))
        #expect(strip.photos.filePaths.map(\.given) == [folder.file("a.jpg")])
        #expect(strip.photos.folderPaths.count == 1 && !strip.forgets)
        for words in [[], [folder.file("a.jpg"), "--forget"]] {
            #expect(throws: ToolError.self) { try StripOptions(try ParsedArguments(words, for: .photosStrip)) }
        }
        let undo = try UndoOptions(try ParsedArguments(["photos//", "a.jpg", "--all"], for: .photosUndo))
        #expect(undo.photos.names == "photos, a.jpg" && undo.extent == .all)
        #expect(try UndoOptions(try ParsedArguments(["/"], for: .photosUndo)).photos.names == "/")
        for words in [[], [""]] {
            #expect(throws: ToolError.self) { try UndoOptions(try ParsedArguments(words, for: .photosUndo)) }
        }
    }

    @Test("A list of paths ends lines or has zero bytes, and -0 is not a number")
    func lists() throws {
        let folder = TemporaryFolder()
        try folder.write("list", Data("a.jpg\nb c.jpg\n\n".utf8))
        try folder.write("zeros", Data("a.jpg\0b\nc.jpg\0".utf8))
        func photos(_ words: String...) throws -> String {
            try PhotoListOptions(try ParsedArguments(words, for: .photosList)).photos.names
        }
        #expect(try photos("--files-from", folder.file("list")) == "a.jpg, b c.jpg")
        #expect(try photos("x", "-0", "--files-from", folder.file("zeros")) == "x, a.jpg, b\nc.jpg")
        for words in [["x", "-0"], ["--files-from", folder.file("none")], ["--files-from", ""]] {
            #expect(throws: ToolError.self) { try PhotoListOptions(try ParsedArguments(words, for: .photosList)) }
        }
        #expect(try PathList.paths([], isZeroTerminated: false, name: "x").isEmpty)
        let error = #expect(throws: ToolError.self) {
            try PathList.paths([0x61, 0, 0x62], isZeroTerminated: false, name: "x")
        }
        #expect(error?.code == .dataError && error?.message.hasPrefix("x: path ") == true)
    }

    @Test("A position is given as numbers, by a name or by a photo")
    func places() throws {
        func place(_ words: String...) throws -> PlaceOptions {
            try PlaceOptions(try ParsedArguments(["a.jpg"] + words, for: .photosPlace))
        }
        let coordinate = try #require(Coordinate(latitude: -33.8, longitude: 151.2))
        #expect(try place("--at", "-33.8,151.2").position == .coordinate(coordinate))
        #expect(try place("--at=-33.8, 151.2", "--policy", "replace").policy == .replace)
        #expect(try place("--at", "Paris, Texas").position == .name("Paris, Texas"))
        #expect(try place("--like", "b.jpg").position == .photo("b.jpg"))
        for words in [[], ["--at", "1,2", "--like", "b"], ["--at", "91,0"], ["--at", "48.85"], ["--at", ""]] {
            #expect(throws: ToolError.self, "\(words)") {
                try PlaceOptions(try ParsedArguments(["a.jpg"] + words, for: .photosPlace))
            }
        }
    }
}
