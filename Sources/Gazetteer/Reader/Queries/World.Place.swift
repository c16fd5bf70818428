public import Geo
internal import Geocoding

internal import Glibc

extension World {
    /// A city, town, village or quarter of the gazetteer.
    public struct Place: Hashable, Sendable, Identifiable {
        /// Its number at GeoNames.
        public let id: Int
        /// GeoNames' main name, in Latin letters; ``World/Names/name(of:)`` has those of other languages.
        public let name: String
        /// People who live there; `nil` when unknown.
        public let population: Int?
        /// Where it is: GeoNames gives the middle, or the city hall.
        public let coordinate: Coordinate
        /// ISO 3166-1 alpha-2, and XK for Kosovo.
        public let countryCode: String
        /// GeoNames' code of the first-order division; `nil` where it is in none.
        ///
        /// US states have their two letters, most countries numbers.
        public let divisionCode: String?
        /// The time zone's identifier in the tz database.
        public let timeZone: String?
        /// Index into `PLAC`.
        let index: Int
        /// Index into `STAT`.
        let divisionIndex: Int
    }

    /// The place at an index of `PLAC`.
    func place(at index: Int) throws(GeocodingError) -> Place {
        let settlement = try settlement(index)
        let divisionIndex = search.match(index, squared: 0).division
        let division = try division(divisionIndex)
        guard let coordinate = search.vector(at: index).coordinate else { throw damaged("a place lies nowhere") }
        return Place(
            id: settlement.geonameId, name: try text(settlement.name) ?? "",
            population: settlement.population > 0 ? settlement.population : nil,
            coordinate: coordinate, countryCode: try country(division.country).code,
            divisionCode: try divisionCode(divisionIndex), timeZone: try zone(settlement.zone), index: index,
            divisionIndex: divisionIndex)
    }
}

extension World {
    /// GeoNames' code of a division; `nil` for that of what lies in no known division.
    func divisionCode(_ index: Int) throws(GeocodingError) -> String? {
        _ = try division(index)
        return try text(bytes.uint32(layout.divisions.offset + index * layout.divisions.recordSize + 4))
    }
}

extension SurfaceVector {
    /// The coordinate, to the five decimals that GeoNames has: 3 mm of rounding do not show.
    var coordinate: Coordinate? {
        let ring = (x * x + y * y).squareRoot()
        // Near a pole the longitude has fewer digits.
        let scale = ring < 0.01 * GazetteerFormat.unit ? 1e3 : 1e5
        let latitude = (atan2(z, ring) * 180 / .pi * 1e5).rounded() / 1e5
        let longitude = (atan2(y, x) * 180 / .pi * scale).rounded() / scale
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}
