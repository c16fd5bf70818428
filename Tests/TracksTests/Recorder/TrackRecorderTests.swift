import FoundationEssentials
import LKGeo
import LKThreads
import TestSupport
import Testing

@testable import LKTracks

@Suite struct TrackRecorderTests {
    @Test("All values of a fix are read back") func allFields() throws {
        let recording = Recording()
        var full = Samples.fix(1.25, metres: 10, altitude: 1234.5)
        full.ellipsoidalAltitude = 1280.25
        full.horizontalAccuracy = Accuracy(radius: 3.25, estimator: .epxEpy)
        full.verticalAccuracy = 7
        (full.speed, full.speedAccuracy) = (1.5, 0.25)
        (full.course, full.courseAccuracy) = (359.5, 3)
        full.verticalSpeed = -0.5
        full.timestampDoubt = .weekRollover
        (full.fix, full.correction) = (.threeDimensional, .rtkFloat)
        full.satellites = .init(used: 9, visible: 14)
        full.horizontalDilution = 0.75
        (full.device, full.source, full.isSimulated) = ("/dev/ttyACM0", .replay, true)
        let bare = Location(coordinate: Coordinate(latitude: -90, longitude: 180)!)
        let recorder = try recording.open()
        recorder.append(full)
        recorder.mark(name: "Hut", note: "öffnet um 8", symbol: "Lodge")
        recorder.note("rain")
        try recorder.finishAndWait()
        let other = Recording()
        let second = try other.open()
        second.append(bare)
        try second.finishAndWait()
        let track = try recording.log.track()
        #expect(track.segments == [Track.Segment([full])])
        #expect(track.waypoints == [Waypoint(full, name: "Hut", note: "öffnet um 8", symbol: "Lodge")])
        #expect(try other.log.track().segments == [Track.Segment([bare])])
        #expect(try recording.segments() == ["start 1 [Hut] (rain)"])
    }

    @Test("A stop is marked where it was, at its arrival, in one call") func markedVisit() throws {
        let recording = Recording()
        let recorder = try recording.open()
        recorder.append(Samples.fix(0))
        let visit = Visit(
            arrival: Samples.start, departure: Samples.start + 300, coordinate: Coordinate(latitude: 47, longitude: 9)!,
            spread: 5, count: 60)
        let waypoint = try #require(recorder.mark(at: visit, name: "Stop", symbol: "Flag"))
        try recorder.finishAndWait()
        #expect(waypoint == Waypoint(visit, name: "Stop", symbol: "Flag"))
        #expect(waypoint.location.coordinate == visit.coordinate && waypoint.location.timestamp == visit.arrival)
        #expect(try recording.log.track().waypoints == [waypoint])
        #expect(recorder.mark(at: visit) == nil)
    }

    @Test("The first fix is written at once, and those of the next second together") func batches() throws {
        let recording = Recording()
        let written = Gate()
        let recorder = try recording.open()
        recorder.observers.add { event in if case .recorded = event { written.open() } }
        recorder.append(Samples.fix(0))
        #expect(written.wait(times: 1))
        for second in 1...9 { recorder.append(Samples.fix(Double(second), metres: Double(second))) }
        recording.clock.advance(by: .milliseconds(999))
        #expect(recorder.snapshot.pointCount == 1 && recorder.snapshot.pendingCount == 9)
        recording.clock.advance(by: .milliseconds(1))
        #expect(written.wait(times: 2))
        #expect(recorder.snapshot.pointCount == 10)
        #expect(try recording.log.information().pointCount == 10)
    }

    @Test("A gap, a pause and another receiver begin segments, and none is empty") func segments() throws {
        var recording = Recording()
        recording.configuration.filter = .accuracy(50)
        let recorder = try recording.open()
        for second in [0.0, 1, 60, 61] { recorder.append(Samples.fix(second, metres: second)) }
        recorder.append(Samples.fix(122, metres: 0, radius: 500))
        recorder.append(Samples.fix(123, metres: 2))
        recorder.pause()
        recorder.append(Samples.fix(124, metres: 3))
        recorder.pause()
        recorder.resume()
        recorder.resume()
        recorder.append(Samples.fix(125, metres: 4, radius: 500))
        recorder.append(Samples.fix(126, metres: 5))
        recorder.pause()
        recorder.resume()
        try recorder.finishAndWait()
        #expect(try recording.segments() == ["start 0 1 60 61", "gap 123", "resume 126"])
        #expect(try recording.log.information().suppressed == [.accuracy: 2, .paused: 1])
    }

    @Test("What a filter holds back as needless is no gap") func heldBack() throws {
        var recording = Recording()
        recording.configuration.filter = .distance(100)
        let recorder = try recording.open()
        for second in stride(from: 0.0, through: 300, by: 10) {
            recorder.append(Samples.fix(second, metres: second * 1.01))
        }
        try recorder.finishAndWait()
        #expect(try recording.segments() == ["start 0 100 200 300"])
        #expect(try recording.log.information().suppressed == [.distance: 27])
    }

