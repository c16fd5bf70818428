/// How often a web service is asked, and how requests are retried.
///
/// Public servers' own rules always apply: one request per second and one at a time, for all programs of this user on
/// this machine.
///
/// ```swift
/// var policy = UsagePolicy.ownServer
/// policy.requestsPerSecond = 20
/// ```
public struct UsagePolicy: Hashable, Sendable {
    /// The maximum number of requests per second; `nil` for no limit.
    public var requestsPerSecond: Double?

    /// Whether a request waits for the answer to the previous one.
    public var isSequential: Bool

    /// The maximum number of attempts when the service is overloaded (429, 503), at least 1.
    public var tries: Int = 3

    /// The wait before the second attempt; it doubles with each further one, and up to half of it is random.
    public var backoff: Duration = .seconds(1)

    /// The time limit of a request with all attempts and the waits between them, excluding the wait for its turn.
    public var timeout: Duration = .seconds(30)

    /// One request per second, one at a time: the rule of OpenStreetMap's and Photon's public servers.
    public static let publicServer = UsagePolicy(requestsPerSecond: 1, isSequential: true)

    /// No limit.
    public static let ownServer = UsagePolicy()

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - requestsPerSecond: The maximum number of requests per second; `nil` for no limit.
    ///   - isSequential: Whether a request waits for the answer to the previous one.
    public init(requestsPerSecond: Double? = nil, isSequential: Bool = false) {
        self.requestsPerSecond = requestsPerSecond
        self.isSequential = isSequential
    }

    /// The minimum time between requests; `nil` for none.
    var interval: Duration? {
        guard let requestsPerSecond, requestsPerSecond.isFinite else { return nil }
        // A pace slower than one per hour is surely not intended.
        return .seconds(min(max(1 / max(requestsPerSecond, 1e-9), 0), 3_600))
    }

    /// The same policy, restricted to what a public server allows.
    var forPublicServer: UsagePolicy {
        var policy = self
        let rate = requestsPerSecond ?? 1
        policy.requestsPerSecond = rate <= 1 ? rate : 1
        policy.isSequential = true
        policy.tries = min(tries, 3)
        policy.backoff = max(backoff, .seconds(1))
        return policy
    }
}
