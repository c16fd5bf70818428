public import LKGeo
public import LKGeocoding

extension World {
    /// The provider's name.
    public static let providerName = "world"

    /// The attribution that the licences require: settlements and names are from GeoNames, borders from OpenStreetMap.
    public var attribution: String {
        hasBorders ? "\(Self.namesAttribution); \(Self.bordersAttribution)" : Self.namesAttribution
    }

    package static let namesAttribution = "GeoNames (geonames.org), CC BY 4.0"
    package static let bordersAttribution = "borders and time zones © OpenStreetMap contributors, ODbL 1.0"

    /// Returns a placemark whose components are each named in the first of the languages that has a name.
    ///
    /// Components without a name in any of the languages are named in English. The precision is `locality` up to
    /// `maximumLocalityDistance` from the settlement (`maximumShoreDistance` on water), `region` or `country` beyond,
    /// and `none` on the open sea, of which only the time zone and the nearest border are known.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: In order of preference; empty for each place's own language.
    /// - Returns: The placemark, with precision `none` when no place is near.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: O(log n) in the number of settlements; measured 8 µs, most of it for names and border.
    public func placemark(at coordinate: Coordinate, languages: [LanguageTag]) throws(GeocodingError) -> Placemark {
        try placemark(at: coordinate, languages: languages, withBorder: true)
    }

    /// Returns a placemark, optionally without the nearest border, which takes a fifth of the time.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: In order of preference; empty for each place's own language.
    ///   - withBorder: Whether to look up the nearest border.
    /// - Returns: The placemark, empty with precision `none` when nothing is near.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func placemark(
        at coordinate: Coordinate, languages: [LanguageTag], withBorder: Bool
    ) throws(GeocodingError) -> Placemark {
        let placemark = try readPlacemark(at: coordinate, languages: languages, withBorder: withBorder)
        try checkIntact()
        return placemark
    }

    private func readPlacemark(
        at coordinate: Coordinate, languages: [LanguageTag], withBorder: Bool
    ) throws(GeocodingError) -> Placemark {
        var placemark = Placemark(coordinate: coordinate, provider: Self.providerName)
        placemark.language = languages.first
        guard let answer = try lookup(coordinate) else {
            // The sea has no names, but a time zone.
            placemark.timeZone = try timeZone(at: coordinate)
            // Near a coast there are borders on land, and those that reach into the sea.
            if withBorder { placemark.border = try placemarkBorder(at: coordinate, try naming(for: languages)) }
            if placemark.timeZone != nil { placemark.attribution = attribution }
            return placemark
        }
        let country = try country(Int(answer.countryIndex))
        let division = try division(of: answer)
        let naming = try naming(for: languages)
        let home = try division.map(home) ?? country.language
        if languages.isEmpty { placemark.language = language(of: home) }

        placemark.attribution = attribution
        if withBorder { placemark.border = try placemarkBorder(at: coordinate, naming) }
        placemark.claims = try claims(of: answer)
        placemark.timeZone = try timeZone(of: answer)
        try setCountry(country, division, of: &placemark, naming)
        placemark.name = placemark.administrativeArea ?? placemark.country
        placemark.precision = placemark.administrativeArea == nil ? .country : .region

        guard let id = answer.settlementID, let distance = answer.distance else { return placemark }
        let index = Int(answer.settlementIndex)
        let settlement = try settlement(index)
        let named = try name(NameKey(.place, index), main: settlement.name, naming: naming, home: home)
        guard let named else { return placemark }
        let name = named.text
        placemark.name = name
        placemark.locality = name
        placemark.nameLanguages.locality = named.language
        // Moscow is in the division Moscow: if only the city has a name in the language, use it for the division.
        if settlement.name == division?.englishName,
            named.language != placemark.nameLanguages.administrativeArea,
            placemark.administrativeArea == (try text(settlement.name))
        {
            placemark.administrativeArea = name
            placemark.nameLanguages.administrativeArea = named.language
        }
        placemark.precision = .locality
        var district = try self.district(of: settlement)
        if answer.quarterID != nil {
            let index = Int(answer.quarterIndex)
            let record = try self.settlement(index)
            let quarter = try self.name(NameKey(.place, index), main: record.name, naming: naming, home: home)
            // Queens is one county; New York City spans five.
            district = try self.district(of: record) ?? district
            // A city and its old town may have the same name in a language.
            if quarter?.text != name {
                placemark.subLocality = quarter?.text
                placemark.nameLanguages.subLocality = quarter?.language
            }
        }
        placemark.setDistrict(district)
        placemark.place = Placemark.Place(
            name: name, geonameId: id,
            population: settlement.population > 0 ? settlement.population : nil, distance: distance)
        let belonging = try belonging(of: answer)
        placemark.place?.partOf = belonging.isPart ? name : nil
        placemark.place?.confidence = belonging.confidence
        return placemark
    }

    private func placemarkBorder(
        at coordinate: Coordinate, _ naming: Naming
    ) throws(GeocodingError) -> Placemark.Border? {
        guard let border = try border(near: coordinate) else { return nil }
        var name: Name?
        if let neighbour = border.neighbour {
            let country = try country(neighbour)
            name = try self.name(
                NameKey(.country, country.index), main: country.englishName, naming: naming, home: country.language)
        }
        return Placemark.Border(
            distance: border.distance, isoCountryCode: border.neighbourCode, country: name?.text,
            isCertain: border.isCertain)
    }
}

