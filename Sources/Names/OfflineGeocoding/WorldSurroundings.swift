import LKGazetteer
import LKGeo
import LKGeocoding

/// The country, state or settlement that an address ends with, as the world knows it.
struct WorldSurroundings {
    let name: Substring
    private let world: World
    private let languages: [LanguageTag]
    /// The settlements of that name; `nil` until one is needed.
    private var settlements: [Placemark]?
    /// Whether cities are in the country or state of that name, where each was asked for.
    private var known: [String: [Coordinate]] = [:]

    /// Metres within which an address may be from the middle of its city.
    private static let cityReach = 40_000.0

    init(name: Substring, world: World, languages: [LanguageTag]) {
        (self.name, self.world, self.languages) = (name, world, languages)
    }

    /// Returns whether an address is in the named surroundings.
    ///
    /// - Parameters:
    ///   - coordinate: Its position.
    ///   - place: The world's answer there.
    /// - Returns: Whether the country, state or settlement is known to be around it.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    mutating func contains(_ coordinate: Coordinate, _ place: Placemark) throws(GeocodingError) -> Bool {
        if let code = place.isoCountryCode, name.uppercased().filter({ $0 != " " }) == code { return true }
        let settlements: [Placemark]
        if let known = self.settlements {
            settlements = known
        } else {
            settlements = try world.search(name: String(name), limit: 10).filter { $0.match == .whole }
                .map { result throws(GeocodingError) in try world.placemark(of: result, languages: languages) }
            self.settlements = settlements
        }
        let isInSettlement = settlements.contains { settlement in
            settlement.name.map { $0 == place.locality || $0 == place.subLocality } ?? false
                && settlement.coordinate.distance(to: coordinate) <= Self.cityReach
        }
        if isInSettlement { return true }
        // A country or state is one that a city of that name is in: the world's search reads its codes, too.
        guard let city = place.locality else { return false }
        let cities: [Coordinate]
        if let found = known[city] {
            cities = found
        } else {
            cities = try world.search(name: "\(city), \(name)", limit: 10).map(\.coordinate)
            known[city] = cities
        }
        return cities.contains { $0.distance(to: coordinate) <= Self.cityReach }
    }
}
