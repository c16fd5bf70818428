import LKThreads
import Synchronization

/// Coalesces equal requests: only one is in progress at a time, and all its callers receive the same answer.
///
/// The work runs in a detached task. A caller that is cancelled or times out returns at once, and the work is cancelled
/// when the last caller has left; the next equal request starts only when the cancelled work has ended.
final class RequestCoalescer<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
    typealias Outcome = Result<Answer, GeocodingError>

    private struct Work {
        var task: Task<Void, Never>
        var waiters: [Int: Waiter<Answer>]
    }

    private struct State {
        var work: [Question: (number: Int, work: Work)] = [:]
        /// Cancelled work that has not ended yet.
        var abandoned: [Question: (number: Int, task: Task<Void, Never>)] = [:]
        var deadlines = Deadlines<(question: Question, number: Int)>()
        var waiting = 0
        var number = 0

        /// Removes a waiter that has no outcome yet.
        ///
        /// Work without waiters must be cancelled after unlocking, since a cancellation handler may make another
        /// request.
        mutating func remove(
            _ question: Question, _ number: Int
        ) -> (waiter: Waiter<Answer>, work: Task<Void, Never>?)? {
            guard let waiter = work[question]?.work.waiters.removeValue(forKey: number) else { return nil }
            waiting -= 1
            if let (first, left) = work[question], left.waiters.isEmpty {
                work[question] = nil
                abandoned[question] = (first, left.task)
                return (waiter, left.task)
            }
            return (waiter, nil)
        }
    }

    private let timekeeper: any Timekeeper
    private let state = Mutex(State())

    init(timekeeper: any Timekeeper) { self.timekeeper = timekeeper }

    /// The number of requests in progress, abandoned ones included.
    var underWay: Int { state.withLock { $0.work.count + $0.abandoned.count } }

    /// The number of waiting callers.
    var waiting: Int { state.withLock { $0.waiting } }

    /// Returns the answer to a request.
    ///
    /// - Parameters:
    ///   - question: The request.
    ///   - deadline: When to stop waiting; if it has passed, the request times out at once.
    ///   - work: Performs the request in a detached task, unless one is in progress.
    /// - Returns: The answer.
    /// - Throws: The errors of `work`, `timedOut`, `canceled`.
    func ask(
        _ question: Question, until deadline: MonotonicInstant, work: @escaping @Sendable () async -> Outcome
    ) async throws(GeocodingError) -> Answer {
        if deadline <= timekeeper.now { throw .timedOut() }
        let waiter = Waiter<Answer>()
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        let outcome = await withTaskCancellationHandler {
            enter(question, number, waiter, deadline, work)
            // If the task was already cancelled, its handler ran too early.
            if Task.isCancelled { leave(question, number) }
            return await waiter.outcome()
        } onCancel: {
            leave(question, number)
            waiter.settle(.failure(.canceled()))
        }
        return try outcome.get()
    }

    private func enter(
        _ question: Question, _ number: Int, _ waiter: Waiter<Answer>, _ deadline: MonotonicInstant,
        _ work: @escaping @Sendable () async -> Outcome
    ) {
        let alarm = state.withLock { state -> MonotonicInstant? in
            if state.work[question] != nil {
                state.work[question]?.work.waiters[number] = waiter
            } else {
                let before = state.abandoned[question]?.task
                // The number of the first waiter identifies the work.
                let task = Task { [self] in
                    await before?.value
                    let outcome = Task.isCancelled ? .failure(.canceled()) : await work()
                    finish(question, number, outcome)
                }
                state.work[question] = (number, Work(task: task, waiters: [number: waiter]))
            }
            state.waiting += 1
            if state.deadlines.count > 4 * state.waiting + 1024 {
                let work = state.work
                state.deadlines.keep { work[$0.question]?.work.waiters[$0.number] != nil }
            }
            return state.deadlines.add(deadline, (question, number))
        }
        if let alarm { setAlarm(alarm) }
    }

    private func leave(_ question: Question, _ number: Int) {
        state.withLock { $0.remove(question, number) }?.work?.cancel()
    }

    private func finish(_ question: Question, _ number: Int, _ outcome: Outcome) {
        let waiters = state.withLock { state -> [Int: Waiter<Answer>] in
            if state.abandoned[question]?.number == number { state.abandoned[question] = nil }
            guard let (first, work) = state.work[question], first == number else { return [:] }
            state.work[question] = nil
            state.waiting -= work.waiters.count
            return work.waiters
        }
        for waiter in waiters.values { waiter.settle(outcome) }
    }

    /// Sets the timer; if the system refuses a thread for it, the providers' own time limits apply.
    private func setAlarm(_ instant: MonotonicInstant) {
        _ = timekeeper.call(at: instant) { [weak self] in self?.ring() }
    }

    private func ring() {
        let now = timekeeper.now
        let (late, next) = state.withLock { state in
            let (due, next) = state.deadlines.removeDue(at: now)
            return (due.compactMap { state.remove($0.question, $0.number) }, next)
        }
        for (waiter, work) in late {
            work?.cancel()
            waiter.settle(.failure(.timedOut()))
        }
        if let next { setAlarm(next) }
    }
}

/// Waits for one outcome: the first of answer, deadline and cancellation.
final class Waiter<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, GeocodingError>

    private enum State {
        case new
        case waiting(CheckedContinuation<Outcome, Never>)
        case early(Outcome)
        case over
    }

    private let state = Mutex(State.new)

    /// Ends the wait; later outcomes are ignored.
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

    /// Waits for the outcome; may be called only once.
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

/// Deadlines in the order of time, with one alarm for all.
///
/// Most waits end long before their deadline, which then stays in the list: stale deadlines are purged when there are
/// too many, and ignored when an alarm finds them. There is at most one alarm for each time limit, however many
/// requests there are.
struct Deadlines<Wait: Sendable> {
    private var entries: [(instant: MonotonicInstant, wait: Wait)] = []
    /// The next alarm.
    private var alarm: MonotonicInstant?

    var count: Int { entries.count }

    /// Adds a deadline.
    ///
    /// - Returns: When to set an alarm; `nil` if an alarm that is already set is early enough.
    mutating func add(_ instant: MonotonicInstant, _ wait: Wait) -> MonotonicInstant? {
        // Nearly always inserted at the end, since all have the same limit.
        var place = entries.count
        while place > 0, entries[place - 1].instant > instant { place -= 1 }
        entries.insert((instant, wait), at: place)
        if let alarm, alarm <= instant { return nil }
        alarm = instant
        return instant
    }

    /// Removes the deadlines that have passed.
    ///
    /// - Returns: Their waits, and when to set an alarm for the rest.
    mutating func removeDue(at now: MonotonicInstant) -> (due: [Wait], next: MonotonicInstant?) {
        let count = entries.firstIndex { $0.instant > now } ?? entries.count
        let due = entries[..<count].map(\.wait)
        entries.removeFirst(count)
        // This alarm was set before an earlier one was needed; another is still set.
        if let alarm, alarm > now { return (due, nil) }
        alarm = entries.first?.instant
        return (due, alarm)
    }

    /// Removes the deadlines of waits that have ended.
    mutating func keep(_ isWaiting: (Wait) -> Bool) { entries.removeAll { !isWaiting($0.wait) } }
}
