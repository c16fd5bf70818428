import FoundationEssentials
import LKGeo

/// What is compared of a point, without what else the point holds.
struct PointSample {
    let altitude: Double?
    var time: Date?
    let coordinate: Coordinate

    init(_ location: Location) {
        altitude = location.altitude
        time = location.timestamp
        coordinate = location.coordinate
    }
}

/// Decides which heights of a segment are impossible.
struct HeightJudge {
    /// Values that stand for an unknown height, beyond which no receiver works: 16-bit numbers and the nines of maps.
    private static let sentinels: Set<Double> = [32_767, 32_768, 65_534, 65_535, -9999, 9999, 99_999, -99_999]
    private static let possible = -1_000.0...60_000.0
    /// A height out of line differs by at least this many metres, and changes by this many metres per second.
    private static let spike = (metres: 50.0, rate: 15.0)
    /// The same for a height of exactly 0, which often means unknown.
    private static let zero = (metres: 20.0, rate: 2.0)
    /// Without times, this many metres for a metre of way.
    private static let slope = 3.0
    /// The maximum number of heights in a row that are out of line.
    private static let maximumOutliers = 5

    /// The last possible height with its point.
    private var last: PointSample?

    /// Returns whether a height is impossible, and remembers it if it is not.
    ///
    /// - Parameters:
    ///   - altitude: The height.
    ///   - sample: What is known of its point.
    ///   - following: The next points of the segment.
    /// - Returns: `false` for a possible height, and where too few points follow to tell.
    mutating func isImpossible(
        _ altitude: Double, of sample: PointSample, before following: ArraySlice<PointSample>
    ) -> Bool {
        if Self.isUnknown(altitude) { return true }
        let isOut: Bool
        if let last {
            isOut =
                Self.leaps(last, sample)
                && Self.samples(following, Self.maximumOutliers).contains { Self.agree($0, last, comparedTo: altitude) }
        } else {
            // The first height is out of line if the next ones agree with each other instead.
            let others = Self.samples(following, 3)
            isOut =
                others.count == 3 && Self.leaps(sample, others[0])
                && others.dropFirst().allSatisfy { Self.agree($0, others[0], comparedTo: altitude) }
        }
        if !isOut { last = sample }
        return isOut
    }

    /// Returns the first samples with known heights.
    private static func samples(_ samples: ArraySlice<PointSample>, _ count: Int) -> [PointSample] {
        Array(samples.lazy.filter { $0.altitude.map { !isUnknown($0) } ?? false }.prefix(count))
    }

    private static func isUnknown(_ altitude: Double) -> Bool {
        // Nearly always the first comparison suffices.
        abs(altitude) >= 1000 && (sentinels.contains(altitude) || !possible.contains(altitude))
    }

    /// Returns whether the height changes from one point to another faster than anything that carries a receiver.
    private static func leaps(_ from: PointSample, _ to: PointSample) -> Bool {
        guard let before = from.altitude, let after = to.altitude else { return false }
        let limit = before == 0 || after == 0 ? zero : spike
        let change = abs(after - before)
        guard change >= limit.metres else { return false }
        if let start = from.time, let end = to.time {
            let seconds = abs(end.timeIntervalSince(start))
            return change > limit.rate * max(seconds, 1)
        }
        return change > slope * from.coordinate.sphericalDistance(to: to.coordinate)
    }

    /// Returns whether two heights are much closer to each other than to a third.
    private static func agree(_ one: PointSample, _ other: PointSample, comparedTo third: Double) -> Bool {
        guard let first = one.altitude, let second = other.altitude else { return false }
        return abs(first - second) * 4 < abs(third - second)
    }
}
