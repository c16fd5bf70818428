package import LKGeo
package import LKGeocoding

extension StreetIndex {
    /// Finds the names of a point, down to the house if one is near.
    ///
    /// The answer is that of the nearest house, street or place of interest within 778 m, else the city or village that the
    /// point is in. `precision` says how far down it reaches, and the distance of `Placemark.place` is in metres on the ground
    /// to the house's outline or the street's line, 0 inside. Objects across a national border that the file contains are not
    /// part of part of the point's address.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: The languages of the names, most wanted first; empty asks for local names.
    /// - Returns: The placemark; `nil` for a point outside the files that the index was made from, and where nothing is known.
    /// - Complexity: O(log n) in the number of streets and houses.
    package func placemark(at coordinate: Coordinate, languages: [LanguageTag]) -> Placemark? {
        guard let point = OSMPoint(coordinate), covers(coordinate) else { return nil }
        let own = areas(at: point)
        let countries = Self.countries(own)
        var front = FrontSearch.nearest(to: point, in: self)
        var areas = own
        if let found = front {
            let others = self.areas(at: found.point)
            if Self.countries(others) == countries {
                // A house is in the city of its address, even if the point beside it is in the next one.
                if found.house != nil { areas = others }
            } else {
                front = FrontSearch.nearest(to: point, in: self) { position in
                    Self.countries(self.areas(at: position)) == countries
                }
                if let found = front, found.house != nil { areas = self.areas(at: found.point) }
            }
        }
        return placemark(of: front, at: coordinate, point, areas, languages)
    }

    /// Returns the address of a front, or of a point without one.
    ///
    /// - Parameters:
    ///   - front: The house or street; `nil` for none.
    ///   - coordinate: The position of the placemark.
    ///   - point: The same in the file's grid.
    ///   - areas: The areas of the address.
    ///   - languages: The languages of the names.
    /// - Returns: The placemark; `nil` if nothing is known.
    func placemark(
        of front: FrontSearch.Front?, at coordinate: Coordinate, _ point: OSMPoint, _ areas: [Area],
        _ languages: [LanguageTag]
    ) -> Placemark? {
        let naming = naming(for: languages)
        let house = front?.house
        let stated = house?.locality.flatMap { layout.localities[$0] }?.uint32(4) ?? 0
        let surroundings = surroundings(of: house?.point ?? point, areas, stated: stated, naming)
        var placemark = Placemark(coordinate: coordinate, provider: Self.providerName)
        placemark.language = languages.first ?? surroundings.home.first
        placemark.attribution = meta.attribution ?? Self.attribution
        placemark.set(surroundings)
        if let front { set(front, of: &placemark, naming, surroundings.home, Self.countries(areas)) }
        placemark.precision = placemark.finestPart
        guard placemark.precision != .none else { return nil }
        if placemark.place == nil, let name = placemark.locality ?? placemark.administrativeArea ?? placemark.country {
            placemark.name = name
            placemark.place = Placemark.Place(name: name, distance: 0)
        }
        return placemark
    }

    /// Returns the indices of the countries among areas.
    private static func countries(_ areas: [Area]) -> [Int] {
        areas.filter { $0.level == 2 && $0.kind == .administrative }.map(\.index).sorted()
    }

    /// Returns whether a point is in one of some countries: across a border, a street has another postcode.
    private func isSameCountry(_ point: OSMPoint, _ countries: [Int]) -> Bool {
        !hasCountries || Self.countries(areas(at: point)) == countries
    }

