import LKGeo
import LKThreads

/// The state machine of one session, from its start to its end: a pure value without clock, thread or notification.
///
/// Events and their times go in, actions come out. It serves the manager's own sessions and each call of
/// `currentLocation`.
///
/// ```
/// idle ──start──▶ updating ──fix good enough, or time out with a fix──▶ updated
///                    │ ├──stop──▶ canceled
///                    │ └──time out without a fix, source broken──▶ failed
///                    └◀──start── updated, canceled, failed
/// ```
struct LocationSession: Sendable {
    typealias Instant = MonotonicInstant

    /// An event of a session.
    enum Event: Sendable {
        /// Starts the session. `last` is the newest earlier fix, if any.
        case start(SessionDemand, last: Fix?)
        /// A position arrived.
        indirect case fix(Location)
        /// Another event of the source, already passed to the diagnosis.
        case evidence
        /// The wake-up of session `number` is due. Those of earlier sessions are ignored.
        case wake(number: Int)
        /// The user stops.
        case stop
        /// The source has ended.
        case sourceEnded
        /// The source has failed.
        case sourceFailed(PositioningError)
    }

    /// The actions after an event, in this order.
    ///
    /// Whether the source is needed shows in ``status``.
    struct Actions: OptionSet, Sendable {
        let rawValue: UInt8
        /// Set the wake-up to ``LocationSession/wakeAt``, if any.
        static let reschedule = Actions(rawValue: 1)
        /// Announce the newest location.
        static let announceUpdate = Actions(rawValue: 2)
        /// Announce the end.
        static let announceFinish = Actions(rawValue: 4)
    }

    private(set) var status = LocationManager.Status.idle
    private(set) var finishReason: LocationManager.FinishReason?
    private(set) var error: PositioningError?
    /// The number of the current or last session, which wake-ups carry.
    private(set) var number = 0
    private(set) var demand = SessionDemand()
    private(set) var newest: Fix?
    private(set) var best: Fix?
    private(set) var wakeAt: Instant?
    /// The newest fix that is not of the required quality.
    private(set) var passedOver: Fix?
    private var announced: Coordinate?
    private var startedAt: Instant?
    private var deadline: Instant?
    private var settleEnd: Instant?
    /// Since when no satellite has been in view; `nil` once there was a fix.
    private var emptySkySince: Instant?

    /// The location to show: the newest fix while updating, the best one after the end.
    var location: Location? { (status == .updating ? newest : best)?.location }

    /// Processes an event that happened at `now`, after `diagnosis` has processed it.
    mutating func handle(_ event: Event, at now: Instant, diagnosis: Diagnosis) -> Actions {
        if case .start(let demand, let last) = event { return start(demand, last: last, at: now) }
        // Outside a session everything but a start is ignored: late fixes, stale timers, second stops.
        guard status == .updating else { return [] }
        switch event {
        case .start: return []
        case .fix(let location): return accept(Fix(location: location, arrival: now), at: now)
        case .evidence:
            guard let since = emptySkySince, let seen = diagnosis.lastSatelliteAt, seen > since else { return [] }
            emptySkySince = seen
            return plan()
        case .wake(let number):
            guard number == self.number else { return [] }
            wakeAt = nil
            return wake(at: now, diagnosis: diagnosis)
        case .stop: return finish(.canceled, .canceled)
        case .sourceEnded:
            return runOut(.failed, .ended, "the recording ended without a position", at: now, diagnosis: diagnosis)
        case .sourceFailed(let error): return finish(.failed, .failed, error)
        }
    }

    private mutating func start(_ demand: SessionDemand, last: Fix?, at now: Instant) -> Actions {
        // A second start neither restarts nor prolongs a running session.
        guard status != .updating else { return [] }
        let number = self.number &+ 1
        self = LocationSession()
        self.number = number
        self.demand = demand
        status = .updating
        startedAt = now
        deadline = demand.timeout.map { now + $0 }
        emptySkySince = now
        var actions = plan()
        if let last, demand.maximumAge > .zero, now - last.arrival <= demand.maximumAge {
            actions.formUnion(accept(last, at: now))
        }
        return actions
    }

    private mutating func accept(_ fix: Fix, at now: Instant) -> Actions {
        guard demand.requirement.isMet(by: fix.location) else {
            passedOver = fix
            return []
        }
        newest = fix
        if best.map({ fix.isBetter(than: $0, at: now) }) ?? true { best = fix }
        var actions: Actions = []
        if isWorthAnnouncing(fix.location.coordinate) {
            announced = fix.location.coordinate
            actions.insert(.announceUpdate)
        }
        emptySkySince = nil
        if isGoodEnough(fix), settleEnd == nil {
            if demand.settle <= .zero { return actions.union(finish(.updated, .accuracy)) }
            settleEnd = now + demand.settle
        }
        return actions.union(plan())
    }

    private func isGoodEnough(_ fix: Fix) -> Bool {
        guard demand.desiredAccuracy > 0, let accuracy = fix.location.horizontalAccuracy else { return false }
        return accuracy.radius <= demand.desiredAccuracy
    }

    private func isWorthAnnouncing(_ coordinate: Coordinate) -> Bool {
        guard demand.distanceFilter > 0, let announced else { return true }
        return announced.distance(to: coordinate) >= demand.distanceFilter
    }

