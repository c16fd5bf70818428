public import FoundationEssentials
public import LKGeo

/// The statistics of a track, computed incrementally in constant memory.
///
/// ```swift
/// var statistics = TrackStatistics()
/// for location in locations { statistics.add(location) }
/// print(statistics.distance, statistics.ascent)
/// ```
public struct TrackStatistics: Hashable, Sendable {
    /// The thresholds for moving and climbing.
    public struct Rules: Hashable, Sendable {
        /// The lowest speed that counts as moving, in metres per second: 0.5, half a stroll.
        ///
        /// It applies to speeds that the receiver reports. Positions also drift at rest, so without such speeds they have to
        /// get 30 times as many metres in 20 s (15), or 42 times in 60 s (21).
        public var movingSpeed = 0.5
        /// The smallest rise or fall that counts, in metres: 5, since heights of stationary receivers drift by
        /// several metres.
        public var climbThreshold = 5.0
        /// The longest time between two locations from which a speed is computed: 300 s.
        public var maximumStep = Duration.seconds(300)

        /// Creates the default rules.
        public init() {}
    }

    /// The thresholds.
    public let rules: Rules

    /// The number of locations.
    public private(set) var count = 0

    /// The number of segments with locations.
    public private(set) var segmentCount = 0

    /// The length along the ellipsoid, in metres, without gaps between segments.
    public private(set) var distance = 0.0

    /// The time of the first location.
    public private(set) var start: Date?

    /// The time of the last location.
    public private(set) var end: Date?

    /// The time between the locations of a segment, without gaps between segments.
    public var recordedTime: Duration { Duration(clamping: recordedSeconds) }

    /// ``recordedTime`` in seconds.
    package private(set) var recordedSeconds = 0.0

    /// The part of ``recordedTime`` spent moving, without the drift of a receiver at rest.
    public var movingTime: Duration { Duration(clamping: movingSeconds) }

    /// ``movingTime`` in seconds.
    package var movingSeconds: Double { motion.total.seconds }

    /// The part of ``distance`` covered while moving, in metres.
    public var movingDistance: Double { motion.total.metres }

    /// The greatest speed, in metres per second: the receiver's if known, else that between two locations; never
    /// below ``movingSpeed``, which is computed from positions.
    public var maximumSpeed: Double? { greatestSpeed.map { max($0, movingSpeed ?? 0) } }

    /// The lowest height above mean sea level, in metres.
    public private(set) var lowestAltitude: Double?

    /// The greatest height above mean sea level, in metres.
    public private(set) var highestAltitude: Double?

    /// The smallest box around all locations; `nil` before the first.
    public private(set) var bounds: BoundingBox?

    private var greatestSpeed: Double?
    private var climb: Climb
    private var motion: Motion
    /// The latest height that counted towards the climb.
    private var climbedTo: Double?
    /// The steps since the time last advanced, in metres.
    private var untimedStep = 0.0
    private var last: Location?

    /// A rest of so many seconds does not climb, unless its end is so many metres higher or lower than its beginning, as by a lift.
    private static let rest = (seconds: 60.0, height: 25.0)

    /// Times that differ by fewer seconds are equal.
    private static let minimumStepSeconds = 0.01

    /// Creates empty statistics.
    public init(rules: Rules = Rules()) {
        self.rules = rules
        climb = Climb(threshold: rules.climbThreshold)
        motion = Motion(movingSpeed: rules.movingSpeed)
    }

    /// The time from the first location to the last, including gaps; `nil` without times.
    public var duration: Duration? { durationSeconds.map { Duration(clamping: $0) } }

    /// ``duration`` in seconds.
    package var durationSeconds: Double? {
        guard let start, let end else { return nil }
        return end.timeIntervalSince(start)
    }

    /// The total ascent in metres: the sum of all rises that reach the threshold, each from its foot to its top.
    public var ascent: Double { climb.total.up }

    /// The total descent, in metres.
    public var descent: Double { climb.total.down }

    /// The mean speed while moving, in metres per second; `nil` without motion.
    public var movingSpeed: Double? { movingSeconds > 0 ? movingDistance / movingSeconds : nil }

    /// The mean speed over the recorded time, in metres per second; `nil` without times.
    public var averageSpeed: Double? { recordedSeconds > 0 ? distance / recordedSeconds : nil }

    /// The way in motion, where it tells something: ``distance`` is more than a fifth longer by the drift of rests; `nil` elsewhere.
    package var shownMovingDistance: Double? {
        movingSeconds > 0 && distance > 1.2 * movingDistance ? movingDistance : nil
    }

