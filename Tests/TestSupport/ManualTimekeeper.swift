package import LKThreads
import Synchronization

/// A clock that stands until the test moves it.
package final class ManualTimekeeper: Timekeeper {
    private struct State {
        var now = MonotonicInstant.now
        var calls: [(at: MonotonicInstant, action: @Sendable () -> Void)] = []
    }
    private let state = Mutex(State())

    package init() {}

    package var now: MonotonicInstant { state.withLock { $0.now } }

    /// How many calls wait for their moment: one that is asked for after the clock has moved past it is not made.
    package var waiting: Int { state.withLock { $0.calls.count } }

    package func call(at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void) -> Int32 {
        state.withLock { $0.calls.append((instant, action)) }
        return 0
    }

    /// Moves the clock on and makes the calls that fall due, in order.
    package func advance(by duration: Duration) {
        let end = now + duration
        while true {
            let next = state.withLock { state -> (@Sendable () -> Void)? in
                guard let index = state.calls.indices.min(by: { state.calls[$0].at < state.calls[$1].at }),
                    state.calls[index].at <= end
                else { return nil }
                state.now = max(state.now, state.calls[index].at)
                return state.calls.remove(at: index).action
            }
            guard let next else { break }
            next()
        }
        state.withLock { $0.now = end }
    }
}
