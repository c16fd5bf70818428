/// Each country's language, and each settlement's name in it.
struct LocalNames {
    private let catalogs: [String: MessageCatalog]
    private var alphabets: [String: Alphabet] = [:]
    private let ownScripts: [(language: String, alphabet: Alphabet)]

    init(catalogs: [String: MessageCatalog]) {
        self.catalogs = catalogs
        // Scripts that one language writes foreign places in (kana: Japanese) tell the language of a name by themselves.
        ownScripts = ["el", "he", "hy", "ja-katakana", "ka", "ko", "th"].compactMap { language in
            Alphabet(language: language).map { (String(language.prefix(2)), $0) }
        }
    }

    /// The language of a country's local names; `nil` where the regions differ and the data does not say which is where.
    static func language(of country: GeoNamesFolder.Country) -> String? {
        switch country.iso {
        case "BE", "CH": return nil
        // The data's first language is not the one the names are written in.
        case "SG": return "en"
        case "NO", "SJ": return "nb"
        default:
            let first = country.languages.split(separator: ",").first?.split(separator: "-").first
            return first.map(String.init)
        }
    }

    /// The catalogues that hold a country's local names, the most exact first.
    func catalogs(language: String, country: String) -> [MessageCatalog] {
        let tags = country == "HK" || country == "MO" ? ["zh-HK", "zh-TW"] : ["\(language)-\(country)"]
        return (tags + [language]).compactMap { catalogs[$0] }
    }

    /// A settlement's name in its country's language; `nil` when GeoNames' main name has to do.
    mutating func name(of city: GeoNamesFolder.City, language: String) -> String? {
        if let ward = TokyoWard.all[city.geonameid] { return ward.name }
        let id = String(city.geonameid)
        let known = catalogs(language: language, country: city.countrycode).lazy.compactMap { $0.messages[id] }.first
        if let known {
            // 多摩 is also among the names as 多摩市, which is what it is called.
            guard city.countrycode == "JP", !Self.isMunicipality(known) else { return known }
            return city.alternatenames.first { $0.dropLast() == known && Self.isMunicipality($0) } ?? known
        }
        if alphabets[language] == nil { alphabets[language] = Alphabet(language: language) }
        guard let alphabet = alphabets[language] else { return nil }
        let candidates = city.alternatenames.filter { $0.utf8.count < 100 && alphabet.spells($0) }
        return Self.best(candidates, country: city.countrycode)
    }

    /// Names whose script alone tells the language, the shortest where there are several.
    func namesToldByScript(of city: GeoNamesFolder.City) -> [(language: String, name: String)] {
        // Most places have none but Latin names; those are out after a look at each name's first letter.
        let foreign = city.alternatenames.filter { name in
            name.utf8.count < 100 && name.unicodeScalars.first.map { $0.value >= 0x370 } == true
        }
        guard !foreign.isEmpty else { return [] }
        return ownScripts.compactMap { language, alphabet in
            let names = foreign.filter(alphabet.spells)
            return names.min { ($0.count, $0) < ($1.count, $1) }.map { (language, $0) }
        }
    }

    /// The likeliest of the names in the right alphabet; the shorter one when nothing else tells them apart.
    private static func best(_ candidates: [String], country: String) -> String? {
        func rank(_ name: String) -> (Int, Int, String) {
            guard country == "JP" else { return (0, name.count, name) }
            // Characters rather than kana; the name of a municipality rather than its stem; of two spellings of that
            // (武蔵野市, 武藏野市: the second is Chinese) the one whose stem is a name as well.
            let isKana = name.unicodeScalars.allSatisfy { (0x3041...0x30FF).contains($0.value) }
            let isCity = isMunicipality(name)
            let hasStem = candidates.contains { $0 == name.dropLast() }
            return ((isKana ? 4 : 0) + (isCity ? 0 : 2) + (hasStem ? 0 : 1), name.count, name)
        }
        return candidates.min { rank($0) < rank($1) }
    }

    /// Whether a Japanese name ends in the word for a city, ward, town or village.
    static func isMunicipality(_ name: String) -> Bool {
        name.count > 1 && name.last.map { "市区町村".contains($0) } == true
    }
}
