import Synchronization

/// A question on its way, of the form with a completion handler.
///
/// It goes on when this value is let go; only ``cancel()`` ends it.
public final class GeocodingRequest: Sendable {
    private enum State {
        case pending(Task<Void, Never>?)
        case over
    }

    private let state = Mutex(State.pending(nil))

    init() {}

    /// Ends the question: the handler is not called any more, unless it is being called at this moment.
    public func cancel() {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard case .pending(let task) = state else { return nil }
            state = .over
            return task
        }
        task?.cancel()
    }

    /// Ties the work to the request.
    func start(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            guard case .pending = state else { return true }
            state = .pending(task)
            return false
        }
        // Cancelled or finished already; to cancel what is finished does nothing.
        if isCancelled { task.cancel() }
    }

    /// Whether the handler may be called: once, and not after ``cancel()``.
    func finish() -> Bool {
        state.withLock { state in
            guard case .pending = state else { return false }
            state = .over
            return true
        }
    }
}
