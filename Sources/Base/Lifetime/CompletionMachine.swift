import Glibc
import LKThreads

/// The state machine behind ``TaskCompletion``: events and times go in, actions come out.
///
/// A value without clocks, threads, signals or handlers, so that every state and event can be tested. The caller
/// performs the returned actions after unlocking.
struct CompletionMachine: Sendable {
    /// The state of the process.
    enum Phase: Hashable, Sendable {
        /// No stop has been requested.
        case running
        /// Work in progress continues until the deadline.
        case stopping(until: MonotonicInstant)
        /// Expiration handlers save what they can until the end.
        case expiring(until: MonotonicInstant)
        /// The process is ending.
        case ended
    }

    /// The treatment of work that is still in progress when the grace period ends.
    enum Expiration: CaseIterable, Hashable, Sendable {
        /// It is interrupted.
        case cut
        /// Its handler is called, and its return is awaited.
        case handler
        /// It is cancelled, and its end is awaited.
        case cancellation
    }

    /// A piece of work.
    struct Work: Hashable, Sendable {
        var name: String
        var expiration: Expiration
    }

    /// An action for the caller; performed in order.
    enum Action: Hashable, Sendable {
        /// Announce that the process stops; call ``handlersReturned()`` once the stop handlers have returned.
        case stop(TaskCompletion.StopCause)
        /// Announce that the grace period has ended.
        case announceExpiration
        /// Claim and call these expiration handlers; call ``returned(_:)`` for each.
        case expire([Int])
        /// Ask the service manager for more time for the named work.
        case extend([String])
        /// Call ``tick(now:)`` at this instant.
        case wake(MonotonicInstant)
        /// Whether there is work has changed.
        case workChanged
        /// Block the caller, whose work was the last, until the process ends: its `main` could return with another
        /// status.
        case awaitEnd
        /// End the process; immediately on a second request.
        case end(status: Int32, atOnce: Bool)
    }

    /// The interval at which the service manager is asked for more time.
    static let renewalInterval = Duration.seconds(5)

    var configuration = TaskCompletion.Configuration()
    private(set) var phase = Phase.running
    private(set) var cause: TaskCompletion.StopCause?
    private(set) var work: [Int: Work] = [:]
    /// The work whose expiration is awaited.
    private(set) var waiting: Set<Int> = []
    private var nextID = 0
    private var hasSignal = false
    private var handlersAreDone = false
    private var renewal: MonotonicInstant?

    /// Begins work; returns `nil` once the process was asked to stop.
    mutating func begin(_ work: Work) -> (id: Int, actions: [Action])? {
        guard phase == .running else { return nil }
        nextID += 1
        self.work[nextID] = work
        return (nextID, self.work.count == 1 ? [.workChanged] : [])
    }

    /// Ends work; ignores numbers that have ended or are unknown.
    mutating func end(_ id: Int) -> [Action] {
        guard let ended = work.removeValue(forKey: id) else { return [] }
        // A running handler is awaited even if its work has ended.
        if ended.expiration == .cancellation { waiting.remove(id) }
        guard work.isEmpty else { return phase == .ended ? [.awaitEnd] : finishIfDone() }
        let ending = finishIfDone()
        return [.workChanged] + ending + (ending.isEmpty && endIsNear ? [.awaitEnd] : [])
    }

    /// Whether only handlers have to finish before the process can end.
    private var endIsNear: Bool {
        switch phase {
        case .running: false
        case .stopping: configuration.endsProcess
        case .expiring, .ended: true
        }
    }

    /// Handles a signal.
    mutating func signal(_ signal: TaskCompletion.StopSignal, now: MonotonicInstant) -> [Action] {
        switch phase {
        case .ended: return []
        case .running: return stop(.signal(signal), now: now)
        case .stopping, .expiring:
            guard hasSignal else {
                // A shutdown was announced earlier, so its SIGTERM does not count as a second signal.
                hasSignal = true
                cause = .signal(signal)
                return []
            }
            phase = .ended
            return [.end(status: signal.exitStatus, atOnce: true)]
        }
    }