    /// Starts a new segment at the next location.
    public mutating func startSegment() {
        climb.interrupt()
        climbedTo = nil
        untimedStep = 0
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
        }
        if let speed = location.speed { greatestSpeed = max(greatestSpeed ?? speed, speed) }
        if let last {
            addStep(from: last, to: location)
        } else if let time = location.timestamp?.timeIntervalSinceReferenceDate {
            motion.restart(at: location, time)
        }
        if let altitude = location.altitude { addHeight(altitude) }
        last = location
    }

    /// Adds a height; small changes at rest are ignored, but count with the next motion, so that no rise is lost.
    private mutating func addHeight(_ altitude: Double) {
        if let climbedTo, motion.restingTime > Self.rest.seconds {
            // A lift, or a climb too steep and slow to be motion.
            guard (altitude - climbedTo).magnitude >= Self.rest.height else { return }
        }
        climb.add(altitude)
        climbedTo = altitude
    }

    private mutating func addStep(from last: Location, to location: Location) {
        let step = last.coordinate.distance(to: location.coordinate)
        distance += step
        guard let before = last.timestamp?.timeIntervalSinceReferenceDate,
            let now = location.timestamp?.timeIntervalSinceReferenceDate
        else { return }
        let seconds = now - before
        // If the clock was set back, the time is unknown; of several fixes in a second only the last has one. No receiver sends
        // a hundred fixes a second, so that shorter times are rounding errors.
        guard seconds >= Self.minimumStepSeconds else {
            untimedStep = seconds > -Self.minimumStepSeconds ? untimedStep + step : 0
            if seconds <= -Self.minimumStepSeconds { motion.restart(at: location, now) }
            return
        }
        let way = untimedStep + step
        untimedStep = 0
        recordedSeconds += seconds
        guard seconds <= rules.maximumStep.seconds else { return motion.restart(at: location, now) }
        if location.speed == nil { greatestSpeed = max(greatestSpeed ?? 0, way / seconds) }
        motion.add(location, after: last, at: now, seconds, way)
    }
}

extension Track {
    /// The track's statistics, in O(n).
    public var statistics: TrackStatistics { statistics() }

    /// Returns the track's statistics with custom rules.
    public func statistics(rules: TrackStatistics.Rules = .init()) -> TrackStatistics {
        var statistics = TrackStatistics(rules: rules)
        for segment in segments {
            statistics.startSegment()
            for location in segment.locations { statistics.add(location) }
        }
        return statistics
    }
}

/// Sums ascent and descent, without the receiver's noise.
///
/// A rise counts from its foot to its top once it reaches the threshold, and ends when the height drops from the top
/// by as much. Unlike a stepwise reference height this loses nothing of a rise, and unlike smoothing it does not cut
/// off tops.
struct Climb: Hashable, Sendable {
    /// Metres up and metres down, both positive.
    struct Total: Hashable, Sendable {
        var up = 0.0
        var down = 0.0
    }

    let threshold: Double
    private var counted = Total()
    /// The height where the current rise or fall began, and its extreme so far.
    private var foot: Double?
    private var extreme = 0.0

    init(threshold: Double) { self.threshold = max(threshold, 0) }

    /// The totals so far, including the current rise or fall.
    var total: Total { adding(open, to: counted) }

    /// Adds the next height, in metres.
    mutating func add(_ altitude: Double) {
        guard let foot else {
            self.foot = altitude
            extreme = altitude
            return
        }
        let leg = extreme - foot
        if leg.magnitude < threshold || leg == 0 {
            // Not yet a rise or fall: the foot is the farthest height in the other direction.
            follow(altitude, foot)
        } else if (altitude - extreme) * leg >= 0 {
            extreme = altitude
        } else if (altitude - extreme).magnitude >= threshold {
            counted = adding(leg, to: counted)
            self.foot = extreme
            extreme = altitude
        }
    }

    /// Follows the lowest or highest height as the foot, before the threshold is reached.
    private mutating func follow(_ altitude: Double, _ foot: Double) {
        let isOtherWay = (altitude - foot) * (extreme - foot) < 0
        if isOtherWay {
            // The span from the old extreme may already be a leg.
            self.foot = extreme
            extreme = altitude
        } else if (altitude - foot).magnitude > (extreme - foot).magnitude {
            extreme = altitude
        }
    }

    /// Ends the current rise or fall at an interruption.
    mutating func interrupt() {
        counted = total
        foot = nil
    }

    private var open: Double {
        guard let foot, (extreme - foot).magnitude >= threshold else { return 0 }
        return extreme - foot
    }

    private func adding(_ leg: Double, to total: Total) -> Total {
        leg > 0 ? Total(up: total.up + leg, down: total.down) : Total(up: total.up, down: total.down - leg)
    }
}
