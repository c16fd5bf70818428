import Glibc
import Synchronization
import Testing

@testable import LKLifetime

@Suite(.serialized) struct SignalWatcherTests {
    @Test("A signal becomes a call with its exit status, and afterwards all is as before", .timeLimit(.minutes(5)))
    func signal() async throws {
        // Under nohup the tests ignore it.
        let old = Glibc.signal(SIGHUP, SIG_DFL)
        defer { Glibc.signal(SIGHUP, old) }
        var before = sigaction()
        sigaction(SIGHUP, nil, &before)
        let (signals, continuation) = AsyncStream<TaskCompletion.StopSignal>.makeStream()
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

    @Test("A signal that was ignored stays ignored", .timeLimit(.minutes(5)))
    func ignored() throws {
        let old = Glibc.signal(SIGHUP, SIG_IGN)
        defer { Glibc.signal(SIGHUP, old) }
        let watcher = try SignalWatcher(signals: [.hangUp]) { _ in Issue.record("the signal was not ignored") }
        var action = sigaction()
        sigaction(SIGHUP, nil, &action)
        #expect(handler(action) == 1)
        watcher.cancel()
    }

    @Test("A descriptor that a handler may be about to write to is not closed", .timeLimit(.minutes(5)))
    func handlerAtWork() throws {
        let watcher = try SignalWatcher(signals: [.hangUp]) { _ in }
        // As a handler on another thread does.
        SignalWatcher.handlersAtWork.add(1, ordering: .sequentiallyConsistent)
        defer { SignalWatcher.handlersAtWork.subtract(1, ordering: .sequentiallyConsistent) }
        watcher.cancel()
        #expect(fcntl(watcher.writeEnd, F_GETFL) & O_ACCMODE == O_WRONLY)
        close(watcher.writeEnd)
    }

    private func handler(_ action: sigaction) -> Int {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }
}
