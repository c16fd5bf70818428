import FoundationEssentials
import LKGeo
import LKTrackFormats

/// Reads a track without the values that receivers and loggers write for unknown ones: positions at 0, 0 beside others
/// far away, the times of an unset clock among others, heights such as 65535 m, and single heights out of line.
///
/// Points wait for a few others of their segment, since only these show what is possible.
final class ImpossibleValueReader: TrackReadingWrapper {
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

    let reader: any TrackReading
    /// Points, as elements so that they are passed on without a copy of what they hold.
    private var waiting: [TrackElement] = []
    /// What is compared of them.
    private var samples: [PointSample] = []
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
            samples.append(PointSample(point.location))
            waiting.append(element)
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

    /// A point with impossible values besides its position.
    private struct Fault {
        let index: Int
        let hasTime: Bool
        let hasAltitude: Bool
    }

    /// Emits the oldest waiting points without their impossible values.
    private func release(_ count: Int) {
        guard count > 0 else { return }
        let samples = samples
        var faults: [Fault] = []
        var hasZero = false
        for index in 0..<count {
            if let fault = fault(at: index, of: samples) { faults.append(fault) }
            hasZero = hasZero || Self.isZero(samples[index].coordinate)
        }
        if faults.isEmpty, !hasZero, zeros.isEmpty, ready.isEmpty {
            // Nearly always: nothing is left out, and nothing needs to be copied.
            lastPlace = samples[count - 1].coordinate
            swap(&ready, &waiting)
            waiting.append(contentsOf: ready[count...])
            ready.removeLast(ready.count - count)
        } else {
            release(count, faults)
            waiting.removeFirst(count)
        }
        self.samples.removeFirst(count)
    }

    /// Returns which values of a waiting point are impossible; `nil` if none is.
    private func fault(at index: Int, of samples: [PointSample]) -> Fault? {
        var sample = samples[index]
        let following = samples[(index + 1)..<min(index + Self.window, samples.count)]
        var (hasTime, hasAltitude) = (false, false)
        if let time = sample.time, isImpossible(time, before: following) {
            hasTime = true
            sample.time = nil
        }
        lastTime = sample.time ?? lastTime
        if let altitude = sample.altitude {
            hasAltitude = heights.isImpossible(altitude, of: sample, before: following)
        }
        return hasTime || hasAltitude ? Fault(index: index, hasTime: hasTime, hasAltitude: hasAltitude) : nil
    }

    /// Emits the oldest waiting points one by one, unless the position of one is impossible.
    private func release(_ count: Int, _ faults: [Fault]) {
        var faults = faults[...]
        for index in 0..<count {
            guard case .point(var point) = waiting[index] else { continue }
            if let fault = faults.first, fault.index == index {
                faults = faults.dropFirst()
                if fault.hasTime {
                    times.add(point.location)
                    point.location.timestamp = nil
                }
                if fault.hasAltitude {
                    altitudes.add(point.location)
                    point.location.altitude = nil
                }
            }
            place(point)
        }
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

    /// Emits an element after the points that wait.
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
    private func isImpossible(_ time: Date, before following: ArraySlice<PointSample>) -> Bool {
        // Nearly always the first comparison suffices.
        guard let lastTime else {
            guard time < Self.unset else { return false }
            return following.contains { $0.time.map { $0.timeIntervalSince(time) > Self.year } ?? false }
        }
        guard abs(time.timeIntervalSince(lastTime)) > Self.day else { return false }
        return following.contains { $0.time.map { abs($0.timeIntervalSince(lastTime)) < Self.day } ?? false }
    }
}
