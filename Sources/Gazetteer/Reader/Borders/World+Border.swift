public import Geo
public import Geocoding

internal import Glibc

extension World {
    /// How near a point is to another country, and whether its own is beyond doubt.
    public struct Border: Hashable, Sendable {
        /// Metres along the ground to the nearest border between two countries.
        public var distance: Double
        /// ISO 3166-1 alpha-2 of the country across the border; `nil` where nobody governs.
        public var neighbourCode: String?
        /// Index of that country.
        var neighbour: Int?
        /// Whether the border is farther away than it may be drawn wrong, and nobody else claims the point.
        public var isCertain: Bool
    }

    /// The nearest border between two countries.
    ///
    /// Ask it where the answer matters: it takes longer than ``lookup(_:)-(Coordinate)``.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - limit: How far to look, metres.
    /// - Returns: The border; `nil` when there is none so near or when the gazetteer has no borders.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func border(near coordinate: Coordinate, within limit: Double = 100_000) throws(GeocodingError) -> Border? {
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
        let other = (above.country == here.country ? below : above).country
        return Border(
            distance: metres, neighbourCode: try other.map(countryCode), neighbour: other,
            isCertain: metres > max(above.uncertainty, below.uncertainty) && here.claim == .none)
    }

    /// Who else says that a point is theirs, or holds it: codes of ISO 3166-1 alpha-2, XX for one without a code.
    ///
    /// - Parameter answer: What was found at the point.
    /// - Returns: Nothing where all agree.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func claims(of answer: Answer) throws(GeocodingError) -> [String] {
        guard answer.regionIndex != Answer.none, hasBorders else { return [] }
        guard Int(answer.regionIndex) < layout.regions.count else { throw damaged("a region does not exist") }
        switch try region(Int(answer.regionIndex), borders).claim {
        case .none: return []
        case .uncoded: return ["XX"]
        case .country(let country): return [try countryCode(country)]
        }
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
