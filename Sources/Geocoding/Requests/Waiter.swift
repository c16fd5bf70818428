import Synchronization

/// Somebody who waits for one outcome, and gets exactly one, whoever comes first with it.
final class Waiter<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, GeocodingError>

    private enum State {
        case new
        case waiting(CheckedContinuation<Outcome, Never>)
        case early(Outcome)
        case over
    }

    private let state = Mutex(State.new)

    /// Ends the wait; what comes later is dropped.
    func settle(_ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            switch state {
            case .new: state = .early(outcome)
            case .waiting(let continuation):
                state = .over
                return continuation
            case .early, .over: break
            }
            return nil
        }
        continuation?.resume(returning: outcome)
    }

    /// Waits; once only.
    func outcome() async -> Outcome {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state -> Outcome? in
                if case .early(let outcome) = state {
                    state = .over
                    return outcome
                }
                state = .waiting(continuation)
                return nil
            }
            if let early { continuation.resume(returning: early) }
        }
    }
}
