import LocationKit
import TestSupport
import Testing

@Suite(
    "A gpsd without the receiver that is wanted", .enabled(if: TestGPSD.program != nil, "gpsd is not installed"),
    .serialized)
struct MissingReceiverTests {
    /// The end of a session whose time runs out, with the reason that is expected.
    private static func session(
        _ gpsd: TestGPSD, device: String? = nil, seconds: Double = 0.8, reason: LocationManager.NoFixReason
    ) async throws -> LocationManager.Snapshot {
        try await patiently(seconds, until: { $0.reason == reason }) {
            try await ObservedSession(port: gpsd.port, device: device, timeout: .seconds($0)).run()
        }
    }

    /// The same of the program.
    private static func program(
        _ gpsd: TestGPSD, _ arguments: String..., seconds: Double = 0.8, reason: String
    ) async throws -> ChildProcess.End {
        try await patiently(seconds, until: { try $0.last().reason == reason }) {
            try await LocateProgram.run(port: gpsd.port, ["--timeout", "\($0)"] + arguments)
        }
    }

    @Test("A gpsd without receivers is told as such")
    func noDevice() async throws {
        let gpsd = try await TestGPSD(.none)
        let end = try await Self.session(gpsd, reason: .noDevice)
        #expect(end.status == .failed)
        #expect(end.finishReason == .timeout)
        #expect(end.reason == .noDevice)
        #expect(end.error?.code == .timeout)
        let program = try await Self.program(gpsd, reason: "no-device")
        #expect(program.status == 69)
        #expect(program.errors.contains("gpsd is running but has no receiver; plug the receiver in"))
        let printed = try program.last()
        #expect(printed.status == "failed")
        #expect(printed.finishReason == "timeout")
        #expect(printed.reason == "no-device")
        #expect(printed.error?.hasPrefix("no position within ") == true)
    }

    @Test("A receiver that gpsd does not know is named")
    func noSuchDevice() async throws {
        let gpsd = try await TestGPSD()
        let receiver = TestReceiver(gpsd, .fix())
        let end = try await Self.session(gpsd, device: "/dev/nothing", reason: .noSuchDevice(path: "/dev/nothing"))
        #expect(end.status == .failed)
        #expect(end.reason == .noSuchDevice(path: "/dev/nothing"))
        #expect(end.location == nil)
        let program = try await Self.program(gpsd, "--device", "/dev/nothing", reason: "no-such-device")
        #expect(program.status == 69)
        #expect(program.errors.contains("gpsd has no receiver named /dev/nothing; name no device to use any receiver"))
        #expect(try program.last().reason == "no-such-device")
        withExtendedLifetime(receiver) {}
    }

    @Test("A receiver that says nothing is told from one without a fix")
    func silentDevice() async throws {
        let gpsd = try await TestGPSD()
        let reason = LocationManager.NoFixReason.deviceSilent(path: gpsd.devices[0])
        async let session = Self.session(gpsd, seconds: 3.5, reason: reason)
        async let program = Self.program(gpsd, seconds: 3.5, reason: "device-silent")
        let end = try await session
        #expect(end.status == .failed)
        #expect(end.reason == reason)
        #expect(try await program.status == 69)
        #expect(try await program.errors.contains("the receiver \(gpsd.devices[0]) sends nothing; check its cable"))
        #expect(try await program.last().reason == "device-silent")
    }

    @Test("A receiver without a fix ends with what it sees")
    func searching() async throws {
        let gpsd = try await TestGPSD()
        let receiver = TestReceiver(gpsd, .searching(satellites: 5, signal: 35))
        let end = try await Self.session(gpsd, seconds: 1.5, reason: .acquiring(seen: 5, used: 0))
        #expect(end.status == .failed)
        #expect(end.reason == .acquiring(seen: 5, used: 0))
        #expect(end.satellites?.satellites.count == 5)
        receiver.show(.searching(satellites: 5, signal: 15))
        let weak = try await Self.session(gpsd, seconds: 1.5, reason: .weakSignals(seen: 5, best: 15))
        #expect(weak.reason == .weakSignals(seen: 5, best: 15))
        receiver.show(.searching(satellites: 0))
        let program = try await LocateProgram.run(port: gpsd.port, "--timeout", "90", "--no-satellite-timeout", "1")
        #expect(program.status == 75)
        #expect(try program.last().reason == "no-satellites")
        #expect(try program.last().finishReason == "failed")
    }

    /// How a session and the program end whose receiver goes away.
    private struct Unplugged {
        var reason: LocationManager.NoFixReason?
        var isMissing: Bool
        var program: ChildProcess.End
    }

    private static func unplugged(after seconds: Double) async throws -> Unplugged {
        let gpsd = try await TestGPSD(.terminal)
        let receiver = TestReceiver(gpsd, .searching())
        let session = ObservedSession(port: gpsd.port, timeout: .seconds(seconds))
        let program = try LocateProgram.start(
            "--gpsd", "127.0.0.1:\(gpsd.port)", "--json", "--no-address", "--timeout", "\(seconds)")
        session.manager.startUpdating()
        try await session.source { if case .sky(let view) = $0 { view.satellites.count == 5 } else { false } }
        gpsd.unplug()
        let end = try await session.finish()
        #expect(end.status == .failed)
        let programEnd = try await program.end()
        withExtendedLifetime(receiver) {}
        return Unplugged(
            reason: end.reason,
            isMissing: end.reason == .noDevice || end.reason == .deviceSilent(path: gpsd.devices[0]),
            program: programEnd)
    }

    @Test("A receiver that is unplugged ends up as a missing one, not as a fix")
    func unplugged() async throws {
        // The time counts from before the receiver is found.
        let end = try await patiently(6, until: { (end: Unplugged) in end.isMissing && end.program.status == 69 }) {
            try await Self.unplugged(after: $0)
        }
        #expect(end.isMissing, "\(end.reason as Any)")
        #expect(end.program.status == 69)
    }

    @Test("A fix from before an unplugging is kept, and is told as old while waiting")
    func unpluggedAfterFix() async throws {
        let gpsd = try await TestGPSD(.terminal)
        let receiver = TestReceiver(gpsd, .fix(dilution: 20))
        let session = ObservedSession(port: gpsd.port, accuracy: 10)
        session.manager.maximumAge = .milliseconds(300)
        session.manager.startUpdating()
        try await session.update { $0.horizontalAccuracy != nil }
        gpsd.unplug()
        try await session.link { if case .nudged = $0 { true } else { false } }
        if case .stale(let age) = session.manager.snapshot.reason {
            #expect(age > .milliseconds(300))
        } else {
            Issue.record("not stale but \(session.manager.snapshot.reason as Any)")
        }
        // Not the timeout: how long a busy machine takes until here is its own affair.
        session.manager.stopUpdating()
        let end = try await session.finish()
        #expect(end.status == .canceled)
        #expect(end.location != nil)
        withExtendedLifetime(receiver) {}
    }
}
