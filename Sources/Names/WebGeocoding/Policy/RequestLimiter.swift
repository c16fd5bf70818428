import LKGeocoding
import LKThreads
import Synchronization

/// Spaces the requests to a host, across the tasks of this process and the user's other processes.
///
/// First come, first served. A cancelled task leaves at once and does not delay the others, unless it is next: its slot
/// is then already reserved with other processes.
final class RequestLimiter: Sendable {
    private struct State {
        /// The waiters, in order; the one whose turn it is has left the queue.
        var queue: [OneShot<Bool>] = []
        var isTaken = false
        /// The instant before which nothing is sent.
        var earliest: MonotonicInstant?
    }

    private let state = Mutex(State())
    private let keeper: any Timekeeper
    private let file: RequestPaceFile?

    /// Creates a limiter for one host.
    ///
    /// - Parameters:
    ///   - keeper: The clock.
    ///   - file: The state shared with other processes; `nil` for none.
    init(keeper: any Timekeeper, file: RequestPaceFile?) {
        self.keeper = keeper
        self.file = file
    }

    /// The number of tasks in the queue.
    var waiting: Int { state.withLock { $0.queue.count } }

    /// Delays all requests until an instant, because the service asked for it.
    func hold(until moment: MonotonicInstant) {
        state.withLock { $0.earliest = max($0.earliest ?? moment, moment) }
    }

    /// Waits for the turn to send a request; each call must be followed by ``end(_:)`` unless it throws.
    ///
    /// - Parameter policy: The usage policy of the host.
    /// - Throws: `GeocodingError`: `canceled`, or `serviceUnreachable` when the system refuses a timer.
    func begin(_ policy: UsagePolicy) async throws(GeocodingError) {
        if policy.interval == nil, !policy.isSequential {
            if let earliest = state.withLock({ $0.earliest }) { try await wait(until: earliest) }
            return
        }
        try await enter()
        do {
            try await takeTurn(policy)
        } catch {
            leave()
            throw error
        }
        if !policy.isSequential { leave() }
    }

    /// Ends the turn after the answer has arrived.
    func end(_ policy: UsagePolicy) { if policy.isSequential { leave() } }

    private func takeTurn(_ policy: UsagePolicy) async throws(GeocodingError) {
        let interval = policy.interval ?? .zero
        let earliest = max(keeper.now, state.withLock { $0.earliest } ?? keeper.now)
        var slot = earliest
        if let file, interval > .zero {
            guard let reserved = await file.reserve(earliest: earliest, interval: interval) else {
                throw Self.canceled
            }
            slot = reserved
        }
        try await wait(until: slot)
        // The answer to the previous request may have asked for a pause.
        while let held = state.withLock({ $0.earliest }), held > keeper.now { try await wait(until: held) }
        // Computed from the actual sending time: the wake-up may have been late.
        let next = max(slot, keeper.now) + interval
        state.withLock { $0.earliest = max($0.earliest ?? next, next) }
    }

    private func enter() async throws(GeocodingError) {
        let turn = OneShot<Bool>()
        let isMine = state.withLock { state in
            if state.isTaken {
                state.queue.append(turn)
                return false
            }
            state.isTaken = true
            return true
        }
        if isMine { return }
        if await turn.wait() == nil {
            state.withLock { $0.queue.removeAll { $0 === turn } }
            throw Self.canceled
        }
    }

    private func leave() {
        while let next = state.withLock({ state -> OneShot<Bool>? in
            guard !state.queue.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.queue.removeFirst()
        }) {
            // A cancelled task does not take its turn; try the next.
            if next.end(true) { return }
        }
    }

    /// Waits until an instant, or until the task is cancelled.
    ///
    /// - Parameter moment: The instant; returns at once if it has passed.
    /// - Throws: `GeocodingError`: `canceled`, `serviceUnreachable` when the system refuses a timer.
    func wait(until moment: MonotonicInstant) async throws(GeocodingError) {
        if Task.isCancelled { throw Self.canceled }
        guard keeper.now < moment else { return }
        let alarm = OneShot<Bool>()
        let code = keeper.call(at: moment) { @Sendable in alarm.end(true) }
        guard code == 0 else {
            throw GeocodingError(
                .serviceUnreachable,
                "this machine refuses the thread that keeps the time between requests (error \(code)); "
                    + "allow this program more threads")
        }
        if await alarm.wait() == nil { throw Self.canceled }
    }

    static let canceled = GeocodingError(.canceled, "the request was cancelled")
}
