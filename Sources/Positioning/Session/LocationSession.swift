import Geo
import Threads

/// The state machine of one session, from its start to its end: a pure value without clock, thread or notification.
///
/// Events go in with the time they happened at; what has to be done comes out. The same machine serves the manager's
/// own sessions and each call of `currentLocation`.
///
/// ```
/// idle ──start──▶ updating ──fix good enough, or time out with a fix──▶ updated
///                    │ ├──stop──▶ canceled
///                    │ └──time out without a fix, source broken──▶ failed
///                    └◀──start── updated, canceled, failed
/// ```
struct LocationSession: Sendable {
    typealias Instant = MonotonicInstant

    /// What happens to a session.
    enum Event: Sendable {
        /// Asks for a position. `last` is the newest fix known from before, if any.
        case start(SessionDemand, last: Fix?)
        /// A position came.
        indirect case fix(Location)
        /// Something else came from the source; the diagnosis has taken it in.
        case evidence
        /// The wake-up of session `number` is due. One of an earlier session is stale and means nothing.
        case wake(number: Int)
        /// The user stops.
        case stop
        /// The source has told all it had.
        case sourceEnded
        /// The source cannot go on.
        case sourceFailed(PositioningError)
    }

    /// What has to be done after an event, in this order.
    ///
    /// Whether the source is needed shows in ``status``.
    struct Actions: OptionSet, Sendable {
        let rawValue: UInt8
        /// Set the wake-up to ``LocationSession/wakeAt``; nothing is to be set when that is `nil`.
        static let reschedule = Actions(rawValue: 1)
        /// Announce the newest location.
        static let announceUpdate = Actions(rawValue: 2)
        /// Announce the end.
        static let announceFinish = Actions(rawValue: 4)
    }

    private(set) var status = LocationStatus.idle
    private(set) var finishReason: FinishReason?
    private(set) var error: PositioningError?
    /// The number of the present or last session; wake-ups carry it.
    private(set) var number = 0
    private(set) var demand = SessionDemand()
    private(set) var newest: Fix?
    private(set) var best: Fix?
    private(set) var wakeAt: Instant?
    /// The newest fix that is not of the required quality.
    private(set) var passedOver: Fix?
    private var announced: Coordinate?
    private var deadline: Instant?
    private var settleEnd: Instant?
    /// Since when nothing has been in view; `nil` once there was a fix.
    private var emptySkySince: Instant?

    /// The location to show: the newest fix while updating, the best one after the end.
    var location: Location? { (status == .updating ? newest : best)?.location }

    /// Takes in an event that happened at `now`; `diagnosis` has taken in the same event before.
    mutating func handle(_ event: Event, at now: Instant, diagnosis: Diagnosis) -> Actions {
        if case .start(let demand, let last) = event { return start(demand, last: last, at: now) }
        // Nothing but a start means anything outside a session: late fixes, stale timers, second stops.
        guard status == .updating else { return [] }
        switch event {
        case .start: return []
        case .fix(let location): return take(Fix(location: location, arrival: now), at: now)
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
        // A second start neither restarts nor prolongs a session that runs.
        guard status != .updating else { return [] }
        let number = self.number &+ 1
        self = LocationSession()
        self.number = number
        self.demand = demand
        status = .updating
        deadline = demand.timeout.map { now + $0 }
        emptySkySince = now
        var actions = plan()
        if let last, demand.maximumAge > .zero, now - last.arrival <= demand.maximumAge {
            actions.formUnion(take(last, at: now))
        }
        return actions
    }

    private mutating func take(_ fix: Fix, at now: Instant) -> Actions {
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
        if let since = emptySkySince, let patience = demand.noSatelliteTimeout, now >= since + patience {
            let limit = Self.seconds(patience)
            return runOut(.failed, .noSatellites, "no satellite in view for \(limit)", at: now, diagnosis: diagnosis)
        }
        // Too early: timers may be coarser than the clock.
        return plan()
    }

    /// Ends with the best fix there is, or with the reason why there is none.
    private mutating func runOut(
        _ failure: FinishReason, _ code: PositioningError.Code, _ what: String, at now: Instant, diagnosis: Diagnosis
    ) -> Actions {
        if best != nil { return finish(.updated, settleEnd == nil ? .timeout : .accuracy) }
        if let passedOver {
            let reason = NoFixReason.inaccurate(
                best: passedOver.location.horizontalAccuracy?.radius, wanted: demand.desiredAccuracy)
            let sentence = "\(what): fixes came, but none of the required quality, \(demand.requirement.rawValue)"
            return finish(.failed, failure, PositioningError(code, sentence, reason: reason))
        }
        var reason = diagnosis.reason(at: now)
        // gpsd sends no view of the sky at all for a receiver that sees nothing.
        if code == .noSatellites, reason == .acquiring(seen: nil, used: nil) { reason = .noSatellites }
        return finish(.failed, failure, PositioningError(code, "\(what): \(reason)", reason: reason))
    }

    private mutating func finish(
        _ status: LocationStatus, _ reason: FinishReason, _ error: PositioningError? = nil
    ) -> Actions {
        self.status = status
        finishReason = reason
        self.error = error
        deadline = nil
        settleEnd = nil
        wakeAt = nil
        return .announceFinish
    }

    /// Sets ``wakeAt`` to the first thing that can fall due.
    private mutating func plan() -> Actions {
        var first = deadline
        if let settleEnd { first = min(first ?? settleEnd, settleEnd) }
        if let since = emptySkySince, let patience = demand.noSatelliteTimeout {
            first = min(first ?? since + patience, since + patience)
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
