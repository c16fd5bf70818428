internal import FoundationEssentials
public import Geo

/// Leaves out fixes to which a track leaps and from which it comes back, such as one on another continent.
///
/// A leap is longer than 500 m plus the radii of both fixes, and faster than 100 m/s and ten times the usual speed; after more than a
/// minute, faster than 350 m/s. It is left out if, after at most five fixes, the track comes back to a third of the
/// distance or less, or ends. If it goes on elsewhere, all fixes are kept. So are fixes without a time, and the first ones of a segment, of
/// which no usual speed is known.
///
/// ```swift
/// var (sieve, statistics) = (OutlierSieve(), TrackStatistics())
/// for location in locations { sieve.process(location) { statistics.add($0) } }
/// print(statistics.distance, "without", sieve.count)
/// ```
public struct OutlierSieve: Sendable {
    private static let longestRun = 5
    private static let leastDistance = 500.0
    private static let (speed, ratio) = (100.0, 10.0)
    /// After more seconds, a plane may have been on board where it had no fix; in seconds and metres per second.
    private static let gap = (seconds: 60.0, speed: 350.0)
    /// So many steps make a usual speed, in which the latest has a share of a tenth.
    private static let learning = 3

    private var last: Location?
    private var held: [Location] = []
    private var usual = 0.0
    private var stepCount = 0
    private var dropped = 0
    private var firstDropped: Location?

    /// Makes a sieve.
    public init() {}

    /// How many fixes were left out, with the latest ones, which may still be kept.
    public var count: Int { dropped + held.count }

    /// The first of them.
    public var first: Location? { firstDropped ?? held.first }

    /// Takes the next fix of a segment.
    ///
    /// - Parameters:
    ///   - location: The fix.
    ///   - keep: Receives this fix and those held back before, as far as they are kept, in order.
    /// - Throws: What `keep` throws.
    public mutating func process<Failure: Error>(
        _ location: Location, keep: (Location) throws(Failure) -> Void
    ) throws(Failure) {
        guard let last else {
            self.last = location
            return try keep(location)
        }
        let (metres, seconds) = (Self.distance(last, location), Self.seconds(last, location))
        guard isLeap(metres, seconds, last, location) else {
            if let first = held.first {
                if 3 * metres <= Self.distance(last, first) { drop() } else { try release(keep) }
            }
            learn(metres, seconds)
            self.last = location
            return try keep(location)
        }
        held.append(location)
        if held.count > Self.longestRun {
            self.last = location
            try release(keep)
        }
    }

    /// Begins a new segment; fixes held back until now are left out.
    public mutating func startSegment() {
        drop()
        last = nil
        stepCount = 0
    }

    private mutating func drop() {
        guard let first = held.first else { return }
        firstDropped = firstDropped ?? first
        dropped += held.count
        held.removeAll()
    }

    private mutating func release<Failure: Error>(_ keep: (Location) throws(Failure) -> Void) throws(Failure) {
        let kept = held
        held.removeAll()
        for location in kept { try keep(location) }
    }

    private mutating func learn(_ metres: Double, _ seconds: Double?) {
        guard let seconds, seconds > 0, metres <= Self.gap.speed * seconds else { return }
        usual += (metres / seconds - usual) * max(0.1, 1 / Double(stepCount + 1))
        stepCount += 1
    }

    private func isLeap(_ metres: Double, _ seconds: Double?, _ last: Location, _ location: Location) -> Bool {
        guard metres > Self.leastDistance, stepCount >= Self.learning, let seconds, seconds >= 0 else { return false }
        let errors = [last, location].reduce(0) { $0 + ($1.horizontalAccuracy?.radius ?? JumpGate.unknownRadius) }
        let limit = seconds > Self.gap.seconds ? Self.gap.speed : max(Self.speed, Self.ratio * usual)
        // Times may be whole seconds.
        return metres > Self.leastDistance + errors && metres > limit * max(seconds, 1)
    }

    private static func distance(_ one: Location, _ other: Location) -> Double {
        one.coordinate.sphericalDistance(to: other.coordinate)
    }

    private static func seconds(_ one: Location, _ other: Location) -> Double? {
        guard let start = one.timestamp, let end = other.timestamp else { return nil }
        return end.timeIntervalSince(start)
    }
}
