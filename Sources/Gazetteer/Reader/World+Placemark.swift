public import Geo
public import Geocoding

extension World {
    /// The name under which this provider answers.
    public static let providerName = "world"

    /// The words GeoNames' licence asks for.
    public static let attribution = "GeoNames (geonames.org), CC BY 4.0"

    /// What the point is called, in the first of the languages that has a name for each part.
    ///
    /// A part without a name in any of the languages comes in English. The answer's precision is `locality` up to
    /// `localityLimit` from the settlement, `region` or `country` up to `limit`, `none` beyond: far from all land nothing
    /// is named. First cut: the country is that of the nearest settlement, not yet that of a border polygon.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: Most wanted first; empty gives every name in the place's own language.
    /// - Returns: The placemark, empty with precision `none` when nothing is near.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: O(log n) in the number of settlements; measured 5 µs, half of it for the names.
    public func placemark(at coordinate: Coordinate, languages: [LanguageTag]) throws(GeocodingError) -> Placemark {
        var placemark = Placemark(coordinate: coordinate, provider: Self.providerName)
        placemark.language = languages.first
        guard let found = try locate(coordinate) else { return placemark }
        let country = try country(found.division.country)
        let settlement = try settlement(found.match.index)
        let naming = try naming(for: languages)
        let home = found.division.language.rawValue != 0 ? found.division.language : country.language
        if languages.isEmpty { placemark.language = language(of: home) }

        placemark.attribution = Self.attribution
        placemark.timeZone = try zone(settlement.zone)
        placemark.isoCountryCode = country.code
        let countryName = try name(
            NameKey(.country, country.index), main: country.englishName, naming: naming, home: country.language)
        placemark.country = countryName?.text
        placemark.nameLanguages.country = countryName?.language
        let area = try name(
            NameKey(.division, found.division.index), main: found.division.englishName, naming: naming, home: home)
        placemark.administrativeArea = area?.text
        placemark.nameLanguages.administrativeArea = area?.language
        placemark.name = placemark.administrativeArea ?? placemark.country
        placemark.precision = placemark.administrativeArea == nil ? .country : .region

        guard found.match.score <= Self.localityLimit else { return placemark }
        let named = try name(NameKey(.place, found.match.index), main: settlement.name, naming: naming, home: home)
        guard let named else { return placemark }
        let name = named.text
        placemark.name = name
        placemark.locality = name
        placemark.nameLanguages.locality = named.language
        // Moscow is in the division Moscow: where the city has a name in the language, so has the division.
        if settlement.name == found.division.englishName, placemark.administrativeArea == (try text(settlement.name)) {
            placemark.administrativeArea = name
            placemark.nameLanguages.administrativeArea = named.language
        }
        placemark.precision = .locality
        placemark.place = Placemark.Place(
            name: name, geonameId: settlement.geonameId,
            population: settlement.population > 0 ? settlement.population : nil, distance: found.match.distance)
        return placemark
    }

    /// The time zone of the settlement the point belongs to; `nil` when nothing is near.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func timeZone(at coordinate: Coordinate) throws(GeocodingError) -> String? {
        guard let found = try locate(coordinate) else { return nil }
        return try zone(settlement(found.match.index).zone)
    }

    /// The settlement a point belongs to.
    func locate(
        _ coordinate: Coordinate
    ) throws(GeocodingError) -> (match: SettlementSearch.Match, division: Division)? {
        let point = SurfaceVector(coordinate)
        guard let nearest = search.nearest(to: point, within: Self.limit) else { return nil }
        let division = try division(nearest.division)
        return (search.deepest(at: point, from: nearest, country: division.country), division)
    }
}
