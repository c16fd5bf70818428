import LKFormats
import LKGeocoding

/// A parsed search text: a name, and the regions to search in.
struct SearchQuery {
    /// The folded name.
    let name: [UInt32]
    /// The folded name of each country or division given.
    let regions: [[UInt32]]

    /// The code of the country of which the name is an abbreviation; `nil` for other names.
    var country: String? {
        guard regions.isEmpty else { return nil }
        return Self.shortCountries[String(String.UnicodeScalarView(name.compactMap(Unicode.Scalar.init)))]
    }

    /// Common abbreviations of countries.
    private static let shortCountries = [
        "usa": "US", "us": "US", "uk": "GB", "uae": "AE",
    ]

    /// Common abbreviations of cities, folded; those of other cities are in the gazetteer.
    private static let shortForms = [
        "nyc": "new york city", "sf": "san francisco", "la": "los angeles", "philly": "philadelphia",
        "vegas": "las vegas", "nola": "new orleans", "dc": "washington", "kl": "kuala lumpur", "hk": "hong kong",
        "hcmc": "ho chi minh city", "cdmx": "ciudad de mexico", "spb": "saint petersburg", "bsas": "buenos aires",
        "joburg": "johannesburg", "jozi": "johannesburg", "blr": "bengaluru", "cph": "copenhagen",
    ]

    /// Creates a query by splitting a text at its commas.
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

    /// The query with its last words as the region, fewest words first; empty if a comma already separates the region.
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

/// The countries and first-order divisions with the name or code after a comma: `US`, `Texas`, `TX`.
struct RegionMatches {
    private var countries: Set<Int> = []
    private var divisions: Set<Int> = []

    /// Common codes that are not in ISO 3166-1.
    private static let otherCodes = ["usa": "us", "uk": "gb", "uae": "ae"]

    init(_ letters: [UInt32], in world: World) throws(GeocodingError) {
        let matches = try TextMatches(letters, in: world)
        // Whole names and first words match: "Île-de-France" means the Île-de-France Region, but "Te" is not enough for
        // Texas. Two letters match only as a code; as first words they would be articles ("El", "Il").
        let minimumMatch: PlaceMatch.NameMatch = letters.count > 2 ? .words : .whole
        func isMeant(_ reference: UInt32) -> Bool { matches[reference].map { $0 <= minimumMatch } ?? false }
        let said = String(String.UnicodeScalarView(letters.compactMap(Unicode.Scalar.init)))
        let code = Self.otherCodes[said] ?? said
        for index in 0..<world.layout.countries.count {
            let country = try world.country(index)
            if country.code.lowercased() == code || isMeant(country.englishName) { countries.insert(index) }
        }
        // Numeric codes, which most countries have, mean nothing to users.
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
