import Synchronization

/// A running reload and its waiters.
final class ReloadJob: Sendable {
    typealias Outcome = Result<PhotoLibrary.Report, PhotosError>
    typealias Progress = @Sendable (PhotoProgress) -> Void

    private struct Waiter: Sendable {
        var continuation: CheckedContinuation<Outcome, Never>?
        var progress: Progress?
    }

    private struct State: Sendable {
        var waiters: [Int: Waiter] = [:]
        var nextID = 0
        var outcome: Outcome?
    }

    private let state = Mutex(State())
    private let cancelled = Atomic(false)

    /// Whether all waiters have left.
    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Number of waiters.
    var waiting: Int { state.withLock { $0.waiters.count } }

    /// Adds a waiter; `nil` when the job is already cancelled because all others have left.
    func join(_ progress: Progress?) -> Int? {
        state.withLock { state in
            if isCancelled { return nil }
            state.nextID += 1
            state.waiters[state.nextID] = Waiter(continuation: nil, progress: progress)
            return state.nextID
        }
    }

    /// Waits for the outcome, or leaves when the task is cancelled.
    func outcome(for id: Int) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    guard state.waiters[id] != nil else { return state.outcome ?? .failure(Self.cancellation) }
                    state.waiters[id]?.continuation = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            leave(id)
        }
    }

    func report(_ progress: PhotoProgress) {
        for waiter in state.withLock({ Array($0.waiters.values) }) { waiter.progress?(progress) }
    }

    func finish(_ outcome: Outcome) {
        let waiters = state.withLock { state in
            state.outcome = outcome
            defer { state.waiters = [:] }
            return state.waiters.values.map(\.continuation)
        }
        for waiter in waiters { waiter?.resume(returning: outcome) }
    }

    private func leave(_ id: Int) {
        let waiter = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: id)
            if waiter != nil, state.waiters.isEmpty, state.outcome == nil {
                cancelled.store(true, ordering: .releasing)
            }
            return waiter
        }
        waiter?.continuation?.resume(returning: .failure(Self.cancellation))
    }

    static let cancellation = PhotosError(.cancelled, "the reload of the photo library was cancelled", path: "")
}
