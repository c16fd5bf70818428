import Glibc
import Geo

extension NMEADecoder {
    /// The epoch's fix as a location; `nil` without a position, or in fewer than two dimensions.
    func location() -> Location? {
        guard fix.mode >= 2, let coordinate = Coordinate(latitude: fix.latitude, longitude: fix.longitude) else {
            return nil
        }
        var location = Location(coordinate: coordinate)
        location.fix = fix.mode == 2 ? .twoDimensional : .threeDimensional
        location.correction = Location.Correction(gpsdStatus: fix.status)
        location.timestamp = fix.time?.date
        if fix.time != nil, fix.isTimeShifted { location.timestampDoubt = .weekRollover }
        location.altitude = Self.finite(fix.altitudeMSL)
        location.ellipsoidalAltitude = Self.finite(fix.altitudeHAE)
        location.speed = fix.speed >= 0 ? Self.finite(fix.speed) : nil
        location.course = Self.finite(fix.course).map(Self.normalized(degrees:))
        if fix.mode >= 3 { location.verticalSpeed = Self.finite(fix.climb) }
        let isDifferential = fix.status == 2
        location.horizontalAccuracy = quality.horizontal(isDifferential: isDifferential)
        if fix.mode >= 3 { location.verticalAccuracy = quality.vertical(isDifferential: isDifferential) }
        location.horizontalDilution = quality.currentHorizontalDilution
        location.satellites = sky.count
        return location
    }

    private static func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }

    static func normalized(degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        // A tiny negative angle plus 360 rounds to 360 itself.
        return rest < 0 ? (rest + 360 < 360 ? rest + 360 : 0) : rest + 0
    }
}

extension NMEAFix {
    /// Degrees clockwise from north of a movement.
    static func bearing(east: Double, north: Double) -> Double {
        NMEADecoder.normalized(degrees: atan2(east, north) * 180 / .pi)
    }
}
