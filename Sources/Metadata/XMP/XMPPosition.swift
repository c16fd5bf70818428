import FoundationEssentials
import Geo

/// The position in a packet: `exif:GPSLatitude` and what belongs to it.
struct XMPPosition {
    private let values: XMPValues

    init(_ values: XMPValues) { self.values = values }

    /// The position; `nil` unless there are a latitude and a longitude.
    var location: PhotoLocation? {
        guard let latitude = values[.latitude].flatMap({ AngleText.angle($0.utf8, limit: 90) }),
            let longitude = values[.longitude].flatMap({ AngleText.angle($0.utf8, limit: 180) }),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        var location = PhotoLocation(coordinate: coordinate)
        readAltitude(into: &location)
        location.horizontalAccuracy = number(.positioningError).flatMap { $0 >= 0 ? $0 : nil }
        location.imageDirection = angle(.imageDirection)
        location.isImageDirectionMagnetic = values[.imageDirectionReference] == "M"
        location.course = angle(.track)
        location.speed = number(.speed).flatMap { $0 >= 0 ? $0 * metresPerSecond : nil }
        location.isVoid = values[.gpsStatus] == "V"
        location.isDerived = values[.processingMethod] == ProcessingMethod.derived
        if let time = values[.gpsTime].flatMap({ ZonedTime(text: $0.utf8) }), !time.wallTime.isDayOnly {
            let seconds = time.wallTime.secondsSince1970 - (time.offset ?? 0)
            location.timestamp = Date(
                timeIntervalSince1970: Double(seconds) + Double(time.wallTime.nanosecond) / 1e9)
        }
        return location
    }

    /// The height is a magnitude, and the reference says which way; heights with a sign are found.
    private func readAltitude(into location: inout PhotoLocation) {
        guard let altitude = number(.altitude), abs(altitude) < 1e7 else { return }
        let reference = values[.altitudeReference].flatMap { Int($0) } ?? 0
        location.altitude = reference & 1 == 1 ? -abs(altitude) : altitude
        if reference & 2 == 2 { location.altitudeReference = .ellipsoid }
    }

    private var metresPerSecond: Double {
        switch values[.speedReference] {
        case "M": 1609.344 / 3600
        case "N": 1852.0 / 3600
        default: 1000.0 / 3600
        }
    }

    private func number(_ name: XMPName) -> Double? {
        guard let text = values[name] else { return nil }
        var rest = TextScanner(text.utf8)
        return rest.rational().flatMap { $0.isFinite ? $0 : nil }
    }

    private func angle(_ name: XMPName) -> Double? {
        number(name).flatMap { (0...360).contains($0) ? $0.truncatingRemainder(dividingBy: 360) : nil }
    }
}
