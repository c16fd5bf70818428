/// What somebody looks for: a name, and the regions it is in.
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

    /// Takes a text apart at its commas.
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

    /// The same with the last words taken for a region, fewer words first; empty after a comma, which says what is one.
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
