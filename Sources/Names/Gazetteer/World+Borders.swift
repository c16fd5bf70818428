import Glibc
import LKFormats
public import LKGeo
public import LKGeocoding

extension World {
    /// A part of the globe with one country, one time zone and one first-order division.
    package struct Region: Hashable, Sendable {
        /// Another party that claims or holds a region.
        package enum Claim: Hashable, Sendable {
            /// Undisputed.
            case none
            /// A party without an ISO 3166 code.
            case uncoded
            /// The country at that index.
            case country(Int)
        }

        /// The index in `BREG`.
        package var index: Int
        /// The index of the country; `nil` on the open sea and on unclaimed land.
        package var country: Int?
        /// The index of the time zone.
        package var zone: Int?
        /// The index of the division; `nil` if the division of the country's nearest settlement is more reliable.
        package var division: Int?
        /// Another party that claims or holds the region.
        package var claim: Claim
        /// The position error of its borders, in metres.
        package var uncertainty: Double
        /// Whether it is water, such as harbours and territorial seas.
        package var isWater: Bool
    }

    /// Whether the gazetteer has borders; files of older builders may have none.
    package var hasBorders: Bool { layout.cells.count > 0 }

    /// Returns the region that contains a point.
    ///
    /// - Parameter coordinate: The point.
    /// - Returns: The region; `nil` when the gazetteer has no borders.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: A handful of reads, no allocation.
    package func region(at coordinate: Coordinate) throws(GeocodingError) -> Region? {
        guard hasBorders else { return nil }
        let region = try region(in: borders.part(latitude: coordinate.latitude, longitude: coordinate.longitude))
        try checkIntact()
        return region
    }

    /// Returns the region of a point whose part of the map has been found.
    func region(in part: BorderMap.Part?) throws(GeocodingError) -> Region {
        guard let part, let number = borders.region(in: part) else {
            throw damaged("its borders refer to missing records")
        }
        return try region(number, borders)
    }

    /// Returns the ISO 3166-1 code of a region's country.
    ///
    /// - Parameter country: Its index.
    /// - Returns: Two letters.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func countryCode(_ country: Int) throws(GeocodingError) -> String { try self.country(country).code }

    /// Decodes a region and checks its indices.
    func region(_ number: Int, _ map: BorderMap) throws(GeocodingError) -> Region {
        let country = map.field(0, of: number)
        let zone = map.field(1, of: number)
        let division = map.field(2, of: number)
        let claim = map.field(3, of: number)
        guard country == BorderFormat.none || Int(country) < layout.countries.count,
            zone == BorderFormat.none || Int(zone) < layout.zones.count,
            division == BorderFormat.none || Int(division) < layout.divisions.count,
            claim >= BorderFormat.uncoded || Int(claim) < layout.countries.count
        else { throw damaged("region \(number) refers to missing records") }
        return Region(
            index: number, country: country == BorderFormat.none ? nil : Int(country),
            zone: zone == BorderFormat.none ? nil : Int(zone),
            division: division == BorderFormat.none ? nil : Int(division),
            claim: claim == BorderFormat.none
                ? .none : claim == BorderFormat.uncoded ? .uncoded : .country(Int(claim)),
            uncertainty: Double(map.field(4, of: number)),
            isWater: map.field(5, of: number) & BorderFormat.water != 0)
    }
}

extension World {
    /// The distance of a point from another country, and whether its own country is certain.
    public struct Border: Hashable, Sendable {
        /// The distance in metres to the nearest international border.
        public var distance: Double
        /// ISO 3166-1 alpha-2 of the country across the border; `nil` for unclaimed land.
        public var neighbourCode: String?
        /// The index of that country.
        var neighbour: Int?
        /// Whether the border is farther away than its position error, and no other country claims the point.
        public var isCertain: Bool
    }

    /// Returns the nearest border between two countries.
    ///
    /// This takes longer than ``lookup(_:)-(Coordinate)``, so call it only when you need it.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - radius: The search radius in metres.
    /// - Returns: The border; `nil` when there is none within the radius or the gazetteer has no borders.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func border(near coordinate: Coordinate, within radius: Double = 100_000) throws(GeocodingError) -> Border? {
        guard let here = try region(at: coordinate) else { return nil }
        let degree = GazetteerFormat.earthRadius * .pi / 180
        let map = borders
        // The search uses a plane, which is off by a few per cent at this distance; the exact limit is applied below.
        let found = map.nearestBorder(
            latitude: coordinate.latitude, longitude: coordinate.longitude,
            maximumDistance: min(max(radius / degree, 0), 90) * 1.05)
        try checkIntact()
        guard let nearest = found.0 else {
            if found.1 == .damaged { throw damaged("its borders refer to missing records") }
            return nil
        }
        let metres = Self.metres(
            latitude: coordinate.latitude, east: nearest.east, north: nearest.north)
        guard metres <= radius else { return nil }
        let above = try region(nearest.above, map)
        let below = try region(nearest.below, map)
        let other = (above.country == here.country ? below : above).country
        return Border(
            distance: metres, neighbourCode: try other.map(countryCode), neighbour: other,
            isCertain: metres > max(above.uncertainty, below.uncertainty) && here.claim == .none)
    }

    /// Returns the other parties that claim or hold a point.
    ///
    /// - Parameter answer: The answer for the point.
    /// - Returns: ISO 3166-1 alpha-2 codes, XX for a party without a code; empty if the point is undisputed.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func claims(of answer: Answer) throws(GeocodingError) -> [String] {
        guard answer.regionIndex != Answer.none, hasBorders else { return [] }
        guard Int(answer.regionIndex) < layout.regions.count else {
            throw damaged("region \(answer.regionIndex) does not exist")
        }
        switch try region(Int(answer.regionIndex), borders).claim {
        case .none: return []
        case .uncoded: return ["XX"]
        case .country(let country): return [try countryCode(country)]
        }
    }

    /// Returns the distance in metres along the ground between two points, given by their difference in degrees
    /// (haversine formula).
    private static func metres(latitude: Double, east: Double, north: Double) -> Double {
        let radians = Double.pi / 180
        let up = sin(north * radians / 2)
        let over = sin(east * radians / 2)
        let root = up * up + cos(latitude * radians) * cos((latitude + north) * radians) * over * over
        return 2 * GazetteerFormat.earthRadius * asin(min(root.squareRoot(), 1))
    }
}
