public import FoundationEssentials
import Glibc
public import LKGeo

/// Detects visits in a stream of fixes.
///
/// A stationary receiver drifts by metres to tens of metres, which looks like a star on a map. A visit begins after
/// `dwell` within `radius` metres, and ends after several consecutive fixes beyond `exitFactor` times the
/// radius. A fix counts as outside only by more than its own radius. Arrival and departure are the first and last fix
/// near the middle, within a third of `radius` or twice the drift, without the way to the place and from it.
///
/// ```swift
/// var detector = StationaryDetector()
/// for location in stream {
///     if case .departed(let visit) = detector.process(location) { print(visit.coordinate, visit.duration) }
/// }
/// ```
public struct StationaryDetector: Sendable {
    /// The thresholds for visits.
    public struct Rules: Hashable, Sendable {
        /// The radius of a visit in metres: 30.
        public var radius = 30.0
        /// The shortest duration of a visit: 120 s.
        public var dwell = Duration.seconds(120)
        /// The multiple of the radius beyond which a visit ends: 1.5.
        public var exitFactor = 1.5
        /// The number of consecutive fixes outside that end a visit: 3.
        public var confirmations = 3

        /// Creates the default rules.
        public init() {}
    }

    /// An event caused by a fix.
    public enum Event: Hashable, Sendable {
        /// A visit was detected; it began `dwell` ago or earlier.
        case arrived(Visit)
        /// The visit has ended.
        case departed(Visit)
    }

    private let rules: Rules
    private var cluster: Cluster?
    private var outside: [Cluster.Fix] = []
    /// The fixes of the cluster before it is a visit, at least a second apart: they distinguish a rest from a slow walk.
    private var recent: [Cluster.Fix] = []
    private static let maximumRecent = 512

    /// The current visit; `nil` while moving.
    public private(set) var visit: Visit?

    /// Creates a detector, initially in motion.
    public init(rules: Rules = Rules()) { self.rules = rules }

    /// Processes the next fix; fixes without a time are ignored.
    ///
    /// - Parameter location: The fix.
    /// - Returns: The event it caused, if any.
    public mutating func process(_ location: Location) -> Event? {
        guard let time = location.timestamp else { return nil }
        let fix = Cluster.Fix(location, time: time)
        // In place: a copy of the cluster would copy its first fixes with each of these.
        guard let distance = cluster?.distance(of: fix) else {
            begin(with: [fix])
            return nil
        }
        let maximumDistance = rules.radius * (visit == nil ? 1 : rules.exitFactor)
        guard distance - fix.radius > maximumDistance else {
            outside.removeAll()
            cluster?.add(fix)
            remember(fix)
            return stayed()
        }
        outside.append(fix)
        // While moving one fix elsewhere is enough; during a visit it may be an outlier.
        guard outside.count >= (visit == nil ? 1 : rules.confirmations) else { return nil }
        defer { restart() }
        return visit.map { .departed($0) }
    }

    /// Ends the current visit, as at the end of the stream.
    ///
    /// - Returns: The visit, if there is one.
    public mutating func finish() -> Visit? {
        defer {
            cluster = nil
            visit = nil
            outside.removeAll()
            recent.removeAll()
        }
        return visit
    }

    private mutating func stayed() -> Event? {
        let wasAtStop = visit != nil
        guard let duration = cluster?.duration, wasAtStop || duration >= rules.dwell.seconds,
            let visit = cluster?.visit,
            wasAtStop || visit.seconds >= rules.dwell.seconds
        else { return nil }
        if !wasAtStop, let rest = restAfterWalk() {
            begin(with: rest)
            return nil
        }
        cluster?.isSettled = true
        recent.removeAll()
        self.visit = visit
        return wasAtStop ? nil : .arrived(visit)
    }

