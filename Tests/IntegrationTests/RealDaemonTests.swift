import LocationKit
import TestSupport
import Testing

@Suite("LocationManager on a real gpsd", .enabled(if: TestGPSD.program != nil, "gpsd is not installed"), .serialized)
struct RealDaemonTests {
    @Test("A receiver that converges ends the session by its accuracy")
    func converging() async throws {
        let gpsd = try await TestGPSD()
        let receiver = TestReceiver(gpsd, .searching())
        let session = ObservedSession(port: gpsd.port, accuracy: 30)
        session.manager.startUpdating()
        try await session.source { if case .noFix = $0 { true } else { false } }
        #expect(session.manager.status == .updating)
        #expect(session.manager.snapshot.location == nil)
        receiver.show(.fix(mode: 2, dilution: 12))
        try await session.update { $0.fix == .twoDimensional && $0.horizontalAccuracy != nil }
        for dilution in [9.0, 6, 4] {
            receiver.show(.fix(dilution: dilution))
            try await session.update { $0.fix == .threeDimensional && $0.horizontalDilution == dilution }
        }
        receiver.show(.fix(dilution: 1.5))
        let end = try await session.finish()
        #expect(end.status == .updated)
        #expect(end.finishReason == .accuracy)
        #expect(end.reason == nil)
        #expect(end.error == nil)
        let location = try #require(end.location)
        let accuracy = try #require(location.horizontalAccuracy)
        #expect(accuracy.estimator == .eph)
        // 19 m at 95 % for each 1.0 of dilution, 0.617 of that at 68 %.
        #expect(abs(accuracy.radius - 1.5 * 19 * 0.6167) < 0.1)
        #expect(abs(location.coordinate.latitude - 35.681236) < 1e-6)
        #expect(abs(location.coordinate.longitude - 139.767125) < 1e-6)
        #expect(location.device == gpsd.devices[0])
        #expect(location.timestampDoubt == nil)
        #expect(!location.isSimulated)
        let radii = session.updates.compactMap { $0.horizontalAccuracy?.radius }
        #expect(radii.allSatisfy { $0 < 1000 }, "the dilutions of the time without a fix are believed: \(radii)")
    }

    @Test("A fix that is lost and found again is told as such, and the session goes on")
    func lostAndRegained() async throws {
        let gpsd = try await TestGPSD()
        let receiver = TestReceiver(gpsd, .fix(dilution: 2, latitude: 35))
        let session = ObservedSession(port: gpsd.port, accuracy: 0)
        session.manager.startUpdating()
        try await session.update { $0.fix == .threeDimensional }
        receiver.show(.searching())
        try await session.source(after: session.log.count) { if case .noFix = $0 { true } else { false } }
        #expect(session.manager.status == .updating)
        #expect(session.manager.location != nil)
        let mark = session.log.count
        receiver.show(.fix(dilution: 1.2, latitude: 36))
        let first = try await session.update(after: mark) { $0.coordinate.latitude > 35.5 }
        #expect((first.horizontalAccuracy?.radius ?? 0) < 200)
        try await session.update(after: mark) { $0.coordinate.latitude > 35.5 && $0.horizontalAccuracy != nil }
        session.manager.stopUpdating()
        let end = try await session.finish()
        #expect(end.status == .canceled)
        #expect(end.finishReason == .canceled)
    }

    @Test("A gpsd that is killed and restarted three times is found again each time, and the session finishes")
    func restarts() async throws {
        let gpsd = try await TestGPSD()
        let receiver = TestReceiver(gpsd, .fix(dilution: 12))
        let session = ObservedSession(port: gpsd.port, accuracy: 30, timeout: .seconds(600))
        session.manager.startUpdating()
        try await session.update()
        for _ in 0..<3 {
            let mark = session.log.count
            try await gpsd.kill()
            try await session.link(after: mark) { if case .disconnected = $0 { true } else { false } }
            #expect(session.manager.status == .updating)
            try await gpsd.restart()
            try await session.link(after: mark) { if case .greeted = $0 { true } else { false } }
            try await session.update(after: mark)
        }
        receiver.show(.fix(dilution: 1))
        let end = try await session.finish()
        #expect(end.status == .updated)
        #expect(end.finishReason == .accuracy)
        #expect((end.location?.horizontalAccuracy?.radius ?? 100) < 30)
    }

    @Test("Two receivers are told apart, and one of them can be chosen")
    func twoReceivers() async throws {
        let gpsd = try await TestGPSD(.datagrams(2))
        let north = TestReceiver(gpsd, index: 0, .fix(latitude: 50))
        let south = TestReceiver(gpsd, index: 1, .fix(latitude: -50))
        let both = ObservedSession(port: gpsd.port, accuracy: 0)
        both.manager.startUpdating()
        try await both.update { [gpsd] in $0.device == gpsd.devices[0] }
        try await both.update { [gpsd] in $0.device == gpsd.devices[1] }
        both.manager.stopUpdating()
        for location in both.updates {
            #expect(location.coordinate.latitude == (location.device == gpsd.devices[0] ? 50 : -50))
        }
        let one = ObservedSession(port: gpsd.port, device: gpsd.devices[1], accuracy: 0)
        one.manager.startUpdating()
        for _ in 0..<5 { try await one.update(after: one.log.count) }
        one.manager.stopUpdating()
        #expect(one.updates.allSatisfy { $0.device == gpsd.devices[1] && $0.coordinate.latitude == -50 })
        withExtendedLifetime((north, south)) {}
    }
}
