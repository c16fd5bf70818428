internal import Geocoding

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
