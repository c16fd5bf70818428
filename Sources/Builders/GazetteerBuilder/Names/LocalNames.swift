import LKGeocoding

/// Chooses each settlement's name in the local language.
struct LocalNames {
    private let characters: ChineseCharacters
    private let readings: ChineseReadings
    private var alphabets: [String: Alphabet?] = [:]

    init(characters: ChineseCharacters, readings: ChineseReadings = ChineseReadings(lines: [])) {
        self.characters = characters
        self.readings = readings
    }

    /// Returns a settlement's name in a local language; `nil` if GeoNames' main name must serve.
    ///
    /// - Parameters:
    ///   - city: The settlement.
    ///   - tagged: Its names of known language.
    ///   - home: The tables of the local languages, most likely first.
    /// - Returns: The name.
    mutating func name(of city: GeoNamesFolder.City, tagged: [String: String], home: [String]) -> String? {
        if let ward = TokyoWard.all[city.geonameid] { return ward.name }
        // If several languages are spoken, the main name shows which one is local: Brig, not Brigue.
        if home.count > 1 {
            if home.contains(where: { tagged[$0] == city.name }) { return nil }
            // Biel/Bienne belongs to neither language, and is better than either. An English name (Geneva) is not.
            if let english = tagged["en"], english != city.name, Alphabet(language: home[0]) == nil { return nil }
        }
        for language in home {
            if let known = tagged[language] {
                // The names also contain 多摩市, the full form of 多摩.
                if language.hasPrefix("zh-") { return chinese(city, known: known, language: language) }
                guard city.countrycode == "JP", !Self.isMunicipality(known) else { return known }
                return city.alternatenames.first { $0.dropLast() == known && Self.isMunicipality($0) } ?? known
            }
        }
        for language in home {
            // Beograd, tagged as Serbian in Latin letters, picks Београд over Белград more reliably than Belgrade does.
            let latin = tagged["\(language)-Latn"] ?? city.name
            if let name = untagged(city, like: latin, claims: Set(tagged.values), language: language) { return name }
        }
        return nil
    }

    /// Returns the tagged name, or another one if that is pronounced like the main name and the tagged one is not: 玉山
    /// is tagged as Kunshan's.
    private mutating func chinese(_ city: GeoNamesFolder.City, known: String, language: String) -> String {
        guard readings.difference(known, from: city.name) > 0,
            let other = untagged(city, like: city.name, claims: [], language: language),
            readings.difference(other, from: city.name) == 0
        else { return known }
        return other
    }

    /// Returns the most likely of the untagged names in the language's script.
    private mutating func untagged(
        _ city: GeoNamesFolder.City, like latin: String, claims: Set<String>, language: String
    ) -> String? {
        if alphabets[language] == nil { alphabets[language] = Alphabet(language: language) }
        guard let alphabet = alphabets[language] ?? nil else { return nil }
        let candidates = city.alternatenames.filter { name in
            guard name.utf8.count < 100, !name.hasSuffix(" ош"), alphabet.spells(name) else { return false }
            switch language {
            case "zh-Hans": return characters.kind(name) == .simplified || characters.kind(name) == .both
            case "zh-Hant": return characters.kind(name) == .traditional || characters.kind(name) == .both
            default: return true
            }
        }
        if candidates.count < 2 { return candidates.first }
        let reads = Self.readsAsMain(language)
        let isChinese = language.hasPrefix("zh-")
        return candidates.min { left, right in
            func rank(_ name: String) -> (Int, Double, Int, Int, String) {
                let difference =
                    isChinese
                    ? readings.difference(name, from: latin) : reads ? Romanization.difference(name, from: latin) : 0
                return (
                    Self.kindRank(name, candidates, language), difference, claims.contains(name) ? 1 : 0, name.count,
                    name
                )
            }
            return rank(left) < rank(right)
        }
    }

    /// Returns whether names in the language are distinguished by their pronunciation.
    private static func readsAsMain(_ language: String) -> Bool {
        guard let scripts = LanguageTag(language)?.readableScripts else { return false }
        return !scripts.isDisjoint(with: [.cyrillic, .greek, .armenian, .georgian, .hebrew, .arabic])
    }

    /// Returns the rank of a name by its word for the kind of place, 0 best.
    ///
    /// In Japan: characters rather than kana; a municipality's full name rather than its stem; of two spellings (武蔵野市,
    /// 武藏野市: the second is Chinese) the one whose stem is also a name. In Korea: 수원시 rather than 수원.
    private static func kindRank(_ name: String, _ candidates: [String], _ language: String) -> Int {
        switch language {
        case "ja":
            let isKana = name.unicodeScalars.allSatisfy { (0x3041...0x30FF).contains($0.value) }
            let hasStem = candidates.contains { $0 == name.dropLast() }
            return (isKana ? 4 : 0) + (isMunicipality(name) ? 0 : 2) + (hasStem ? 0 : 1)
        case "ko":
            let isMunicipality = name.count > 2 && name.last.map { "시군".contains($0) } == true
            return isMunicipality && candidates.contains { $0 == name.dropLast() } ? 0 : 1
        default: return 0
        }
    }