    private mutating func wake(at now: Instant, diagnosis: Diagnosis) -> Actions {
        if let settleEnd, now >= settleEnd { return finish(.updated, .accuracy) }
        if let deadline, now >= deadline {
            let limit = Self.seconds(demand.timeout ?? .zero)
            return runOut(.timeout, .timeout, "no position within \(limit)", at: now, diagnosis: diagnosis)
        }
        if let since = emptySkySince, let timeout = demand.noSatelliteTimeout, now >= since + timeout {
            let limit = Self.seconds(timeout)
            return runOut(.failed, .noSatellites, "no satellite in view for \(limit)", at: now, diagnosis: diagnosis)
        }
        // Too early: timers may be coarser than the clock.
        return plan()
    }

    /// Ends the session with the best fix, or with the reason why there is none.
    private mutating func runOut(
        _ failure: LocationManager.FinishReason, _ code: PositioningError.Code, _ what: String, at now: Instant,
        diagnosis: Diagnosis
    ) -> Actions {
        if best != nil { return finish(.updated, settleEnd == nil ? .timeout : .accuracy) }
        if let passedOver {
            let reason = LocationManager.NoFixReason.inaccurate(
                best: passedOver.location.horizontalAccuracy?.radius, wanted: demand.desiredAccuracy)
            let sentence = "\(what): fixes came, but none of the required quality, \(demand.requirement.rawValue)"
            return finish(.failed, failure, PositioningError(code, sentence, reason: reason))
        }
        var reason = diagnosis.reason(at: now)
        // gpsd sends no sky view for a receiver that sees nothing.
        if code == .noSatellites, reason == .acquiring(seen: nil, used: nil) { reason = .noSatellites }
        return finish(.failed, failure, PositioningError(code, "\(what): \(reason)", reason: reason))
    }

    private mutating func finish(
        _ status: LocationManager.Status, _ reason: LocationManager.FinishReason, _ error: PositioningError? = nil
    ) -> Actions {
        self.status = status
        finishReason = reason
        self.error = error
        deadline = nil
        settleEnd = nil
        wakeAt = nil
        return .announceFinish
    }

    /// Sets ``wakeAt`` to the earliest deadline.
    private mutating func plan() -> Actions {
        var first = deadline
        if let settleEnd { first = min(first ?? settleEnd, settleEnd) }
        if let since = emptySkySince, let timeout = demand.noSatelliteTimeout {
            first = min(first ?? since + timeout, since + timeout)
        }
        guard first != wakeAt else { return [] }
        wakeAt = first
        return .reschedule
    }

    private static func seconds(_ duration: Duration) -> String {
        let seconds = duration / .seconds(1)
        return seconds == seconds.rounded() && seconds < 1e9 ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}

extension LocationSession {
    /// Returns why there is no usable fix at `now`, or `nil` when there is one.
    func reason(at now: Instant, diagnosis: Diagnosis) -> LocationManager.NoFixReason? {
        switch status {
        case .idle, .canceled: return nil
        case .failed: return error?.reason
        case .updated: return finishReason == .accuracy ? nil : shortfall(at: now)
        case .updating:
            if newest == nil, let passedOver {
                return .inaccurate(
                    best: passedOver.location.horizontalAccuracy?.radius, wanted: demand.desiredAccuracy)
            }
            guard let newest else { return diagnosis.reason(at: now) }
            let age = now - newest.arrival
            if age > demand.maximumAge { return .stale(age: age) }
            return shortfall(at: now)
        }
    }

    /// Returns when the absence of a usable fix is to be reported, or `nil` outside a session.
    func lapseDue(diagnosis: Diagnosis) -> Instant? {
        guard status == .updating, let since = newest?.arrival ?? startedAt else { return nil }
        return diagnosis.lapseDue(since: since)
    }

    /// Returns why the receiver's fixes are absent or unusable, or `nil` while they arrive and outside a session.
    func lapse(at now: Instant, diagnosis: Diagnosis) -> LocationManager.NoFixReason? {
        guard let due = lapseDue(diagnosis: diagnosis), due <= now else { return nil }
        if let passedOver, passedOver.arrival == diagnosis.lastFixAt {
            return .inaccurate(
                best: passedOver.location.horizontalAccuracy?.radius, wanted: demand.desiredAccuracy)
        }
        return diagnosis.receptionReason
    }

    /// Returns how the best fix falls short of the demand.
    private func shortfall(at now: Instant) -> LocationManager.NoFixReason? {
        guard demand.desiredAccuracy > 0, let best else { return nil }
        let radius = best.location.horizontalAccuracy?.radius
        if let radius, radius <= demand.desiredAccuracy { return nil }
        return .inaccurate(best: radius, wanted: demand.desiredAccuracy)
    }
}

/// The demands on a session.
///
/// Durations are real time, distances metres.
struct SessionDemand: Hashable, Sendable {
    /// A fix at least this good ends the session; 0 never does.
    var desiredAccuracy = 100.0
    /// How long the session may take; `nil` for no limit.
    var timeout: Duration? = .seconds(15)
    /// How long no satellite may be in view before the session gives up; `nil` to wait for the timeout.
    var noSatelliteTimeout: Duration?
    /// The maximum age of an existing fix at the start of the session.
    var maximumAge = Duration.seconds(5)
    /// How long to look for a better fix once the accuracy is met.
    var settle = Duration.zero
    /// The minimum quality of a fix.
    var requirement = LocationManager.FixRequirement.twoDimensional
    /// How far a fix must be from the last announced one to be announced; 0 announces all.
    var distanceFilter = 0.0
}
