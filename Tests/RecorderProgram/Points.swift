import FoundationEssentials
import LKGeo

/// Fixes that tell their number, so that a missing one shows.
enum Points {
    static let start = Date(timeIntervalSince1970: 1_790_000_000)

    static func fix(_ number: Int) -> Location {
        var location = Location(
            coordinate: Coordinate(latitude: 47, longitude: Double(number % 1_000_000) / 1e4)!, source: .gpsd)
        location.altitude = Double(number)
        location.timestamp = start.addingTimeInterval(Double(number))
        location.horizontalAccuracy = Accuracy(radius: 4, estimator: .gst)
        location.speed = 1.5
        location.course = 90
        location.fix = .threeDimensional
        location.satellites = .init(used: 9, visible: 14)
        location.device = "/dev/ttyACM0"
        return location
    }
}
