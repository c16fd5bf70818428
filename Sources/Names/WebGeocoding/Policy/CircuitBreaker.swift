import LKThreads

/// Decides whether a service may be asked at all: a state machine without its own clock.
///
/// A service that has blocked this machine, is overloaded or cannot be reached is not asked again for a while. Then one
/// request is let through, and its outcome decides whether others follow.
struct CircuitBreaker: Sendable {
    /// Why a service must not be asked.
    enum Reason: Hashable, Sendable {
        /// It blocks this program or this machine.
        case blocked
        /// It asked to retry later.
        case overloaded
        /// Several consecutive requests got no answer.
        case unreachable
    }

    /// How a request ended.
    enum Outcome: Hashable, Sendable {
        /// Any answer other than the following.
        case answered
        /// The service blocked the client.
        case blocked
        /// The service asked to retry after a time longer than any caller waits.
        case overloaded(Duration)
        /// No answer.
        case unreachable
        /// The sender cancelled the request, so its outcome is unknown.
        case canceled
    }

    /// A refusal to send a request.
    struct Refusal: Hashable, Sendable, Error {
        /// The reason.
        var reason: Reason
        /// When a request may be sent again.
        var until: MonotonicInstant
    }

    private enum State: Hashable, Sendable {
        case closed(failures: Int)
        case open(Refusal)
        /// One request in progress decides.
        case halfOpen(Refusal)
    }

    /// The number of consecutive requests without an answer that opens the breaker.
    static let failureThreshold = 5
    /// The pause after a service could not be reached.
    static let pause = Duration.seconds(30)
    /// The pause after a service has blocked the client.
    static let blockedPause = Duration.seconds(3_600)
    /// The longest pause that a service may ask for; then one request finds out whether it still holds.
    ///
    /// Neither Nominatim's nor Photon's public server asks for any: at a limit, Nominatim's sends `Retry-After: 0` or none,
    /// and its longer blocks end by themselves within hours. A wrong or forged time must not cost a day.
    static let maximumPause = Duration.seconds(3_600)
    /// The longest pause after an answer over plain HTTP, which anybody on the way may have sent: a network with a login
    /// page answers all requests in place of the servers.
    static let maximumUnverifiedPause = Duration.seconds(600)

    private var state = State.closed(failures: 0)

    /// Returns why a request must not be sent now, without changing the state.
    func refusal(at now: MonotonicInstant) -> Refusal? {
        switch state {
        case .closed: nil
        case .open(let refusal): now < refusal.until ? refusal : nil
        // Requests that arrive meanwhile get the earlier reason, since the end of the wait is unknown.
        case .halfOpen(let refusal): Refusal(reason: refusal.reason, until: max(now, refusal.until))
        }
    }

    /// Admits a request, which must be followed by ``record(_:at:)``, or throws.
    ///
    /// - Parameter now: The current instant.
    /// - Throws: `Refusal` when the request must not be sent.
    mutating func admit(at now: MonotonicInstant) throws(Refusal) {
        if let refusal = refusal(at: now) { throw refusal }
        if case .open(let refusal) = state { state = .halfOpen(refusal) }
    }

    /// Records the outcome of a request that was let through.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - now: The current instant.
    ///   - maximum: The longest pause that the answer may cause.
    mutating func record(_ outcome: Outcome, at now: MonotonicInstant, upTo maximum: Duration = maximumPause) {
        switch (outcome, state) {
        case (.blocked, _): open(.blocked, until: now + min(Self.blockedPause, maximum))
        case (.overloaded(let pause), _): open(.overloaded, until: now + min(max(pause, .zero), maximum))
        // Its request was sent before the breaker opened, so it is outdated.
        case (_, .open): break
        case (.answered, _): state = .closed(failures: 0)
        case (.unreachable, .halfOpen): open(.unreachable, until: now + Self.pause)
        case (.unreachable, .closed(let failures)):
            state = .closed(failures: failures + 1)
            if failures + 1 >= Self.failureThreshold { open(.unreachable, until: now + Self.pause) }
        // The next request decides.
        case (.canceled, .halfOpen(let refusal)): state = .open(refusal)
        case (.canceled, .closed): break
        }
    }

    private mutating func open(_ reason: Reason, until: MonotonicInstant) {
        // Keep the longer pause: an overload does not shorten a block.
        if case .open(let refusal) = state, refusal.until > until { return }
        state = .open(Refusal(reason: reason, until: until))
    }
}