    /// Sets the parts of an address that a front gives.
    private func set(
        _ front: FrontSearch.Front, of placemark: inout Placemark, _ naming: StreetNaming, _ home: [LanguageTag],
        _ countries: [Int]
    ) {
        let street = front.street.flatMap { layout.streets[$0] }
        let house = front.house
        placemark.thoroughfare = street.flatMap { name($0.uint32(0), naming, home: home)?.text }
        if let house {
            placemark.subThoroughfare = text(house.number)
            if placemark.thoroughfare == nil { placemark.thoroughfare = text(house.place) }
            placemark.isInterpolated = house.flags.contains(.isInterpolated)
            if let stated = house.locality.flatMap({ layout.localities[$0] }) { set(stated, of: &placemark) }
        }
        placemark.postalCode =
            house.flatMap { text($0.postcode) } ?? placemark.postalCode
            ?? street.flatMap { isSameCountry($0.box(4).middle, countries) ? text($0.uint32(28)) : nil }
        let interest = (front.surrounding ?? house)?.interest.flatMap { layout.interests[$0] }.flatMap {
            name($0.uint32(8), naming, home: home)
        }
        // A place of interest counts only if the point is close to it.
        if let interest, front.distance <= FrontSearch.reach { placemark.areasOfInterest = [interest.text] }
        if let name = placemark.areasOfInterest.first ?? placemark.street ?? placemark.thoroughfare
            ?? placemark.locality
        {
            placemark.name = name
            placemark.place = Placemark.Place(
                name: name, distance: front.distance, coordinate: front.point.coordinate)
        }
        if house == nil, placemark.areasOfInterest.isEmpty, let box = street?.box(4) {
            placemark.bounds = BoundingBox(
                south: Double(box.south) * 1e-7, west: Double(box.west) * 1e-7, north: Double(box.north) * 1e-7,
                east: Double(box.east) * 1e-7)
        }
    }

    /// Sets what an address states besides number, street and postcode, where the areas do not.
    ///
    /// In Japan, a house has a block of a quarter instead of a street: 丸の内一丁目 9-1.
    private func set(_ stated: StreetRecords.Record, of placemark: inout Placemark) {
        let (province, city, suburb) = (text(stated.uint32(0)), text(stated.uint32(4)), text(stated.uint32(8)))
        let (quarter, neighbourhood) = (text(stated.uint32(12)), text(stated.uint32(16)))
        placemark.administrativeArea = placemark.administrativeArea ?? province
        placemark.locality = placemark.locality ?? city
        if let block = text(stated.uint32(20)) {
            placemark.subThoroughfare = placemark.subThoroughfare.map { "\(block)-\($0)" } ?? block
            if placemark.thoroughfare == nil {
                let parts = [quarter, neighbourhood].compactMap(\.self)
                placemark.thoroughfare = parts.isEmpty ? nil : parts.joined()
            }
            // The quarter replaces the street; a ward comes before it.
            placemark.subLocality = suburb
            placemark.nameLanguages.subLocality = nil
        } else if placemark.subLocality == nil {
            placemark.subLocality = suburb ?? quarter ?? neighbourhood
        }
    }
}

extension Placemark {
    /// Sets the areas that contain a point.
    fileprivate mutating func set(_ surroundings: Surroundings) {
        isoCountryCode = surroundings.countryCode
        country = surroundings.country?.text
        nameLanguages.country = surroundings.country?.language
        administrativeArea = surroundings.state?.text
        nameLanguages.administrativeArea = surroundings.state?.language
        subAdministrativeArea = surroundings.county?.text
        locality = surroundings.city?.text
        isLocalityNearest = surroundings.isCityNearest
        nameLanguages.locality = surroundings.city?.language
        subLocality = surroundings.quarter?.text
        nameLanguages.subLocality = surroundings.quarter?.language
        postalCode = surroundings.postcode
    }

    /// The finest level of its parts.
    fileprivate var finestPart: Precision {
        if subThoroughfare != nil { return .house }
        if thoroughfare != nil { return .street }
        if !areasOfInterest.isEmpty { return .place }
        if locality != nil || subLocality != nil { return .locality }
        if administrativeArea != nil || subAdministrativeArea != nil { return .region }
        return country == nil && isoCountryCode == nil ? .none : .country
    }
}
