import Synchronization
internal import Threads

/// Joins equal questions: each is worked on once at a time, and all who ask meanwhile wait for the same answer.
///
/// The work belongs to nobody who waits. Whoever is cancelled or runs out of time leaves at once, and the work is cancelled
/// when the last one has left; only then, and when it has really ended, the next question of its kind begins.
final class QuestionDesk<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
    typealias Outcome = Result<Answer, GeocodingError>

    private struct Work {
        var task: Task<Void, Never>
        var waiters: [Int: Waiter<Answer>]
    }

    private struct State {
        var work: [Question: (number: Int, work: Work)] = [:]
        /// What nobody waits for any more, and has not ended.
        var abandoned: [Question: (number: Int, task: Task<Void, Never>)] = [:]
        var deadlines = Deadlines<(question: Question, number: Int)>()
        var waiting = 0
        var number = 0

        /// Takes somebody out who has not got an outcome.
        ///
        /// Work that nobody waits for any more is to be cancelled after unlocking: whatever listens to that may ask again.
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

    /// How many questions are worked on, those that nobody waits for any more among them.
    var underWay: Int { state.withLock { $0.work.count + $0.abandoned.count } }

    /// How many wait.
    var waiting: Int { state.withLock { $0.waiting } }

    /// The answer to a question.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - deadline: When to wait no longer; the present or a past moment is too late.
    ///   - work: Finds the answer where nobody does so yet; not on the caller's task.
    /// - Returns: The answer.
    /// - Throws: What `work` throws, `timedOut`, `cancelled`.
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
            // Cancelled before, it had nothing to leave.
            if Task.isCancelled { leave(question, number) }
            return await waiter.outcome()
        } onCancel: {
            leave(question, number)
            waiter.settle(.failure(.cancelled()))
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
                // The number of its first waiter tells one work from the next.
                let task = Task { [self] in
                    await before?.value
                    let outcome = Task.isCancelled ? .failure(.cancelled()) : await work()
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

    /// Where the system has no thread to keep the time, questions end with their providers' own limits.
    private func setAlarm(_ instant: MonotonicInstant) {
        _ = timekeeper.call(at: instant) { [weak self] in self?.ring() }
    }

    private func ring() {
        let now = timekeeper.now
        let (late, next) = state.withLock { state in
            let (due, next) = state.deadlines.take(until: now)
            return (due.compactMap { state.remove($0.question, $0.number) }, next)
        }
        for (waiter, work) in late {
            work?.cancel()
            waiter.settle(.failure(.timedOut()))
        }
        if let next { setAlarm(next) }
    }
}
