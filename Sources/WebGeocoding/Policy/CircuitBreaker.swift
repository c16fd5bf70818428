internal import Threads

/// Decides whether a service may be asked at all: a state machine without a clock of its own.
///
/// A service that has blocked this machine, asks for patience or is out of reach is not asked again for a while. After that
/// one request is let through, and its end decides whether others follow.
struct CircuitBreaker: Sendable {
    /// Why a service is not asked.
    enum Reason: Hashable, Sendable {
        /// It refuses this program or this machine.
        case blocked
        /// It said when to come again.
        case overloaded
        /// Several requests after each other got no answer.
        case unreachable
    }

    /// How a request ended.
    enum Outcome: Hashable, Sendable {
        /// With an answer of any kind that is none of the others.
        case answered
        /// With the word that it is not wanted.
        case blocked
        /// With the word to come again after a time, longer than anybody waits.
        case overloaded(Duration)
        /// Without an answer.
        case unreachable
        /// By its sender, so that nothing is known.
        case cancelled
    }

    /// That a request may not be sent.
    struct Refusal: Hashable, Sendable, Error {
        /// Why.
        var reason: Reason
        /// When one may be sent again.
        var until: MonotonicInstant
    }

    private enum State: Hashable, Sendable {
        case closed(failures: Int)
        case open(Refusal)
        /// One request is under way that decides.
        case halfOpen(Refusal)
    }

    /// How many requests after each other may go without an answer.
    static let patience = 5
    /// How long a service out of reach is left alone.
    static let pause = Duration.seconds(30)
    /// How long a service that has blocked us is left alone.
    static let blockedPause = Duration.seconds(3_600)
    /// The longest that a service may ask for.
    static let longestPause = Duration.seconds(86_400)

    private var state = State.closed(failures: 0)

    /// Why a request may not be sent now, without letting one through.
    func refusal(at now: MonotonicInstant) -> Refusal? {
        switch state {
        case .closed: nil
        case .open(let refusal): now < refusal.until ? refusal : nil
        // Requests that come meanwhile get the earlier reason; the end of the wait is not known.
        case .halfOpen(let refusal): Refusal(reason: refusal.reason, until: max(now, refusal.until))
        }
    }

    /// Lets a request through or not; each one let through must be followed by ``record(_:at:)``.
    ///
    /// - Parameter now: The present moment.
    /// - Throws: `Refusal` when it may not be sent.
    mutating func admit(at now: MonotonicInstant) throws(Refusal) {
        if let refusal = refusal(at: now) { throw refusal }
        if case .open(let refusal) = state { state = .halfOpen(refusal) }
    }

    /// Takes in how a request that was let through has ended.
    mutating func record(_ outcome: Outcome, at now: MonotonicInstant) {
        switch (outcome, state) {
        case (.blocked, _): open(.blocked, until: now + Self.blockedPause)
        case (.overloaded(let pause), _):
            open(.overloaded, until: now + min(max(pause, .zero), Self.longestPause))
        // One that was sent before the breaker opened says nothing new.
        case (_, .open): break
        case (.answered, _): state = .closed(failures: 0)
        case (.unreachable, .halfOpen): open(.unreachable, until: now + Self.pause)
        case (.unreachable, .closed(let failures)):
            state = .closed(failures: failures + 1)
            if failures + 1 >= Self.patience { open(.unreachable, until: now + Self.pause) }
        // The next one decides.
        case (.cancelled, .halfOpen(let refusal)): state = .open(refusal)
        case (.cancelled, .closed): break
        }
    }

    private mutating func open(_ reason: Reason, until: MonotonicInstant) {
        // What is known to last longer stays: an overload does not shorten a block.
        if case .open(let refusal) = state, refusal.until > until { return }
        state = .open(Refusal(reason: reason, until: until))
    }
}
