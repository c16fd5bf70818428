package import Geo
package import Geocoding

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension World {
    /// How near a place is to another country, and whether its own is beyond doubt.
    package struct BorderDistance: Hashable, Sendable {
        /// Metres to the nearest border between two countries.
        package var metres: Double
        /// Where the place is.
        package var region: Region
        /// What is across the border.
        package var neighbour: Region
        /// Whether the border is farther than it may lie wrong.
        package var isCertain: Bool
    }

    /// The distance from a place to the nearest border between two countries.
    ///
    /// Ask it where the answer matters: it takes longer than `region(at:)`.
    ///
    /// - Parameters:
    ///   - coordinate: The place.
    ///   - limit: How far to look, metres.
    /// - Returns: The distance; `nil` when there is no border so near, or the gazetteer has none.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func borderDistance(
        at coordinate: Coordinate, within limit: Double = 100_000
    ) throws(GeocodingError) -> BorderDistance? {
        guard let here = try region(at: coordinate) else { return nil }
        let degree = GazetteerFormat.earthRadius * .pi / 180
        let map = borders
        // The plane around the place errs by a few per cent at that distance; the limit is kept below.
        let found = map.nearestBorder(
            latitude: coordinate.latitude, longitude: coordinate.longitude,
            limit: min(max(limit / degree, 0), 90) * 1.05)
        guard let nearest = found.0 else {
            if found.1 == .damaged { throw damaged("its borders point outside") }
            return nil
        }
        let metres = Self.metres(
            latitude: coordinate.latitude, east: nearest.east, north: nearest.north)
        guard metres <= limit else { return nil }
        let above = try region(nearest.above, map)
        let below = try region(nearest.below, map)
        return BorderDistance(
            metres: metres, region: here, neighbour: above.country == here.country ? below : above,
            isCertain: metres > max(above.uncertainty, below.uncertainty))
    }

    /// Metres along the ground between two places given by their difference (the haversine formula).
    private static func metres(latitude: Double, east: Double, north: Double) -> Double {
        let radians = Double.pi / 180
        let up = sin(north * radians / 2)
        let over = sin(east * radians / 2)
        let root = up * up + cos(latitude * radians) * cos((latitude + north) * radians) * over * over
        return 2 * GazetteerFormat.earthRadius * asin(min(root.squareRoot(), 1))
    }
}
