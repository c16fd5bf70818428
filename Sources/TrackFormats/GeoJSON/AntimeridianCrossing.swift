import FoundationEssentials
import Geo

/// Where the short way between two points crosses the 180th meridian.
///
/// Source: RFC 7946, section 3.1.9. Lines of GeoJSON are straight in degrees, so the latitude is interpolated in them.
struct AntimeridianCrossing {
    /// The place on the meridian, with the time and height between those of the two points.
    let location: Location
    /// Whether the way goes to the east.
    let isEastward: Bool

    init?(_ from: Location, _ to: Location) {
        let (start, end) = (from.coordinate, to.coordinate)
        guard abs(end.longitude - start.longitude) > 180 else { return nil }
        isEastward = start.longitude > end.longitude
        let before = 180 - abs(start.longitude)
        let whole = before + 180 - abs(end.longitude)
        let share = whole > 0 ? before / whole : 0
        let latitude = start.latitude + (end.latitude - start.latitude) * share
        guard let coordinate = Coordinate(latitude: latitude, longitude: -180) else { return nil }
        var location = Location(coordinate: coordinate, source: .track)
        if let first = from.timestamp, let last = to.timestamp {
            location.timestamp = first + last.timeIntervalSince(first) * share
        }
        if let first = from.ellipsoidalAltitude, let last = to.ellipsoidalAltitude {
            location.ellipsoidalAltitude = first + (last - first) * share
        }
        self.location = location
    }
}
