import LKFormats
package import LKGeo
package import LKGeocoding
import LKThreads

extension World {
    /// A place whose name begins with the search text.
    package struct SearchResult: Hashable, Sendable {
        /// The kind of a result.
        package enum Subject: Hashable, Sendable {
            /// A city, town, village or quarter.
            case settlement(Place)
            /// A country or a first-order division.
            case area(SearchArea)
        }

        /// The settlement, country or division found.
        package let subject: Subject
        /// The name that matched, as the gazetteer spells it.
        package let name: String
        /// How well the name matches.
        package let match: PlaceMatch.NameMatch
        /// The distance in metres from the `near` point; `nil` if none was given.
        package let distance: Double?

        /// The settlement found; `nil` for an area.
        package var place: Place? { if case .settlement(let place) = subject { place } else { nil } }
        /// The country or division found; `nil` for a settlement.
        package var area: SearchArea? { if case .area(let area) = subject { area } else { nil } }
        /// The position of the settlement or area.
        package var coordinate: Coordinate {
            switch subject {
            case .settlement(let place): place.coordinate
            case .area(let area): area.coordinate
            }
        }
    }

    /// Returns the settlements, divisions and countries whose name, in any language, begins with a text: forward
    /// geocoding.
    ///
    /// ```swift
    /// try world.search(name: "sao pau")               // São Paulo, and smaller ones
    /// try world.search(name: "Paris, Texas").first    // the one with 24,000 people
    /// try world.search(name: "Texas").first?.area     // the state
    /// try world.search(name: "東京")
    /// ```
    ///
    /// Case, diacritics (ß is ss, ø is o, ł is l), hyphens and apostrophes are ignored. A name or code after a comma
    /// narrows the search to that country or first-order division; if nothing else is found, the last words do so
    /// without a comma ("Paris Texas"). Some cities are found by abbreviations (NYC).
    ///
    /// - Parameters:
    ///   - text: The beginning of the name, optionally followed by a comma and the region.
    ///   - limit: The maximum number of results.
    ///   - near: The point from which the nearest places come first; `nil` to rank by population.
    /// - Returns: Whole-name matches first, then first words, then first letters, each by population. A city of which
    ///   only the first words match comes before tiny places with the exact name: "Rio" is Rio de Janeiro. A division
    ///   counts with a tenth of its population, so that New York is the city, and a country with all of it. With `near`
    ///   the nearest come first, and places of which only first letters match come after all others.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: O(n) in the size of all names; the first search that finds a division or country also adds up all
    ///   settlements. Measured 8 ms without that, and less for scripts with letters of their own.
    package func search(
        name text: String, limit: Int = 10, near: Coordinate? = nil
    ) throws(GeocodingError) -> [SearchResult] {
        guard limit > 0 else { return [] }
        let query = SearchQuery(text)
        let results = try search(query, limit: limit, near: near)
        guard results.isEmpty else { return results }
        // "Paris Texas": use the fewest words at the end that name a region.
        for query in query.withRegionAtEnd {
            let results = try search(query, limit: limit, near: near)
            if !results.isEmpty { return results }
        }
        return []
    }

