import Foundation
import Glibc
import LKGeo
import LKStorage
import LKTrackFormats
import TestSupport
import Testing

@testable import LKTracks

@Suite("TrackFile: any file with tracks") struct TrackFileTests {
    private let folder = TemporaryFolder()

    private func url(_ name: String) -> URL { URL(filePath: folder.file(name)) }

    /// A walk of two segments with a waypoint.
    private var walk: Track {
        func segment(_ seconds: Range<Int>) -> Track.Segment {
            .init(seconds.map { Samples.fix(Double($0), metres: Double($0) * 1.5, altitude: 400 + Double($0)) })
        }
        return Track(
            name: "Walk", note: "To the hut", segments: [segment(0..<60), segment(600..<660)],
            waypoints: [Waypoint(Samples.fix(30, metres: 45), name: "Hut")])
    }

    private func error(_ body: () throws -> Void) -> TrackFormatError? {
        do { try body() } catch { return error as? TrackFormatError }
        return nil
    }

    @Test(
        "A track that is written in a format is read back with its figures, points and waypoints",
        arguments: TrackFormat.writable)
    func roundTrip(format: TrackFormat) throws {
        let target = url("walk.\(format.rawValue)")
        try walk.write(to: target)
        let file = try TrackFile(target)
        #expect(file.kind == .file(format) && "\(file.kind)" == format.title)
        let summary = try file.summary()
        #expect(summary.statistics.count == 120 && summary.leftOut == .init() && summary.warnings.isEmpty)
        #expect(try file.statistics() == summary.statistics)
        #expect(abs(summary.statistics.distance - walk.statistics.distance) < 200)
        let track = try file.track()
        #expect(track.count == 120)
        #expect(try Track(contentsOf: target) == track)
        if format != .nmea { #expect(track.segments.count == 2 && track.waypoints.map(\.name) == ["Hut"]) }
        let points = try file.points()
        var parts: [TrackFile.Point.Part: Int] = [:]
        var starts = 0
        while let point = try points.next() {
            parts[point.part, default: 0] += 1
            if point.part == .track, point.startsSegment { starts += 1 }
        }
        #expect(parts[.track] == 120 && starts == track.segments.count && points.warnings.isEmpty)
    }

    @Test("A track log is exported to every format, and its summary has the name and note of the log")
    func log() throws {
        let recording = Recording()
        let recorder = try recording.open()
        for location in walk.locations { recorder.append(location) }
        recorder.mark(name: "Hut")
        try recorder.finishAndWait()
        let file = try TrackFile(URL(filePath: recording.path))
        #expect(file.kind == .log && "\(file.kind)" == "track log")
        for format in TrackFormat.writable {
            let target = url("export.\(format.rawValue)")
            #expect(try file.export(to: target).isEmpty)
            #expect(try TrackFile(target).statistics().count == 120)
        }
        #expect(try file.summary().waypointCount == 1)
        let hinted = error {
            _ = try TrackFile(URL(filePath: recording.path), hints: TrackFormat.Hints(startDate: Date()))
        }
        #expect(hinted?.code == .inapplicable)
    }

    @Test("An export replaces an empty file and its own, and keeps others, logs, links and the input itself")
    func replacement() throws {
        try walk.write(to: url("walk.gpx"))
        let file = try TrackFile(url("walk.gpx"))
        try file.export(to: url("a.kml"))
        try file.export(to: url("a.kml"))
        try Data().write(to: url("empty.csv"))
        try file.export(to: url("empty.csv"))
        let foreign = Data("<kml>another program's</kml>".utf8)
        try foreign.write(to: url("foreign.kml"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link.kml"), withDestinationPath: folder.file("a.kml"))
        let log = Recording()
        try log.open().finishAndWait()
        let before = try Data(contentsOf: url("walk.gpx"))
        for target in [url("foreign.kml"), url("empty.csv"), url("link.kml"), url("walk.gpx"), URL(filePath: log.path)]
        {
            let refused = error {
                try file.export(
                    to: target, format: .kml == TrackFormat(fileExtension: target.pathExtension) ? nil : .csv)
            }
            #expect(refused?.code == .exists, "\(target.lastPathComponent): \(refused?.message ?? "written")")
        }
        #expect(try Data(contentsOf: url("foreign.kml")) == foreign)
        #expect(try Data(contentsOf: url("walk.gpx")) == before)
        try file.export(to: url("foreign.kml"), replacing: true)
        #expect(try TrackFile(url("foreign.kml")).statistics().count == 120)
        #expect(error { try file.export(to: url("link.kml"), replacing: true) }?.code == .exists)
        #expect(error { try file.export(to: url("walk.gpx"), replacing: true) }?.code == .exists)
        #expect(error { try file.export(to: URL(filePath: log.path), format: .gpx, replacing: true) }?.code == .exists)
    }

    @Test("Nothing is written for an unknown extension, a folder that is missing, and a source without positions")
    func nothingWritten() throws {
        try walk.write(to: url("walk.gpx"))
        let file = try TrackFile(url("walk.gpx"))
        #expect(error { try file.export(to: url("walk.doc")) }?.code == .unrecognized)
        #expect(error { try file.export(to: url("missing/walk.kml")) }?.code == .unwritable)
        try Data("<gpx version='1.1'></gpx>".utf8).write(to: url("empty.gpx"))
        let empty = try TrackFile(url("empty.gpx"))
        let refused = error { try empty.export(to: url("empty.kml")) }
        #expect(refused?.code == .empty && refused?.message.contains("nothing was written") == true)
        #expect(folder.names == ["empty.gpx", "walk.gpx"])
    }

    @Test("A file without any position that can be used is an error with its name and reason, and an empty log is not")
    func withoutPositions() throws {
        let point = "<trkpt lat='95' lon='9'/>"
        try Data("<gpx version='1.1'><trk><trkseg>\(point)\(point)</trkseg></trk></gpx>".utf8).write(to: url("bad.gpx"))
        try Data("<gpx version='1.1'/>".utf8).write(to: url("none.gpx"))
        for (name, reason) in [
            ("bad.gpx", "can be used (\(url("bad.gpx").path):1: "), ("none.gpx", "has no positions"),
        ] {
            let file = try TrackFile(url(name))
            var timeline = TrackTimeline()
            let errors = [
                error { _ = try file.track() }, error { _ = try file.summary() },
                error { _ = try Track(contentsOf: url(name)) }, error { try timeline.append(contentsOf: file) },
                error {
                    let points = try file.points()
                    while try points.next() != nil {}
                },
            ]
            for error in errors {
                #expect(error?.code == .empty && error?.message.hasPrefix(url(name).path) == true)
                #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
            }
        }
        let recording = Recording()
        try recording.open().finishAndWait()
        #expect(try Track(contentsOf: URL(filePath: recording.path)).isEmpty)
        // One good point is enough.
        let good = "<trkpt lat='45' lon='9'/>"
        try Data("<gpx version='1.1'><trk><trkseg>\(point)\(good)</trkseg></trk></gpx>".utf8).write(to: url("some.gpx"))
        let summary = try TrackFile(url("some.gpx")).summary()
        #expect(summary.statistics.count == 1 && summary.warnings.count == 1)
    }

    @Test(
        "A damaged file is an error with its name, keeps an earlier export, and is read in part if salvaging is asked for"
    )
    func damage() throws {
        try walk.write(to: url("walk.gpx"))
        let bytes = try Data(contentsOf: url("walk.gpx"))
        try TrackFile(url("walk.gpx")).export(to: url("walk.kml"))
        let earlier = try Data(contentsOf: url("walk.kml"))
        try bytes.prefix(bytes.count / 2).write(to: url("cut.gpx"))
        let cut = try TrackFile(url("cut.gpx"))
        let failure = error { try cut.export(to: url("walk.kml")) }
        #expect(failure?.code == .malformed && failure?.message.contains("cut.gpx") == true)
        #expect(try Data(contentsOf: url("walk.kml")) == earlier)
        #expect(error { _ = try cut.track() }?.code == .malformed)
        let salvaged = try TrackFile(url("cut.gpx"), salvaging: true)
        let summary = try salvaged.summary()
        #expect((10..<120).contains(summary.statistics.count) && summary.warnings.count == 1)
        let warnings = try salvaged.export(to: url("walk.kml"))
        #expect(warnings.count == 1 && warnings.first.first?.message.contains("what follows is lost") == true)
        #expect(try TrackFile(url("walk.kml")).statistics().count == summary.statistics.count)
    }

    @Test("Opening anything but a file with tracks fails: a missing file, a folder, a pipe, an image, text")
    func refusal() throws {
        #expect(error { _ = try TrackFile(url("none.gpx")) }?.code == .unreadable)
        #expect(error { _ = try TrackFile(URL(filePath: folder.path)) }?.message.contains("a folder") == true)
        #expect(mkfifo(folder.file("pipe.gpx"), 0o600) == 0)
        #expect(error { _ = try TrackFile(url("pipe.gpx")) }?.message.contains("a pipe") == true)
        try Data([0xFF, 0xD8, 0xFF, 0xE0]).write(to: url("photo.gpx"))
        #expect(error { _ = try TrackFile(url("photo.gpx")) }?.message.contains("a JPEG image") == true)
        try Data("Dear diary".utf8).write(to: url("text"))
        #expect(error { _ = try TrackFile(url("text")) }?.code == .unrecognized)
        #expect(error { _ = try TrackFile(URL(string: "https://example.org/walk.gpx")!) }?.code == .unreadable)
    }

    @Test("Hints name columns, and impossible fixes are left out of figures and of points only where asked")
    func hintsAndJumps() throws {
        var text = "when,northing,easting\n"
        for second in 0..<60 {
            let north = second == 30 ? 48.5 : 47 + Double(second) * 1e-5
            text += "2026-05-01T10:00:\(second < 10 ? "0" : "")\(second)Z,\(north),8\n"
        }
        try Data(text.utf8).write(to: url("log.csv"))
        let hints = TrackFormat.Hints(columns: [.time: "when", .latitude: "northing", .longitude: "easting"])
        let file = try TrackFile(url("log.csv"), hints: hints)
        let summary = try file.summary()
        #expect(summary.leftOut.fixes == 1 && summary.statistics.count == 59 && summary.statistics.distance < 100)
        #expect(try file.track().count == 60 && file.track(skippingImpossible: true).count == 59)
        let points = try file.points(skippingImpossible: true)
        var count = 0
        while try points.next() != nil { count += 1 }
        #expect(count == 59 && points.leftOut.fixes == 1)
        var timeline = TrackTimeline()
        try timeline.append(contentsOf: file)
        #expect(timeline.count == 59)
    }

    @Test("An error keeps the advice of the error that it is made of, and has it beneath")
    func conversions() throws {
        try walk.write(to: url("walk.gpx"))
        try folder.write("mine.gpx", Data("<gpx/>".utf8))
        let kept = try #require(error { try walk.write(to: url("mine.gpx")) })
        let storage = try #require(kept.underlying as? StorageError)
        #expect(kept.code == .exists && kept.message == storage.message && kept.advice == storage.advice)
        // A log of a newer version.
        let log = url("walk.track")
        let recorder = try TrackRecorder(log)
        try recorder.finishAndWait()
        let damaged = try Data(contentsOf: log).prefix(2000)
        try damaged.write(to: log)
        let unreadable = try #require(error { _ = try TrackFile(log).statistics() })
        let beneath = try #require(unreadable.underlying as? TrackError)
        #expect(unreadable.message == beneath.message && unreadable.advice == beneath.advice)
        let none = #expect(throws: TrackError.self) { try TrackLog.repair(url("walk.track"), to: url("mine.gpx")) }
        #expect(none?.underlying?.code == .exists && none?.advice == none?.underlying?.advice)
        let entities = "<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx><trk><trkseg>&a;</trkseg></trk></gpx>"
        try folder.write("entities.gpx", Data(entities.utf8))
        let refused = try #require(error { _ = try TrackFile(url("entities.gpx")).statistics() })
        #expect(refused.code == .refused && refused.underlying != nil && refused.advice?.contains("DOCTYPE") == true)
        #expect(refused.advice.map { refused.message.hasSuffix($0) } == true)
    }

    @Test("A track without a position is not written, and an earlier export stays")
    func emptyTrack() throws {
        let folder = TemporaryFolder()
        let url = URL(filePath: folder.file("walk.gpx"))
        var track = Track(segments: [.init([Location(coordinate: Coordinate(latitude: 46, longitude: 7)!)])])
        try track.write(to: url)
        let before = try Data(contentsOf: url)
        track.segments = []
        #expect(throws: TrackFormatError.self) { try track.write(to: url) }
        #expect(try Data(contentsOf: url) == before)
    }

    @Test("A name with a null character does not replace the file of the name before it")
    func nullCharacter() throws {
        let folder = TemporaryFolder()
        try folder.write("walk.track", Data("a log".utf8))
        let track = Track(segments: [.init([Location(coordinate: Coordinate(latitude: 46, longitude: 7)!)])])
        let url = try #require(URL(string: "file://\(folder.file("walk.track"))%00.gpx"))
        try? track.write(to: url, replacing: true)
        #expect(try Data(contentsOf: URL(filePath: folder.file("walk.track"))) == Data("a log".utf8))
    }
}
