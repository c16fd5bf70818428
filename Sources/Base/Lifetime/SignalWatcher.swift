import Glibc
package import LKStorage
import LKThreads
import Synchronization

/// Turns the first signal that asks the process to stop into a call, so that work can finish.
///
/// The signal handler writes one byte to a pipe, which a thread reads. A second signal ends the process immediately by its
/// default action, set in the handler: a user who insists must not depend on a thread that may be blocked. The same signal
/// within a second is part of the first request: `timeout` signals the process and then its group, and a closing terminal
/// sends SIGHUP twice. A signal that the caller ignored (`nohup`) stays ignored. Children started meanwhile have default
/// handlers, and a forked child without exec ends by the signal's default action without notifying this process. There can
/// be one watcher at a time.
package final class SignalWatcher: SignalWatch {
    private let previous: [(signal: TaskCompletion.StopSignal, action: SavedAction)]
    let writeEnd: Int32
    private let isCanceled = Atomic(false)

    // sigaction contains pointers to C functions, which are valid on every thread.
    private struct SavedAction: @unchecked Sendable { var action: sigaction }

    /// The write end of the pipe; signal handlers can access only globals.
    private static let pipe = Atomic<Int32>(-1)
    /// The process that installed the handlers: a fork inherits them, and the pipe.
    private static let owner = Atomic<Int32>(0)
    /// The number of handlers that may be about to write.
    static let handlersAtWork = Atomic<Int>(0)
    /// The first signal that was caught; 0 before.
    private static let first = Atomic<Int32>(0)
    /// When it was caught, in nanoseconds of the monotonic clock; 0 before.
    private static let firstTime = Atomic<Int64>(0)

    /// How long after the first signal its repetition is part of the same request, in nanoseconds.
    private static let repetitionPeriod: Int64 = 1_000_000_000

    /// Creates a watcher and starts watching.
    ///
    /// - Parameters:
    ///   - signals: The signals to catch.
    ///   - handler: Called on the watcher's own thread with the signal.
    /// - Throws: `StorageError.Code.system` when no descriptor or thread is available.
    package init(
        signals: [TaskCompletion.StopSignal] = TaskCompletion.StopSignal.allCases,
        handler: @escaping @Sendable (TaskCompletion.StopSignal) -> Void
    ) throws(StorageError) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw Self.refusal(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // The handler must never block.
        _ = fcntl(ends[1], F_SETFL, Int32(O_NONBLOCK))
        writeEnd = ends[1]
        // Initialized here, since that must not happen in a signal handler.
        Self.first.store(0, ordering: .releasing)
        Self.firstTime.store(0, ordering: .releasing)
        Self.owner.store(getpid(), ordering: .releasing)
        _ = (Self.handlersAtWork.load(ordering: .acquiring), Self.repetitionPeriod)
        Self.pipe.store(ends[1], ordering: .releasing)
        previous = signals.compactMap { signal in
            var old = sigaction()
            sigaction(signal.number, nil, &old)
            // Swift cannot compare function pointers, so compare their bits. SIG_IGN is 1.
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

    private static func refusal(_ number: Int32) -> StorageError {
        StorageError(
            .system, "cannot watch for signals: \(systemErrorText(number))", systemError: number)
    }

    private static func catchSignal(_ signal: TaskCompletion.StopSignal) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { number in
            // Only functions that signal-safety(7) allows; errno of the interrupted code is preserved.
            let saved = errno
            var clock = timespec()
            clock_gettime(CLOCK_MONOTONIC, &clock)
            let now = Int64(clock.tv_sec) &* 1_000_000_000 &+ Int64(clock.tv_nsec)
            let isOwner = getpid() == SignalWatcher.owner.load(ordering: .acquiring)
            var isFirst = false
            var isExtra = true
            if isOwner {
                let earlier = SignalWatcher.first.compareExchange(
                    expected: 0, desired: number, ordering: .acquiringAndReleasing)
                isFirst = earlier.exchanged
                isExtra = !isFirst && !SignalWatcher.isRepetition(number, of: earlier.original, at: now)
            }
            if isExtra {
                // Ends the process as soon as this handler returns.
                Glibc.signal(number, SIG_DFL)
                raise(number)
            } else if isFirst {
                SignalWatcher.firstTime.store(now, ordering: .releasing)
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

    /// Returns whether a signal only repeats the first one; async-signal-safe.
    ///
    /// SIGTERM and SIGHUP come together when a session ends.
    private static func isRepetition(_ number: Int32, of first: Int32, at now: Int64) -> Bool {
        let isSame = number == first || number != SIGINT && first != SIGINT
        let time = firstTime.load(ordering: .acquiring)
        // Zero: the handler of the first signal is still at work, on another thread.
        return isSame && (time == 0 || now &- time < repetitionPeriod)
    }

    private static func read(_ descriptor: Int32, _ handler: @Sendable (TaskCompletion.StopSignal) -> Void) {
        var byte: UInt8 = 0
        while true {
            let count = Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            // Zero means cancellation.
            guard count == 1, byte != 0 else { break }
            if let signal = TaskCompletion.StopSignal.allCases.first(where: { $0.number == Int32(byte) }) {
                handler(signal)
            }
        }
        close(descriptor)
    }

    /// Restores the signals and ends the thread; a second call has no effect.
    package func cancel() {
        guard !isCanceled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        for (signal, saved) in previous {
            var action = saved.action
            sigaction(signal.number, &action, nil)
        }
        Self.pipe.store(-1, ordering: .sequentiallyConsistent)
        // Closing alone would not suffice, since a fork may have the pipe open too.
        if getpid() == Self.owner.load(ordering: .acquiring) {
            var end: UInt8 = 0
            _ = write(writeEnd, &end, 1)
        }
        // A handler on another thread may be using the descriptor, whose number could soon belong to another file.
        // Handlers never block; if one does take longer, the descriptor stays open, which is harmless.
        for _ in 0..<1000 where Self.handlersAtWork.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
        if Self.handlersAtWork.load(ordering: .sequentiallyConsistent) == 0 { close(writeEnd) }
    }

    deinit { cancel() }
}

/// Signals that are caught until cancelled; injected so that tests need not send any.
package protocol SignalWatch: Sendable {
    /// Restores the signals.
    func cancel()
}
