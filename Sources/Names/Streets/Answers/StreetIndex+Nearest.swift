package import LKGeo
package import LKGeocoding

extension StreetIndex {
    /// Finds the nearest places of interest of some kinds.
    ///
    /// ```swift
    /// for hut in streets.nearest(.hut, to: here, within: 5_000, limit: 3) {
    ///     print(hut.name ?? "a hut", hut.distance, hut.placemark.addressString)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - kinds: The kinds; a place of any of them counts.
    ///   - coordinate: The point to search from, which may be outside the extent of the index.
    ///   - radius: The maximum distance in metres on the ground, inclusive.
    ///   - limit: The maximum number of places.
    ///   - languages: The languages of the names, most wanted first; empty asks for local names.
    /// - Returns: The nearest first; equally near ones in the order of the file. Empty if there is none.
    /// - Complexity: O(m log m) for the m houses and pieces of streets that are nearer than the last place returned.
    package func nearest(
        _ kinds: [PlaceOfInterest.Kind], to coordinate: Coordinate, within radius: Double = .infinity, limit: Int = 10,
        languages: [LanguageTag] = []
    ) -> [PlaceOfInterest] {
        guard limit > 0, radius >= 0, !kinds.isEmpty else { return [] }
        let view = GroundView(coordinate)
        let pieces = layout.pieces.count
        var matcher = InterestMatcher(kinds, in: self)
        var found: [PlaceOfInterest] = []
        layout.fronts.nearest(within: radius) {
            view.bound(to: $0)
        } where: { item in
            guard item >= pieces, let interest = layout.houses[item - pieces]?.index(28) else { return false }
            return matcher.kind(ofInterest: interest) != nil
        } distance: { item in
            house(item - pieces).map { distance(from: coordinate, view, to: $0) } ?? .infinity
        } visit: { item, distance in
            if let place = place(item - pieces, &matcher, distance, languages) { found.append(place) }
            return found.count < limit
        }
        return found
    }

    /// Finds the nearest places of interest of one kind, as for several kinds.
    package func nearest(
        _ kind: PlaceOfInterest.Kind, to coordinate: Coordinate, within radius: Double = .infinity, limit: Int = 10,
        languages: [LanguageTag] = []
    ) -> [PlaceOfInterest] {
        nearest([kind], to: coordinate, within: radius, limit: limit, languages: languages)
    }

    private func distance(from coordinate: Coordinate, _ view: GroundView, to house: House) -> Double {
        guard house.isArea else { return view.distance(to: house.point) }
        var foot = OutlineFoot(coordinate, near: house.point)
        forEachRing(of: house) { foot.add($0) }
        return foot.distance
    }

    private func place(
        _ number: Int, _ matcher: inout InterestMatcher, _ distance: Double, _ languages: [LanguageTag]
    ) -> PlaceOfInterest? {
        guard let house = house(number), let interest = house.interest, let kind = matcher.kind(ofInterest: interest),
            let record = layout.interests[interest], let coordinate = house.point.coordinate
        else { return nil }
        let front = FrontSearch.Front(street: house.street, house: house, distance: 0, point: house.point)
        let placemark = placemark(of: front, at: coordinate, house.point, areas(at: house.point), languages)
        return PlaceOfInterest(
            name: placemark?.areasOfInterest.first, kind: kind,
            tag: PlaceOfInterest.Kind.Tag(key: text(record.uint32(0)) ?? "", value: text(record.uint32(4))),
            coordinate: coordinate, distance: distance,
            placemark: placemark ?? Placemark(coordinate: coordinate, provider: Self.providerName),
            identity: layout.houses[number]?.uint64(0) ?? 0)
    }
}

extension StreetIndexes {
    /// Finds the nearest places of interest of some kinds in all indexes; what several of them contain counts once.
    ///
    /// Parameters and order as for `StreetIndex.nearest`.
    package func nearest(
        _ kinds: [PlaceOfInterest.Kind], to coordinate: Coordinate, within radius: Double = .infinity, limit: Int = 10,
        languages: [LanguageTag] = []
    ) -> [PlaceOfInterest] {
        var places = indexes.flatMap {
            $0.nearest(kinds, to: coordinate, within: radius, limit: limit, languages: languages)
        }
        guard indexes.count > 1 else { return places }
        // For a place at a seam, the extract that contains more of its surroundings gives the address.
        func rank(_ place: PlaceOfInterest) -> (Double, Int) {
            (place.distance, Placemark.Precision.allCases.firstIndex(of: place.placemark.precision) ?? 0)
        }
        places.sort { rank($0) < rank($1) }
        var known: Set<UInt64> = []
        return Array(places.filter { known.insert($0.identity).inserted }.prefix(limit))
    }

    /// Finds the nearest places of interest of one kind in all indexes; what several of them contain counts once.
    package func nearest(
        _ kind: PlaceOfInterest.Kind, to coordinate: Coordinate, within radius: Double = .infinity, limit: Int = 10,
        languages: [LanguageTag] = []
    ) -> [PlaceOfInterest] {
        nearest([kind], to: coordinate, within: radius, limit: limit, languages: languages)
    }
}
