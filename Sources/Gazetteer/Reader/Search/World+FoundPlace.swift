public import Geocoding

extension World {
    /// What was found is called, in the first of the languages that has a name for it.
    ///
    /// - Parameters:
    ///   - result: A result of this gazetteer.
    ///   - languages: Most wanted first; empty gives every name in the place's own language.
    /// - Returns: The placemark.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func placemark(of result: SearchResult, languages: [LanguageTag]) throws(GeocodingError) -> Placemark {
        switch result.subject {
        case .settlement(let place): try placemark(of: place, languages: languages)
        case .area(let area): try placemark(of: area, languages: languages)
        }
    }

    /// What a place that a query found is called, with division and country: the answer of forward geocoding.
    ///
    /// Country and division are the place's own, though its coordinate may lie across a border by a few metres. A quarter has
    /// the name of its city too.
    ///
    /// - Parameters:
    ///   - place: A place that a query of this gazetteer found.
    ///   - languages: Most wanted first; empty gives every name in the place's own language.
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
        placemark.isoCountryCode = country.code
        let countryName = try name(
            NameKey(.country, country.index), main: country.englishName, naming: naming, home: country.language)
        placemark.country = countryName?.text
        placemark.nameLanguages.country = countryName?.language
        let area = try name(
            NameKey(.division, division.index), main: division.englishName, naming: naming, home: home)
        placemark.administrativeArea = area?.text
        placemark.nameLanguages.administrativeArea = area?.language
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

    /// The city that a place is a quarter of; `nil` when it is none.
    private func city(of place: Place, _ naming: Naming) throws(GeocodingError) -> Name? {
        guard let answer = try lookup(place.coordinate), answer.quarterID == place.id,
            let division = try division(of: answer)
        else { return nil }
        let index = Int(answer.settlementIndex)
        return try name(
            NameKey(.place, index), main: settlement(index).name, naming: naming, home: home(division))
    }
}
