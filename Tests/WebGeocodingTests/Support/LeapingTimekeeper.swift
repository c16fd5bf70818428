import LKThreads
import Synchronization

/// A clock that leaps to whatever moment is waited for: waits take no time, and what was waited is known.
final class LeapingTimekeeper: Timekeeper {
    private struct State {
        var now = MonotonicInstant.now
        var waits: [Duration] = []
    }
    private let state = Mutex(State())

    var now: MonotonicInstant { state.withLock { $0.now } }

    /// The waits so far.
    var waits: [Duration] { state.withLock { $0.waits } }

    func call(at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void) -> Int32 {
        state.withLock { state in
            state.waits.append(instant - state.now)
            state.now = max(state.now, instant)
        }
        action()
        return 0
    }

    /// Moves the clock on.
    func advance(by duration: Duration) { state.withLock { $0.now += duration } }
}

/// A clock that stands, and tells of each wait that begins.
final class WatchedTimekeeper: Timekeeper {
    /// The moments that are waited for.
    let calls: AsyncStream<MonotonicInstant>
    private let continuation: AsyncStream<MonotonicInstant>.Continuation
    private let start = MonotonicInstant.now
    private let actions = Mutex<[@Sendable () -> Void]>([])

    init() { (calls, continuation) = AsyncStream.makeStream() }

    var now: MonotonicInstant { start }

    func call(at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void) -> Int32 {
        actions.withLock { $0.append(action) }
        continuation.yield(instant)
        return 0
    }
}
