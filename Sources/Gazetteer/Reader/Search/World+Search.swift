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
    /// a comma narrows the search to a country or first-order division, by its name in any language or by its code.
    ///
    /// - Parameters:
    ///   - text: The name's beginning, and after commas where it is.
    ///   - limit: At most how many places.
    /// - Returns: Whole names first, then first words, then first letters; the most populous first among those.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: O(n) in the size of all names; measured 8 ms, and less for languages with letters of their own.
    public func search(name text: String, limit: Int = 10) throws(GeocodingError) -> [SearchResult] {
        let parts = text.split(omittingEmptySubsequences: false) { ",，、".contains($0) }
        guard let first = parts.first, limit > 0 else { return [] }
        let letters = FoldedText.scalars(of: first)
        let matches = try TextMatches(letters, in: self)
        if matches.isEmpty { return [] }
        var regions: [RegionMatches] = []
        for part in parts.dropFirst() {
            let letters = FoldedText.scalars(of: part)
            if !letters.isEmpty { regions.append(try RegionMatches(letters, in: self)) }
        }
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
        func add(_ index: Int, _ reference: UInt32) throws(GeocodingError) {
            guard let match = matches[reference] else { return }
            guard index < layout.places.count else { throw damaged("settlement \(index) does not exist") }
            let offset = layout.places.offset + index * layout.places.recordSize
            found.append(
                NameCandidate(
                    index: UInt32(truncatingIfNeeded: index), text: reference, population: bytes.uint32(offset + 4),
                    match: match, order: found.count))
        }
        for index in 0..<layout.places.count {
            try add(index, bytes.uint32(layout.places.offset + index * layout.places.recordSize + 8))
        }
        for record in 0..<layout.names.count {
            let offset = layout.names.offset + record * layout.names.recordSize
            let key = bytes.uint32(offset)
            guard key >> 30 == NameKey.Kind.place.rawValue else { continue }
            try add(Int(key & 0x3FFF_FFFF), bytes.uint32(offset + 4))
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
    /// Main names come before others.
    var order: Int

    /// Better match, more people; the main name, which was added first, of two equal ones.
    func isBetter(than other: NameCandidate) -> Bool {
        (match.rawValue, other.population, index, order) < (other.match.rawValue, population, other.index, other.order)
    }
}
