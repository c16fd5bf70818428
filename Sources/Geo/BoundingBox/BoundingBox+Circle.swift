#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension BoundingBox {
    /// A box that holds every point within a distance of a centre, or `nil` when the radius is negative or NaN.
    ///
    /// The parallels touch the circle. The meridians are 0.4 % farther out than they need be, or a little more
    /// where the circle comes near a pole. A circle with a pole in it covers all longitudes.
    ///
    /// - Parameters:
    ///   - center: The centre of the circle.
    ///   - radius: Metres on the WGS 84 ellipsoid, as ``Coordinate/distance(to:)`` counts them; may be infinite.
    public init?(center: Coordinate, radius: Double) {
        guard radius >= 0 else { return nil }
        // The distances of points that are just inside carry an error of nanometres.
        let reach = radius == 0 ? 0 : radius + 1e-7
        let northPole = Coordinate(validLatitude: 90, longitude: center.longitude)
        let southPole = Coordinate(validLatitude: -90, longitude: center.longitude)
        let holdsNorthPole = center.distance(to: northPole) <= reach
        let holdsSouthPole = center.distance(to: southPole) <= reach
        // Short of the pole the way to it is the quickest to any parallel.
        let north = holdsNorthPole ? 90 : center.destination(bearing: 0, distance: reach)?.latitude ?? 90
        let south = holdsSouthPole ? -90 : center.destination(bearing: 180, distance: reach)?.latitude ?? -90
        self.init(
            south: min(south, center.latitude), north: max(north, center.latitude),
            longitudes: holdsNorthPole || holdsSouthPole
                ? .all : Self.longitudes(around: center, radius: reach))
    }

    /// Longitudes that hold the circle when no pole is in it.
    ///
    /// A geodesic of length s is at most s / b long on the auxiliary sphere, where distances only shrink (Karney 2013, 7),
    /// and reaches at most as far in longitude as there (8). On that sphere the circle touches two meridians.
    private static func longitudes(around center: Coordinate, radius: Double) -> LongitudeRange {
        let arc = radius / Earth.semiMinorAxis
        let reducedLatitude = UnitAngle(reducedLatitude: center.latitude)
        guard arc < .pi / 2, sin(arc) < reducedLatitude.cosine else { return .all }
        let halfWidth = asin(sin(arc) / reducedLatitude.cosine) * .degreesPerRadian
        return LongitudeRange(west: center.longitude - halfWidth, east: center.longitude + halfWidth)
    }
}
