import Glibc
import Synchronization
import Testing

@testable import Persistence

@Suite(.serialized) struct SignalWatcherTests {
    @Test("A signal becomes a call with its exit status, and afterwards all is as before", .timeLimit(.minutes(1)))
    func signal() async throws {
        var before = sigaction()
        sigaction(SIGHUP, nil, &before)
        let (signals, continuation) = AsyncStream<StopSignal>.makeStream()
        let watcher = try SignalWatcher(signals: [.hangUp]) { signal in continuation.yield(signal) }
        kill(getpid(), SIGHUP)
        var iterator = signals.makeAsyncIterator()
        let received = await iterator.next()
        #expect(received == .hangUp)
        #expect(received?.exitStatus == 129)
        watcher.cancel()
        watcher.cancel()
        var after = sigaction()
        sigaction(SIGHUP, nil, &after)
        #expect(handler(after) == handler(before))
    }

    @Test("A signal that was ignored stays ignored", .timeLimit(.minutes(1)))
    func ignored() throws {
        let old = Glibc.signal(SIGHUP, SIG_IGN)
        defer { Glibc.signal(SIGHUP, old) }
        let watcher = try SignalWatcher(signals: [.hangUp]) { _ in Issue.record("the signal was not ignored") }
        var action = sigaction()
        sigaction(SIGHUP, nil, &action)
        #expect(handler(action) == 1)
        watcher.cancel()
    }

    private func handler(_ action: sigaction) -> Int {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }
}