    /// Returns whether a Japanese name ends in the word for a city, ward, town or village.
    static func isMunicipality(_ name: String) -> Bool {
        name.count > 1 && name.last.map { "市区町村".contains($0) } == true
    }
}

/// The languages of local names by country and division: those of place name signs.
///
/// By default the first language in GeoNames' list for the country. A division has an entry if another language is
/// official there; if it has several, each settlement's own name decides.
enum LocalLanguage {
    /// Returns the tables of names (`sr-Latn`, `zh-Hant`) in which to look for local names, most likely first.
    ///
    /// - Parameters:
    ///   - country: ISO 3166-1 code.
    ///   - division: GeoNames admin1 code.
    ///   - listed: GeoNames' languages of the country: `nl-BE,fr-BE`.
    /// - Returns: At most three; empty if nothing is known.
    static func tables(country: String, division: String = "", listed: String) -> [String] {
        if let own = divisions["\(country).\(division)"] ?? countries[country] { return own }
        let first = listed.split(separator: ",").first?.split(separator: "-").first.map(String.init)
        switch first {
        case "no": return ["nb"]
        case "tl": return ["fil"]
        case let first?: return [first]
        case nil: return []
        }
    }

    private static let countries: [String: [String]] = [
        "CN": ["zh-Hans"], "TW": ["zh-Hant"], "HK": ["zh-Hant"], "MO": ["zh-Hant"], "SG": ["en"],
        "BE": ["nl", "fr"], "CH": ["de", "fr", "it"], "FI": ["fi", "sv"], "CM": ["fr", "en"],
        // Countries whose first listed language is not that of place name signs.
        "ZA": ["en"], "MP": ["en"], "PR": ["es"], "ER": ["ti"], "TK": ["en"], "PW": ["en"],
        "ME": ["sr-Latn"], "VA": ["it"], "SJ": ["nb"],
    ]

    /// Divisions with official languages of their own, by GeoNames admin1 code.
    private static let divisions: [String: [String]] = [
        // Belgium: the language areas of article 4 of the constitution; the German-speaking towns are in Wallonia.
        "BE.VLG": ["nl"], "BE.WAL": ["fr", "de"], "BE.BRU": ["fr", "nl"],
        // Switzerland: the cantons' constitutions; Bern, Fribourg and Valais have two languages, Grisons three.
        "CH.GE": ["fr"], "CH.VD": ["fr"], "CH.NE": ["fr"], "CH.JU": ["fr"], "CH.FR": ["fr", "de"],
        "CH.VS": ["fr", "de"],
        "CH.BE": ["de", "fr"], "CH.TI": ["it"], "CH.GR": ["de", "rm", "it"],
        "CH.AG": ["de"], "CH.AI": ["de"], "CH.AR": ["de"], "CH.BL": ["de"], "CH.BS": ["de"], "CH.GL": ["de"],
        "CH.LU": ["de"], "CH.NW": ["de"], "CH.OW": ["de"], "CH.SG": ["de"], "CH.SH": ["de"], "CH.SO": ["de"],
        "CH.SZ": ["de"], "CH.TG": ["de"], "CH.UR": ["de"], "CH.ZG": ["de"], "CH.ZH": ["de"],
        // Canada: Quebec's Charter of the French Language; New Brunswick has both.
        "CA.10": ["fr"], "CA.04": ["en", "fr"],
        // Spain: the autonomous communities' statutes: Catalonia, Valencia, Balearic Islands, Galicia, Basque Country, Navarre.
        "ES.56": ["ca", "es"], "ES.60": ["es", "ca"], "ES.07": ["ca", "es"], "ES.58": ["gl", "es"],
        "ES.59": ["es", "eu"], "ES.53": ["es"], "ES.32": ["es", "eu"],
        // Italy: Trentino-South Tyrol and Aosta Valley.
        "IT.17": ["it", "de"], "IT.19": ["it", "fr"],
        // Cameroon's two English-speaking regions.
        "CM.07": ["en"], "CM.09": ["en"],
        // Sri Lanka: Northern and Eastern Province are administered in Tamil.
        "LK.38": ["ta"], "LK.37": ["ta"],
        // Finland: the one region on the mainland where most speak Swedish; Åland is a country of its own here.
        "FI.15": ["sv", "fi"],
    ]
}