    /// Restarts detection with the fixes outside, which may begin the next visit.
    private mutating func restart() {
        visit = nil
        cluster = nil
        for fix in outside {
            if cluster != nil, let distance = cluster?.distance(of: fix), distance - fix.radius <= rules.radius {
                cluster?.add(fix)
                remember(fix)
            } else {
                begin(with: [fix])
            }
        }
        outside.removeAll()
    }

    private mutating func begin(with fixes: [Cluster.Fix]) {
        recent.removeAll(keepingCapacity: true)
        cluster = nil
        for fix in fixes {
            if cluster == nil { cluster = Cluster(fix, margin: rules.radius / 3) } else { cluster?.add(fix) }
            remember(fix)
        }
    }

    private mutating func remember(_ fix: Cluster.Fix) {
        guard visit == nil else { return }
        if let last = recent.last, fix.time.timeIntervalSince(last.time) < 1 { return }
        if recent.count >= Self.maximumRecent { recent.removeFirst(Self.maximumRecent / 2) }
        recent.append(fix)
    }

    /// Returns the fixes left to begin a rest if those so far came from somewhere else, as on a slow walk, or `nil` if
    /// they did not.
    ///
    /// The means of the first and of the last sixth of the dwell are compared, since single fixes are too noisy for that.
    private func restAfterWalk() -> [Cluster.Fix]? {
        guard let first = recent.first, let last = recent.last else { return nil }
        let span = rules.dwell.seconds / 6
        let early = recent.prefix { $0.time.timeIntervalSince(first.time) <= span }
        let late = recent.suffix(from: recent.firstIndex { last.time.timeIntervalSince($0.time) <= span } ?? 0)
        // A fix that states no accuracy is taken for one under open sky here.
        let minimumDistance = rules.radius * 0.8 + max(0, (last.statedRadius ?? 0) - 10)
        let mean = Self.mean(late)
        guard (mean - Self.mean(early)).squaredLength.squareRoot() > minimumDistance else { return nil }
        // Those since the last one that was not there yet.
        let near = recent.lastIndex { ($0.point - mean).squaredLength.squareRoot() > minimumDistance }
        return Array(recent.suffix(from: (near ?? -1) + 1))
    }

    private static func mean(_ fixes: ArraySlice<Cluster.Fix>) -> CartesianPoint {
        var (x, y, z) = (0.0, 0.0, 0.0)
        for fix in fixes { (x, y, z) = (x + fix.point.x, y + fix.point.y, z + fix.point.z) }
        let count = Double(max(fixes.count, 1))
        return CartesianPoint(x: x / count, y: y / count, z: z / count)
    }
}

/// A stay at a place.
public struct Visit: Hashable, Sendable, Codable {
    /// When it began.
    public var arrival: Date

    /// When it ended; for an ongoing visit, the last known time.
    public var departure: Date

    /// The mean of the fixes, weighted by accuracy.
    public var coordinate: Coordinate

    /// The radius in metres around ``coordinate`` that holds 68 % of the fixes: the size of the drift.
    public var spread: Double

    /// The number of fixes.
    public var count: Int

    package init(arrival: Date, departure: Date, coordinate: Coordinate, spread: Double, count: Int) {
        self.arrival = arrival
        self.departure = departure
        self.coordinate = coordinate
        self.spread = spread
        self.count = count
    }

    /// The time from arrival to departure.
    public var duration: Duration { Duration(clamping: seconds) }

    /// ``duration`` in seconds.
    package var seconds: Double { departure.timeIntervalSince(arrival) }
}

extension Duration {
    /// Creates a duration from seconds, clamped to a million years either way, as dates of foreign files may be anything; zero for NaN.
    package init(clamping seconds: Double) {
        self = .seconds(seconds.isNaN ? 0 : min(max(seconds, -31_557_600_000_000), 31_557_600_000_000))
    }

    /// The duration in seconds, quicker than dividing by one second.
    package var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

/// A cluster of nearby fixes with their weighted mean, in constant memory.
struct Cluster: Sendable {
    /// The values of a fix needed for the mean.
    struct Fix: Sendable {
        let coordinate: Coordinate
        let point: CartesianPoint
        let time: Date
        /// The 68 % radius in metres; 20 where unknown, typical under open sky.
        let radius: Double
        /// The same; `nil` where unknown.
        let statedRadius: Double?

