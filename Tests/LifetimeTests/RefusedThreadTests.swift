import Synchronization
import TestSupport
import Testing

@testable import LKLifetime

/// The system has no thread left when the process is asked to stop.
@Suite struct RefusedThreadTests {
    private let process = TestProcess()
    private var completion: TaskCompletion { process.completion }

    private let end = [TestProcess.End(status: 143, atOnce: false)]

    @Test("A stop handler that hangs where the news came cannot keep the process beyond its periods")
    func stopHandler() throws {
        try completion.setUp()
        process.refuseThreads()
        let process = process
        let seen = Mutex<[TestProcess.End]>([])
        completion.onStop { _ in
            // What happens elsewhere while this does not return.
            process.clock.advance(by: .seconds(35))
            seen.withLock { $0 = process.ends }
        }
        process.send(.terminate)
        #expect(seen.withLock { $0 } == end)
        #expect(process.ends == end)
    }

    @Test("Expiration handlers are called by the thread in reserve, which the end does not depend on")
    func expirationHandler() throws {
        try completion.setUp()
        let calls = Mutex(0)
        let tokens = try (0..<2).map { _ in try completion.begin("work") { calls.withLock { $0 += 1 } } }
        process.refuseThreads()
        process.send(.terminate)
        process.clock.advance(by: .seconds(30))
        #expect(calls.withLock { $0 } == 0)
        #expect(process.ends.isEmpty)
        #expect(process.runReserved() == 2)
        #expect(calls.withLock { $0 } == 2)
        #expect(process.ends == end)
        for token in tokens { token.end() }

        let other = TestProcess()
        try other.completion.setUp()
        let hanging = try other.completion.begin("hanging") {}
        other.refuseThreads()
        other.send(.terminate)
        other.clock.advance(by: .seconds(34))
        #expect(other.ends.isEmpty)
        other.clock.advance(by: .seconds(1))
        #expect(other.ends == end)
        hanging.end()
    }
}
