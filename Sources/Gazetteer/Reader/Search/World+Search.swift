public import Geocoding

extension World {
    /// A place whose name begins with what was looked for.
    public struct SearchResult: Hashable, Sendable {
        /// The place.
        public let place: Place
        /// The name that matched, as the gazetteer spells it.
        public let name: String
        /// How much of the name matched.
        public let match: NameMatch
    }

    /// The places whose name, in any language, begins with a text: forward geocoding.
    ///
    /// ```swift
    /// try world.search(name: "sao pau")               // São Paulo, and smaller ones
    /// try world.search(name: "Paris, Texas").first    // the one with 24,000 people
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
    /// - Returns: Whole names first, then first words, then first letters; the most populous first among those. A city of
    ///   which only the first words match stands before places of that name that are tiny beside it: "Rio" is Rio de Janeiro.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: O(n) in the size of all names; measured 8 ms, and less for languages with letters of their own.
    public func search(name text: String, limit: Int = 10) throws(GeocodingError) -> [SearchResult] {
        guard limit > 0 else { return [] }
        let query = SearchQuery(text)
        let results = try search(query, limit: limit)
        guard results.isEmpty else { return results }
        // "Paris Texas": the fewest words at the end that are a region.
        for query in query.withRegionAtEnd {
            let results = try search(query, limit: limit)
            if !results.isEmpty { return results }
        }
        return []
    }

    private func search(_ query: SearchQuery, limit: Int) throws(GeocodingError) -> [SearchResult] {
        let matches = try TextMatches(query.name, in: self)
        if matches.isEmpty { return [] }
        var regions: [RegionMatches] = []
        for letters in query.regions { regions.append(try RegionMatches(letters, in: self)) }
        var ranked = try candidates(matches)
        ranked.sort { $0.isBetter(than: $1) }
        var results: [SearchResult] = []
        var seen: Set<UInt32> = []
        for candidate in ranked where results.count < limit && !seen.contains(candidate.index) {
            seen.insert(candidate.index)
            let division = search.match(Int(candidate.index), squared: 0).division
            let country = try self.division(division).country
            guard regions.allSatisfy({ $0.contains(country: country, division: division) }) else { continue }
            results.append(
                SearchResult(
                    place: try place(at: Int(candidate.index)), name: try self.text(candidate.text) ?? "",
                    match: candidate.match))
        }
        return results
    }

    /// The settlements with a name among the matches, one for each such name.
    private func candidates(_ matches: TextMatches) throws(GeocodingError) -> [NameCandidate] {
        var found: [NameCandidate] = []
        func add(_ index: Int, _ reference: UInt32, isMain: Bool) throws(GeocodingError) {
            guard let match = matches[reference] else { return }
            guard index < layout.places.count else { throw damaged("settlement \(index) does not exist") }
            let offset = layout.places.offset + index * layout.places.recordSize
            found.append(
                NameCandidate(
                    index: UInt32(truncatingIfNeeded: index), text: reference, population: bytes.uint32(offset + 4),
                    match: match, isMain: isMain, order: found.count))
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
        return found
    }
}

/// A settlement with the name under which it was found.
private struct NameCandidate {
    var index: UInt32
    var text: UInt32
    var population: UInt32
    var match: NameMatch
    /// Whether it is the name of the place where it lies, and not one in another language.
    var isMain: Bool
    /// Main names come before others.
    var order: Int

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
        return (other.weight, match.rawValue, other.population, index, order)
            < (weight, other.match.rawValue, population, other.index, other.order)
    }
}