    /// Requests a stop.
    mutating func stop(_ cause: TaskCompletion.StopCause, now: MonotonicInstant) -> [Action] {
        guard phase == .running else { return [] }
        self.cause = cause
        if case .signal = cause { hasSignal = true }
        handlersAreDone = false
        let deadline = now + max(.zero, configuration.gracePeriod)
        phase = .stopping(until: deadline)
        let renewal = now + Self.renewalInterval
        self.renewal = renewal
        // The stop comes last: without another thread, its handlers may block the caller.
        return [.wake(deadline), .wake(renewal), .stop(cause)]
    }

    /// Handles the return of the stop handlers.
    mutating func handlersReturned() -> [Action] {
        handlersAreDone = true
        return finishIfDone()
    }

    /// Handles the time requested by ``Action/wake(_:)``, or any other.
    mutating func tick(now: MonotonicInstant) -> [Action] {
        switch phase {
        case .running, .ended: return []
        case .stopping(let deadline): if now >= deadline { return expire(now: now) }
        case .expiring(let end): if now >= end { return finish() }
        }
        guard let due = renewal, now >= due else { return [] }
        let next = now + Self.renewalInterval
        renewal = next
        return [.extend(names), .wake(next)]
    }

    /// Returns whether to call the handler of a piece of work; `false` when it has ended meanwhile.
    func mayExpire(_ id: Int) -> Bool { work[id] != nil }

    /// Handles the return of an expiration handler, or that it was not called because its work had ended.
    mutating func returned(_ id: Int) -> [Action] {
        // Cancelled work is awaited until it ends.
        if work[id]?.expiration != .cancellation { waiting.remove(id) }
        return finishIfDone()
    }

    /// The names of the work in progress, oldest first.
    var names: [String] { work.sorted { $0.key < $1.key }.map(\.value.name) }

    private mutating func expire(now: MonotonicInstant) -> [Action] {
        let end = now + max(.zero, configuration.savingPeriod)
        phase = .expiring(until: end)
        waiting = Set(work.filter { $0.value.expiration != .cut }.keys)
        guard !waiting.isEmpty else { return [.announceExpiration] + finish() }
        return [.announceExpiration, .wake(end), .expire(waiting.sorted())]
    }

    private mutating func finishIfDone() -> [Action] {
        switch phase {
        case .running, .ended: []
        case .stopping: work.isEmpty && handlersAreDone && configuration.endsProcess ? finish() : []
        case .expiring: waiting.isEmpty ? finish() : []
        }
    }

    private mutating func finish() -> [Action] {
        phase = .ended
        return [.end(status: cause?.exitStatus ?? TaskCompletion.StopSignal.terminate.exitStatus, atOnce: false)]
    }
}

extension TaskCompletion {
    /// Why the process stops.
    public enum StopCause: Hashable, Sendable {
        /// A signal arrived.
        case signal(StopSignal)
        /// logind announced a shutdown or restart.
        case shutdown

        /// The exit status: 128 plus the signal's number; a shutdown counts as SIGTERM, which would follow.
        public var exitStatus: Int32 {
            switch self {
            case .signal(let signal): signal.exitStatus
            case .shutdown: StopSignal.terminate.exitStatus
            }
        }
    }
}

extension TaskCompletion {
    /// A signal that asks the process to stop.
    public enum StopSignal: CaseIterable, Hashable, Sendable {
        /// The terminal was closed (SIGHUP).
        case hangUp
        /// Control-C (SIGINT).
        case interrupt
        /// `kill`, a service manager, the end of the session (SIGTERM).
        case terminate

        /// The system's number.
        public var number: Int32 {
            switch self {
            case .hangUp: SIGHUP
            case .interrupt: SIGINT
            case .terminate: SIGTERM
            }
        }

        /// The exit status of a process ended by this signal, as a shell shows it: 128 plus the signal's number.
        public var exitStatus: Int32 { 128 + number }
    }
}
