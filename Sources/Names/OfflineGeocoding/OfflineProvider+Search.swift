import LKGazetteer
public import LKGeo
public import LKGeocoding
import LKStreets

extension OfflineProvider {
    /// Metres within which a place of the world and one of a street index are the same if they have one name.
    private static let sameWithin = 5_000.0

    /// The most parts that a name or address may have; one with more finds nothing.
    private static let maximumParts = 12

    /// Finds countries, states, settlements, streets, houses and places of interest by name or address.
    ///
    /// A country or state, and for an address also a city, may follow a comma: "Paris, Texas", "Städtle 43, Vaduz". Case,
    /// diacritics, hyphens and apostrophes are ignored. If nothing has that name, ae, oe and ue also match ä, ö and ü.
    ///
    /// - Parameters:
    ///   - text: The name or address.
    ///   - limit: The maximum number of places.
    ///   - near: The point from which the nearest come first; `nil` to rank by population and importance.
    ///   - languages: The languages of the names, most wanted first; empty for each place's own language.
    /// - Returns: The best first: whole names, then first words, then streets without the wanted house number, then first
    ///   letters; among equals what the world has precedes what only a street index has. With `near` the nearest come first,
    ///   and only first letters come after all others. Empty if nothing matches.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func search(
        _ text: String, limit: Int = 10, near: Coordinate? = nil, languages: [LanguageTag] = []
    ) throws(GeocodingError) -> [PlaceMatch] {
        // Each part between commas is looked for by itself.
        guard limit > 0, text.count(where: Self.isComma) < Self.maximumParts else { return [] }
        let found = try matches(text, limit: limit, near: near, languages)
        guard found.isEmpty, let plain = Self.withoutUmlauts(text) else { return found }
        // As Germans write their names without marks: Muenchen. Only if nothing has that name as written.
        return try matches(plain, limit: limit, near: near, languages)
    }

    private func matches(
        _ text: String, limit: Int, near: Coordinate?, _ languages: [LanguageTag]
    ) throws(GeocodingError) -> [PlaceMatch] {
        let found = fallsBackToWorld ? try world.search(name: text, limit: limit, near: near) : []
        let places = try found.map { result throws(GeocodingError) in
            PlaceMatch(
                placemark: try world.placemark(of: result, languages: languages), matchedName: result.name,
                match: result.match, distance: result.distance)
        }
        guard let streets else { return places }
        let addresses = try addresses(text, streets, limit: limit, near: near, languages).filter { address in
            !places.contains { $0.isSame(as: address, within: Self.sameWithin) }
        }
        // Of equally good matches the larger places come first, which the world has.
        let all = (places + addresses).enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            if first.quality != second.quality, near == nil || max(first.quality, second.quality) == .letters {
                return first.quality < second.quality
            }
            if let one = first.distance, let other = second.distance, one != other { return one < other }
            return left.offset < right.offset
        }
        return all.prefix(limit).map(\.element)
    }

    /// Returns the matches of an address in street indexes.
    ///
    /// An extract may lack the country or city that an address ends with: then the world says whether what is found without
    /// the last parts is there.
    private func addresses(
        _ text: String, _ streets: StreetIndexes, limit: Int, near: Coordinate?, _ languages: [LanguageTag]
    ) throws(GeocodingError) -> [PlaceMatch] {
        var parts = text.split(whereSeparator: Self.isComma)
        var ends: [Substring] = []
        while true {
            let query = StreetQuery(parts.joined(separator: ","))
            let found = try streets.search(
                query, limit: ends.isEmpty ? limit : max(limit, 50), near: near, languages: languages)
            var surroundings = ends.map { WorldSurroundings(name: $0, world: world, languages: languages) }
            var matches: [PlaceMatch] = []
            for match in found where matches.count < limit {
                let place = try world.placemark(at: match.placemark.coordinate, languages: languages)
                var isThere = true
                for index in surroundings.indices where isThere {
                    isThere = try surroundings[index].contains(match.placemark.coordinate, place)
                }
                guard isThere else { continue }
                matches.append(
                    PlaceMatch(
                        placemark: match.placemark.completed(by: place), matchedName: match.name, match: match.match,
                        lacksNumber: match.lacksNumber, distance: match.distance))
            }
            if !matches.isEmpty { return matches }
            guard parts.count > 1, let last = parts.popLast() else { return [] }
            ends.append(last)
        }
    }

    private static func isComma(_ character: Character) -> Bool { ",，、".contains(character) }

    /// Returns a text with a, o and u for ae, oe and ue, the form in which names with ä, ö and ü are searched, or `nil`
    /// if it has none.
    static func withoutUmlauts(_ text: String) -> String? {
        let text = text.lowercased()
        var (plain, previous) = ("", Character?.none)
        for character in text {
            defer { previous = character }
            if character == "e", let previous, "aou".contains(previous) { continue }
            plain.append(character)
        }
        return plain == text ? nil : plain
    }
}
