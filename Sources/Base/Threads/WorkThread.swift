import Synchronization

/// Runs blocking work with a value on a dedicated thread, for callers that must not block.
package final class WorkThread<State>: Sendable {
    private let thread: SerialThread
    private let state: Mutex<State>

    package init(_ name: String, _ state: consuming sending State) {
        thread = SerialThread(name)
        self.state = Mutex(state)
    }

    /// Runs `body` with the value, and waits for it without blocking the caller's thread.
    ///
    /// - Parameter body: The work; its second argument returns whether the caller's task has been cancelled.
    /// - Returns: The result of `body`.
    package func run<Result: Sendable>(
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
        private let thread: Mutex<WorkThread?>

        init(_ thread: WorkThread) { self.thread = Mutex(thread) }

        /// Calls `body` with the thread and drops the reference to it; once.
        func consume<Result: Sendable>(_ body: (WorkThread) -> Result) -> Result {
            let thread = thread.withLock { thread in
                defer { thread = nil }
                return thread
            }
            guard let thread else { preconditionFailure("a piece of work is done once") }
            return body(thread)
        }
    }
}

/// A cancellation flag of a task, readable from other threads.
private final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isCanceled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
