import Synchronization

/// Runs `body` as a piece of work that must be finished before the process ends.
///
/// - Parameters:
///   - name: The work, for people.
///   - onExpiration: Called once, on another thread, if the grace period ends before `body`.
///   - completion: The object that tracks the work.
///   - body: The work.
/// - Returns: What `body` returns.
/// - Throws: `StorageError.Code.stopping`, without calling `body`, once the process was asked to stop; the errors
///   of `body`.
public func withTaskCompletion<Result>(
    _ name: String, onExpiration: (@Sendable () -> Void)? = nil, in completion: TaskCompletion = .shared,
    body: () throws -> Result
) throws -> Result {
    let token = try completion.begin(name, onExpiration: onExpiration)
    defer { token.end() }
    return try body()
}

/// Runs `body` as a piece of work that must be finished before the process ends, and cancels it when the grace period
/// ends.
///
/// `body` runs in a new task, which has the caller's priority and task-local values and is cancelled with the caller.
/// After an expiration it has ``TaskCompletion/Configuration/savingPeriod`` to end.
///
/// - Parameters:
///   - name: The work, for people.
///   - completion: The object that tracks the work.
///   - body: The work.
/// - Returns: What `body` returns.
/// - Throws: `StorageError.Code.stopping`, without calling `body`, once the process was asked to stop; the errors
///   of `body`.
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

/// Cancels an action that is set later, as soon as it is set.
final class AsyncCancellation: Sendable {
    private enum State: Sendable {
        case waiting, canceled
        case ready(@Sendable () -> Void)
    }

    private let state = Mutex(State.waiting)

    /// Sets the cancellation action; runs it at once if ``cancel()`` came first.
    func set(_ action: @escaping @Sendable () -> Void) {
        let isCanceled = state.withLock { state in
            if case .canceled = state { return true }
            state = .ready(action)
            return false
        }
        if isCanceled { action() }
    }

    /// Cancels now, or when the action is set.
    func cancel() {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            defer { state = .canceled }
            if case .ready(let action) = state { return action }
            return nil
        }
        action?()
    }
}
