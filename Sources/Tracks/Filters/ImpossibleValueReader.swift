internal import FoundationEssentials
import Geo
import TrackFormats

/// Reads a track without the values that receivers and loggers write for unknown ones: positions at 0, 0 beside others
/// far away, the times of an unset clock among others, heights such as 65535 m, and single heights out of line.
///
/// Points wait for a few others of their segment, since only these show what is possible.
final class ImpossibleValueReader: TrackReading {
    /// The number of values of a kind that were left out, and the first fix with one.
    struct Count {
        private(set) var count = 0
        private(set) var first: Location?

        mutating func add(_ location: Location) {
            count += 1
            if first == nil { first = location }
        }
    }

    /// The number of points that are compared: one and those that follow it.
    private static let window = 8
    /// The number of points that are released together: removing each from the front would move all others.
    private static let batch = 64
    /// The maximum number of elements that wait for a position other than 0, 0.
    private static let maximumZeros = 10_000
    /// A position at 0, 0 is impossible next to one at least this far away, in metres.
    private static let farFromZero = 100_000.0

    private let reader: any TrackReading
    private var waiting: [TrackPoint] = []
    /// Points at 0, 0 before any other position, and the elements among them.
    private var zeros: [(element: TrackElement, isZero: Bool)] = []
    private var ready: [TrackElement] = []
    private var taken = 0
    private var isRoute = false
    private var isAtEnd = false
    /// An error to throw after the points that waited.
    private var failure: TrackFormatError?
    private var lastPlace: Coordinate?
    private var lastTime: Date?
    private var heights = HeightJudge()

    private(set) var positions = Count()
    private(set) var times = Count()
    private(set) var altitudes = Count()

    init(_ reader: any TrackReading) { self.reader = reader }

    var hasBufferedElements: Bool { taken < ready.count }
    var warnings: [TrackWarning] { reader.warnings }
    var warningCount: Int { reader.warningCount }
    var notes: [TrackNote] { reader.notes }
    var lateMetadata: [Int: TrackMetadata] { reader.lateMetadata }

    func next() throws(TrackFormatError) -> TrackElement? {
        while taken == ready.count {
            if let failure { throw failure }
            guard !isAtEnd else { return nil }
            ready.removeAll(keepingCapacity: true)
            taken = 0
            var element: TrackElement?
            do throws(TrackFormatError) { element = try reader.next() } catch { failure = error }
            guard let element else {
                isAtEnd = true
                endSegment()
                releaseZeros()
                continue
            }
            take(element)
        }
        defer { taken += 1 }
        return ready[taken]
    }

    private func take(_ element: TrackElement) {
        switch element {
        case .point(let point) where !isRoute:
            waiting.append(point)
            if waiting.count == Self.batch + Self.window { release(Self.batch) }
        case .trackStart, .segmentStart, .routeStart:
            endSegment()
            if case .routeStart = element { isRoute = true } else { isRoute = false }
            heights = HeightJudge()
            emit(element)
        case .segmentExtensions:
            endSegment()
            emit(element)
        // Nothing that follows says more about these.
        case .point, .waypoint, .metadata, .fileExtensions: emit(element)
        }
    }

    private func endSegment() { release(waiting.count) }

    /// Emits the oldest waiting points.
    private func release(_ count: Int) {
        for index in 0..<count { release(at: index) }
        waiting.removeFirst(count)
    }

    /// Emits a point without its impossible values, unless its position is one.
    private func release(at index: Int) {
        var point = waiting[index]
        let following = waiting[(index + 1)..<min(index + Self.window, waiting.count)]
        if let time = point.location.timestamp, isImpossible(time, before: following) {
            times.add(point.location)
            point.location.timestamp = nil
        }
        lastTime = point.location.timestamp ?? lastTime
        if let altitude = point.location.altitude, heights.isImpossible(altitude, of: point, before: following) {
            altitudes.add(point.location)
            point.location.altitude = nil
        }
        place(point)
    }

    // MARK: 0, 0

    private func place(_ point: TrackPoint) {
        let coordinate = point.location.coordinate
        if Self.isZero(coordinate) {
            guard let lastPlace else {
                return holdBack(.point(point), isZero: true)
            }
            guard lastPlace.sphericalDistance(to: coordinate) < Self.farFromZero else {
                return positions.add(point.location)
            }
        } else if !zeros.isEmpty {
            if coordinate.sphericalDistance(to: Self.zero) >= Self.farFromZero { dropZeros() }
            releaseZeros()
        }
        lastPlace = coordinate
        ready.append(.point(point))
    }

