import FoundationEssentials
import Geo

/// Locations of one segment in the order of time.
struct TrackRun: Sendable {
    var origin: TrackPosition.Origin
    var table = LocationTable()

    var first: Double { table.times.first ?? .infinity }
    var last: Double { table.times.last ?? -.infinity }

    /// Where it was at a moment, within limits.
    func position(at time: Double, _ limits: TrackTimeline.Limits) -> TrackPosition? {
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
        // In a gap too wide a location stands for what is near it, as at the ends.
        let nearest = time - times[next - 1] <= times[next] - time ? next - 1 : next
        guard abs(times[nearest] - time) <= limits.extrapolation else { return nil }
        return extend(nearest, to: time, .extrapolated)
    }

    private func extend(_ row: Int, to time: Double, _ kind: TrackPosition.Kind) -> TrackPosition {
        var location = table[row]
        location.timestamp = Date(timeIntervalSinceReferenceDate: time)
        return TrackPosition(
            location: location, kind: kind, gap: abs(table.times[row] - time), step: 0, distance: 0, origin: origin,
            motion: motion(around: row, row))
    }

    private func interpolate(_ next: Int, _ time: Double, _ limits: TrackTimeline.Limits) -> TrackPosition? {
        let (before, after) = (table.times[next - 1], table.times[next])
        let (from, to) = (table[next - 1], table[next])
        let distance = from.coordinate.distance(to: to.coordinate)
        let fraction = (time - before) / (after - before)
        guard distance <= limits.distance, var location = from.interpolated(to: to, fraction: fraction) else {
            return nil
        }
        location.timestamp = Date(timeIntervalSinceReferenceDate: time)
        return TrackPosition(
            location: location, kind: .interpolated, gap: min(time - before, after - time), step: after - before,
            distance: distance, origin: origin, motion: motion(around: next - 1, next))
    }

    /// How it moved near two rows, which may be the same.
    private func motion(around row: Int, _ next: Int) -> TrackPosition.Motion {
        var motion = TrackPosition.Motion()
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

    /// How far a location is from where its neighbours would place it.
    private func bend(at row: Int) -> TrackPosition.Bend? {
        let times = table.times
        let (before, after) = (times[row] - times[row - 1], times[row + 1] - times[row])
        let place = table.coordinate(at: row - 1)
            .interpolated(to: table.coordinate(at: row + 1), fraction: before / (before + after))
        return place.map {
            TrackPosition.Bend(
                metres: $0.sphericalDistance(to: table.coordinate(at: row)), seconds: (before * after).squareRoot())
        }
    }
}

extension [Double] {
    /// The first row of a number that is not less; the numbers ascend.
    func firstRow(notBefore number: Double) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] >= number { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
