import FoundationEssentials
import Geo
import Threads

/// Decides what becomes of each fix: a value without clock, thread and file.
struct Intake: Sendable {
    /// When a fix came.
    struct Arrival: Sendable {
        /// By the clock that is never set; `nil` for what an earlier process recorded.
        var instant: MonotonicInstant?
        /// By the clock on the wall.
        var date: Date
    }

    /// A fix with its arrival.
    private struct Seen: Sendable {
        var location: Location
        var arrival: Arrival

        /// The seconds to a later fix: by the times of the fixes, where they know them and they do not go back.
        ///
        /// So a replay at any speed, and what a process was given late, are judged like the live stream.
        func seconds(to next: Seen) -> Double {
            if let from = location.timestamp, let to = next.location.timestamp, to >= from {
                return to.timeIntervalSince(from)
            }
            if let from = arrival.instant, let to = next.arrival.instant { return (to - from) / .seconds(1) }
            let elapsed = next.arrival.date.timeIntervalSince(arrival.date)
            return elapsed >= 0 ? elapsed : .infinity
        }
    }

    private let newSegmentGap: Double
    private let deviceTimeout: Double
    private let keepsFixesOfVisits: Bool
    /// Absent where everything is kept.
    private var sieve: LocationSieve?
    private var detector: StationaryDetector?
    /// Why the next point begins a segment; the first reason stands.
    private var beginning: TrackLog.SegmentReason?
    /// What a gap is called: the first one after the log was opened again has a name of its own.
    private var gap = TrackLog.SegmentReason.gap
    /// The last fix of the receiver that is recorded, good or bad.
    private var lastOfDevice: Seen?
    /// The last fix that was good, kept or not.
    private var lastGood: Seen?
    private var lastKept: Location?
    private var visitNumber: Int64
    private(set) var distance: Double
    private(set) var suppressed: [SuppressionReason: Int]
    private(set) var isPaused = false

    /// The last fix that came, whatever became of it.
    private(set) var newest: Location?

    /// The stop under way.
    var visit: Visit? { detector?.visit }

    init(_ configuration: TrackRecorder.Configuration, after position: LogPosition) {
        newSegmentGap = configuration.newSegmentGap / .seconds(1)
        deviceTimeout = configuration.deviceTimeout / .seconds(1)
        keepsFixesOfVisits = configuration.keepsFixesOfVisits
        sieve = configuration.filter == .all([]) ? nil : LocationSieve(configuration.filter)
        detector = configuration.visits.map { StationaryDetector(rules: $0) }
        visitNumber = position.visit
        distance = position.distance
        suppressed = position.suppressed
        guard let last = position.last, let arrival = position.arrival else {
            beginning = .start
            return
        }
        let seen = Seen(location: last, arrival: Arrival(date: arrival))
        lastOfDevice = seen
        if position.state == .recording {
            // Its process ended in the middle: where no gap came of it, the segment goes on.
            lastGood = seen
            lastKept = last
            gap = .reopened
            _ = sieve?.take(last, arrival: arrival)
        } else {
            beginning = .reopened
        }
    }

    /// Takes a fix.
    ///
    /// - Parameters:
    ///   - location: The fix.
    ///   - arrival: When it came.
    ///   - items: Gets what is to be written.
    mutating func take(_ location: Location, at arrival: Arrival, into items: inout [LogItem]) {
        newest = location
        if let reason = judge(Seen(location: location, arrival: arrival), into: &items) {
            suppressed[reason, default: 0] += 1
            return
        }
        if beginning == nil, let lastKept { distance += lastKept.coordinate.step(to: location.coordinate) }
        lastKept = location
        items.append(
            .point(.init(location: location, arrival: arrival.date, beginning: beginning, distance: distance)))
        beginning = nil
        gap = .gap
    }

    private mutating func judge(_ fix: Seen, into items: inout [LogItem]) -> SuppressionReason? {
        if isPaused { return .paused }
        if let last = lastOfDevice {
            if last.location.device != fix.location.device {
                // Two receivers disagree by metres: in turns they would make a zigzag. That of an earlier process is gone.
                guard last.arrival.instant == nil || last.seconds(to: fix) > deviceTimeout else { return .otherDevice }
                if let lastGood, lastGood.seconds(to: fix) > newSegmentGap { begin(gap) } else { begin(.device) }
            } else if isDuplicate(fix.location, of: last.location) {
                return .duplicate
            }
        }
        lastOfDevice = fix
        if let lastGood, lastGood.seconds(to: fix) > newSegmentGap { begin(gap) }
        let reason = sieve?.take(fix.location, arrival: fix.arrival.date)
        guard reason == nil || reason?.isRedundant == true else { return reason }
        lastGood = fix
        noticeVisit(fix.location, into: &items)
        if !keepsFixesOfVisits, detector?.visit != nil { return .stationary }
        return reason
    }

    private mutating func begin(_ reason: TrackLog.SegmentReason) {
        guard beginning == nil else { return }
        beginning = reason
        sieve?.reset()
    }

    /// Whether a fix says the same again: the same moment and place, and no better known.
    private func isDuplicate(_ location: Location, of last: Location) -> Bool {
        guard let time = location.timestamp, time == last.timestamp, location.coordinate == last.coordinate else {
            return false
        }
        guard let radius = location.horizontalAccuracy?.radius else { return true }
        return last.horizontalAccuracy.map { radius >= $0.radius } ?? false
    }

    private mutating func noticeVisit(_ location: Location, into items: inout [LogItem]) {
        switch detector?.take(location) {
        case .arrived(let visit):
            visitNumber += 1
            items.append(.visit(visit, number: visitNumber, isUnderWay: true))
        case .departed(let visit): items.append(.visit(visit, number: visitNumber, isUnderWay: false))
        case nil: break
        }
    }

    /// Holds everything back from now on.
    mutating func pause(into items: inout [LogItem]) {
        isPaused = true
        endVisit(into: &items)
        begin(.resume)
    }

    /// Records again.
    mutating func resume() { isPaused = false }

    /// Ends the stop under way, as at the end of the recording.
    mutating func endVisit(into items: inout [LogItem]) {
        guard let visit = detector?.finish() else { return }
        items.append(.visit(visit, number: visitNumber, isUnderWay: false))
    }

    /// Counts fixes that were given up later.
    mutating func count(_ reason: SuppressionReason, _ number: Int) { suppressed[reason, default: 0] += number }
}