    @Test("Of two receivers one is recorded until it is silent for ten seconds") func receivers() throws {
        let recording = Recording()
        let recorder = try recording.open()
        for second in stride(from: 0.0, to: 4, by: 1) {
            recorder.append(Samples.fix(second, metres: second).from("a"))
            recorder.append(Samples.fix(second, metres: second + 5).from("b"))
        }
        for second in stride(from: 10.0, to: 17, by: 1) {
            recorder.append(Samples.fix(second, metres: second + 5).from("b"))
        }
        recorder.append(Samples.fix(17, metres: 17).from("a"))
        recorder.append(Samples.fix(80, metres: 80).from(nil))
        try recorder.finishAndWait()
        #expect(try recording.segments() == ["start 0 1 2 3", "device 14 15 16", "gap 80"])
        #expect(recorder.snapshot.suppressed == [.otherDevice: 9])
        var devices: [String?] = []
        try recording.log.forEach { if case .segment(let segment) = $0 { devices.append(segment.device) } }
        #expect(devices == ["a", "b", nil])
    }

    @Test("The same fix again is held back, unless it is better known") func duplicates() throws {
        let recording = Recording()
        let recorder = try recording.open()
        recorder.append(Samples.fix(0, radius: 5))
        recorder.append(Samples.fix(0, radius: 5))
        recorder.append(Samples.fix(0, radius: 4))
        recorder.append(Samples.fix(0, metres: 1, radius: 5))
        try recorder.finishAndWait()
        #expect(try recording.segments() == ["start 0 0 0"])
        #expect(recorder.snapshot.suppressed == [.duplicate: 1])
    }

    @Test("A stop is one visit, and its fixes can be left out") func visits() throws {
        var recording = Recording()
        recording.configuration.keepsFixesOfVisits = false
        let recorder = try recording.open()
        for second in stride(from: 0.0, through: 300, by: 10) {
            recorder.append(Samples.fix(second, metres: Double(Int(second) % 30) / 10))
        }
        #expect(recorder.snapshot.visit != nil)
        for second in stride(from: 310.0, through: 400, by: 10) {
            recorder.append(Samples.fix(second, metres: (second - 300) * 20))
        }
        #expect(recorder.snapshot.visit == nil)
        try recorder.finishAndWait()
        let visits = try recording.log.visits()
        #expect(visits.count == 1)
        #expect(visits.first.map { $0.duration } == .seconds(300))
        #expect((recorder.snapshot.suppressed[.stationary] ?? 0) > 15)
    }

    @Test("What a recorder knows fits together, and the end is the end") func snapshot() throws {
        let recording = Recording()
        let recorder = try recording.open()
        #expect(recorder.mark(name: "nowhere") == nil)
        #expect(recorder.snapshot.status == .recording && recorder.snapshot.age == nil)
        for metres in stride(from: 0.0, through: 100, by: 10) { recorder.append(Samples.fix(metres, metres: metres)) }
        recording.clock.advance(by: .seconds(3))
        try recorder.flushAndWait()
        let snapshot = recorder.snapshot
        #expect(abs(snapshot.distance - 100) < 0.01 && snapshot.pointCount == 11 && snapshot.pendingCount == 0)
        #expect(snapshot.age == .seconds(3))
        recorder.pause()
        #expect(recorder.snapshot.status == .paused)
        try recorder.flushAndWait()
        #expect(try recording.log.information().state == .paused)
        try recorder.finishAndWait()
        try recorder.finishAndWait()
        recorder.append(Samples.fix(200, metres: 200))
        #expect(recorder.mark() == nil)
        #expect(recorder.snapshot.status == .finished && recorder.snapshot.pointCount == 11)
        let information = try recording.log.information()
        #expect(information.state == .finished && abs(information.distance - 100) < 0.01)
        #expect(recording.folder.names == [".walk.track.lock", "walk.track"])
    }

    @Test("Events come in order, and the sequence ends with the recording") func events() async throws {
        let recording = Recording()
        let recorder = try recording.open()
        let events = recorder.events
        recorder.append(Samples.fix(0))
        try await recorder.flush()
        recorder.append(Samples.fix(1, metres: 5))
        try await recorder.finish()
        var texts: [String] = []
        for await event in events {
            switch event {
            case .stateChanged(let state): texts.append("\(state.status) \(state.pointCount)")
            case .recorded(let count): texts.append("\(count)")
            default: texts.append("\(event)")
            }
        }
        #expect(texts.first == "recording 0" && texts.suffix(3) == ["2", "finished 2", "finished"])
        texts = []
        for await event in recorder.events {
            if case .stateChanged(let state) = event {
                texts.append("\(state.status)")
            } else {
                texts.append("\(event)")
            }
        }
        #expect(texts == ["finished"])
    }

    @Test("Each subscriber gets the state first, then each change of it, and a pause is announced without a fix")
    func states() async throws {
        let recording = Recording()
        let recorder = try recording.open()
        func status(_ event: TrackRecorder.Event?) -> TrackRecorder.Status? {
            if case .stateChanged(let state) = event { state.status } else { nil }
        }
        var early = recorder.events.makeAsyncIterator()
        #expect(status(await early.next()) == .recording)
        recorder.pause()
        recorder.pause()
        #expect(status(await early.next()) == .paused)
        var late = recorder.events.makeAsyncIterator()
        #expect(status(await late.next()) == .paused)
        recorder.resume()
        #expect(status(await early.next()) == .recording)
        #expect(status(await late.next()) == .recording)
        try await recorder.finish()
        #expect(status(await early.next()) == .finished)
        #expect(status(await late.next()) == .finished)
        for iterator in [early, late] {
            var iterator = iterator
            guard case .finished = await iterator.next() else {
                Issue.record("the end is not announced")
                continue
            }
            #expect(await iterator.next() == nil)
        }
    }
}
