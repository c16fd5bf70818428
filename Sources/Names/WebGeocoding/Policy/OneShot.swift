import Synchronization

/// A wait that ends once: with the first value, or when the waiting task is cancelled.
final class OneShot<Value: Sendable>: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Value?, Never>)
        case ended(Value?)
    }

    private let state = Mutex(State.idle)

    /// Ends the wait, unless it has already ended.
    ///
    /// - Parameter value: The result; `nil` for a cancellation.
    /// - Returns: Whether this call ended it.
    @discardableResult func end(_ value: Value?) -> Bool {
        let (isFirst, continuation) = state.withLock { state -> (Bool, CheckedContinuation<Value?, Never>?) in
            switch state {
            case .idle:
                state = .ended(value)
                return (true, nil)
            case .waiting(let continuation):
                state = .ended(value)
                return (true, continuation)
            case .ended: return (false, nil)
            }
        }
        continuation?.resume(returning: value)
        return isFirst
    }

    /// Waits for the value; may be called once, by one task.
    ///
    /// - Returns: The value; `nil` when the task was cancelled.
    func wait() async -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ended = state.withLock { state -> Value?? in
                    if case .ended(let value) = state { return .some(value) }
                    state = .waiting(continuation)
                    return .none
                }
                if let ended { continuation.resume(returning: ended) }
            }
        } onCancel: {
            end(nil)
        }
    }
}
