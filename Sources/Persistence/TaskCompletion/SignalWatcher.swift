import Glibc
import Synchronization
import Threads

/// Turns the first signal that asks to stop into a call, so that a run can finish what is under way.
///
/// The signal's handler writes one byte into a pipe; a thread reads it and calls. The second signal, whichever of them,
/// ends the process at once by its default action, straight from the handler: a user who insists must not depend on a
/// thread that may be stuck. A signal that the caller had ignored (`nohup`) stays ignored. Handlers are a process's own, so
/// children started meanwhile have the default ones, and one that was only forked ends by the signal's default action
/// without a word to this process. One watcher at a time.
package final class SignalWatcher: SignalWatch {
    private let previous: [(signal: StopSignal, action: SavedAction)]
    let writeEnd: Int32
    private let isCanceled = Atomic(false)

    // sigaction holds pointers to C functions, which are the same on every thread.
    private struct SavedAction: @unchecked Sendable { var action: sigaction }

    /// Where the handler writes; handlers can reach nothing but globals.
    private static let pipe = Atomic<Int32>(-1)
    /// Whose handlers they are: a fork has them too, and the pipe.
    private static let owner = Atomic<Int32>(0)
    /// How many handlers may be about to write.
    static let handlersAtWork = Atomic<Int>(0)
    /// Whether one was caught.
    private static let hasCaught = Atomic(false)

    /// Starts watching.
    ///
    /// - Parameters:
    ///   - signals: The signals to catch.
    ///   - handler: Called on the watcher's own thread with the signal that came.
    /// - Throws: `PersistenceError.Code.system` when the system has no descriptor or thread left.
    package init(
        signals: [StopSignal] = StopSignal.allCases, handler: @escaping @Sendable (StopSignal) -> Void
    ) throws(PersistenceError) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw Self.refusal(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // The handler must never wait.
        _ = fcntl(ends[1], F_SETFL, Int32(O_NONBLOCK))
        writeEnd = ends[1]
        // Touched here, since their first use must not be in a handler.
        Self.hasCaught.store(false, ordering: .releasing)
        Self.owner.store(getpid(), ordering: .releasing)
        _ = Self.handlersAtWork.load(ordering: .acquiring)
        Self.pipe.store(ends[1], ordering: .releasing)
        previous = signals.compactMap { signal in
            var old = sigaction()
            sigaction(signal.number, nil, &old)
            // A function pointer has no equality in Swift; its bits have. SIG_IGN is 1.
            let isIgnored = unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 1
            return isIgnored ? nil : (signal, SavedAction(action: old))
        }
        let readEnd = ends[0]
        let failure = SystemThread.start("locate-signals") { @Sendable in Self.read(readEnd, handler) }
        guard failure == 0 else {
            Self.pipe.store(-1, ordering: .releasing)
            for end in ends { close(end) }
            throw Self.refusal(failure)
        }
        for (signal, _) in previous { Self.catchSignal(signal) }
    }

    private static func refusal(_ number: Int32) -> PersistenceError {
        PersistenceError(
            .system, "cannot watch for signals: \(systemErrorText(number))", systemError: number)
    }

    private static func catchSignal(_ signal: StopSignal) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { number in
            // Nothing here but what signal-safety(7) allows; the interrupted code's errno survives.
            let saved = errno
            if getpid() != SignalWatcher.owner.load(ordering: .acquiring)
                || SignalWatcher.hasCaught.exchange(true, ordering: .acquiringAndReleasing)
            {
                // Ends the process as soon as this handler returns.
                Glibc.signal(number, SIG_DFL)
                raise(number)
            } else {
                SignalWatcher.handlersAtWork.add(1, ordering: .sequentiallyConsistent)
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalWatcher.pipe.load(ordering: .sequentiallyConsistent), &byte, 1)
                SignalWatcher.handlersAtWork.subtract(1, ordering: .sequentiallyConsistent)
            }
            errno = saved
        }
        action.sa_flags = SA_RESTART
        sigaction(signal.number, &action, nil)
    }

    private static func read(_ descriptor: Int32, _ handler: @Sendable (StopSignal) -> Void) {
        var byte: UInt8 = 0
        while true {
            let count = Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            // Zero says that it is over.
            guard count == 1, byte != 0 else { break }
            if let signal = StopSignal.allCases.first(where: { $0.number == Int32(byte) }) { handler(signal) }
        }
        close(descriptor)
    }

    /// Gives the signals back as they were and ends the thread; a second call does nothing.
    package func cancel() {
        guard !isCanceled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        for (signal, saved) in previous {
            var action = saved.action
            sigaction(signal.number, &action, nil)
        }
        Self.pipe.store(-1, ordering: .sequentiallyConsistent)
        // Not by closing alone: a fork may have the pipe open too.
        if getpid() == Self.owner.load(ordering: .acquiring) {
            var end: UInt8 = 0
            _ = write(writeEnd, &end, 1)
        }
        // A handler on another thread may have the descriptor in hand, whose number could soon be another file's. It
        // does not wait for anything; were it kept all the same, the descriptor stays open, which does no harm.
        for _ in 0..<1000 where Self.handlersAtWork.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
        if Self.handlersAtWork.load(ordering: .sequentiallyConsistent) == 0 { close(writeEnd) }
    }

    deinit { cancel() }
}

/// Signals that are caught until cancelled; injected so that tests need not send any.
package protocol SignalWatch: Sendable {
    /// Gives the signals back as they were.
    func cancel()
}
