internal import Glibc

/// How far a settlement reaches, in metres; the rule and its measurement are in `Docs/Formats/Gazetteer.md`.
enum Reach {
    static func metres(population: Int) -> Double {
        guard population > 0 else { return 0 }
        return 20 * pow(Double(population), 0.4)
    }

    /// The radius of a disc of that many square kilometres.
    static func metres(area: Double) -> Double { (area / .pi).squareRoot() * 1000 }

    /// The reach of a settlement.
    ///
    /// - Parameters:
    ///   - city: The settlement.
    ///   - localName: Its name in its own language.
    ///   - divisionName: The name of its division in that language.
    /// - Returns: Metres.
    static func metres(of city: GeoNamesFolder.City, localName: String?, divisionName: String?) -> Double {
        if let ward = TokyoWard.all[city.geonameid] { return metres(area: ward.area) }
        // 東京都 is a prefecture; its municipalities are the wards and cities.
        if city.countrycode == "JP", let localName, localName == divisionName { return 0 }
        return metres(population: city.population)
    }
}
