import LocationKit
import TestSupport
import Testing

@Suite("Stopping", .serialized)
struct StopTests {
    /// How long a source may take to let go: less than the 2.5 s after which it wakes by itself.
    ///
    /// It takes 100 ms on a quiet machine. Where other tests keep all processors busy it is tried again: a source that waits
    /// takes long each time.
    private static let maximumTime = Duration.seconds(2)

    /// Does something that takes the time that it returns, until that is short enough.
    private static func inTime(_ body: () async throws -> Duration) async throws {
        var durations: [Duration] = []
        while durations.count < 8 {
            durations.append(try await body())
            if durations[durations.count - 1] < maximumTime { return }
        }
        Issue.record("stopping took \(durations)")
    }

    /// When the fake has seen its client go.
    private func left(_ fake: FakeGPSD) async throws -> ContinuousClock.Instant {
        try await fake.log.first { if case .left(_, let instant) = $0 { instant } else { nil } }
    }

    @Test(
        "stop() lets go of the connection at once, whatever gpsd is doing",
        arguments: [
            [], [.send(GPSDLines.version)], FakeGPSD.Step.greeting(), FakeGPSD.Step.greeting(devices: []),
            FakeGPSD.Step.greeting() + [.send(GPSDLines.fix() + #"{"class":"TPV","mo"#)],
        ])
    func connected(script: [FakeGPSD.Step]) async throws {
        try await Self.inTime {
            let fake = try FakeGPSD(script)
            let session = ObservedSession(port: fake.port, accuracy: 1)
            session.manager.startUpdating()
            let _: Bool = try await fake.log.first { if case .played = $0 { true } else { nil } }
            try await session.link { if case .connected = $0 { true } else { false } }
            let connections = fake.connections
            let before = ContinuousClock.now
            session.manager.stopUpdating()
            let stopped = ContinuousClock.now
            #expect(session.manager.status == .canceled)
            let left = try await self.left(fake)
            #expect(fake.connections == connections)
            return max(stopped, left) - before
        }
    }

    @Test("stop() ends a connect that nobody answers")
    func blockedConnect() async throws {
        try await Self.inTime {
            let blocked = try BlockedListener()
            let session = ObservedSession(port: blocked.port, timeout: .seconds(600))
            let (port, others) = (blocked.port, blocked.fillers)
            session.manager.startUpdating()
            let hasBegun = try await eventually { try !SocketTable.connecting(to: port).isSubset(of: others) }
            #expect(hasBegun)
            let before = ContinuousClock.now
            session.manager.stopUpdating()
            let hasEnded = try await eventually { try SocketTable.connecting(to: port).isSubset(of: others) }
            let duration = ContinuousClock.now - before
            #expect(hasEnded)
            #expect(session.manager.status == .canceled)
            withExtendedLifetime(blocked) {}
            return duration
        }
    }

    @Test("Nothing is announced after the end, though gpsd goes on talking")
    func silentAfterEnd() async throws {
        let gate = Gate()
        let fix = FakeGPSD.Step.send(GPSDLines.fix())
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [fix, .wait(gate), fix])
        let session = ObservedSession(port: fake.port, accuracy: 1)
        session.manager.startUpdating()
        try await session.update()
        session.manager.stopUpdating()
        _ = try await session.finish()
        gate.open()
        _ = try await left(fake)
        #expect(session.updates.count == 1)
        guard case .finish = session.announcements.last else {
            Issue.record("announced after the end: \(session.announcements)")
            return
        }
    }

    @Test("An end of the daemon and then a stop raise no SIGPIPE", arguments: [FakeGPSD.Step.close, .reset])
    func brokenPipe(end: FakeGPSD.Step) async throws {
        let counter = SignalCounter.pipe
        let before = counter.count
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [.send(GPSDLines.fix()), end])
        let session = ObservedSession(port: fake.port, accuracy: 1)
        session.manager.startUpdating()
        try await session.link { if case .disconnected = $0 { true } else { false } }
        let mark = session.log.count
        try await session.link(after: mark) { if case .disconnected = $0 { true } else { false } }
        session.manager.stopUpdating()
        _ = try await session.finish()
        #expect(counter.count == before)
    }
}
