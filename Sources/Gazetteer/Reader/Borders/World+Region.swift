package import Geo
package import Geocoding

extension World {
    /// A part of the globe with one country, one time zone and one first-order division.
    package struct Region: Hashable, Sendable {
        /// Who else says that a region is theirs.
        package enum Claim: Hashable, Sendable {
            /// Nobody.
            case none
            /// One without a code in ISO 3166.
            case uncoded
            /// The country with that index.
            case country(Int)
        }

        /// Its number in the file.
        package var index: Int
        /// Index of the country; `nil` on the open sea and where nobody governs.
        package var country: Int?
        /// Index of the time zone.
        package var zone: Int?
        /// Index of the division; `nil` where that of the country's nearest settlement is the better answer.
        package var division: Int?
        /// Who else claims or holds it.
        package var claim: Claim
        /// How far its borders may lie from where they truly are, in metres.
        package var uncertainty: Double
        /// Whether no land is known there: harbours, territorial seas.
        package var isWater: Bool
    }

    /// Whether the gazetteer has borders; files of before 2027 may have none.
    package var hasBorders: Bool { layout.cells.count > 0 }

    var borders: BorderMap { BorderMap(bytes: bytes, layout: layout) }

    /// The region a place is in.
    ///
    /// - Parameter coordinate: The place.
    /// - Returns: The region; `nil` when the gazetteer has no borders.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: A handful of reads, no allocation.
    package func region(at coordinate: Coordinate) throws(GeocodingError) -> Region? {
        guard hasBorders else { return nil }
        let map = borders
        guard let number = map.region(latitude: coordinate.latitude, longitude: coordinate.longitude) else {
            throw damaged("its borders point outside")
        }
        return try region(number, map)
    }

    /// The ISO 3166-1 code of a region's country.
    ///
    /// - Parameter country: Its index.
    /// - Returns: Two letters.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func countryCode(_ country: Int) throws(GeocodingError) -> String { try self.country(country).code }

    /// The fields of a region, each of which is an index that exists.
    func region(_ number: Int, _ map: BorderMap) throws(GeocodingError) -> Region {
        let country = map.field(0, of: number)
        let zone = map.field(1, of: number)
        let division = map.field(2, of: number)
        let claim = map.field(3, of: number)
        guard country == BorderFormat.none || Int(country) < layout.countries.count,
            zone == BorderFormat.none || Int(zone) < layout.zones.count,
            division == BorderFormat.none || Int(division) < layout.divisions.count,
            claim >= BorderFormat.uncoded || Int(claim) < layout.countries.count
        else { throw damaged("region \(number) is of something that does not exist") }
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
