/// How a web service is asked: how often, and how it is tried again.
///
/// The public servers' own rules hold for them whatever is set here: one request a second for all who use them in this
/// user's name on this machine, one at a time.
///
/// ```swift
/// var policy = UsagePolicy.ownServer
/// policy.requestsPerSecond = 20
/// ```
public struct UsagePolicy: Hashable, Sendable {
    /// The most requests in a second; `nil` for as many as are asked for.
    public var requestsPerSecond: Double?

    /// Whether a request waits for the answer to the one before it.
    public var isSequential: Bool

    /// How often a request is sent at most when the service is overloaded (429, 503), at least 1.
    public var tries: Int = 3

    /// The wait before the second try; it doubles with each one more, and up to half of it is left to chance.
    public var backoff: Duration = .seconds(1)

    /// How long a request may take with all its tries and the waits between them; waiting for its turn does not count.
    public var limit: Duration = .seconds(30)

    /// One request a second, one at a time: what OpenStreetMap's and Photon's public servers ask for.
    public static let publicServer = UsagePolicy(requestsPerSecond: 1, isSequential: true)

    /// As many as are asked for.
    public static let ownServer = UsagePolicy()

    /// A policy.
    ///
    /// - Parameters:
    ///   - requestsPerSecond: The most requests in a second; `nil` for as many as are asked for.
    ///   - isSequential: Whether a request waits for the answer to the one before it.
    public init(requestsPerSecond: Double? = nil, isSequential: Bool = false) {
        self.requestsPerSecond = requestsPerSecond
        self.isSequential = isSequential
    }

    /// The least time from one request to the next; `nil` for none.
    var interval: Duration? {
        guard let requestsPerSecond, requestsPerSecond.isFinite else { return nil }
        // Slower than once an hour is no pace that anybody means.
        return .seconds(min(max(1 / max(requestsPerSecond, 1e-9), 0), 3_600))
    }

    /// The same, kept to what a public server allows.
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
