internal import Gazetteer
internal import Geocoding

/// Decides what each country, division and settlement is called, and in which languages.
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

    /// The tables of the languages spoken in a division, or in a country as a whole.
    mutating func home(country: String, division: String = "") -> [String] {
        let id = "\(country).\(division)"
        if let known = homes[id] { return known }
        let home = LocalLanguage.tables(country: country, division: division, listed: listed[country] ?? "")
        homes[id] = home
        return home
    }

    /// The name of a country (`FR`) or division (`FR.11`) in English; `nil` when it has none.
    func englishName(of id: String) -> String? { tagged[id]["en"] }

    /// What a settlement is called first of all: GeoNames' main name, in Latin letters.
    func mainName(of city: GeoNamesFolder.City) -> String {
        NameCorrections.mainNames[city.geonameid] ?? city.name
    }

    /// A settlement's name in the language of its place; `nil` when the main name is that.
    mutating func localName(of city: GeoNamesFolder.City) -> String? {
        let home = home(country: city.countrycode, division: city.admin1code)
        return local.name(of: city, tagged: tagged[String(city.geonameid)], home: home)
    }

    /// The name of a division in the language of its place.
    mutating func localName(ofDivision code: String, in country: String) -> String? {
        let names = tagged["\(country).\(code)"]
        return home(country: country, division: code).lazy.compactMap { names[$0] }.first
    }

    /// Keeps all names of a country or division.
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

    /// Keeps all names of a settlement.
    ///
    /// - Parameters:
    ///   - city: The settlement.
    ///   - local: Its name in the language of its place.
    ///   - key: Its key.
    ///   - texts: Where texts are kept.
    /// - Returns: Further names of a big city in Latin letters, whose language is not known: Cracow, Saigon. They are searched
    ///   for, and no answer is called by them.
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
        // Where English is the local language GeoNames' main name is the fuller one: New York City, not New York.
        if names["en"] == main || home.first == "en" { names["en"] = nil }
        if let local, let language = home.first {
            // The better local name (多摩市 for 多摩) also answers for its language, in both kinds of Chinese.
            if names[language] != nil { names[language] = local }
            if language.hasPrefix("zh") {
                // Where the tagged name was not the city's, it is not in the other kind either.
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

    /// People that a city must have for its names without a language to be kept: there are 6,200 such cities.
    static let fewestForOtherNames = 100_000

    private static func otherNames(of city: GeoNamesFolder.City, known: [String]) -> [String] {
        guard city.population >= fewestForOtherNames else { return [] }
        var seen = Set(known.map { FoldedText.scalars(of: $0[...]) })
        return city.alternatenames.sorted().filter { name in
            // Small letters are transliterations of other scripts (qrqwb), capitals the codes of airports (KRK).
            guard let first = name.first, first.isUppercase, name.dropFirst().contains(where: \.isLowercase),
                (3...60).contains(name.utf8.count), !name.contains(","), WritingScripts(of: name) == .latin
            else { return false }
            return seen.insert(FoldedText.scalars(of: name[...])).inserted
        }
    }

    /// `LANG` and `NAME`.
    func sections() -> (languages: [UInt8], names: [UInt8]) { tables.sections() }

    /// Applies the rules to a settlement as if its names in one language after the other were not tagged.
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
