import FoundationEssentials
public import Geo

/// Turns the cloud of fixes around a stop into one visit.
///
/// A receiver that stands still drifts by metres to tens of metres, which a track shows as a star. The detector says when a stop
/// begins and ends, with hysteresis: it begins after `dwell` seconds within `radius` metres, and ends after a few fixes in a row
/// farther away than half as much again. A fix counts as outside only by more than its own radius.
///
/// ```swift
/// var detector = StationaryDetector()
/// for location in stream {
///     if case .departed(let visit) = detector.take(location) { print(visit.coordinate, visit.duration) }
/// }
/// ```
public struct StationaryDetector: Sendable {
    /// What is a stop.
    public struct Rules: Hashable, Sendable {
        /// The radius of a place in metres: 30.
        public var radius = 30.0
        /// How long it must be stayed at, in seconds: 120.
        public var dwell = 120.0
        /// How many times the radius one must be away to have left: 1.5.
        public var exitFactor = 1.5
        /// How many fixes in a row must be outside: 3.
        public var confirmations = 3

        /// The rules as they stand at each.
        public init() {}
    }

    /// What a fix brought about.
    public enum Event: Hashable, Sendable {
        /// A stop was noticed; it began a while ago.
        case arrived(Visit)
        /// The stop has ended.
        case departed(Visit)
    }

    private let rules: Rules
    private var cluster: Cluster?
    private var outside: [Cluster.Fix] = []

    /// The stop under way; `nil` in motion.
    public private(set) var visit: Visit?

    /// In motion, until enough fixes say otherwise.
    public init(rules: Rules = Rules()) { self.rules = rules }

    /// Takes the next fix; those without a time are passed over.
    ///
    /// - Parameter location: The fix.
    /// - Returns: What it brought about, mostly nothing.
    public mutating func take(_ location: Location) -> Event? {
        guard let time = location.timestamp else { return nil }
        let fix = Cluster.Fix(location, time: time)
        guard var cluster else {
            self.cluster = Cluster(fix)
            return nil
        }
        let limit = rules.radius * (visit == nil ? 1 : rules.exitFactor)
        guard cluster.distance(of: fix) - fix.radius > limit else {
            outside.removeAll()
            cluster.add(fix)
            self.cluster = cluster
            return stayed(in: cluster)
        }
        outside.append(fix)
        // On the way one fix elsewhere is enough; at a stop it may be a stray one.
        guard outside.count >= (visit == nil ? 1 : rules.confirmations) else { return nil }
        defer { restart() }
        return visit.map { .departed($0) }
    }

    /// Ends the stop under way, as when the stream ends.
    ///
    /// - Returns: The visit, if there is one.
    public mutating func finish() -> Visit? {
        defer {
            cluster = nil
            visit = nil
            outside.removeAll()
        }
        return visit
    }

    private mutating func stayed(in cluster: Cluster) -> Event? {
        let wasAtStop = visit != nil
        guard wasAtStop || cluster.duration >= rules.dwell else { return nil }
        let visit = cluster.visit
        self.visit = visit
        return wasAtStop ? nil : .arrived(visit)
    }

    /// The fixes outside may be the beginning of the next stop.
    private mutating func restart() {
        visit = nil
        cluster = nil
        for fix in outside {
            if cluster != nil, let distance = cluster?.distance(of: fix), distance - fix.radius <= rules.radius {
                cluster?.add(fix)
            } else {
                cluster = Cluster(fix)
            }
        }
        outside.removeAll()
    }
}