    /// Returns the country with a name, in any language or as an abbreviation ("UK"); of several the most populous.
    ///
    /// Unlike `search(name:limit:near:)` it does not look at settlements, which are most of the names.
    ///
    /// - Parameter name: The whole name; case, diacritics, hyphens and apostrophes are ignored.
    /// - Returns: The ISO 3166-1 alpha-2 code; `nil` if no country has that name.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func countryCode(named name: String) throws(GeocodingError) -> String? {
        let query = SearchQuery(name)
        guard query.regions.isEmpty else { return nil }
        let candidates = try areaCandidates(TextMatches(query.name, in: self), query, near: nil)
            .filter { $0.key.kind == .country && $0.match == .whole }
        try checkIntact()
        guard let best = candidates.min(by: { $0.isBetter(than: $1) }) else { return nil }
        return try country(best.key.index).code
    }

    private func search(
        _ query: SearchQuery, limit: Int, near: Coordinate?
    ) throws(GeocodingError) -> [SearchResult] {
        let matches = try TextMatches(query.name, in: self)
        try checkIntact()
        if matches.isEmpty, query.country == nil { return [] }
        var regions: [RegionMatches] = []
        for letters in query.regions { regions.append(try RegionMatches(letters, in: self)) }
        func isInRegion(_ candidate: NameCandidate) throws(GeocodingError) -> Bool {
            if regions.isEmpty { return true }
            let (country, division) = try area(of: candidate.key)
            return regions.allSatisfy { $0.contains(country: country, division: division) }
        }
        let ranked = try candidates(matches, query, near: near.map(SurfaceVector.init))
            .sorted { $0.isBetter(than: $1) }
        var results: [SearchResult] = []
        var seen: Set<NameKey> = []
        for candidate in ranked where results.count < limit && !seen.contains(candidate.key) {
            seen.insert(candidate.key)
            guard try isInRegion(candidate), let subject = try subject(candidate.key) else { continue }
            results.append(
                SearchResult(
                    subject: subject, name: try self.text(candidate.text) ?? "", match: candidate.match,
                    distance: near == nil ? nil : candidate.distance))
        }
        try checkIntact()
        return results
    }

    /// The totals of all settlements of each division.
    struct DivisionTotals {
        var people: [UInt64]
        /// The sum of their directions, from which the centre is computed.
        var directions: [SurfaceVector]
        /// The division's country, index into `CTRY`.
        var countries: [Int]
    }

    /// Returns the totals, which the first search for an area computes.
    private func divisionTotals() throws(GeocodingError) -> DivisionTotals {
        try areaTotals.withLock { known throws(GeocodingError) in
            if let known { return known }
            let totals = try computedTotals()
            known = totals
            return totals
        }
    }

    private func computedTotals() throws(GeocodingError) -> DivisionTotals {
        let count = layout.divisions.count
        var totals = DivisionTotals(
            people: [UInt64](repeating: 0, count: count),
            directions: [SurfaceVector](repeating: SurfaceVector(x: 0, y: 0, z: 0), count: count), countries: [])
        for index in 0..<count {
            let country = try division(index).country
            guard country < layout.countries.count else { throw damaged("a division is in no country") }
            totals.countries.append(country)
        }
        for index in 0..<layout.places.count {
            let division = search.match(index, squared: 0).division
            guard division < count else { continue }
            let place = layout.places.offset + index * layout.places.recordSize
            totals.people[division] &+= UInt64(bytes.uint32(place + 4))
            totals.directions[division].add(search.vector(at: index))
        }
        return totals
    }

    /// Returns the country and division that contain a record, or that the record is; -1 for a country's division.
    private func area(of key: NameKey) throws(GeocodingError) -> (country: Int, division: Int) {
        switch key.kind {
        case .country: return (key.index, -1)
        case .division: return (try division(key.index).country, key.index)
        case .place:
            let division = search.match(key.index, squared: 0).division
            return (try self.division(division).country, division)
        }
    }

    private func subject(_ key: NameKey) throws(GeocodingError) -> SearchResult.Subject? {
        if key.kind == .place { return .settlement(try place(at: key.index)) }
        let (country, division) = try area(of: key)
        return try searchArea(country: country, division: division).map { .area($0) }
    }

    /// Returns the settlements, divisions and countries with matching names, one candidate for each name.
    private func candidates(
        _ matches: TextMatches, _ query: SearchQuery, near: SurfaceVector?
    ) throws(GeocodingError) -> [NameCandidate] {
        var found = try areaCandidates(matches, query, near: near)
        func add(_ index: Int, _ reference: UInt32, isMain: Bool) throws(GeocodingError) {
            guard let match = matches[reference] else { return }
            guard index < layout.places.count else { throw damaged("settlement \(index) does not exist") }
            let offset = layout.places.offset + index * layout.places.recordSize
            found.append(
                NameCandidate(
                    key: NameKey(.place, index), text: reference, population: bytes.uint32(offset + 4), match: match,
                    isMain: isMain, order: found.count,
                    distance: near.map { search.vector(at: index).groundDistance(to: $0) } ?? 0))
        }
        for index in 0..<layout.places.count {
            try add(index, bytes.uint32(layout.places.offset + index * layout.places.recordSize + 8), isMain: true)
        }
        for record in 0..<layout.names.count {
            let offset = layout.names.offset + record * layout.names.recordSize
            let key = bytes.uint32(offset)
            guard key >> 30 == NameKey.Kind.place.rawValue else { continue }
            try add(Int(key & 0x3FFF_FFFF), bytes.uint32(offset + 4), isMain: false)
        }
        for record in 0..<layout.otherNames.count {
            let offset = layout.otherNames.offset + record * layout.otherNames.recordSize
            try add(Int(bytes.uint32(offset) & 0x3FFF_FFFF), bytes.uint32(offset + 4), isMain: false)
        }
        return found
    }

    /// Adds the divisions and countries with matching names.
    private func areaCandidates(
        _ matches: TextMatches, _ query: SearchQuery, near: SurfaceVector?
    ) throws(GeocodingError) -> [NameCandidate] {
        var found: [NameCandidate] = []
        func add(_ key: NameKey, _ reference: UInt32, _ match: PlaceMatch.NameMatch?, isMain: Bool) {
            guard let match else { return }
            found.append(
                NameCandidate(
                    key: key, text: reference, population: 0, match: match, isMain: isMain, order: found.count))
        }
        for index in 0..<layout.countries.count {
            let country = try country(index)
            let isMeant = query.country != nil && country.code == query.country
            add(
                NameKey(.country, index), country.englishName,
                isMeant ? .whole : matches[country.englishName], isMain: true)
        }
        for index in 0..<layout.divisions.count {
            let name = try division(index).englishName
            add(NameKey(.division, index), name, matches[name], isMain: true)
        }
        for record in 0..<layout.names.count {
            let offset = layout.names.offset + record * layout.names.recordSize
            let key = NameKey(rawValue: bytes.uint32(offset))
            guard key.kind != .place else { continue }
            let reference = bytes.uint32(offset + 4)
            let count = key.kind == .country ? layout.countries.count : layout.divisions.count
            guard key.index < count else { throw damaged("a name is of something that does not exist") }
            add(key, reference, matches[reference], isMain: false)
        }
        if found.isEmpty { return [] }
        let totals = try divisionTotals()
        var people = [UInt64](repeating: 0, count: layout.countries.count)
        var directions = [SurfaceVector](repeating: SurfaceVector(x: 0, y: 0, z: 0), count: people.count)
        for (division, country) in totals.countries.enumerated() {
            people[country] &+= totals.people[division]
            directions[country].add(totals.directions[division])
        }
        for index in found.indices {
            let key = found[index].key
            let isCountry = key.kind == .country
            found[index].population = UInt32(
                clamping: isCountry ? people[key.index] : totals.people[key.index] / NameCandidate.shareOfDivision)
            let direction = isCountry ? directions[key.index] : totals.directions[key.index]
            if let near { found[index].distance = direction.onSurface.map { $0.groundDistance(to: near) } ?? .infinity }
        }
        return found
    }
}