        init(_ location: Location, time: Date) {
            coordinate = location.coordinate
            point = CartesianPoint(location.coordinate)
            self.time = time
            statedRadius = location.horizontalAccuracy?.radius
            radius = max(statedRadius ?? 20, 0.01)
        }

        /// The inverse of the variance.
        var weight: Double { 1 / (radius * radius) }
    }

    private var weight = 0.0
    /// The weighted sum of the squared distances from the mean (West, "Updating mean and variance estimates", 1979).
    private var squares = 0.0
    private var count = 0
    private var first: Date
    private var last: Date
    /// The last time near the mean as it was then.
    private var lastNear: Date
    /// The first fixes, at least a second apart: the one near the final mean is the arrival.
    private var beginning: [(point: CartesianPoint, time: Date)] = []
    private static let maximumBeginning = 256
    /// Fixes so near the mean count as there, however small the spread is; in metres.
    private let margin: Double
    /// Whether it is known to be a visit: from then on no fix belongs to the way there.
    var isSettled = false
    /// The fixes near the mean since then, and the sum of their squared distances.
    private var settled = (count: 0, squares: 0.0)
    private var mean: CartesianPoint
    private let start: Coordinate

    init(_ fix: Fix, margin: Double) {
        self.margin = margin
        first = fix.time
        last = fix.time
        lastNear = fix.time
        mean = fix.point
        start = fix.coordinate
        add(fix)
    }

    /// The seconds from the first to the last fix.
    var duration: Double { last.timeIntervalSince(first) }

    /// Returns the metres from the mean to a fix.
    func distance(of fix: Fix) -> Double { (fix.point - mean).squaredLength.squareRoot() }

    mutating func add(_ fix: Fix) {
        let before = mean
        count += 1
        weight += fix.weight
        let away = fix.point - before
        let share = fix.weight / weight
        mean = CartesianPoint(x: before.x + away.x * share, y: before.y + away.y * share, z: before.z + away.z * share)
        squares += fix.weight * away.dot(fix.point - mean)
        first = min(first, fix.time)
        last = max(last, fix.time)
        if isNear(fix.point) {
            lastNear = max(lastNear, fix.time)
            if isSettled {
                settled.count += 1
                settled.squares += (fix.point - mean).squaredLength
            }
        }
        let isApart = beginning.last.map { fix.time.timeIntervalSince($0.time) >= 1 } ?? true
        if isApart, beginning.count < Self.maximumBeginning { beginning.append((fix.point, fix.time)) }
    }

    /// The 68 % radius of the fixes around the mean.
    ///
    /// For errors that are normal per axis, 68 % are within 1.51 standard deviations of one axis (Rayleigh: √(-2
    /// ln 0.32)); `squares` has both.
    private var spread: Double { 1.5096 * (max(squares, 0) / weight / 2).squareRoot() }

    private func isNear(_ point: CartesianPoint) -> Bool {
        // The spread is too large where much of the visit was the way there.
        let drift = settled.count >= 10 ? (settled.squares / Double(settled.count)).squareRoot() : spread
        let reach = max(2 * drift, margin)
        return (point - mean).squaredLength <= reach * reach
    }

    /// The cluster as a visit.
    var visit: Visit {
        let latitude = atan2(mean.z, (mean.x * mean.x + mean.y * mean.y).squareRoot()) * 180 / .pi
        let longitude = atan2(mean.y, mean.x) * 180 / .pi
        let arrival = beginning.first { isNear($0.point) }?.time ?? first
        return Visit(
            arrival: min(arrival, lastNear), departure: lastNear,
            coordinate: Coordinate(latitude: latitude, longitude: longitude) ?? start, spread: spread, count: count)
    }
}
