internal import Geocoding
internal import Synchronization
internal import Threads

/// Spaces the requests to a host, across the tasks of this process and the processes of this user.
///
/// First come, first served. A task that is cancelled while it waits leaves at once and costs the others no time, but for the
/// one that is next: its turn is already known to other processes.
final class RequestLimiter: Sendable {
    private struct State {
        /// The waiters, in order; the one whose turn it is has left the queue.
        var queue: [OneShot<Bool>] = []
        var isTaken = false
        /// Nothing is sent before this moment.
        var earliest: MonotonicInstant?
    }

    private let state = Mutex(State())
    private let keeper: any Timekeeper
    private let file: RequestPaceFile?

    /// A limiter of one host.
    ///
    /// - Parameters:
    ///   - keeper: The clock.
    ///   - file: What is shared with other processes; `nil` for nothing.
    init(keeper: any Timekeeper, file: RequestPaceFile?) {
        self.keeper = keeper
        self.file = file
    }

    /// How many tasks wait for their turn.
    var waiting: Int { state.withLock { $0.queue.count } }

    /// Sends nothing before a moment: a service asked for patience.
    func hold(until moment: MonotonicInstant) {
        state.withLock { $0.earliest = max($0.earliest ?? moment, moment) }
    }

    /// Waits for the turn to send a request; each must be followed by ``end(_:)`` unless it throws.
    ///
    /// - Parameter policy: How the host is asked.
    /// - Throws: `GeocodingError`: `cancelled`, or `serviceUnreachable` when this machine cannot keep the time.
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

    /// Ends the turn: the answer is there.
    func end(_ policy: UsagePolicy) { if policy.isSequential { leave() } }

    private func takeTurn(_ policy: UsagePolicy) async throws(GeocodingError) {
        let interval = policy.interval ?? .zero
        let earliest = max(keeper.now, state.withLock { $0.earliest } ?? keeper.now)
        var slot = earliest
        if let file, interval > .zero {
            guard let reserved = await file.reserve(earliest: earliest, interval: interval) else {
                throw Self.cancelled
            }
            slot = reserved
        }
        try await wait(until: slot)
        // The request before this one may have been answered with the wish for patience.
        while let held = state.withLock({ $0.earliest }), held > keeper.now { try await wait(until: held) }
        // From when it is really sent: the wake-up may have come late.
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
            throw Self.cancelled
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
            // A cancelled one does not take its turn; it goes to the next.
            if next.end(true) { return }
        }
    }

    /// Waits until a moment, or until the task is cancelled.
    ///
    /// - Parameter moment: The moment; one that has passed is not waited for.
    /// - Throws: `GeocodingError`: `cancelled`, `serviceUnreachable` when this machine cannot keep the time.
    func wait(until moment: MonotonicInstant) async throws(GeocodingError) {
        if Task.isCancelled { throw Self.cancelled }
        guard keeper.now < moment else { return }
        let alarm = OneShot<Bool>()
        let code = keeper.call(at: moment) { @Sendable in alarm.end(true) }
        guard code == 0 else {
            throw GeocodingError(
                .serviceUnreachable,
                "this machine refuses the thread that keeps the time between requests (error \(code)); "
                    + "allow this program more threads")
        }
        if await alarm.wait() == nil { throw Self.cancelled }
    }

    static let cancelled = GeocodingError(.cancelled, "the request was cancelled")
}
