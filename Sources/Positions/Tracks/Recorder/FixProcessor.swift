import FoundationEssentials
import Glibc
import LKGeo
import LKThreads

/// Decides for each fix whether to record it, and where segments and visits begin; a pure value without clocks, threads
/// and files.
struct FixProcessor: Sendable {
    /// When a fix arrived.
    struct Arrival: Sendable {
        /// By the monotonic clock; `nil` for fixes of an earlier process.
        var instant: MonotonicInstant?
        /// By the system clock.
        var date: Date
    }

    /// A fix with its arrival.
    private struct Seen: Sendable {
        var location: Location
        var arrival: Arrival

        /// Returns the seconds to a later fix, by the fixes' own times if known and ascending.
        ///
        /// So replays at any speed, and delayed input, are treated like a live stream.
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
    /// `nil` when everything is kept.
    private var sieve: LocationSieve?
    private var detector: StationaryDetector?
    /// Why the next point begins a segment; the first reason is kept.
    private var beginning: TrackLog.SegmentReason?
    /// The reason recorded for a gap; different for the first one after the log was reopened.
    private var gap = TrackLog.SegmentReason.gap
    /// The last fix of the recorded receiver, good or bad.
    private var lastOfDevice: Seen?
    /// The last good fix, kept or not.
    private var lastGood: Seen?
    private var lastKept: Location?
    private var visitNumber: Int64
    private(set) var distance: Double
    private(set) var suppressed: [LocationFilter.Reason: Int]
    private(set) var isPaused = false

    /// The last fix, kept or not.
    private(set) var newest: Location?

    /// The current visit.
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
            // The process was interrupted; without a gap the segment continues.
            lastGood = seen
            lastKept = last
            gap = .reopened
            _ = sieve?.judge(last, arrival: arrival)
        } else {
            beginning = .reopened
        }
    }

    /// Processes a fix.
    ///
    /// - Parameters:
    ///   - location: The fix.
    ///   - arrival: When it arrived.
    ///   - items: Receives the items to write.
    mutating func process(_ location: Location, at arrival: Arrival, into items: inout [LogItem]) {
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

    private mutating func judge(_ fix: Seen, into items: inout [LogItem]) -> LocationFilter.Reason? {
        if isPaused { return .paused }
        if let last = lastOfDevice {
            if last.location.device != fix.location.device {
                // Alternating receivers, which disagree by metres, would make a zigzag. The receiver of an earlier
                // process is gone.
                guard last.arrival.instant == nil || last.seconds(to: fix) > deviceTimeout else { return .otherDevice }
                if let lastGood, lastGood.seconds(to: fix) > newSegmentGap { begin(gap) } else { begin(.device) }
            } else if isDuplicate(fix.location, of: last.location) {
                return .duplicate
            }
        }
        lastOfDevice = fix
        if let lastGood, lastGood.seconds(to: fix) > newSegmentGap { begin(gap) }
        let reason = sieve?.judge(fix.location, arrival: fix.arrival.date)
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

    /// Returns whether a fix repeats the previous one: same time and position, and no better accuracy.
    private func isDuplicate(_ location: Location, of last: Location) -> Bool {
        guard let time = location.timestamp, time == last.timestamp, location.coordinate == last.coordinate else {
            return false
        }
        guard let radius = location.horizontalAccuracy?.radius else { return true }
        return last.horizontalAccuracy.map { radius >= $0.radius } ?? false
    }

    private mutating func noticeVisit(_ location: Location, into items: inout [LogItem]) {
        switch detector?.process(location) {
        case .arrived(let visit):
            visitNumber += 1
            items.append(.visit(visit, number: visitNumber, isUnderWay: true))
        case .departed(let visit): items.append(.visit(visit, number: visitNumber, isUnderWay: false))
        case nil: break
        }
    }

    /// Suppresses all fixes from now on.
    mutating func pause(into items: inout [LogItem]) {
        isPaused = true
        endVisit(into: &items)
        begin(.resume)
    }

    /// Resumes recording.
    mutating func resume() { isPaused = false }

    /// Ends the current visit, as at the end of the recording.
    mutating func endVisit(into items: inout [LogItem]) {
        guard let visit = detector?.finish() else { return }
        items.append(.visit(visit, number: visitNumber, isUnderWay: false))
    }

    /// Counts fixes that were dropped later.
    mutating func count(_ reason: LocationFilter.Reason, _ number: Int) { suppressed[reason, default: 0] += number }
}

extension Coordinate {
    /// Returns the distance to the next fix of a track along the ellipsoid, in metres.
    ///
    /// For short steps the radii of curvature at the midpoint suffice: up to 0.003 degrees and below 70 degrees of
    /// latitude the error is below 1 µm. This runs for every kept fix, and the geodesic would cost more than the rest
    /// of its processing.
    func step(to next: Coordinate) -> Double {
        let north = next.latitude - latitude
        let east = next.longitude - longitude
        guard north.magnitude < 0.003, east.magnitude < 0.003, latitude.magnitude < 70 else {
            return distance(to: next)
        }
        let radians = Double.pi / 180
        let middle = (latitude + north / 2) * radians
        // WGS 84: the semi-major axis in metres and the square of the eccentricity.
        let (axis, square) = (6_378_137.0, 6.694_379_990_141_317e-3)
        let (sine, cosine) = (sin(middle), cos(middle))
        let curvature = 1 - square * sine * sine
        let across = axis / curvature.squareRoot()
        let along = across * (1 - square) / curvature
        let (up, side) = (along * north * radians, across * cosine * east * radians)
        return (up * up + side * side).squareRoot()
    }
}
