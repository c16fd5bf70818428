import FoundationEssentials
import LKGeo

/// Locations of one segment in order of time.
struct TrackRun: Sendable {
    var origin: TrackTimeline.Position.Origin
    var table = LocationTable()

    var first: Double { table.times.first ?? .infinity }
    var last: Double { table.times.last ?? -.infinity }

    /// Returns the position at an instant, within limits.
    func position(at time: Double, _ limits: TrackTimeline.Limits) -> TrackTimeline.Position? {
        let times = table.times
        guard time >= first - limits.extrapolation, time <= last + limits.extrapolation else { return nil }
        let next = times.firstRow(notBefore: time)
        if next < times.count, times[next] == time { return extend(next, to: time, .recorded) }
        guard next > 0, next < times.count else {
            return extend(next == 0 ? 0 : next - 1, to: time, .extrapolated)
        }
        if times[next] - times[next - 1] <= limits.gap, let position = interpolate(next, time, limits) {
            return position
        }
        // In a gap that is too wide, extrapolate from the nearest location, as at the ends.
        let nearest = time - times[next - 1] <= times[next] - time ? next - 1 : next
        guard abs(times[nearest] - time) <= limits.extrapolation else { return nil }
        return extend(nearest, to: time, .extrapolated)
    }

    private func extend(_ row: Int, to time: Double, _ kind: TrackTimeline.Position.Kind) -> TrackTimeline.Position {
        var location = table[row]
        location.timestamp = Date(timeIntervalSinceReferenceDate: time)
        return TrackTimeline.Position(
            location: location, kind: kind, gap: abs(table.times[row] - time), step: 0, distance: 0, origin: origin,
            motion: motion(around: row, row))
    }

    private func interpolate(_ next: Int, _ time: Double, _ limits: TrackTimeline.Limits) -> TrackTimeline.Position? {
        let (before, after) = (table.times[next - 1], table.times[next])
        let (from, to) = (table[next - 1], table[next])
        let distance = from.coordinate.distance(to: to.coordinate)
        let fraction = (time - before) / (after - before)
        guard distance <= limits.distance, var location = from.interpolated(to: to, fraction: fraction) else {
            return nil
        }
        location.timestamp = Date(timeIntervalSinceReferenceDate: time)
        return TrackTimeline.Position(
            location: location, kind: .interpolated, gap: min(time - before, after - time), step: after - before,
            distance: distance, origin: origin, motion: motion(around: next - 1, next))
    }

    /// Returns the motion near two rows, which may be the same.
    private func motion(around row: Int, _ next: Int) -> TrackTimeline.Position.Motion {
        var motion = TrackTimeline.Position.Motion()
        let (low, high) = (max(0, row - 1), min(table.count - 1, next + 1))
        var seconds = 0.0
        for index in low..<high {
            seconds += table.times[index + 1] - table.times[index]
            motion.speed += table.coordinate(at: index).sphericalDistance(to: table.coordinate(at: index + 1))
        }
        motion.speed = seconds > 0 ? motion.speed / seconds : 0
        for index in row == next ? [row] : [row, next] where index > 0 && index + 1 < table.count {
            if let bend = bend(at: index) { motion.bends.append(bend) }
        }
        return motion
    }

    /// Returns the distance of a location from where its neighbours would place it.
    private func bend(at row: Int) -> TrackTimeline.Position.Bend? {
        let times = table.times
        let (before, after) = (times[row] - times[row - 1], times[row + 1] - times[row])
        let place = table.coordinate(at: row - 1)
            .interpolated(to: table.coordinate(at: row + 1), fraction: before / (before + after))
        return place.map {
            TrackTimeline.Position.Bend(
                metres: $0.sphericalDistance(to: table.coordinate(at: row)), seconds: (before * after).squareRoot())
        }
    }
}

extension [Double] {
    /// Returns the index of the first number that is not less than `number`, by binary search; the numbers ascend.
    func firstRow(notBefore number: Double) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] >= number { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Builds runs from the locations of a track.
struct TrackRunBuilder {
    let track: Int
    private(set) var runs: [TrackRun] = []
    private var segment = -1
    private var run: TrackRun?
    private var runsOfSegment = 0

    init(track: Int) { self.track = track }

    mutating func startSegment() {
        finishSegment()
        segment += 1
    }

    mutating func add(_ location: Location) {
        guard let time = location.timestamp?.timeIntervalSinceReferenceDate, time.isFinite else { return }
        if segment < 0 { segment = 0 }
        if let last = run?.last {
            if time == last {
                run?.table.replaceLast(location, time: time)
                return
            }
            if time < last { finishRun() }
        }
        if run == nil {
            run = TrackRun(origin: TrackTimeline.Position.Origin(track: track, segment: segment))
            runsOfSegment += 1
        }
        run?.table.append(location, time: time)
    }

    mutating func finishSegment() {
        finishRun()
        let own = runs.suffix(runsOfSegment)
        // If each location is earlier than the previous one, the segment is in reverse order.
        if own.count > 2, own.allSatisfy({ $0.table.count == 1 }) {
            var joined = TrackRun(origin: TrackTimeline.Position.Origin(track: track, segment: segment))
            for run in own.reversed() { joined.table.append(run.table[0], time: run.first) }
            runs.removeLast(own.count)
            runs.append(joined)
        }
        runsOfSegment = 0
    }

    private mutating func finishRun() {
        if let run { runs.append(run) }
        run = nil
    }
}

extension Location {
    /// Interpolates between two locations: the position along the great circle, continuous values linearly; other
    /// values are omitted.
    ///
    /// - Parameters:
    ///   - other: The location at fraction 1.
    ///   - fraction: 0 for this location, 1 for the other.
    /// - Returns: The location, or `nil` when the fraction is not finite.
    func interpolated(to other: Location, fraction: Double) -> Location? {
        guard let position = coordinate.interpolated(to: other.coordinate, fraction: fraction) else { return nil }
        func between(_ value: KeyPath<Location, Double?>) -> Double? {
            guard let first = self[keyPath: value], let second = other[keyPath: value] else { return nil }
            return first + (second - first) * fraction
        }
        var location = Location(coordinate: position, source: source, isSimulated: isSimulated || other.isSimulated)
        location.altitude = between(\.altitude)
        location.ellipsoidalAltitude = between(\.ellipsoidalAltitude)
        location.speed = between(\.speed)
        location.verticalSpeed = between(\.verticalSpeed)
        location.verticalAccuracy = larger(\.verticalAccuracy, other)
        if let first = horizontalAccuracy, let second = other.horizontalAccuracy {
            // The worse of the two.
            location.horizontalAccuracy = first.radius >= second.radius ? first : second
        }
        if let course, let next = other.course {
            location.course = Bearing.normalized(course + Bearing.turn(from: course, to: next) * fraction)
        }
        if let fix, let next = other.fix { location.fix = min(fix, next) }
        location.device = device == other.device ? device : nil
        return location
    }

    private func larger(_ value: KeyPath<Location, Double?>, _ other: Location) -> Double? {
        guard let first = self[keyPath: value], let second = other[keyPath: value] else { return nil }
        return max(first, second)
    }
}
