internal import Geocoding

/// Each settlement's name in the language of its place.
struct LocalNames {
    private let characters: ChineseCharacters
    private let readings: ChineseReadings
    private var alphabets: [String: Alphabet?] = [:]

    init(characters: ChineseCharacters, readings: ChineseReadings = ChineseReadings(lines: [])) {
        self.characters = characters
        self.readings = readings
    }

    /// A settlement's name in one of the languages of its place; `nil` when GeoNames' main name has to do.
    ///
    /// - Parameters:
    ///   - city: The settlement.
    ///   - tagged: Its names whose language is known.
    ///   - home: The tables of the languages of the place, the likeliest first.
    /// - Returns: The name.
    mutating func name(of city: GeoNamesFolder.City, tagged: [String: String], home: [String]) -> String? {
        if let ward = TokyoWard.all[city.geonameid] { return ward.name }
        // Where several languages are spoken the main name shows which of them is at home: Brig, not Brigue.
        if home.count > 1 {
            if home.contains(where: { tagged[$0] == city.name }) { return nil }
            // Biel/Bienne is neither's, and better than either. An English name (Geneva) is not.
            if let english = tagged["en"], english != city.name, Alphabet(language: home[0]) == nil { return nil }
        }
        for language in home {
            if let known = tagged[language] {
                // 多摩 is also among the names as 多摩市, which is what it is called.
                if language.hasPrefix("zh-") { return chinese(city, known: known, language: language) }
                guard city.countrycode == "JP", !Self.isMunicipality(known) else { return known }
                return city.alternatenames.first { $0.dropLast() == known && Self.isMunicipality($0) } ?? known
            }
        }
        for language in home {
            // Beograd, tagged as Serbian in Latin letters, tells Београд from Белград better than Belgrade does.
            let latin = tagged["\(language)-Latn"] ?? city.name
            if let name = untagged(city, like: latin, claims: Set(tagged.values), language: language) { return name }
        }
        return nil
    }

    /// The tagged name, or another that is read like the main one where that is not: 玉山 is tagged as Kunshan's.
    private mutating func chinese(_ city: GeoNamesFolder.City, known: String, language: String) -> String {
        guard readings.difference(known, from: city.name) > 0,
            let other = untagged(city, like: city.name, claims: [], language: language),
            readings.difference(other, from: city.name) == 0
        else { return known }
        return other
    }

    /// The likeliest of the untagged names in the language's letters.
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

    /// Languages whose names are told from each other by reading them aloud.
    private static func readsAsMain(_ language: String) -> Bool {
        guard let scripts = LanguageTag(language)?.readableScripts else { return false }
        return !scripts.isDisjoint(with: [.cyrillic, .greek, .armenian, .georgian, .hebrew, .arabic])
    }

    /// How well a name says what kind of place it names, 0 the best.
    ///
    /// In Japan: characters rather than kana; the name of a municipality rather than its stem; of two spellings of that
    /// (武蔵野市, 武藏野市: the second is Chinese) the one whose stem is a name as well. In Korea: 수원시 rather than 수원.
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

    /// Whether a Japanese name ends in the word for a city, ward, town or village.
    static func isMunicipality(_ name: String) -> Bool {
        name.count > 1 && name.last.map { "市区町村".contains($0) } == true
    }
}
