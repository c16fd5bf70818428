import Glibc
import Threads

/// Lets a request's handler be called until the last result or the cancellation, and by one thread at a time.
final class HandlerGate: Sendable {
    private struct State: Sendable {
        var isOver = false
        /// The thread that is just calling.
        var thread: pthread_t?
    }

    private let state = Monitor(State())

    /// Whether no further call is allowed.
    var isOver: Bool { state.change { $0.isOver } }

    /// Does `body` unless all is over; after the last call it is.
    ///
    /// - Returns: Whether `body` was done.
    @discardableResult func call(isLast: Bool, _ body: () -> Void) -> Bool {
        let mayCall = state.change { state in
            if state.isOver { return false }
            state.isOver = isLast
            state.thread = pthread_self()
            return true
        }
        guard mayCall else { return false }
        body()
        state.change { $0.thread = nil }
        return true
    }

    /// Allows no further call.
    func close() { state.change { $0.isOver = true } }

    /// Waits for a call that another thread is just doing.
    func waitForOthers() {
        let own = pthread_self()
        state.wait { state in
            guard let thread = state.thread else { return () }
            return pthread_equal(thread, own) != 0 ? () : nil
        }
    }
}
