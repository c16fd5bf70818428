import FoundationEssentials
package import LKGeo
package import LKTrackFormats
package import LKTracks

/// As much of a track as a picture can show, in constant memory however long the track is.
///
/// When there are too many points, it drops those without which neither the line on the map, nor the height over distance,
/// nor the time over the distance changes visibly. Extent and statistics are those of all points.
package struct TrackSketch: Sendable {
    /// A point of the track.
    package struct Point: Sendable {
        /// The position.
        package var coordinate: Coordinate
        /// Metres along the track up to here, without gaps.
        package var distance: Double
        /// Metres above mean sea level; NaN where unknown.
        package var altitude: Double
        /// Seconds since 1970; NaN where unknown.
        package var time: Double
        /// The index of its track in ``tracks``.
        package var track: Int
        /// Whether nothing was recorded between the point before and this one.
        package var startsSegment: Bool
    }

    /// One of the tracks.
    package struct Part: Sendable {
        /// Its name in the file.
        package var name: String?
        /// Metres along all tracks where it begins and ends.
        package var start: Double
        package var end: Double
        /// Seconds since 1970 of its first and last time; NaN without.
        package var startTime = Double.nan
        package var endTime = Double.nan
        /// Metres up within it; `nil` without heights.
        package fileprivate(set) var ascent: Double?
        /// Metres up of all tracks before it.
        fileprivate var ascentBefore = 0.0
    }

    /// The maximum number of points kept.
    package let capacity: Int
    /// The points that are left, in recorded order.
    package private(set) var points: [Point] = []
    /// The statistics of all points.
    package private(set) var statistics = TrackStatistics()
    /// The first points with the greatest and the lowest height.
    package private(set) var highest: Point?
    package private(set) var lowest: Point?
    /// The smallest radius of a fix's accuracy, in metres; `nil` where none is known.
    package private(set) var bestAccuracy: Double?
    /// The longest stays, in recorded order; at most ``maximumVisits``.
    package private(set) var visits: [Visit] = []
    /// The number of stays, including those that are not kept.
    package private(set) var visitCount = 0
    /// The tracks with points; those beyond ``maximumTracks`` are merged into the last.
    package private(set) var tracks: [Part] = []
    /// Whether there were more tracks than ``maximumTracks``.
    package private(set) var hasMergedTracks = false

    package static let maximumVisits = 500
    package static let maximumTracks = 5000
    /// Maximum length of a name, in bytes of UTF-8; the rest is not kept.
    private static let maximumNameLength = 1000

    private var detector = StationaryDetector()
    /// Where the recorder was switched off, until the next stay does not continue it.
    private var pause: Visit?
    /// The latest location, unless what follows it is unknown or hidden.
    private var last: Location?
    /// A longer time without a location, in seconds, whose ends are less far apart, in metres, is a stay.
    private static let pauseRule = (seconds: 600.0, metres: 150.0)
    private var startsSegment = true
    private var startsTrack = true
    /// Whether points of elements belong to a planned route.
    package private(set) var isInRoute = false
    private var nextName: String?
    /// The largest deviation of removed points, as a share of the track's extent.
    private var tolerance = 0.0
    /// Longest line that is simplified at once, in points: nearer ends need fewer looks at each point.
    private static let run = 2048

    /// Creates an empty sketch.
    package init(capacity: Int) { self.capacity = max(capacity, 16) }

    /// Adds an element of a file; planned routes and waypoints are left out.
    package mutating func add(_ element: TrackElement) {
        switch element {
        case .trackStart(let metadata):
            isInRoute = false
            startTrack(name: metadata.name)
        case .routeStart: isInRoute = true
        case .segmentStart:
            isInRoute = false
            startSegment()
        case .point(let point): if !isInRoute { add(point.location) }
        case .metadata, .waypoint, .segmentExtensions, .fileExtensions: break
        }
    }

    /// Begins a new track at the next location.
    package mutating func startTrack(name: String?) {
        interrupt()
        startsTrack = true
        nextName = name.map { String(decoding: $0.utf8.prefix(Self.maximumNameLength), as: UTF8.self) }
    }

    /// Begins a new segment at the next location; a stay lasts across an unrecorded gap only if it is long and ends
    /// nearby.
    package mutating func startSegment() {
        startsSegment = true
        statistics.startSegment()
    }

    /// Begins a new segment and ends a stay, for example where the track is hidden.
    package mutating func interrupt() {
        startSegment()
        endVisit()
        last = nil
    }

    /// Adds the next location.
    package mutating func add(_ location: Location) {
        statistics.add(location)
        let point = Point(
            coordinate: location.coordinate, distance: statistics.distance, altitude: location.altitude ?? .nan,
            time: location.timestamp?.timeIntervalSince1970 ?? .nan, track: trackOfNextPoint(),
            startsSegment: startsSegment)
        if let pause = pause(before: location) {
            add(pause: pause)
        } else if startsSegment {
            endVisit()
        }
        last = location
        startsSegment = false
        tracks[point.track].end = point.distance
        if point.time.isFinite {
            if tracks[point.track].startTime.isNaN { tracks[point.track].startTime = point.time }
            tracks[point.track].endTime = point.time
        }
        if point.altitude.isFinite {
            tracks[point.track].ascent = statistics.ascent - tracks[point.track].ascentBefore
        }
        if let radius = location.horizontalAccuracy?.radius, radius < bestAccuracy ?? .infinity {
            bestAccuracy = radius
        }
        if point.altitude > highest?.altitude ?? -.infinity { highest = point }
        if point.altitude < lowest?.altitude ?? .infinity { lowest = point }
        if case .departed(let visit) = detector.process(location) { add(visit) }
        points.append(point)
        if points.count >= capacity { reduce(to: capacity * 3 / 4) }
    }

    private mutating func trackOfNextPoint() -> Int {
        if startsTrack {
            startsTrack = false
            if tracks.count < Self.maximumTracks {
                // The first height of a segment is no climb.
                tracks.append(
                    Part(
                        name: nextName, start: statistics.distance, end: statistics.distance,
                        ascentBefore: statistics.ascent))
            } else {
                hasMergedTracks = true
            }
        }
        return tracks.count - 1
    }

    /// Ends the track and completes the last visit.
    package mutating func finish() { endVisit() }

    private mutating func endVisit() {
        if let visit = detector.finish() { add(visit) }
        if let pause { keep(pause) }
        pause = nil
    }

    /// Returns the stay between the latest location and the next one; `nil` if there was none.
    private func pause(before location: Location) -> Visit? {
        guard let last, let arrival = last.timestamp, let departure = location.timestamp,
            departure.timeIntervalSince(arrival) > Self.pauseRule.seconds,
            last.coordinate.sphericalDistance(to: location.coordinate) < Self.pauseRule.metres
        else { return nil }
        return Visit(arrival: arrival, departure: departure, coordinate: last.coordinate, spread: 0, count: 2)
    }

    /// Extends the preceding stay by a pause that begins where it ended.
    private mutating func add(pause next: Visit) {
        var former = pause
        if let visit = detector.finish() {
            add(visit)
            former = visits.last
        }
        if let former, continues(former, next) {
            if pause == nil {
                visits.removeLast()
                visitCount -= 1
            }
            pause = joined(former, next)
        } else {
            if let pause { keep(pause) }
            pause = next
        }
    }

    private mutating func add(_ visit: Visit) {
        guard let former = pause else { return keep(visit) }
        pause = nil
        keep(continues(former, visit) ? joined(former, visit) : former)
        if !continues(former, visit) { keep(visit) }
    }

    /// Returns whether a stay continues the one before.
    private func continues(_ former: Visit, _ next: Visit) -> Bool {
        next.arrival.timeIntervalSince(former.departure) < StationaryDetector.Rules().dwell.seconds
            && former.coordinate.sphericalDistance(to: next.coordinate) < Self.pauseRule.metres
    }

    private func joined(_ former: Visit, _ next: Visit) -> Visit {
        var visit = former.count >= next.count ? former : next
        (visit.arrival, visit.departure) = (former.arrival, next.departure)
        visit.count = former.count + next.count
        return visit
    }

    private mutating func keep(_ visit: Visit) {
        visits.append(visit)
        visitCount += 1
        guard visits.count > Self.maximumVisits,
            let shortest = visits.indices.min(by: { visits[$0].seconds < visits[$1].seconds })
        else { return }
        visits.remove(at: shortest)
    }

    /// Simplifies to at most `goal` points.
    package mutating func reduce(to goal: Int) {
        // A 65,536th of the extent is a quarter of a pixel on a screen of 16,384.
        tolerance = max(tolerance, 1 / 65_536)
        points = Self.withoutRepeats(points)
        // Points that have come since the last time may be superfluous without more tolerance.
        var isFirst = true
        while points.count > goal {
            if !isFirst { tolerance *= 1.5 }
            isFirst = false
            let before = points.count
            points = Self.reduced(points, Self.scales(statistics, tolerance))
            // Simplification does not reduce segments of one or two points.
            if tolerance > 1, points.count == before { points = Self.everySecond(points) }
        }
    }

    /// Returns the points without those between two others at the same place and height: a rest needs only its ends.
    ///
    /// No tolerance would remove them, since time passes without any distance.
    private static func withoutRepeats(_ points: [Point]) -> [Point] {
        func isAtSamePlace(_ point: Point, _ other: Point) -> Bool {
            point.coordinate == other.coordinate
                && (point.altitude == other.altitude || point.altitude.isNaN && other.altitude.isNaN)
        }
        return points.indices.filter { index in
            let next = index + 1
            guard index > 0, next < points.count, !points[index].startsSegment, !points[next].startsSegment else {
                return true
            }
            return !isAtSamePlace(points[index], points[index - 1]) || !isAtSamePlace(points[index], points[next])
        }.map { points[$0] }
    }

    /// Returns every second point; a segment that loses its first point begins with its second.
    private static func everySecond(_ points: [Point]) -> [Point] {
        var kept: [Point] = []
        var startsSegment = false
        for (index, point) in points.enumerated() {
            startsSegment = startsSegment || point.startsSegment
            guard index % 2 == 0 else { continue }
            kept.append(point)
            kept[kept.count - 1].startsSegment = startsSegment
            startsSegment = false
        }
        return kept
    }

    /// Returns the reciprocals of the allowed deviations: in metres on the map, metres of height, and seconds.
    private static func scales(
        _ statistics: TrackStatistics, _ tolerance: Double
    ) -> (plane: Double, height: Double, time: Double) {
        let extent = statistics.bounds.map { box in
            let corner = Coordinate(latitude: box.south, longitude: box.west)
            let other = Coordinate(latitude: box.north, longitude: box.east)
            guard let corner, let other else { return 0.0 }
            // A box around the Earth has both corners in one place.
            return box.longitudeSpan > 180 ? Earth.meanRadius : corner.distance(to: other)
        }
        let climb = (statistics.highestAltitude ?? 0) - (statistics.lowestAltitude ?? 0)
        func scale(_ span: Double, _ share: Double) -> Double { 1 / max(span * tolerance * share, 1e-9) }
        // A profile is about a third as high as a map is wide.
        return (scale(extent ?? 0, 1), scale(max(climb, 10), 3), scale(max(statistics.durationSeconds ?? 0, 10), 1))
    }

    private static func reduced(
        _ points: [Point], _ scales: (plane: Double, height: Double, time: Double)
    ) -> [Point] {
        var kept: [Point] = []
        var first = 0
        while first < points.count {
            var last = first + 1
            while last < points.count, last - first < run, !points[last].startsSegment { last += 1 }
            let part = points[first..<last]
            let vectors = part.map { CartesianPoint($0.coordinate) }
            let indices = DouglasPeucker.kept(of: part.count, maximumDeviation: 1) { index, from, to in
                let (point, a, b) = (points[first + index], points[first + from], points[first + to])
                let away = vectors[index].squaredDistance(toLineFrom: vectors[from], to: vectors[to])
                let span = b.distance - a.distance
                let share = span > 0 ? (point.distance - a.distance) / span : 0.5
                // Where a value is unknown, the comparisons are false and it does not count.
                let rise = (point.altitude - a.altitude - share * (b.altitude - a.altitude)) * scales.height
                let delay = (point.time - a.time - share * (b.time - a.time)) * scales.time
                var deviation = away * scales.plane * scales.plane
                if rise * rise > deviation { deviation = rise * rise }
                if delay * delay > deviation { deviation = delay * delay }
                return deviation
            }
            for index in indices { kept.append(points[first + index]) }
            first = last
        }
        return kept
    }
}
