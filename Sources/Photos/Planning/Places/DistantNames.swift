import LKFormats
import LKGazetteer
import LKGeo
import LKGeocoding
import LKMetadata
import LKPhotos

/// Decides whether place names are those of a place far from a position.
///
/// Names and position come from different programs, so that only a clear contradiction counts: another country that is not
/// near, or a town that the gazetteer knows elsewhere and not here. A name without such a town is the user's own (`Home`), or
/// that of a hamlet which the gazetteer lacks.
struct DistantNames {
    /// Metres within which a place is near: the next town, what can be seen from here, the outskirts of a large city.
    static let maximumNearDistance = 50_000.0
    /// The inhabitants from which a town is meant by its name alone; hamlets share their names with other hamlets.
    private static let minimumPopulation = 15_000
    /// The number of places with a name that are looked at.
    private static let maximumMatches = 500

    private let world: World
    private let naming: any PlaceNaming

    init(_ world: World, naming: any PlaceNaming) {
        self.world = world
        self.naming = naming
    }

    /// Returns whether names are far from a position.
    ///
    /// - Parameters:
    ///   - written: The names in a file.
    ///   - coordinate: The position.
    ///   - names: The names there.
    /// - Returns: False where that is not certain.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func isFar(
        _ written: PhotoPlace, from coordinate: Coordinate, called names: PlaceNames
    ) throws(GeocodingError) -> Bool {
        let here = Set(names.all.compactMap(\.countryCode))
        let country = PhotoPlace.trimmed(written.country)
        let code = written.countryCode(by: naming)
        // The country of a story.
        if country != nil, code == nil { return false }
        var isElsewhere = false
        if let code, !here.contains(where: { CountryAgreement.holds($0, code) }) {
            isElsewhere = try !isNear(code, coordinate)
        }
        guard let city = PhotoPlace.trimmed(written.city) else { return isElsewhere }
        // A city may be a district to the gazetteer, or as large as a state.
        let folded = FoldedText.scalars(of: city[...])
        let called = names.all.flatMap { [$0.sublocation, $0.city, $0.state] }.compactMap { $0 }
        if called.contains(where: { FoldedText.scalars(of: $0[...]) == folded }) { return false }
        let all = try places(city, [])
        if all.contains(where: { $0.coordinate.distance(to: coordinate) <= Self.maximumNearDistance }) { return false }
        if isElsewhere { return true }
        let regions = [PhotoPlace.trimmed(written.state), code].compactMap { $0 }
        let meant = regions.isEmpty ? all : try places(city, regions)
        return meant.contains { ($0.place?.population ?? 0) >= Self.minimumPopulation }
    }

    /// Returns whether the gazetteer has these names for a town, so that a program wrote them rather than a person.
    ///
    /// - Parameters:
    ///   - written: The names in a file.
    ///   - languages: The languages in which they may be, besides English and that of the place.
    /// - Returns: Whether country, state, city and country code are as the gazetteer has them in one language, and it knows the
    ///   part of the city.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func isDerived(_ written: PhotoPlace, languages: [LanguageTag]) throws(GeocodingError) -> Bool {
        guard let city = PhotoPlace.trimmed(written.city), let code = written.countryCode, written.country != nil else {
            return false
        }
        if let part = PhotoPlace.trimmed(written.sublocation), try places(part, [code]).isEmpty { return false }
        for place in try places(city, [code]).compactMap(\.place) {
            for languages in [languages, [.english], []] {
                let names = PhotoPlace(try world.placemark(of: place, languages: languages))
                let isEqual =
                    (names.city, names.state, names.country, names.countryCode)
                    == (written.city, written.state, written.country, written.countryCode)
                if isEqual { return true }
            }
        }
        return false
    }

    /// Returns the settlements and areas with exactly this name, in any language.
    private func places(_ name: String, _ regions: [String]) throws(GeocodingError) -> [World.SearchResult] {
        let text = ([name] + regions).map { String($0.prefix { !",，、".contains($0) }) }.joined(separator: ",")
        return try world.search(name: text, limit: Self.maximumMatches).filter { $0.match == .whole }
    }

    /// Returns whether a country is near a position outside it, or claims it.
    private func isNear(_ code: String, _ coordinate: Coordinate) throws(GeocodingError) -> Bool {
        if let answer = try world.lookup(coordinate), try world.claims(of: answer).contains(code) { return true }
        if try world.border(near: coordinate, within: Self.maximumNearDistance)?.neighbourCode == code { return true }
        // Where three countries meet, the nearest border may be that of another one.
        for part in 1...3 {
            for direction in 0..<16 {
                let point = coordinate.destination(
                    bearing: Double(direction) * 22.5, distance: Self.maximumNearDistance * Double(part) / 3)
                if let point, let answer = try world.lookup(point), try world.countryCode(of: answer) == code {
                    return true
                }
            }
        }
        return false
    }
}
