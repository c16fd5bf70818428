package import FoundationEssentials
import LKTracks

extension TrackSketch {
    /// Whether heights differ by more than a metre, so that they have a profile.
    var hasHeights: Bool {
        guard let lowest = statistics.lowestAltitude, let highest = statistics.highestAltitude else { return false }
        return highest - lowest > 1
    }

    /// Returns the greatest heights in equally long parts of the track, in metres; NaN where they are unknown.
    package func heights(bins: Int) -> [Double] {
        let length = statistics.distance
        guard length > 0 else { return [] }
        var heights = [Double](repeating: .nan, count: bins)
        func add(_ height: Double, _ bin: Int) {
            if !(heights[bin] >= height) { heights[bin] = height }
        }
        func bin(_ distance: Double) -> Int { min(max(Int(distance / length * Double(bins)), 0), bins - 1) }
        var last: Point?
        for point in points {
            if point.startsSegment { last = nil }
            guard point.altitude.isFinite else { continue }
            let end = bin(point.distance)
            add(point.altitude, end)
            if let last, bin(last.distance) + 1 < end {
                for between in bin(last.distance) + 1..<end {
                    let distance = (Double(between) + 0.5) / Double(bins) * length
                    let share = (distance - last.distance) / (point.distance - last.distance)
                    add(last.altitude + share * (point.altitude - last.altitude), between)
                }
            }
            last = point
        }
        if let highest { add(highest.altitude, bin(highest.distance)) }
        return heights
    }

    /// Returns the mean speeds in equally long parts of the track, in metres a second; NaN where times are missing.
    package func speeds(bins: Int) -> [Double] {
        let length = statistics.distance
        var (distances, times) = ([Double](repeating: 0, count: bins), [Double](repeating: 0, count: bins))
        guard length > 0 else { return [] }
        for (a, b) in zip(points, points.dropFirst()) where !b.startsSegment {
            let (step, time) = (b.distance - a.distance, b.time - a.time)
            // The clock may have been set back, or be missing.
            guard time > 0 else { continue }
            let (from, to) = (a.distance / length * Double(bins), b.distance / length * Double(bins))
            let first = min(max(Int(from), 0), bins - 1)
            let last = min(max(Int(to), first), bins - 1)
            for bin in first...last {
                let inside = min(to, Double(bin + 1)) - max(from, Double(bin))
                let share = to > from ? max(inside, 0) / (to - from) : bin == first ? 1 : 0
                distances[bin] += step * share
                times[bin] += time * share
            }
        }
        return zip(distances, times).map { $1 > 0 ? $0 / $1 : .nan }
    }

    /// Returns the metres along the track at a time: those of the first point that is not earlier, or `nil` if there is
    /// none.
    package func distance(at time: Date) -> Double? {
        let seconds = time.timeIntervalSince1970
        return points.first { $0.time >= seconds }?.distance
    }
}