/// A settlement or area with the name that matched.
private struct NameCandidate {
    var key: NameKey
    var text: UInt32
    var population: UInt32
    var match: PlaceMatch.NameMatch
    /// Whether the name is in the place's own language.
    var isMain: Bool
    /// Sort order: main names first.
    var order: Int
    /// The distance in metres from the `near` point; 0 if there is none.
    var distance = 0.0

    /// How many times as many inhabitants a division needs to rank before a city of the same name.
    static let shareOfDivision: UInt64 = 10

    /// How much more a whole-name match weighs than first words, and the minimum population it is given.
    private static let weightOfWhole: UInt64 = 50
    private static let minimumPopulation: UInt32 = 1_000
    /// How much less first words in another language weigh: York Berri is New York.
    private static let weightOfForeign: UInt64 = 5

    /// The ranking weight: the population, weighted by the match; matches of first letters come last.
    private var weight: UInt64 {
        if match == .whole { return Self.weightOfWhole * UInt64(max(population, Self.minimumPopulation)) }
        return UInt64(population) / (isMain || match == .letters ? 1 : Self.weightOfForeign)
    }

    /// Returns whether this candidate ranks before another; of equal ones the main name, which was added first, stays.
    func isBetter(than other: NameCandidate) -> Bool {
        if (match == .letters) != (other.match == .letters) { return other.match == .letters }
        if distance != other.distance { return distance < other.distance }
        return (other.weight, match.rawValue, other.population, key.rawValue, order)
            < (weight, other.match.rawValue, population, other.key.rawValue, other.order)
    }
}
