import Synchronization

/// Runs `body` as a piece of work that is finished before the process ends.
///
/// - Parameters:
///   - name: What is done, for people.
///   - onExpiration: Called once, on another thread, when the grace period runs out before `body` has ended.
///   - completion: The object that keeps track of the work.
///   - body: What to do.
/// - Returns: What `body` returns.
/// - Throws: `PersistenceError.Code.stopping`, without `body` having begun, once the process was asked to stop; what
///   `body` throws.
public func withTaskCompletion<Result>(
    _ name: String, onExpiration: (@Sendable () -> Void)? = nil, in completion: TaskCompletion = .shared,
    body: () throws -> Result
) throws -> Result {
    let token = try completion.begin(name, onExpiration: onExpiration)
    defer { token.end() }
    return try body()
}

/// Runs `body` as a piece of work that is finished before the process ends, and cancels it when the grace period runs out.
///
/// `body` runs in a task of its own, which has the caller's priority and task-local values and is cancelled when the
/// caller's is. After an expiration it has ``TaskCompletion/Configuration/savingPeriod`` to notice that and end.
///
/// - Parameters:
///   - name: What is done, for people.
///   - completion: The object that keeps track of the work.
///   - body: What to do.
/// - Returns: What `body` returns.
/// - Throws: `PersistenceError.Code.stopping`, without `body` having begun, once the process was asked to stop; what
///   `body` throws.
public func withTaskCompletion<Result: Sendable>(
    _ name: String, in completion: TaskCompletion = .shared, body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let isExpired = AsyncCancellation()
    let token = try completion.begin(name, .cancellation) { isExpired.cancel() }
    defer { token.end() }
    let task = Task { try await body() }
    isExpired.set { task.cancel() }
    return try await withTaskCancellationHandler {
        try await task.value
    } onCancel: {
        task.cancel()
    }
}

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
