import Gazetteer
import Geo
import Geocoding
import Streets

extension PlaceLookup {
    /// Metres within which a place of the world and one of a street index are the same if they have one name.
    private static let sameWithin = 5_000.0

    /// The most parts that a name or address may have; one with more finds nothing.
    private static let mostParts = 12

    /// The places of a name or address, the best match first.
    ///
    /// - Parameters:
    ///   - text: The name or address.
    ///   - limit: The maximum number of places.
    ///   - near: The point from which the nearest come first; `nil` for none.
    /// - Returns: The places; empty if nothing matches.
    /// - Throws: What is wrong with the world's file.
    func search(_ text: String, limit: Int, near: Coordinate? = nil) throws(ToolError) -> [SearchReport] {
        // Each part between commas is looked for by itself.
        guard text.count(where: { ",，、".contains($0) }) < Self.mostParts else { return [] }
        do {
            let found = try matches(text, limit: limit, near: near)
            guard found.isEmpty, let plain = Self.withoutUmlauts(text) else { return found }
            // As Germans write their names without marks: Muenchen. Only if nothing has that name as written.
            return try matches(plain, limit: limit, near: near)
        } catch {
            throw ToolError(error)
        }
    }

    private func matches(_ text: String, limit: Int, near: Coordinate?) throws(GeocodingError) -> [SearchReport] {
        let found = fallsBackToWorld ? try world.search(name: text, limit: limit, near: near) : []
        let places = try found.map { result throws(GeocodingError) in
            SearchReport(
                placemark: try world.placemark(of: result, languages: languages), matchedName: result.name,
                match: result.match, distance: result.distance)
        }
        guard let streets else { return places }
        let addresses = try addresses(text, streets, limit: limit, near: near).filter { address in
            !places.contains { $0.isSame(as: address, within: Self.sameWithin) }
        }
        // Of equally good matches the larger places come first, which the world has.
        let all = (places + addresses).enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            if first.quality != second.quality, near == nil || max(first.quality, second.quality) == .last {
                return first.quality < second.quality
            }
            if let one = first.distance, let other = second.distance, one != other { return one < other }
            return left.offset < right.offset
        }
        return all.prefix(limit).map(\.element)
    }

    /// What street indexes know of an address.
    ///
    /// An extract may lack the country or city that an address ends with: then the world says whether what is found without
    /// the last parts is there.
    private func addresses(
        _ text: String, _ streets: StreetProvider, limit: Int, near: Coordinate?
    ) throws(GeocodingError) -> [SearchReport] {
        var parts = text.split { ",，、".contains($0) }
        var ends: [Substring] = []
        while true {
            let query = StreetQuery(parts.joined(separator: ","))
            let found = streets.search(
                query, limit: ends.isEmpty ? limit : max(limit, 50), near: near, languages: languages)
            var surroundings = ends.map { WorldSurroundings(name: $0, world: world, languages: languages) }
            var reports: [SearchReport] = []
            for match in found where reports.count < limit {
                let place = try world.placemark(at: match.placemark.coordinate, languages: languages)
                var isThere = true
                for index in surroundings.indices where isThere {
                    isThere = try surroundings[index].contains(match.placemark.coordinate, place)
                }
                guard isThere else { continue }
                var report = SearchReport(
                    placemark: match.placemark.completed(by: place), matchedName: match.name, match: match.match,
                    distance: match.distance)
                report.lacksNumber = match.lacksNumber
                reports.append(report)
            }
            if !reports.isEmpty { return reports }
            guard parts.count > 1, let last = parts.popLast() else { return [] }
            ends.append(last)
        }
    }

    /// A text with a, o and u for ae, oe and ue, which is how names with ä, ö and ü are looked for; `nil` if it has none.
    private static func withoutUmlauts(_ text: String) -> String? {
        var plain = text.lowercased()
        for (pair, letter) in [("ae", "a"), ("oe", "o"), ("ue", "u")] { plain = plain.replacing(pair, with: letter) }
        return plain == text.lowercased() ? nil : plain
    }
}

/// The country, state or settlement that an address ends with, as the world knows it.
private struct WorldSurroundings {
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

    /// Whether an address is there.
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

extension SearchReport {
    /// How good a match is, best first.
    fileprivate enum Quality: Int, Comparable {
        case whole, words, withoutNumber, last

        static func < (left: Quality, right: Quality) -> Bool { left.rawValue < right.rawValue }
    }

    fileprivate var quality: Quality {
        switch match {
        case .letters: .last
        case .words: lacksNumber ? .withoutNumber : .words
        case .whole, nil: lacksNumber ? .withoutNumber : .whole
        }
    }

    /// Whether both are one settlement or area.
    fileprivate func isSame(as other: SearchReport, within metres: Double) -> Bool {
        guard kind != .house, kind != .street, other.kind != .house, other.kind != .street, kind != .place,
            other.kind != .place
        else { return false }
        let (own, others) = (placemark, other.placemark)
        if own.precision == .country || own.precision == .region { return own.name == others.name }
        return (own.name == others.name || matchedName == other.matchedName)
            && own.coordinate.distance(to: others.coordinate) <= metres
    }
}
