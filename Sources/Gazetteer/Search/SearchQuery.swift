internal import Geocoding

/// A search text, parsed: a name, and the regions it is in.
struct SearchQuery {
    /// The folded letters of the name.
    let name: [UInt32]
    /// The folded letters of each country or division that is named.
    let regions: [[UInt32]]

    /// The code of the country that the name is a short form of; `nil` for other names.
    var country: String? {
        guard regions.isEmpty else { return nil }
        return Self.shortCountries[String(String.UnicodeScalarView(name.compactMap(Unicode.Scalar.init)))]
    }

    /// Countries that are called by their letters.
    private static let shortCountries = [
        "usa": "US", "us": "US", "uk": "GB", "uae": "AE",
    ]

    /// Cities that are called by their letters, in folded letters; those of other names have them in the gazetteer.
    private static let shortForms = [
        "nyc": "new york city", "sf": "san francisco", "la": "los angeles", "philly": "philadelphia",
        "vegas": "las vegas", "nola": "new orleans", "dc": "washington", "kl": "kuala lumpur", "hk": "hong kong",
        "hcmc": "ho chi minh city", "cdmx": "ciudad de mexico", "spb": "saint petersburg", "bsas": "buenos aires",
        "joburg": "johannesburg", "jozi": "johannesburg", "blr": "bengaluru", "cph": "copenhagen",
    ]

    /// Splits a text at its commas.
    init(_ text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { ",，、".contains($0) }
        let name = parts.first.map { FoldedText.scalars(of: $0) } ?? []
        let regions = parts.dropFirst().map { FoldedText.scalars(of: $0) }.filter { !$0.isEmpty }
        self.init(name: name, regions: regions)
    }

    private init(name: [UInt32], regions: [[UInt32]]) {
        let said = String(String.UnicodeScalarView(name.compactMap(Unicode.Scalar.init)))
        self.name = Self.shortForms[said].map { FoldedText.scalars(of: $0[...]) } ?? name
        self.regions = regions
    }

    /// The same with the last words as the region, fewer words first; empty after a comma, which says what is one.
    var withRegionAtEnd: [SearchQuery] {
        guard regions.isEmpty else { return [] }
        let words = name.split(separator: 0x20)
        func joined(_ words: ArraySlice<ArraySlice<UInt32>>) -> [UInt32] { Array(words.joined(separator: [0x20])) }
        var queries: [SearchQuery] = []
        for count in 1...4 where count < words.count {
            let (name, end) = (joined(words.dropLast(count)), words.suffix(count))
            queries.append(SearchQuery(name: name, regions: [joined(end)]))
            // A division and its country: California USA.
            if count > 1 {
                queries.append(SearchQuery(name: name, regions: [joined(end.dropLast()), joined(end.suffix(1))]))
            }
        }
        return queries
    }
}

/// The countries and first-order divisions that are called, or have the code, that follows a comma: `US`, `Texas`, `TX`.
struct RegionMatches {
    private var countries: Set<Int> = []
    private var divisions: Set<Int> = []

    /// Codes that are said and that ISO 3166-1 does not have.
    private static let otherCodes = ["usa": "us", "uk": "gb", "uae": "ae"]

    init(_ letters: [UInt32], in world: World) throws(GeocodingError) {
        let matches = try TextMatches(letters, in: world)
        // Whole names and first words: "Île-de-France" names the Île-de-France Region, "Te" is not enough for Texas.
        // Two letters are a code; as a first word they would be an article ("El", "Il").
        let least: NameMatch = letters.count > 2 ? .words : .whole
        func isMeant(_ reference: UInt32) -> Bool { matches[reference].map { $0 <= least } ?? false }
        let said = String(String.UnicodeScalarView(letters.compactMap(Unicode.Scalar.init)))
        let code = Self.otherCodes[said] ?? said
        for index in 0..<world.layout.countries.count {
            let country = try world.country(index)
            if country.code.lowercased() == code || isMeant(country.englishName) { countries.insert(index) }
        }
        // Numbers, which most countries have for codes, mean nothing to readers.
        let isWord = letters.contains { $0 > 0x39 }
        for index in 0..<world.layout.divisions.count {
            let division = try world.division(index)
            if isWord, try world.divisionCode(index)?.lowercased() == code { divisions.insert(index) }
            if isMeant(division.englishName) { divisions.insert(index) }
        }
        let names = world.layout.names
        for record in 0..<names.count {
            let offset = names.offset + record * names.recordSize
            let key = world.bytes.uint32(offset)
            guard key >> 30 != NameKey.Kind.place.rawValue, isMeant(world.bytes.uint32(offset + 4)) else { continue }
            let index = Int(key & 0x3FFF_FFFF)
            if key >> 30 == NameKey.Kind.country.rawValue { countries.insert(index) } else { divisions.insert(index) }
        }
    }

    func contains(country: Int, division: Int) -> Bool { countries.contains(country) || divisions.contains(division) }
}
