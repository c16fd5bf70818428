import Foundation
import LKGeo
import LKPositioning
import TestSupport
import Testing

@testable import LKTracks

@Suite("TrackRecorder: from a manager") struct ManagerRecordingTests {
    @Test("Every fix of a recording is recorded, until its end") func replay() async throws {
        let recording = Recording()
        let source = recording.folder.file("source.gpx")
        let points = (0..<500).map { number in
            let time = Samples.start.addingTimeInterval(Double(number)).ISO8601Format()
            return "<trkpt lat=\"47.\(1000 + number)\" lon=\"9.5\"><time>\(time)</time></trkpt>"
        }
        let text =
            "<gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
            + points.joined() + "</trkseg></trk></gpx>"
        try Data(text.utf8).write(to: URL(filePath: source))
        let manager = LocationManager(source: ReplaySource(path: source, speed: 0))
        let recorder = try TrackRecorder(path: recording.path)
        try await recorder.record(from: manager)
        try await recorder.finish()
        let track = try recording.log.track()
        #expect(track.count == 500 && track.segments.count == 1)
        #expect(track.segments.first?.locations.last?.coordinate.latitude == 47.1499)
    }

    @Test("What breaks the source is told, and what came before is kept") func broken() async throws {
        let recording = Recording()
        let recorder = try recording.open()
        recorder.append(Samples.fix(0))
        let manager = LocationManager(source: ReplaySource(path: recording.folder.file("none"), speed: 0))
        await #expect(throws: PositioningError.self) { try await recorder.record(from: manager) }
        try await recorder.finish()
        #expect(try recording.log.information().pointCount == 1)
    }

    @Test("A source that cannot be opened leaves no empty log behind, and what comes from another source is recorded")
    func withdrawn() async throws {
        for hasOtherSource in [false, true] {
            let recording = Recording()
            let recorder = try recording.open()
            #expect(recording.folder.names.contains("walk.track"))
            let manager = LocationManager(source: ReplaySource(path: recording.folder.file("none"), speed: 0))
            await #expect(throws: PositioningError.self) { try await recorder.record(from: manager) }
            // Also if the program ends here.
            #expect(recording.folder.names.filter { !$0.hasSuffix(".lock") }.isEmpty, "\(recording.folder.names)")
            if hasOtherSource { recorder.append(Samples.fix(0)) }
            try await recorder.finish()
            #expect(recording.folder.names.contains("walk.track") == hasOtherSource)
            if hasOtherSource {
                #expect(try recording.log.information().pointCount == 1)
                #expect(try recording.log.information().state == .finished)
            }
        }
        // An older log stays, also an empty one.
        let recording = Recording()
        try recording.open().finishAndWait()
        let recorder = try recording.openWhenFree()
        let manager = LocationManager(source: ReplaySource(path: recording.folder.file("none"), speed: 0))
        await #expect(throws: PositioningError.self) { try await recorder.record(from: manager) }
        try await recorder.finish()
        #expect(try recording.log.information().pointCount == 0)
    }

    @Test("Recording from a live source returns when the recording is ended elsewhere", .timeLimit(.minutes(2)))
    func endedElsewhere() async throws {
        let recording = Recording()
        let recorder = try recording.open()
        // Nothing listens there, and the source keeps trying.
        let manager = LocationManager(source: GPSDSource(.init(host: "127.0.0.1", port: 1)))
        let events = recorder.events
        async let ended: Void = recorder.record(from: manager)
        recorder.append(Samples.fix(0))
        for await event in events { if case .recorded = event { break } }
        try recorder.finishAndWait()
        try await ended
        #expect(try recording.log.information().state == .finished)
        // Once it has ended there is nothing to record.
        try await recorder.record(from: manager)
    }

    @Test("Recording from a live source returns when its task is cancelled", .timeLimit(.minutes(2)))
    func canceled() async throws {
        let recording = Recording()
        let recorder = try recording.open()
        let manager = LocationManager(source: GPSDSource(.init(host: "127.0.0.1", port: 1)))
        let task = Task { try await recorder.record(from: manager) }
        task.cancel()
        try await task.value
        #expect(recorder.snapshot.status == .recording)
    }

    @Test("A source faster than the disk is waited for, and loses nothing") func fast() async throws {
        var recording = Recording()
        recording.configuration.maximumPendingItems = 20
        let recorder = try recording.open()
        for second in 0..<2000 { await recorder.appendWaiting(Samples.fix(Double(second), metres: Double(second))) }
        try await recorder.finish()
        #expect(try recording.log.information().pointCount == 2000)
        #expect(recorder.snapshot.suppressed.isEmpty)
    }

    @Test("Concurrent callers that end the recording get the same result") func ends() async throws {
        let recording = Recording()
        let recorder = try recording.open()
        recorder.append(Samples.fix(0))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { await #expect(throws: Never.self) { try await recorder.finish() } } }
        }
        #expect(recorder.snapshot.status == .finished)
    }

    @Test("Many threads append at the same time") func threads() async throws {
        let recording = Recording()
        let recorder = try TrackRecorder(path: recording.path)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for number in 0..<500 {
                        recorder.append(Samples.fix(Double(task * 500 + number), metres: Double(number)))
                        if number % 100 == 0 { recorder.mark(name: "\(recorder.snapshot.pointCount)") }
                        if number % 250 == 0 { try? await recorder.flush() }
                    }
                }
            }
        }
        try await recorder.finish()
        let information = try recording.log.information()
        #expect(information.pointCount + information.suppressed.values.reduce(0, +) == 2000)
        #expect(try recording.log.track().waypoints.count == 20)
    }
}
