import LKGeo

extension Location {
    /// A fix near Tokyo Station, `metres` north of it, with a 68 % radius.
    static func sample(accuracy: Double?, north metres: Double = 0, speed: Double? = nil) -> Location {
        var location = Location(
            coordinate: Coordinate(latitude: 35.681236 + metres / 111_000, longitude: 139.767125)!, source: .gpsd)
        location.horizontalAccuracy = accuracy.flatMap { Accuracy(radius: $0, estimator: .eph) }
        location.fix = .threeDimensional
        location.speed = speed
        return location
    }
}
