import Glibc
import Threads

/// The state machine behind ``TaskCompletion``: events and the time go in, what to do comes out.
///
/// A value without clock, thread, signal or handler, so that every state and event can be tested. What it returns is
/// carried out by the caller after unlocking.
struct CompletionMachine: Sendable {
    /// The state of the process.
    enum Phase: Hashable, Sendable {
        /// No stop was requested.
        case running
        /// Work under way continues until the deadline.
        case stopping(until: MonotonicInstant)
        /// Expiration handlers save what they can until the end.
        case expiring(until: MonotonicInstant)
        /// The end was decided.
        case ended
    }

    /// What happens to work that is still under way when the grace period runs out.
    enum Expiration: CaseIterable, Hashable, Sendable {
        /// It is cut.
        case cut
        /// Its handler is called and waited for.
        case handler
        /// It is cancelled, and waited for until it ends.
        case cancellation
    }

    /// A piece of work.
    struct Work: Hashable, Sendable {
        var name: String
        var expiration: Expiration
    }

    /// What the caller has to do, in order.
    enum Action: Hashable, Sendable {
        /// Tell everybody that the process stops; call ``handlersReturned()`` once the stop handlers are done.
        case stop(StopCause)
        /// Tell everybody that the grace period ran out.
        case announceExpiration
        /// Claim and call these expiration handlers; call ``returned(_:)`` for each.
        case expire([Int])
        /// Ask the service manager for more time, for what is named.
        case extend([String])
        /// Call ``tick(now:)`` then.
        case wake(MonotonicInstant)
        /// Whether there is work has changed.
        case workChanged
        /// Keep the caller, whose work was the last, until the process ends: its `main` could return with another status.
        case awaitEnd
        /// End the process; at once on a second request.
        case end(status: Int32, atOnce: Bool)
    }

    /// How often the service manager is asked for more time.
    static let renewalInterval = Duration.seconds(5)

    var configuration = TaskCompletion.Configuration()
    private(set) var phase = Phase.running
    private(set) var cause: StopCause?
    private(set) var work: [Int: Work] = [:]
    /// Whose expiration is waited for.
    private(set) var waiting: Set<Int> = []
    private var nextID = 0
    private var hasSignal = false
    private var handlersAreDone = false
    private var renewal: MonotonicInstant?

    /// Begins work; `nil` once the process was asked to stop.
    mutating func begin(_ work: Work) -> (id: Int, actions: [Action])? {
        guard phase == .running else { return nil }
        nextID += 1
        self.work[nextID] = work
        return (nextID, self.work.count == 1 ? [.workChanged] : [])
    }

    /// Work has ended; ended or unknown numbers do nothing.
    mutating func end(_ id: Int) -> [Action] {
        guard let ended = work.removeValue(forKey: id) else { return [] }
        // A handler that is at work is waited for though the work it belongs to has ended.
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

    /// A signal came.
    mutating func signal(_ signal: StopSignal, now: MonotonicInstant) -> [Action] {
        switch phase {
        case .ended: return []
        case .running: return stop(.signal(signal), now: now)
        case .stopping, .expiring:
            guard hasSignal else {
                // A shutdown was announced before; its SIGTERM does not count as a second signal.
                hasSignal = true
                cause = .signal(signal)
                return []
            }
            phase = .ended
            return [.end(status: signal.exitStatus, atOnce: true)]
        }
    }

    /// Something asks for a stop.
    mutating func stop(_ cause: StopCause, now: MonotonicInstant) -> [Action] {
        guard phase == .running else { return [] }
        self.cause = cause
        if case .signal = cause { hasSignal = true }
        handlersAreDone = false
        let deadline = now + max(.zero, configuration.gracePeriod)
        phase = .stopping(until: deadline)
        let renewal = now + Self.renewalInterval
        self.renewal = renewal
        // The stop last: where it cannot have a thread of its own, its handlers may keep the caller.
        return [.wake(deadline), .wake(renewal), .stop(cause)]
    }

    /// The handlers that wanted to know of the stop have returned.
    mutating func handlersReturned() -> [Action] {
        handlersAreDone = true
        return finishIfDone()
    }

    /// The time came that a ``Action/wake(_:)`` asked for, or any other.
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

    /// Whether the handler of work is to be called; `false` when the work has ended meanwhile.
    func mayExpire(_ id: Int) -> Bool { work[id] != nil }

    /// An expiration handler has returned, or was not called because its work had ended.
    mutating func returned(_ id: Int) -> [Action] {
        // What was cancelled is waited for until it ends.
        if work[id]?.expiration != .cancellation { waiting.remove(id) }
        return finishIfDone()
    }

    /// The names of what is under way, oldest first.
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
        return [.end(status: cause?.exitStatus ?? StopSignal.terminate.exitStatus, atOnce: false)]
    }
}

/// Why the process is to stop.
public enum StopCause: Hashable, Sendable {
    /// A signal arrived.
    case signal(StopSignal)
    /// The machine shuts down or restarts, as logind announced it.
    case shutdown

    /// What the process exits with: 128 and the signal's number; a shutdown counts as SIGTERM, which would come next.
    public var exitStatus: Int32 {
        switch self {
        case .signal(let signal): signal.exitStatus
        case .shutdown: StopSignal.terminate.exitStatus
        }
    }
}

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

    /// What a process that it ended exits with, as a shell shows it: 128 and the signal's number.
    public var exitStatus: Int32 { 128 + number }
}
