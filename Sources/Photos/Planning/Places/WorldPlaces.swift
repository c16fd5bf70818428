package import LKGazetteer
package import LKGeo
public import LKGeocoding
package import LKMetadata
public import LKPhotos
import Synchronization

/// Names positions offline, using the embedded world or another gazetteer, so that photos can be grouped and filtered
/// by place.
///
/// ```swift
/// let places = WorldPlaces(languages: [LanguageTag("ja")!])
/// let collection = PhotoCollection(group: library.allPhotos, grouping: PlaceGrouping(.state, naming: places))
/// collection.filter = .place("France", naming: places)
/// ```
///
/// Each position is looked up once, and the names of each place are built once: share one object between a grouping and
/// a filter.
package final class WorldPlaces: PlaceNaming {
    /// The preferred languages of the names, in order; empty uses each place's own language.
    package let languages: [LanguageTag]

    /// The key shared by points with equal names.
    private struct Kinship: Hashable {
        var key: UInt64
        /// The index of the user's correction that applies.
        var correction: Int?
    }

    /// Names in a file, and those of a position.
    private struct Comparison: Hashable {
        var written: PhotoPlace
        var names: PlaceNames
    }

    private struct State: Sendable {
        var positions: [Coordinate: PlaceNames?] = [:]
        var places: [Kinship: PlaceNames?] = [:]
        /// A cache of country codes by country name.
        var countries: [String: String?] = [:]
        /// A cache of country names by country code.
        var countryNames: [String: String?] = [:]
        /// A cache of which names are far from the positions with the same names.
        var distances: [Comparison: Bool] = [:]
        var failure: GeocodingError?
    }

    /// Maximum number of cached positions, about 6 MB.
    private static let maximumPositions = 1 << 17

    private let world: World?
    private let corrections: PlaceCorrections?
    private let state: Mutex<State>

    /// Creates place names from a gazetteer.
    ///
    /// - Parameters:
    ///   - world: The gazetteer.
    ///   - languages: The preferred languages of the names, in order; empty uses each place's own language.
    ///   - corrections: The user's corrections, which take precedence over the gazetteer; `nil` for none.
    package init(_ world: World, languages: [LanguageTag] = [], corrections: PlaceCorrections? = nil) {
        self.world = world
        self.languages = languages
        self.corrections = corrections
        state = Mutex(State())
    }

    /// Creates place names from the embedded world.
    ///
    /// - Parameter languages: The preferred languages of the names, in order; empty uses each place's own language.
    package init(languages: [LanguageTag] = []) {
        self.languages = languages
        corrections = nil
        do throws(GeocodingError) {
            world = try World.embedded()
            state = Mutex(State())
        } catch {
            world = nil
            state = Mutex(State(failure: error))
        }
    }

    /// The first error in naming a position, because the gazetteer is damaged.
    ///
    /// Such a position counts as one without names, since groupings and filters cannot fail.
    package var failure: GeocodingError? { state.withLock { $0.failure } }

    /// Returns the names at a position: in the preferred languages, in English, and in the place's own language.
    package func names(at coordinate: Coordinate) -> PlaceNames? {
        guard let world else { return nil }
        return state.withLock { state in
            if let known = state.positions[coordinate] { return known }
            if state.positions.count >= Self.maximumPositions { state.positions.removeAll(keepingCapacity: true) }
            let names: PlaceNames?
            do throws(GeocodingError) {
                names = try found(coordinate, in: world, &state)
            } catch {
                state.failure = state.failure ?? error
                names = nil
            }
            state.positions[coordinate] = .some(names)
            return names
        }
    }

    /// Returns the code of a country by its name in any language or by a short form that `World.search` knows: `UK`.
    package func countryCode(named name: String) -> String? {
        guard let world else { return nil }
        return state.withLock { state in
            if let known = state.countries[name] { return known }
            let code: String?
            do throws(GeocodingError) {
                code = try world.countryCode(named: name)
            } catch {
                state.failure = state.failure ?? error
                code = nil
            }
            state.countries[name] = .some(code)
            return code
        }
    }

    /// Returns the name of a country in the first of the languages that it has a name in.
    package func countryName(code: String) -> String? {
        guard let world else { return nil }
        return state.withLock { state in
            if let known = state.countryNames[code] { return known }
            let name: String?
            do throws(GeocodingError) {
                name = try world.countryName(code, languages: languages)
            } catch {
                state.failure = state.failure ?? error
                name = nil
            }
            state.countryNames[code] = .some(name)
            return name
        }
    }

    /// Returns whether place names in a file belong to a place more than 50 km away.
    package func isFar(_ written: PhotoPlace, from coordinate: Coordinate) -> Bool {
        guard let world, !written.isEmpty, let names = names(at: coordinate) else { return false }
        let comparison = Comparison(written: written, names: names)
        if let known = state.withLock({ $0.distances[comparison] }) { return known }
        var isFar = false
        do throws(GeocodingError) {
            isFar = try DistantNames(world, naming: self).isFar(written, from: coordinate, called: names)
        } catch {
            state.withLock { $0.failure = $0.failure ?? error }
        }
        return state.withLock { state in
            if state.distances.count >= Self.maximumPositions { state.distances.removeAll(keepingCapacity: true) }
            state.distances[comparison] = isFar
            return isFar
        }
    }

    /// Returns whether the gazetteer has exactly these names for a town, so that no person wrote them.
    func isDerived(_ written: PhotoPlace) -> Bool {
        guard let world else { return false }
        do throws(GeocodingError) {
            return try DistantNames(world, naming: self).isDerived(written, languages: languages)
        } catch {
            state.withLock { $0.failure = $0.failure ?? error }
            return false
        }
    }

    private func found(
        _ coordinate: Coordinate, in world: World, _ state: inout State
    ) throws(GeocodingError) -> PlaceNames? {
        let correction = corrections?.feature(at: coordinate)
        guard let found = try world.placeNameKey(at: coordinate) else {
            return try made(coordinate, in: world, correction)
        }
        let kinship = Kinship(key: found.key, correction: correction)
        if let known = state.places[kinship] { return known }
        let names = try made(coordinate, in: world, correction)
        state.places[kinship] = .some(names)
        return names
    }

    private func made(
        _ coordinate: Coordinate, in world: World, _ correction: Int?
    ) throws(GeocodingError) -> PlaceNames? {
        var places: [PhotoPlace] = []
        for languages in [languages, [.english], []] {
            var placemark = try world.placemark(at: coordinate, languages: languages, withBorder: false)
            if let corrections, let correction { placemark = corrections.corrected(placemark, by: correction) }
            let place = PhotoPlace(placemark)
            if !place.isEmpty, !places.contains(place) { places.append(place) }
        }
        return places.first.map { PlaceNames($0, alternatives: Array(places.dropFirst())) }
    }
}

extension PlaceGrouping {
    /// Creates a grouping by the place names in files, completed by the embedded world.
    ///
    /// - Parameters:
    ///   - level: The finest level of the places.
    ///   - languages: The preferred languages of the embedded world's names, in order; empty uses each place's own
    ///     language.
    public init(_ level: Level = .city, languages: [LanguageTag] = []) {
        self.init(level, naming: WorldPlaces(languages: languages))
    }
}

extension PhotoGrouping where Self == PlaceGrouping {
    /// Groups by country, state and city: as named in the files, or else by the embedded world in each place's own
    /// language.
    public static var place: PlaceGrouping { PlaceGrouping() }

    /// Returns a grouping by country, state and city, up to a level: as named in the files, otherwise by the embedded
    /// world.
    public static func place(_ level: PlaceGrouping.Level, languages: [LanguageTag] = []) -> PlaceGrouping {
        PlaceGrouping(level, languages: languages)
    }
}
