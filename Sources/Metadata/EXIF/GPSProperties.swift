import FoundationEssentials
import Geo

/// What the directory of GPS says, with its traps taken out: numbers are numbers, and times exist.
struct GPSProperties {
    /// Degrees, negative in the south; `nil` unless the file has a usable latitude.
    var latitude: Double?
    /// Degrees, negative in the west.
    var longitude: Double?
    /// Whether the file says which hemispheres are meant.
    var hasHemispheres = true
    var altitude: Double?
    var altitudeReference = PhotoLocation.AltitudeReference.seaLevel
    var horizontalAccuracy: Double?
    var imageDirection: Double?
    var isImageDirectionMagnetic = false
    var speed: Double?
    var course: Double?
    var isVoid = false
    /// Whether the position was found from a track, and the time with it.
    var isDerived = false
    /// The day of the receiver's time, in UTC.
    var day: WallTime?
    /// Nanoseconds since midnight UTC.
    var timeOfDay: Int?
}

extension GPSProperties {
    /// The position with what is known of it, or `nil` without a latitude and a longitude that exist.
    var location: PhotoLocation? {
        guard let latitude, let longitude, abs(longitude) <= 360,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        let isZero = latitude == 0 && longitude == 0
        // A receiver that says itself that it knows nothing is believed.
        if isZero, isVoid { return nil }
        var location = PhotoLocation(coordinate: coordinate)
        location.isVoid = isVoid || isZero
        location.isDerived = isDerived
        location.altitude = altitude
        location.altitudeReference = altitudeReference
        location.horizontalAccuracy = horizontalAccuracy
        location.imageDirection = imageDirection
        location.isImageDirectionMagnetic = imageDirection != nil && isImageDirectionMagnetic
        location.speed = speed
        location.course = course
        location.timestamp = secondsSince1970.map {
            Date(timeIntervalSince1970: Double($0) + Double((timeOfDay ?? 0) % 1_000_000_000) / 1e9)
        }
        return location
    }

    /// The receiver's time in whole seconds of UTC, or `nil` without day or time of day.
    var secondsSince1970: Int? {
        guard let day, let timeOfDay else { return nil }
        return day.secondsSince1970 + timeOfDay / 1_000_000_000
    }
}
