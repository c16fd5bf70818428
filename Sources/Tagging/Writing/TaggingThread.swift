import Glibc
import Synchronization
import Threads

/// Runs blocking work with a value on a thread of its own, for callers that must not block.
final class TaggingThread<State>: Sendable {
    private let thread: SerialThread
    private let state: Mutex<State>

    init(_ name: String, _ state: consuming sending State) {
        thread = SerialThread(name)
        self.state = Mutex(state)
    }

    /// Runs `body` with the value, and waits for it without blocking the caller's thread.
    ///
    /// - Parameter body: What to do; it is told whether the caller's task has been cancelled.
    /// - Returns: What `body` returns.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable (inout sending State, _ isCanceled: @Sendable () -> Bool) -> Result
    ) async -> Result {
        let cancellation = Cancellation()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Dropped before the caller continues, so that files and locks are released with the caller's last reference.
                let owner = Owner(self)
                let work = { @Sendable in
                    continuation.resume(returning: owner.consume { $0.perform(body, cancellation) })
                }
                // If no thread can be started, blocking is better than not doing the work.
                if thread.run(work) != 0 { work() }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private func perform<Result: Sendable>(
        _ body: @escaping @Sendable (inout sending State, _ isCanceled: @Sendable () -> Bool) -> Result,
        _ cancellation: Cancellation
    ) -> Result {
        state.withLock { state in body(&state) { @Sendable in cancellation.isCanceled } }
    }

    private final class Owner: Sendable {
        private let thread: Mutex<TaggingThread?>

        init(_ thread: TaggingThread) { self.thread = Mutex(thread) }

        /// Calls `body` with the thread and drops the reference to it; once.
        func consume<Result: Sendable>(_ body: (TaggingThread) -> Result) -> Result {
            let thread = thread.withLock { thread in
                defer { thread = nil }
                return thread
            }
            guard let thread else { preconditionFailure("a piece of work is done once") }
            return body(thread)
        }
    }
}

/// Whether a task was cancelled, for other threads.
private final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isCanceled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}

/// The system's wall clock.
enum WallClock {
    /// Nanoseconds since 1970.
    static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// SIGXFSZ, which ends a process that writes beyond its limit on the size of files.
enum FileSizeSignal {
    /// Blocks it on this thread and the threads it starts, so that such a write fails with EFBIG instead.
    static func block() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGXFSZ)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
