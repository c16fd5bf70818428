import LKFormats
public import LKGeo

extension Geocoder {
    /// Which place a name means.
    public enum Choice: Sendable {
        /// The name means this place.
        case place(PlaceMatch)
        /// Several places have the name, and none of them is far more important than the others; the best first.
        case ambiguous([PlaceMatch])
        /// The address is in this street, which does not have the house number.
        case numberUnknown(street: PlaceMatch)
        /// No place has the name; attached is the best of those whose names begin with it, if there are any.
        case unknown(similar: PlaceMatch?)
    }

    /// The number of matches among which a choice is made.
    package static let maximumChoices = 20

    /// Finds the one place that a name or address refers to, for programs that cannot ask the user.
    ///
    /// ```swift
    /// switch try await Geocoder.shared.choice(named: "Springfield") {
    /// case .place(let match): show(match.placemark)
    /// case .ambiguous(let matches): ask(matches.map(\.fullName))      // Springfield, Missouri, United States …
    /// case .numberUnknown, .unknown: ask([])
    /// }
    /// ```
    ///
    /// A place with ten times the population of every namesake is chosen. A city is preferred to the state or country named
    /// after it. Matches of an address within 300 m are one place.
    ///
    /// - Parameters:
    ///   - name: The name or address; a state or country may follow a comma.
    ///   - near: The point from which the nearest of several places is chosen; `nil` to choose by importance.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    /// - Returns: The place, or why there is not just one.
    /// - Throws: The errors of ``search(_:near:languages:limit:)``.
    public func choice(
        named name: String, near: Coordinate? = nil, languages: [LanguageTag] = []
    ) async throws(GeocodingError) -> Choice {
        let matches = try await search(name, near: near, languages: languages, limit: Self.maximumChoices)
        return Choice(of: matches, named: name, takesNearest: near != nil)
    }
}

extension Geocoder.Choice {
    /// A place with this many times the population of every namesake is chosen without asking.
    private static let dominance = 10
    /// The population that a state or country counts as.
    private static let areaPopulation = 1_000_000
    /// The population of a town that is preferred to the state named after it.
    private static let minimumPopulation = 10_000
    /// The distance in metres within which matches of an address are one: a house has several entrances, a street several parts.
    private static let addressReach = 300.0

    /// Creates a choice among the matches of a search.
    ///
    /// - Parameters:
    ///   - matches: The matches, best first.
    ///   - name: The text that was searched for.
    ///   - takesNearest: Whether the first of several places of equal names is chosen.
    package init(of matches: [PlaceMatch], named name: String, takesNearest: Bool = false) {
        guard let best = matches.first, best.match != .letters else {
            self = .unknown(similar: matches.first)
            return
        }
        guard !best.lacksNumber else {
            self = .numberUnknown(street: best)
            return
        }
        // A prefix match does not compete with an exact one: often it is a district of the same place. Web services do not say.
        let exact = matches.filter { match in
            guard let own = match.match, let best = best.match else { return true }
            return own <= best
        }
        // "England" also finds the United Kingdom, which is not what is meant.
        let word = FoldedText.scalars(of: name.prefix { $0 != "," })
        let isOwn = { (match: PlaceMatch) in FoldedText.scalars(of: (match.placemark.name ?? "")[...]) == word }
        let equals = exact.contains(where: isOwn) ? exact.filter { !$0.isArea || isOwn($0) } : exact
        let candidates = equals.filter { area in
            !area.isArea || !equals.contains { Self.isMeant($0, ratherThan: area) }
        }
        // Two villages whose streets differ in a letter that folding ignores.
        let literal = candidates.filter { $0.fullName.lowercased() == name.lowercased() }
        if let only = literal.first, literal.count == 1, name.contains(",") {
            self = .place(only)
            return
        }
        let first = candidates[0]
        let rivals = candidates.dropFirst().filter { rival in
            guard first.isAddress else { return Self.weight(rival) * Self.dominance > Self.weight(first) }
            return !rival.lacksNumber
                && rival.placemark.coordinate.distance(to: first.placemark.coordinate) > Self.addressReach
        }
        self = rivals.isEmpty || takesNearest ? .place(first) : .ambiguous([first] + rivals)
    }

    private static func isMeant(_ place: PlaceMatch, ratherThan area: PlaceMatch) -> Bool {
        guard !place.isArea, place.isWithin(area) else { return false }
        // Nothing that can be typed distinguishes the village of Vaduz from the division of that name.
        if place.fullName == area.fullName { return true }
        return area.kind == .country || weight(place) >= minimumPopulation
    }

    private static func weight(_ match: PlaceMatch) -> Int {
        // A provider's number, which need not be one of people.
        match.isArea ? areaPopulation : min(max(0, match.placemark.place?.population ?? 0), 100_000_000_000)
    }
}

extension PlaceMatch {
    /// Name, state and country: `Paris, Texas, United States`; of a house, street or place of interest its address.
    public var fullName: String {
        if isAddress, !placemark.addressString.isEmpty { return placemark.addressString }
        var parts: [String] = []
        for part in [placemark.name, placemark.administrativeArea, placemark.country] {
            if let part, part != parts.last { parts.append(part) }
        }
        return parts.joined(separator: ", ")
    }

    /// Whether the place is a state or a country.
    package var isArea: Bool { kind == .state || kind == .country }

    /// Whether it is a house, a street or a place of interest.
    fileprivate var isAddress: Bool { kind == .house || kind == .street || kind == .place }

    /// Returns whether a place is in a state or country, judging by their names.
    fileprivate func isWithin(_ area: PlaceMatch) -> Bool {
        placemark.isoCountryCode == area.placemark.isoCountryCode
            && (area.kind == .country || placemark.administrativeArea == area.placemark.administrativeArea)
    }
}