extension Placemark {
    /// Sets the county, province or municipality, which address lines omit, unless it has the same name as the
    /// division.
    mutating func setDistrict(_ name: String?) {
        guard let name, name != administrativeArea else { return }
        subAdministrativeArea = name
        omitsDistrict = true
    }
}

extension World {
    /// Returns a placemark for a search result, named in the first of the languages that has a name.
    ///
    /// - Parameters:
    ///   - result: A result of this gazetteer.
    ///   - languages: In order of preference; empty for each place's own language.
    /// - Returns: The placemark.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func placemark(of result: SearchResult, languages: [LanguageTag]) throws(GeocodingError) -> Placemark {
        switch result.subject {
        case .settlement(let place): try placemark(of: place, languages: languages)
        case .area(let area): try placemark(of: area, languages: languages)
        }
    }

    /// Sets the code and name of a placemark's country, and the name of its division.
    func setCountry(
        _ country: Country, _ division: Division?, of placemark: inout Placemark, _ naming: Naming
    ) throws(GeocodingError) {
        placemark.isoCountryCode = country.code
        let countryName = try name(
            NameKey(.country, country.index), main: country.englishName, naming: naming, home: country.language)
        placemark.country = countryName?.text
        placemark.nameLanguages.country = countryName?.language
        guard let division else { return }
        let area = try name(
            NameKey(.division, division.index), main: division.englishName, naming: naming, home: try home(division))
        placemark.administrativeArea = area?.text
        placemark.nameLanguages.administrativeArea = area?.language
    }

    /// Returns a placemark for a place, with division and country: the answer of forward geocoding.
    ///
    /// Country and division are the place's own, even if its coordinate is a few metres across a border. A quarter
    /// includes the name of its city.
    ///
    /// - Parameters:
    ///   - place: A place from a query of this gazetteer.
    ///   - languages: In order of preference; empty for each place's own language.
    /// - Returns: The placemark, with a distance of 0.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func placemark(of place: Place, languages: [LanguageTag]) throws(GeocodingError) -> Placemark {
        let division = try division(place.divisionIndex)
        let country = try country(division.country)
        let naming = try naming(for: languages)
        let home = try home(division)
        var placemark = Placemark(coordinate: place.coordinate, provider: Self.providerName)
        placemark.language = languages.first ?? language(of: home)
        placemark.attribution = attribution
        placemark.precision = .locality
        placemark.timeZone = place.timeZone
        try setCountry(country, division, of: &placemark, naming)
        let settlement = try settlement(place.index)
        placemark.setDistrict(try district(of: settlement))
        let own = try name(NameKey(.place, place.index), main: settlement.name, naming: naming, home: home)
        let name = own?.text ?? place.name
        placemark.name = name
        placemark.place = Placemark.Place(
            name: name, geonameId: place.id, population: place.population, distance: 0)
        if let city = try city(of: place, naming), city.text != name {
            placemark.subLocality = name
            placemark.nameLanguages.subLocality = own?.language
            placemark.locality = city.text
            placemark.nameLanguages.locality = city.language
        } else {
            placemark.locality = name
            placemark.nameLanguages.locality = own?.language
        }
        return placemark
    }

    /// Returns the city of which a place is a quarter; `nil` if it is not one.
    private func city(of place: Place, _ naming: Naming) throws(GeocodingError) -> Name? {
        guard let answer = try lookup(place.coordinate), answer.quarterID == place.id,
            let division = try division(of: answer)
        else { return nil }
        let index = Int(answer.settlementIndex)
        return try name(
            NameKey(.place, index), main: settlement(index).name, naming: naming, home: home(division))
    }
}
