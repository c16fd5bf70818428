package import LKGeo
package import LKGeocoding

/// What a search found.
package struct StreetMatch: Sendable {
    /// The place with its address, at its own position: a house, street, place of interest, settlement or area.
    package var placemark: Placemark
    /// The name that matched, as OpenStreetMap has it.
    package var name: String
    /// Whether the query has all words of the name, some of them, or only the beginning of one.
    package var match: PlaceMatch.NameMatch
    /// Whether the query has a house number that the street does not have, so that the street is the answer.
    package var lacksNumber: Bool
    /// Metres from the point that was given; `nil` without one.
    package var distance: Double?
    /// The order among the answers of several indexes.
    let rank: StreetSearch.Rank
}

extension StreetIndex {
    /// Finds houses, streets, places of interest, settlements, areas and postcodes by name or address.
    ///
    /// ```swift
    /// streets.search(StreetQuery("Städtle 43, Vaduz")).first?.placemark.coordinate
    /// streets.search(StreetQuery(street: "Av. de Grande-Bretagne", houseNumber: "12 bis", city: "Monaco"))
    /// ```
    ///
    /// Every word of the query has to be a part of the name, a house number of it, or of the name or postcode of what it is
    /// in; the words may be in any order. Case, diacritics, hyphens and abbreviations of common words do not matter. A word
    /// that no name has may be the beginning of one. If nothing matches, numbers are split from the words that they are
    /// written together with (`Landstr.5`), and `Nr.` and the country before a postcode (`FL-9490`) are left out; then words may
    /// differ by one letter from those of a name.
    ///
    /// - Parameters:
    ///   - query: A text or an address.
    ///   - limit: The maximum number of answers.
    ///   - near: The point from which the nearest come first; `nil` to rank by importance.
    ///   - languages: The languages of the names, most wanted first; empty asks for local names.
    /// - Returns: The best first: whole names, then some words of one, then beginnings. A street without the house number
    ///   comes after those that have it. Empty if nothing matches.
    package func search(
        _ query: StreetQuery, limit: Int = 10, near: Coordinate? = nil, languages: [LanguageTag] = []
    ) -> [StreetMatch] {
        guard limit > 0 else { return [] }
        let point = near.flatMap { OSMPoint($0) }
        var hits = StreetSearch.run(query, in: self, near: point)
        if hits.isEmpty {
            let relaxed = query.relaxed
            if relaxed != query { hits = StreetSearch.run(relaxed, in: self, near: point) }
            if hits.isEmpty { hits = StreetSearch.run(relaxed, in: self, near: point, allowingTypingErrors: true) }
        }
        // If an area explains the query, there is no doubt which of several equal names is meant.
        let best = hits.first?.rank.isNear
        var matches: [StreetMatch] = []
        for hit in hits where hit.rank.isNear == best {
            guard let match = match(hit, near: near, languages), !matches.contains(where: { $0.isSame(as: match) })
            else { continue }
            matches.append(match)
            if matches.count == limit { break }
        }
        return matches
    }

    private func match(_ hit: StreetSearch.Hit, near: Coordinate?, _ languages: [LanguageTag]) -> StreetMatch? {
        guard let coordinate = hit.point.coordinate, let placemark = placemark(of: hit, at: coordinate, languages)
        else {
            return nil
        }
        return StreetMatch(
            placemark: placemark, name: text(hit.name.text) ?? placemark.name ?? "",
            match: hit.name.isContinued ? .letters : hit.name.missing > 0 ? .words : .whole,
            lacksNumber: hit.lacksNumber, distance: near.map { coordinate.distance(to: $0) }, rank: hit.rank)
    }

    private func placemark(
        of hit: StreetSearch.Hit, at coordinate: Coordinate, _ languages: [LanguageTag]
    ) -> Placemark? {
        var front: FrontSearch.Front?
        switch hit.subject.kind {
        case .street, .interest, .house:
            let house = hit.house.flatMap { self.house($0) }
            let street = hit.subject.kind == .street ? hit.subject.index : house?.street
            front = FrontSearch.Front(street: street, house: house, distance: 0, point: hit.point)
        default: break
        }
        let areas = areas(at: hit.point)
        guard var placemark = placemark(of: front, at: coordinate, hit.point, areas, languages) else { return nil }
        switch hit.subject.kind {
        case .street, .house:
            // The query was for an address, not for what else is in the house.
            if let name = placemark.street ?? placemark.thoroughfare { placemark.call(name, placemark.precision) }
        case .area:
            guard let area = area(hit.subject.index) else { return nil }
            placemark.limit(to: area, named: title(area.names, code: area.code, languages))
        case .settlement:
            guard let settlement = settlement(hit.subject.index),
                let name = self.name(settlement.names, naming(for: languages), home: [])?.text
            else { return nil }
            if name == placemark.locality { placemark.subLocality = nil }
            placemark.call(name, .locality)
        case .postcode:
            placemark.postalCode = text(hit.name.text) ?? placemark.postalCode
            placemark.call(placemark.postalCode ?? "", .locality)
        default: break
        }
        return placemark
    }

    private func title(_ names: UInt32, code: UInt32, _ languages: [LanguageTag]) -> String {
        name(names, naming(for: languages), home: [])?.text ?? text(code) ?? ""
    }
}

extension StreetMatch {
    /// Returns whether a reader would see both as one: a number of a street within 100 m, or a name of its kind within 5 km.
    func isSame(as other: StreetMatch) -> Bool {
        let (own, others) = (placemark, other.placemark)
        guard own.precision == others.precision, own.name == others.name else { return false }
        let distance = own.coordinate.distance(to: others.coordinate)
        switch own.precision {
        case .house, .place: return distance < 100
        case .street: return own.locality == others.locality && own.postalCode == others.postalCode && distance < 2_000
        default: return distance < 5_000
        }
    }
}

extension Placemark {
    /// Sets the name of a place that is not an address.
    fileprivate mutating func call(_ name: String, _ precision: Precision) {
        self.name = name
        self.precision = precision
        place = Place(name: name, distance: 0)
    }

    /// Removes the parts of an address that are finer than a named area.
    fileprivate mutating func limit(to area: StreetIndex.Area, named name: String) {
        bounds = BoundingBox(
            south: Double(area.box.south) * 1e-7, west: Double(area.box.west) * 1e-7,
            north: Double(area.box.north) * 1e-7, east: Double(area.box.east) * 1e-7)
        var precision = Precision.locality
        if area.kind == .administrative {
            postalCode = nil
            switch name {
            case country:
                (administrativeArea, subAdministrativeArea, locality, subLocality) = (nil, nil, nil, nil)
                precision = .country
            case administrativeArea:
                (subAdministrativeArea, locality, subLocality) = (nil, nil, nil)
                precision = .region
            case subAdministrativeArea:
                (locality, subLocality) = (nil, nil)
                precision = .region
            case locality: subLocality = nil
            default: break
            }
        }
        call(name, precision)
    }
}
