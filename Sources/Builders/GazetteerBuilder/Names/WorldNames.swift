import LKFormats
import LKGazetteer
import LKGeocoding

/// Chooses the names of each country, division and settlement in each language.
struct WorldNames {
    private let tagged: TaggedNames
    private let untagged: UntaggedNames
    private let filing: NameFiling
    private var local: LocalNames
    private let listed: [String: String]
    private var homes: [String: [String]] = [:]
    private var tables = NameTables()

    init(_ input: GeoNamesFolder) {
        let characters = ChineseCharacters(lines: input.chineseVariants)
        filing = NameFiling(characters: characters)
        tagged = TaggedNames(
            catalogs: input.catalogs, countries: input.countryNames, divisions: input.divisionNames, filing: filing)
        untagged = UntaggedNames(characters: characters)
        local = LocalNames(characters: characters, readings: ChineseReadings(lines: input.chineseReadings))
        listed = Dictionary(input.countries.map { ($0.iso, $0.languages) }) { first, _ in first }
    }

    /// Returns the tables of the languages spoken in a division, or in a country as a whole.
    mutating func home(country: String, division: String = "") -> [String] {
        let id = "\(country).\(division)"
        if let known = homes[id] { return known }
        let home = LocalLanguage.tables(country: country, division: division, listed: listed[country] ?? "")
        homes[id] = home
        return home
    }

    /// Returns the English name of a country (`FR`) or division (`FR.11`); `nil` if it has none.
    func englishName(of id: String) -> String? { tagged[id]["en"] }

    /// Returns a settlement's main name, from GeoNames and in Latin letters.
    func mainName(of city: GeoNamesFolder.City) -> String {
        NameCorrections.mainNames[city.geonameid] ?? city.name
    }

    /// Returns a settlement's name in the local language; `nil` if that is the main name.
    mutating func localName(of city: GeoNamesFolder.City) -> String? {
        let home = home(country: city.countrycode, division: city.admin1code)
        return local.name(of: city, tagged: tagged[String(city.geonameid)], home: home)
    }

    /// Returns the name of a division in the local language.
    mutating func localName(ofDivision code: String, in country: String) -> String? {
        let names = tagged["\(country).\(code)"]
        return home(country: country, division: code).lazy.compactMap { names[$0] }.first
    }

    /// Adds all names of a country or division.
    mutating func add(_ id: String, country: String, division: String?, key: NameKey, texts: inout TextPool)
        throws(GeocodingError)
    {
        let names = tagged[id]
        for (table, name) in names.sorted(by: { $0.key < $1.key }) where table != "en" {
            try tables.add(name, to: key, table: table, texts: &texts)
        }
        let home = home(country: country, division: division ?? "")
        guard home.first != "en", let local = home.lazy.compactMap({ names[$0] }).first else { return }
        try tables.add(local, to: key, table: GazetteerFormat.localTag, texts: &texts)
    }

    /// Adds all names of a settlement.
    ///
    /// - Parameters:
    ///   - city: The settlement.
    ///   - local: Its name in the local language.
    ///   - key: Its key.
    ///   - texts: The pool to which texts are added.
    /// - Returns: Other Latin names of a big city whose language is unknown, such as Cracow or Saigon. They are found
    ///   by searches but never used in answers.
    /// - Throws: `GeocodingError` with `inputInvalid` for a text that is too long for the file.
    mutating func add(
        _ city: GeoNamesFolder.City, local: String?, key: NameKey, texts: inout TextPool
    ) throws(GeocodingError) -> [String] {
        let home = home(country: city.countrycode, division: city.admin1code)
        let main = mainName(of: city)
        let local = local.map { NameSpelling.mended($0, language: home.first ?? "") }
        let tagged = tagged[String(city.geonameid)]
        var names: [String: String] = [:]
        for (table, name) in untagged.names(of: city, tagged: tagged, home: home) {
            names[table] = NameSpelling.mended(name, language: table)
        }
        names.merge(tagged) { $1 }
        // Where English is the local language, GeoNames' main name is the fuller one: New York City, not New York.
        if names["en"] == main || home.first == "en" { names["en"] = nil }
        if let local, let language = home.first {
            // The better local name (多摩市 for 多摩) also replaces the one of its language, in both kinds of Chinese.
            if names[language] != nil { names[language] = local }
            if language.hasPrefix("zh") {
                // If the tagged name was not the city's, the other kind of Chinese is not either.
                if let known = tagged[language], known != local { names["zh-Hans"] = nil; names["zh-Hant"] = nil }
                names[language] = local
                filing.complete(&names)
            }
            if language == "sr", names["sr-Latn"] == nil { names["sr-Latn"] = SerbianLatin.text(local) }
        }
        for (table, name) in names.sorted(by: { $0.key < $1.key }) {
            try tables.add(name, to: key, table: table, texts: &texts)
        }
        if let local, local != main {
            try tables.add(local, to: key, table: GazetteerFormat.localTag, texts: &texts)
        }
        return Self.otherNames(of: city, known: [main, local ?? main] + names.values)
    }

    /// The minimum population of a city whose names of unknown language are kept: there are 6,200 such cities.
    static let minimumPopulationForOtherNames = 100_000

    private static func otherNames(of city: GeoNamesFolder.City, known: [String]) -> [String] {
        guard city.population >= minimumPopulationForOtherNames else { return [] }
        var seen = Set(known.map { FoldedText.scalars(of: $0[...]) })
        return city.alternatenames.sorted().filter { name in
            // Lower-case names are transliterations of other scripts (qrqwb), names in capitals airport codes (KRK).
            guard let first = name.first, first.isUppercase, name.dropFirst().contains(where: \.isLowercase),
                (3...60).contains(name.utf8.count), !name.contains(","), WritingScripts(of: name) == .latin
            else { return false }
            return seen.insert(FoldedText.scalars(of: name[...])).inserted
        }
    }

    /// Returns `LANG` and `NAME`.
    func sections() -> (languages: [UInt8], names: [UInt8]) { tables.sections() }

    /// Applies the rules to a settlement as if its names in each language in turn were untagged.
    mutating func measure(_ city: GeoNamesFolder.City, _ tell: (String, NameCheck.Outcome) -> Void) {
        let tagged = tagged[String(city.geonameid)]
        let home = home(country: city.countrycode, division: city.admin1code)
        for (language, _) in untagged.names(of: city, tagged: tagged, home: home) { tell(language, .gained) }
        for (language, name) in tagged where UntaggedNames.languages.contains(language) && !home.contains(language) {
            var rest = tagged
            rest[language] = nil
            // One kind of Chinese was derived from the other.
            if language.hasPrefix("zh") { rest["zh-Hans"] = nil; rest["zh-Hant"] = nil }
            let given = untagged.names(of: city, tagged: rest, home: home)[language]
            tell(language, given.map { .given(NameSpelling.mended($0, language: language), tagged: name) } ?? .missed)
        }
        guard let language = home.first, Alphabet(language: language) != nil else { return }
        var rest = tagged
        for table in home { rest[table] = nil }
        let given = local.name(of: city, tagged: rest, home: home)
            .map { NameSpelling.mended($0, language: language) }
        switch (given, tagged[language]) {
        case (let given?, let name?): tell("@" + language, .given(given, tagged: name))
        case (nil, .some): tell("@" + language, .missed)
        case (.some, nil): tell("@" + language, .gained)
        case (nil, nil): break
        }
    }
}