    private static let zero = Coordinate(latitude: 0, longitude: 0)!

    private static func isZero(_ coordinate: Coordinate) -> Bool {
        abs(coordinate.latitude) < 1e-6 && abs(coordinate.longitude) < 1e-6
    }

    private func dropZeros() {
        for case (.point(let point), true) in zeros { positions.add(point.location) }
        zeros.removeAll { $0.isZero }
    }

    private func releaseZeros() {
        if zeros.contains(where: { $0.isZero }) { lastPlace = Self.zero }
        ready += zeros.map { $0.element }
        zeros.removeAll()
    }

    /// Emits an element, behind the points that wait.
    private func emit(_ element: TrackElement) {
        if zeros.isEmpty { ready.append(element) } else { holdBack(element, isZero: false) }
    }

    private func holdBack(_ element: TrackElement, isZero: Bool) {
        zeros.append((element, isZero))
        if zeros.count > Self.maximumZeros { releaseZeros() }
    }

    // MARK: Times

    private static let day = 86_400.0
    /// 2000-01-02: clocks that have not been set begin in 1970, 1980 or 2000.
    private static let unset = Date(timeIntervalSince1970: 946_771_200)
    private static let year = 365 * day

    /// Returns whether a time is far from those before and after, which are close to each other, or that of an unset clock.
    private func isImpossible(_ time: Date, before following: ArraySlice<TrackPoint>) -> Bool {
        // Nearly always the first comparison suffices.
        guard let lastTime else {
            guard time < Self.unset else { return false }
            return following.contains { $0.location.timestamp.map { $0.timeIntervalSince(time) > Self.year } ?? false }
        }
        guard abs(time.timeIntervalSince(lastTime)) > Self.day else { return false }
        return following.contains {
            $0.location.timestamp.map { abs($0.timeIntervalSince(lastTime)) < Self.day } ?? false
        }
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

    /// What is compared of a point.
    private struct Sample {
        let altitude: Double
        let time: Date?
        let coordinate: Coordinate

        init(_ altitude: Double, of point: TrackPoint) {
            self.altitude = altitude
            time = point.location.timestamp
            coordinate = point.location.coordinate
        }
    }

    private var last: Sample?

    /// Returns whether a height is impossible, and remembers it if it is not.
    ///
    /// - Parameters:
    ///   - altitude: The height.
    ///   - point: Its point.
    ///   - following: The next points of the segment.
    /// - Returns: `false` for a possible height, and where too few points follow to tell.
    mutating func isImpossible(_ altitude: Double, of point: TrackPoint, before following: ArraySlice<TrackPoint>)
        -> Bool
    {
        if Self.isUnknown(altitude) { return true }
        let sample = Sample(altitude, of: point)
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

    /// Returns the first known heights of points.
    private static func samples(_ points: ArraySlice<TrackPoint>, _ count: Int) -> [Sample] {
        let known = points.lazy.compactMap { point -> Sample? in
            guard let altitude = point.location.altitude, !isUnknown(altitude) else { return nil }
            return Sample(altitude, of: point)
        }
        return Array(known.prefix(count))
    }

    private static func isUnknown(_ altitude: Double) -> Bool {
        // Nearly always the first comparison suffices.
        abs(altitude) >= 1000 && (sentinels.contains(altitude) || !possible.contains(altitude))
    }

    /// Returns whether the height changes from one point to another faster than anything that carries a receiver.
    private static func leaps(_ from: Sample, _ to: Sample) -> Bool {
        let limit = from.altitude == 0 || to.altitude == 0 ? zero : spike
        let change = abs(to.altitude - from.altitude)
        guard change >= limit.metres else { return false }
        if let before = from.time, let after = to.time {
            let seconds = abs(after.timeIntervalSince(before))
            return change > limit.rate * max(seconds, 1)
        }
        return change > slope * from.coordinate.sphericalDistance(to: to.coordinate)
    }

    /// Returns whether two heights are much closer to each other than to a third.
    private static func agree(_ one: Sample, _ other: Sample, comparedTo third: Double) -> Bool {
        abs(one.altitude - other.altitude) * 4 < abs(third - other.altitude)
    }
}
