public import FoundationEssentials
public import Geo

/// What a track amounts to, added up as its locations come, in constant memory.
///
/// ```swift
/// var statistics = TrackStatistics()
/// for location in locations { statistics.add(location) }
/// print(statistics.distance, statistics.ascent)
/// ```
public struct TrackStatistics: Hashable, Sendable {
    /// What counts as moving and as climbing.
    public struct Rules: Hashable, Sendable {
        /// From which speed on time counts as moving, in metres per second: 0.5, half a stroll, well above the drift of a
        /// receiver that stands still.
        public var movingSpeed = 0.5
        /// How far it must go up or down before it counts, in metres: 5, since heights of satellite receivers wander by
        /// several metres while they stand still.
        public var climbThreshold = 5.0
        /// The longest time between two locations that still tells how fast it went, in seconds: 300.
        public var longestStep = 300.0

        /// The rules as they stand at each.
        public init() {}
    }

    /// What counts.
    public let rules: Rules

    /// How many locations there were.
    public private(set) var count = 0

    /// How many segments had a location.
    public private(set) var segmentCount = 0

    /// The length of the way along the ellipsoid, in metres; gaps between segments are not part of it.
    public private(set) var distance = 0.0

    /// The time of the first location.
    public private(set) var start: Date?

    /// The time of the last location.
    public private(set) var end: Date?

    /// The time between the locations of a segment, in seconds; gaps between segments are not part of it.
    public private(set) var recordedTime = 0.0

    /// The part of ``recordedTime`` that went by in motion, in seconds.
    public private(set) var movingTime = 0.0

    /// The part of ``distance`` that was covered in motion, in metres.
    public private(set) var movingDistance = 0.0

    /// The greatest speed, in metres per second: the receiver's where it tells, else that between two locations; never below
    /// the mean in motion, which positions alone tell.
    public var maximumSpeed: Double? { greatestSpeed.map { max($0, movingSpeed ?? 0) } }

    /// The lowest height above mean sea level, in metres.
    public private(set) var lowestAltitude: Double?

    /// The greatest height above mean sea level, in metres.
    public private(set) var highestAltitude: Double?

    /// The smallest box around all locations, as they came; `nil` before the first.
    public private(set) var bounds: BoundingBox?

    private var greatestSpeed: Double?
    private var climb: Climb
    private var last: Location?

    /// Nothing yet.
    public init(rules: Rules = Rules()) {
        self.rules = rules
        climb = Climb(threshold: rules.climbThreshold)
    }

    /// The seconds from the first location to the last, gaps included; `nil` where times are unknown.
    public var duration: Double? {
        guard let start, let end else { return nil }
        return end.timeIntervalSince(start)
    }

    /// How far it went up, in metres: the sum of all rises that reach the threshold, each from its foot to its top.
    public var ascent: Double { climb.total.up }

    /// How far it went down, in metres.
    public var descent: Double { climb.total.down }

    /// Metres per second over the time in motion; `nil` where there was none.
    public var movingSpeed: Double? { movingTime > 0 ? movingDistance / movingTime : nil }

    /// Metres per second over the recorded time; `nil` where there is none.
    public var averageSpeed: Double? { recordedTime > 0 ? distance / recordedTime : nil }

    /// Says that nothing leads from the last location to the next.
    public mutating func startSegment() {
        climb.interrupt()
        last = nil
    }

    /// Adds the next location.
    public mutating func add(_ location: Location) {
        count += 1
        if last == nil { segmentCount += 1 }
        if let time = location.timestamp {
            start = min(start ?? time, time)
            end = max(end ?? time, time)
        }
        if bounds == nil { bounds = BoundingBox(covering: [location.coordinate]) }
        bounds?.extend(to: location.coordinate)
        if let altitude = location.altitude {
            lowestAltitude = min(lowestAltitude ?? altitude, altitude)
            highestAltitude = max(highestAltitude ?? altitude, altitude)
            climb.add(altitude)
        }
        if let speed = location.speed { greatestSpeed = max(greatestSpeed ?? speed, speed) }
        if let last { addStep(from: last, to: location) }
        last = location
    }

    private mutating func addStep(from last: Location, to location: Location) {
        let step = last.coordinate.distance(to: location.coordinate)
        distance += step
        guard let before = last.timestamp, let now = location.timestamp else { return }
        let seconds = now.timeIntervalSince(before)
        // A clock that was set back says nothing about how long it took.
        guard seconds > 0 else { return }
        recordedTime += seconds
        guard seconds <= rules.longestStep else { return }
        let speed = step / seconds
        if location.speed == nil { greatestSpeed = max(greatestSpeed ?? speed, speed) }
        if max(speed, min(location.speed ?? 0, last.speed ?? 0)) >= rules.movingSpeed {
            movingTime += seconds
            movingDistance += step
        }
    }
}

extension Track {
    /// What the track amounts to; takes time in proportion to its length.
    public var statistics: TrackStatistics { statistics() }

    /// What the track amounts to by rules of the caller's.
    public func statistics(rules: TrackStatistics.Rules = .init()) -> TrackStatistics {
        var statistics = TrackStatistics(rules: rules)
        for segment in segments {
            statistics.startSegment()
            for location in segment.locations { statistics.add(location) }
        }
        return statistics
    }
}
