import Foundation
import LKGeo
import LKMetadata
import Testing

@testable import LKCommandLine
@testable import LKPhotoCommands
@testable import LKPlanning
@testable import LKTagging

@Suite struct TaggingReportTests {
    private var report: TaggingReport {
        var report = TaggingReport(path: "x/a.jpg", companions: ["x/a.mov"], action: .written)
        report.coordinate = Coordinate(latitude: 35.5, longitude: -139.123456789)
        (report.source, report.gap, report.error) = ("walk.gpx", 12.3456, 8.126)
        report.time = Date(timeIntervalSince1970: 1_400_000_000.5)
        (report.zone, report.offset) = ("Asia/Tokyo", 32_400)
        report.sidecars = ["x/a.jpg.xmp"]
        return report
    }

    private func json(_ report: TaggingReport) -> String { JSONWriter.object { report.writeMembers(to: &$0) } }

    @Test("JSON has what is known, in the order of the contract")
    func objects() {
        #expect(
            json(report)
                == #"{"path":"x/a.jpg","action":"written","latitude":35.5,"longitude":-139.123456789,"source":"walk.gpx","#
                + #""gap":12.346,"error":8.13,"time":"2014-05-13T16:53:20.500Z","zone":"Asia/Tokyo","#
                + #""sidecars":["x/a.jpg.xmp"],"companions":["x/a.mov"]}"#)
        let skipped = TaggingReport(path: "b", action: .skipped, reason: "why")
        #expect(json(skipped) == #"{"path":"b","action":"skipped","reason":"why"}"#)
    }

    @Test("The text is a line that says what, which and how")
    func texts() {
        #expect(
            report.text()
                == "written  x/a.jpg: 35.500000, -139.123457 within 8.1 m, 12 s from a point of walk.gpx, "
                + "taken 2014-05-14 01:53:20 +09:00 (Asia/Tokyo), in x/a.jpg.xmp")
        var other = TaggingReport(path: "b", action: .skipped, reason: "why")
        (other.time, other.offset, other.zone) = (report.time, -12_600, "-03:30")
        #expect(other.text() == "skipped  b: why, taken 2014-05-13 13:23:20 -03:30")
        #expect(TaggingReport(path: "b\u{1B}", action: .skipped, reason: "why").text() == "skipped  b\u{FFFD}: why")
        var placed = TaggingReport(path: "c", action: .written)
        var place = PhotoPlace()
        (place.city, place.country) = ("Rīga", "Latvija")
        placed.place = place
        #expect(placed.text() == "written  c: Rīga, Latvija")
        #expect(placed.text(verb: "restored") == "restored  c: Rīga, Latvija")
        #expect(TaggingReport(path: "b", action: .kept).text(verb: "would write") == "kept         b")
    }

    @Test("On a terminal a line fits: details go first, then the beginning of the path")
    func widths() {
        #expect(report.text(columns: 200) == report.text())
        #expect(report.text(columns: 90).hasSuffix(" within 8.1 m, 12 s from a point of walk.gpx"))
        #expect(report.text(columns: 80) == "written  x/a.jpg: 35.500000, -139.123457 within 8.1 m")
        var deep = report
        deep.path = "写真/二千十四年/五月/東京/IMG_0001.JPG"
        let line = deep.text(columns: 70)
        #expect(line.hasPrefix("written  …") && line.contains("IMG_0001.JPG: 35.500000, -139.123457 within 8.1 m"))
        #expect(TextWidth.columns(line) <= 70)
        let colored = report.text(style: TextStyle(isColored: true))
        #expect(colored.hasPrefix("\u{1B}[32mwritten\u{1B}[0m  x/a.jpg: "))
    }

    @Test("The worst of a photo's files is what became of it")
    func outcomes() {
        let error = TaggingError(code: .unwritable, message: "no room", path: "x/a.mov")
        func outcome(_ actions: PhotoOutcome.Action...) -> TaggingReport? {
            var report = report
            guard let photo = PhotoOutcome(of: actions.map { PhotoOutcome(path: "p", action: $0) }) else { return nil }
            return report.apply(photo, keptFor: "it says so", shown: { $0 }) ? report : nil
        }
        let failed = outcome(.written, .failed(error))
        #expect(failed?.action == .failed && failed?.reason == "no room" && failed?.coordinate == nil)
        #expect(failed?.text() == "failed   x/a.jpg")
        #expect(outcome(.written, .notBegun) == nil)
        #expect(outcome(.unchanged, .written)?.action == .written)
        let kept = outcome(.unchanged)
        #expect(kept?.action == .kept && kept?.reason == "it says so")
    }

    @Test("The summary has what there is")
    func summaries() {
        var tally = TaggingTally()
        #expect(tally.summary(isDryRun: false) == "0 photos and videos")
        tally.count(TaggingReport(path: "a", action: .skipped))
        #expect(tally.summary(isDryRun: false) == "1 photo or video: 1 skipped")
        tally.count(report)
        tally.count(TaggingReport(path: "a", action: .failed))
        #expect(
            tally.summary(isDryRun: true)
                == "3 photos and videos: would write 1 (1 with a sidecar), 1 skipped, 1 failed; "
                + "this was a dry run, and nothing was written")
        #expect(
            tally.summary(verb: "restored")
                == "3 photos and videos: 1 restored (1 with a sidecar), 1 skipped, 1 failed")
    }

    @Test("Undo says of a file that it is removed, and to programs that it is written")
    func removed() {
        var report = TaggingReport(path: "a.xmp", action: .written, reason: "it was not there before")
        report.isRemoved = true
        #expect(report.text(verb: "restored") == "removed   a.xmp: it was not there before")
        #expect(
            JSONWriter.object { report.writeMembers(to: &$0) }
                == #"{"path":"a.xmp","action":"written","reason":"it was not there before, and is removed"}"#)
    }

    @Test("Undo counts photos by the worst of their files")
    func restored() {
        var restored = RestoredPhotos()
        _ = restored.record(.restored, of: "a.jpg")
        _ = restored.record(.unchanged, of: "a.cr2")
        _ = restored.record(.failed, of: "b.jpg")
        var tally = TaggingTally()
        for photo in restored.photos { tally.count(photo) }
        #expect(tally.summary(verb: "restored") == "2 photos and videos: 1 restored, 1 failed")
    }

    @Test("What was found out of a clock is a sentence, with what to do about it")
    func clocks() {
        var camera = Camera()
        camera.model = "X100"
        var clock = ClockEstimate(
            camera: camera, seconds: 3612, includesZone: false, uncertainty: 2, confidence: 0.934,
            evidence: .stops(photos: 31), isUsed: true)
        #expect(
            ClockText.text(clock)
                == "X100: 3612 s added to its time make the true time (within 2 s, 93 % confidence), by where 31 photos were taken"
        )
        clock.isUsed = false
        #expect(ClockText.text(clock).hasSuffix("if it is right: --offset=3612"))
        (clock.isUsed, clock.secondsPerDay) = (true, -2.5)
        #expect(
            ClockText.text(clock).hasPrefix("X100: 3612 s (2.5 s less each day) added to its time make the true time"))
        (clock.seconds, clock.secondsPerDay) = (0, 0)
        #expect(
            ClockText.text(clock)
                == "X100: its clock is assumed to be right (within 2 s, 93 % confidence), by where 31 photos were taken"
        )
    }
}
