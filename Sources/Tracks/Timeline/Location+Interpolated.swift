import Geo

extension Location {
    /// The location part of the way to another: the position on the great circle, what changes steadily in proportion, and
    /// nothing that cannot be known in between.
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
            // No better than the worse of the two.
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
