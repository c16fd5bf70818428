import Foundation
import LocationKit
import TestSupport
import Testing

@testable import LocateTool

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

    @Test("without options: half an hour beside and between points, positions are kept, clocks are right")
    func defaults() throws {
        let options = try geotag("photos")
        #expect(options.tracks.isEmpty && options.folders.count == 1)
        #expect(options.maximumGap == 1800 && options.maximumExtrapolation == 1800)
        #expect(options.configuration == Geotagger.Configuration())
        #expect(options.tagging.sidecars == .whereNeeded && !options.tagging.isDryRun && !options.tagging.json)
        #expect(options.tagging.run.jobs >= 1 && !options.tagging.run.keepsModificationTime)
    }

    @Test("every option counts")
    func all() throws {
        let options = try geotag(
            "photos", "more", "--track", "a.gpx", "--track=b.kml", "--offset", "-3600.5", "--time-zone", "Asia/Tokyo",
            "--max-gap", "60", "--max-extrapolation", "0", "--policy", "replace-if-worse", "--sidecar", "--dry-run",
            "--jobs", "3", "--keep-time", "--json", "--quiet")
        #expect(options.tracks == ["a.gpx", "b.kml"] && options.folders.count == 2)
        #expect(options.configuration.clock == .corrected(.constant(-3600.5)))
        #expect(options.configuration.timeZone == .named("Asia/Tokyo"))
        #expect(options.configuration.policy == .replaceIfWorse)
        #expect(options.maximumGap == 60 && options.maximumExtrapolation == 0)
        #expect(options.tagging.sidecars == .always && options.tagging.isDryRun && options.tagging.run.jobs == 3)
        #expect(options.tagging.run.keepsModificationTime && options.tagging.json && options.tagging.quiet)
        #expect(try geotag("photos", "--offset=auto").configuration.clock == .automatic)
        #expect(try geotag("photos", "--time-zone=-03:30").configuration.timeZone == .offset(-12_600))
    }

    @Test(
        "an offset is a number of seconds, or hours, minutes and seconds",
        arguments: [
            ("+1:00:00", 3600), ("-0:00:05", -5), ("+90", 90), ("-90.5", -90.5), ("0:00:30.25", 30.25),
            ("-09:30:00", -34_200), ("+2160:00:01", 7_776_001), ("0", 0),
        ])
    func offsets(text: String, seconds: Double) throws {
        for words in [["p", "--offset", text], ["p", "--offset=\(text)"]] {
            let options = try GeotagOptions(try ParsedArguments(words, for: .photosGeotag))
            #expect(options.configuration.clock == .corrected(.constant(seconds)))
        }
    }

    @Test(
        "an offset that may mean two things, or none, is refused",
        arguments: [
            "1:30", "+1:00", "1:2:3", "1:60:00", "1:00:60", "-:00:05", "::", "1:00:", "1:00:00:00", "--1:00:00",
            "+-1:00:00",
            "1:00:0e", "1:00:00.", "1:-1:00", "9999999:00:00", "1:00:1e1",
        ])
    func refusedOffsets(text: String) {
        #expect(refusal("p", "--offset=\(text)").hasPrefix("--offset \(text): expected seconds such as"))
    }

    @Test("what makes no sense is said with what would")
    func refusals() {
        #expect(refusal() == "needs a folder: locate photos geotag FOLDER")
        #expect(
            refusal("p", "--offset", "x")
                == "--offset x: expected seconds such as -3600, hours, minutes and seconds such as -1:00:00, or auto")
        #expect(refusal("p", "--time-zone", "JST").hasPrefix("--time-zone JST: expected a zone such as Asia/Tokyo"))
        #expect(refusal("p", "--policy", "never").hasPrefix("--policy never: expected one of keep, replace"))
        #expect(refusal("p", "--jobs", "0").hasPrefix("--jobs 0: expected a number of photos"))
        #expect(refusal("p", "--track", "").hasPrefix("--track '': expected the path of a file"))
        #expect(refusal("p", "--max-gap=-1").hasPrefix("--max-gap -1: expected a number of seconds"))
    }

    @Test("what a shell makes of --track *.gpx are tracks")
    func expandedTracks() throws {
        let folder = TemporaryFolder()
        try folder.write("b.gpx", Data("x".utf8))
        let options = try geotag("--track", folder.file("a.gpx"), folder.file("b.gpx"), folder.path)
        #expect(options.tracks == [folder.file("a.gpx"), folder.file("b.gpx")] && options.folders.count == 1)
    }

    @Test("strip and undo want what they work on, and forget folders only")
    func others() throws {
        let folder = TemporaryFolder()
        try folder.write("a.jpg", Data("x".utf8))
        let strip = try StripOptions(try ParsedArguments([folder.path, folder.file("a.jpg")], for: .photosStrip))
        #expect(strip.files == [folder.file("a.jpg")] && strip.folders?.count == 1 && !strip.forgets)
        for words in [[], [folder.file("a.jpg"), "--forget"]] {
            #expect(throws: ToolError.self) { try StripOptions(try ParsedArguments(words, for: .photosStrip)) }
        }
        let undo = try UndoOptions(try ParsedArguments(["photos//", "--all"], for: .photosUndo))
        #expect(undo.folder == "photos")
        #expect(try UndoOptions(try ParsedArguments(["/"], for: .photosUndo)).folder == "/")
        for words in [[], ["a", "b"], [""]] {
            #expect(throws: ToolError.self) { try UndoOptions(try ParsedArguments(words, for: .photosUndo)) }
        }
    }
}
