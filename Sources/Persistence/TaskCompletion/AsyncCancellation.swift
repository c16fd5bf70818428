import Synchronization

/// Cancels what is not known yet, as soon as it is.
final class AsyncCancellation: Sendable {
    private enum State: Sendable {
        case waiting, canceled
        case ready(@Sendable () -> Void)
    }

    private let state = Mutex(State.waiting)

    /// Says what is to be cancelled; done at once where ``cancel()`` came first.
    func set(_ action: @escaping @Sendable () -> Void) {
        let isCanceled = state.withLock { state in
            if case .canceled = state { return true }
            state = .ready(action)
            return false
        }
        if isCanceled { action() }
    }

    /// Cancels.
    func cancel() {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            defer { state = .canceled }
            if case .ready(let action) = state { return action }
            return nil
        }
        action?()
    }
}
