/// Decides whether a request that failed is sent again, and when: a value without clock and chance of its own.
struct RetrySchedule: Sendable {
    /// What a failure means for trying again.
    enum Kind: Hashable, Sendable {
        /// 429 and 503: the service will have time later, perhaps at a time it names.
        case overloaded(retryAfter: Duration?)
        /// 500, 502 and 504: something broke, and once more may do.
        case broken
        /// All else: asking again gives the same answer.
        case final
    }

    /// What to do after a failure.
    enum Decision: Hashable, Sendable {
        case wait(Duration)
        case giveUp
        /// The service named a time that is later than anybody waits.
        case comeBack(after: Duration)
    }

    private let policy: UsagePolicy
    private var sent = 1

    init(_ policy: UsagePolicy) { self.policy = policy }

    /// Decides after a failure.
    ///
    /// - Parameters:
    ///   - kind: The failure.
    ///   - elapsed: The time since the request was sent first.
    ///   - chance: A number of 0..<1, so that many who failed together do not come back together.
    /// - Returns: What to do.
    mutating func decide(after kind: Kind, elapsed: Duration, chance: Double) -> Decision {
        let left = policy.limit - elapsed
        let tries: Int
        var wait: Duration?
        switch kind {
        case .final: return .giveUp
        case .broken: tries = min(policy.tries, 2)
        case .overloaded(let retryAfter):
            if let retryAfter, retryAfter >= left { return .comeBack(after: retryAfter) }
            tries = policy.tries
            wait = retryAfter
        }
        guard sent < tries else { return wait.map { .comeBack(after: $0) } ?? .giveUp }
        let doubled = policy.backoff * (1 << min(sent - 1, 20))
        let backoff = doubled * (1 - 0.5 * min(max(chance, 0), 1))
        let pause = max(wait ?? .zero, backoff)
        guard pause < left else { return wait.map { .comeBack(after: $0) } ?? .giveUp }
        sent += 1
        return .wait(pause)
    }
}
