import Glibc
import LKStorage
import Synchronization
import TestSupport
import Testing

@testable import LKLifetime

@Suite("LogindInhibitor", .enabled(if: TestBus.isAvailable, "dbus-daemon is not installed"), .serialized)
struct LogindInhibitorTests {
    private typealias State = TaskCompletion.InhibitorState

    private func inhibitor(
        _ address: String?, timeout: Duration = .seconds(20), isWanted: @escaping @Sendable () -> Bool = { true },
        log: EventLog<State>
    ) -> LogindInhibitor {
        LogindInhibitor(
            address: address, timeout: timeout, isWanted: isWanted, observer: { log.append($0) }, handler: { _ in })
    }

    private func reason(_ log: EventLog<State>) async throws -> String {
        try await log.first(seconds: 40) { if case .unavailable(let reason) = $0 { reason } else { nil } }
    }

    private var delaying: TaskCompletion.Configuration {
        var configuration = TaskCompletion.Configuration()
        configuration.delaysSleepAndShutdown = true
        return configuration
    }

    @Test("The lock is held while work is under way, and given back after", .timeLimit(.minutes(10)))
    func lock() async throws {
        let bus = try await TestBus()
        let process = TestProcess(busAddress: bus.address)
        try process.completion.setUp(delaying)
        #expect(bus.holds(0))
        let first = try process.completion.begin("first")
        #expect(bus.holds(1))
        #expect(bus.wasAsked("sleep:shutdown", "delay"))
        let second = try process.completion.begin("second")
        first.end()
        #expect(bus.holds(1))
        second.end()
        #expect(bus.holds(0))
        let third = try process.completion.begin("third")
        #expect(bus.holds(1))
        #expect(bus.given == 2)
        process.completion.tearDown()
        #expect(bus.holds(0))
        third.end()
    }

    @Test("An announced shutdown causes a stop; an announced sleep is only reported", .timeLimit(.minutes(10)))
    func announcements() async throws {
        let bus = try await TestBus()
        let process = TestProcess(busAddress: bus.address)
        try process.completion.setUp(delaying)
        let token = try process.completion.begin("work")
        // With the lock held the matches are in place too: they were asked for before it.
        #expect(bus.holds(1))
        var events = process.completion.events.makeAsyncIterator()
        bus.announce("PrepareForSleep", true)
        #expect(await events.next() == .sleeping)
        bus.announce("PrepareForSleep", false)
        #expect(await events.next() == .awake)
        #expect(!process.completion.isStopping)
        bus.announce("PrepareForShutdown", false)
        bus.announce("PrepareForShutdown", true)
        #expect(await events.next() == .stopping(.shutdown))
        #expect(throws: StorageError.self) { _ = try process.completion.begin("late") }
        // The SIGTERM that follows is no second signal.
        process.send(.terminate)
        #expect(process.ends.isEmpty)
        #expect(bus.holds(1))
        token.end()
        // By this thread, or by the inhibitor's when that has not got so far.
        #expect(process.hasEnded.wait())
        #expect(process.ends == [.init(status: 143, atOnce: false)])
        #expect(bus.holds(0))
    }

    @Test("A refusal can be read, and the next piece of work asks again", .timeLimit(.minutes(10)))
    func refusal() async throws {
        let bus = try await TestBus()
        bus.refuse()
        let log = EventLog<State>()
        let isWanted = Mutex(true)
        let inhibitor = inhibitor(bus.address, isWanted: { isWanted.withLock { $0 } }, log: log)
        #expect(try await reason(log) == "logind refused: Permission denied")
        isWanted.withLock { $0 = false }
        inhibitor.update()
        let mark = log.count
        let _: Bool = try await log.first { $0 == .idle ? true : nil }
        isWanted.withLock { $0 = true }
        inhibitor.update()
        let _: Bool = try await log.first(after: mark) { if case .unavailable = $0 { true } else { nil } }
        inhibitor.cancel()
        let _: Bool = try await log.first { $0 == .off ? true : nil }
    }

    @Test("Without a bus the reason can be read", .timeLimit(.minutes(10)))
    func noBus() async throws {
        let log = EventLog<State>()
        let inhibitor = inhibitor("unix:path=/nonexistent/bus", log: log)
        #expect(try await reason(log).hasPrefix("there is no system bus: "))
        inhibitor.cancel()
        let _: Bool = try await log.first { $0 == .off ? true : nil }
    }

    @Test("A bus without logind is told as such", .timeLimit(.minutes(10)))
    func noLogind() async throws {
        let bus = try await TestBus(hasLogind: false)
        let log = EventLog<State>()
        let inhibitor = inhibitor(bus.address, log: log)
        #expect(try await reason(log).contains("login1"))
        inhibitor.cancel()
    }

    @Test("A bus that says nothing is given up", .timeLimit(.minutes(10)))
    func muteBus() async throws {
        let name = "locationkit-mute-\(UInt32.random(in: 0 ... .max))"
        let listener = try MuteListener(name)
        let log = EventLog<State>()
        let inhibitor = inhibitor("unix:abstract=\(name)", timeout: .milliseconds(200), log: log)
        #expect(try await reason(log).contains("did not answer"))
        inhibitor.cancel()
        let _: Bool = try await log.first { $0 == .off ? true : nil }
        withExtendedLifetime(listener) {}
    }

    @Test("A bus that goes away is told, and the lock with it", .timeLimit(.minutes(10)))
    func lostBus() async throws {
        let bus = try await TestBus()
        let log = EventLog<State>()
        let inhibitor = inhibitor(bus.address, log: log)
        let _: Bool = try await log.first { $0 == .held ? true : nil }
        bus.kill()
        #expect(try await reason(log).hasPrefix("the system bus is out of reach: "))
        inhibitor.cancel()
    }
}
