import FoundationEssentials
import Geo

import Glibc

/// Fixes near each other, and their weighted mean, in constant memory.
struct Cluster: Sendable {
    /// A fix with what the mean needs of it.
    struct Fix: Sendable {
        let coordinate: Coordinate
        let point: PointInSpace
        let time: Date
        /// The 68 % radius in metres; 20 where it is unknown, as receivers in the open have.
        let radius: Double

        init(_ location: Location, time: Date) {
            coordinate = location.coordinate
            point = PointInSpace(location.coordinate)
            self.time = time
            radius = max(location.horizontalAccuracy?.radius ?? 20, 0.01)
        }

        /// The better a fix, the more it counts: by the inverse of its variance.
        var weight: Double { 1 / (radius * radius) }
    }

    private var weight = 0.0
    /// The weighted sum of the squared distances from the mean (West, "Updating mean and variance estimates", 1979).
    private var squares = 0.0
    private var count = 0
    private var first: Date
    private var last: Date
    private var mean: PointInSpace
    private let start: Coordinate

    init(_ fix: Fix) {
        first = fix.time
        last = fix.time
        mean = fix.point
        start = fix.coordinate
        add(fix)
    }

    /// The seconds from the first to the last fix.
    var duration: Double { last.timeIntervalSince(first) }

    /// The metres from the mean to a fix.
    func distance(of fix: Fix) -> Double { (fix.point - mean).squaredLength.squareRoot() }

    mutating func add(_ fix: Fix) {
        let before = mean
        count += 1
        weight += fix.weight
        let away = fix.point - before
        let share = fix.weight / weight
        mean = PointInSpace(x: before.x + away.x * share, y: before.y + away.y * share, z: before.z + away.z * share)
        squares += fix.weight * away.dot(fix.point - mean)
        first = min(first, fix.time)
        last = max(last, fix.time)
    }

    /// The cluster as a visit.
    var visit: Visit {
        let latitude = atan2(mean.z, (mean.x * mean.x + mean.y * mean.y).squareRoot()) * 180 / .pi
        let longitude = atan2(mean.y, mean.x) * 180 / .pi
        // Of errors that are normal in both directions 68 % lie within 1.51 standard deviations of one direction
        // (Rayleigh: √(-2 ln 0.32)); `squares` has both.
        let deviation = (max(squares, 0) / weight / 2).squareRoot()
        return Visit(
            arrival: first, departure: last, coordinate: Coordinate(latitude: latitude, longitude: longitude) ?? start,
            spread: 1.5096 * deviation, count: count)
    }
}
