import Foundation
import LKGeo

/// Locations as the tests need them.
enum Samples {
    static let start = Date(timeIntervalSince1970: 1_790_000_000)
    static let home = Coordinate(latitude: 47.14, longitude: 9.52)!

    /// A fix so many metres from home, so many seconds after the start.
    static func fix(
        _ seconds: Double, metres: Double = 0, bearing: Double = 90, altitude: Double? = nil, radius: Double? = 5
    ) -> Location {
        fix(
            seconds, at: home.destination(bearing: bearing, distance: metres) ?? home, altitude: altitude,
            radius: radius)
    }

    static func fix(
        _ seconds: Double, at coordinate: Coordinate, altitude: Double? = nil, radius: Double? = 5
    ) -> Location {
        var location = Location(coordinate: coordinate)
        location.timestamp = start.addingTimeInterval(seconds)
        location.altitude = altitude
        location.horizontalAccuracy = radius.flatMap { Accuracy(radius: $0, estimator: .gst) }
        return location
    }
}
