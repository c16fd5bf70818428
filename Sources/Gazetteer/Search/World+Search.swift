public import Geo
public import Geocoding

extension World {
    /// A place whose name begins with what was looked for.
    public struct SearchResult: Hashable, Sendable {
        /// What a name belongs to.
        public enum Subject: Hashable, Sendable {
            /// A city, town, village or quarter.
            case settlement(Place)
            /// A country or a first-order division.
            case area(SearchArea)
        }

        /// What was found.
        public let subject: Subject
        /// The name that matched, as the gazetteer spells it.
        public let name: String
        /// How much of the name matched.
        public let match: NameMatch
        /// Metres from the point near which was searched; `nil` if none was given.
        public let distance: Double?

        /// The settlement that was found; `nil` for an area.
        public var place: Place? { if case .settlement(let place) = subject { place } else { nil } }
        /// The country or division that was found; `nil` for a settlement.
        public var area: SearchArea? { if case .area(let area) = subject { area } else { nil } }
        /// Where it is.
        public var coordinate: Coordinate {
            switch subject {
            case .settlement(let place): place.coordinate
            case .area(let area): area.coordinate
            }
        }
    }

    /// The settlements, divisions and countries whose name, in any language, begins with a text: forward geocoding.
    ///
    /// ```swift
    /// try world.search(name: "sao pau")               // São Paulo, and smaller ones
    /// try world.search(name: "Paris, Texas").first    // the one with 24,000 people
    /// try world.search(name: "Texas").first?.area     // the state
    /// try world.search(name: "東京")
    /// ```
    ///
    /// Upper and lower case, marks on letters (ß is ss, ø is o, ł is l), hyphens and apostrophes do not matter. What follows
    /// a comma narrows the search to a country or first-order division, by its name in any language or by its code; where
    /// nothing else is found the last words do so without a comma ("Paris Texas"). Some cities are known by short forms (NYC).
    ///
    /// - Parameters:
    ///   - text: The name's beginning, and after commas where it is.
    ///   - limit: At most how many places.
    ///   - near: The point to which the nearest place is the best; `nil` ranks by people.
    /// - Returns: Whole names first, then first words, then first letters; the most populous first among those. A city of
    ///   which only the first words match comes before places of that name that are tiny in comparison: "Rio" is Rio de Janeiro.
    ///   A division counts a tenth of its people, so that New York is the city, and a country all of them. With `near` the
    ///   nearest come first, and places of which only first letters match after all others.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: O(n) in the size of all names, and in the number of settlements where a division or country matches;
    ///   measured 8 ms without the latter, and less for languages with letters of their own.
    public func search(
        name text: String, limit: Int = 10, near: Coordinate? = nil
    ) throws(GeocodingError) -> [SearchResult] {
        guard limit > 0 else { return [] }
        let query = SearchQuery(text)
        let results = try search(query, limit: limit, near: near)
        guard results.isEmpty else { return results }
        // "Paris Texas": the fewest words at the end that are a region.
        for query in query.withRegionAtEnd {
            let results = try search(query, limit: limit, near: near)
            if !results.isEmpty { return results }
        }
        return []
    }

    private func search(
        _ query: SearchQuery, limit: Int, near: Coordinate?
    ) throws(GeocodingError) -> [SearchResult] {
        let matches = try TextMatches(query.name, in: self)
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
        return results
    }

    /// What all settlements of a division come to.
    private struct DivisionTotals {
        var people: [UInt64]
        /// Sums of their directions: where they are on average.
        var directions: [SurfaceVector]
        /// The division's country, index into `CTRY`.
        var countries: [Int]
    }

    private func divisionTotals() throws(GeocodingError) -> DivisionTotals {
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

    /// The country and the division that a record is in, or is; -1 for the division of a country.
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

    /// The settlements, divisions and countries with a name among the matches, one for each such name.
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

    /// The same for divisions and countries.
    private func areaCandidates(
        _ matches: TextMatches, _ query: SearchQuery, near: SurfaceVector?
    ) throws(GeocodingError) -> [NameCandidate] {
        var found: [NameCandidate] = []
        func add(_ key: NameKey, _ reference: UInt32, _ match: NameMatch?, isMain: Bool) {
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

/// What was found, with the name under which it was.
private struct NameCandidate {
    var key: NameKey
    var text: UInt32
    var population: UInt32
    var match: NameMatch
    /// Whether it is the place's name in its own language, rather than in another one.
    var isMain: Bool
    /// Main names come before others.
    var order: Int
    /// Metres from the point near which was searched; 0 for all where there is none.
    var distance = 0.0

    /// How many times more people a division needs to come before a city of its name.
    static let shareOfDivision: UInt64 = 10

    /// How much more a whole name counts than its first words, and how many people it counts for at least.
    private static let weightOfWhole: UInt64 = 50
    private static let fewest: UInt32 = 1_000
    /// How much less first words count in another language: York Berri is New York.
    private static let weightOfForeign: UInt64 = 5

    /// First letters come last; the rest by people, of whom those of a whole name count more.
    private var weight: UInt64 {
        if match == .whole { return Self.weightOfWhole * UInt64(max(population, Self.fewest)) }
        return UInt64(population) / (isMain || match == .letters ? 1 : Self.weightOfForeign)
    }

    /// The better one; the main name, which was added first, of two equal ones.
    func isBetter(than other: NameCandidate) -> Bool {
        if (match == .letters) != (other.match == .letters) { return other.match == .letters }
        if distance != other.distance { return distance < other.distance }
        return (other.weight, match.rawValue, other.population, key.rawValue, order)
            < (weight, other.match.rawValue, population, other.key.rawValue, other.order)
    }
}
