/// What becomes of texts in IPTC, whose lengths in bytes are limited, and whose countries have codes of three letters.
enum IPTCForm {
    private static let longestName = 32
    private static let longestCountry = 64
    private static let longestKeyword = 64

    /// The names of a place.
    static func place(_ place: PhotoPlace) -> PhotoPlace {
        var form = PhotoPlace()
        form.sublocation = cut(place.sublocation, longestName)
        form.city = cut(place.city, longestName)
        form.state = cut(place.state, longestName)
        form.country = cut(place.country, longestCountry)
        form.countryCode = CountryCode.threeLetters(place.countryCode)
        return form
    }

    /// A keyword.
    static func keyword(_ keyword: String) -> String? { cut(keyword, longestKeyword) }

    private static func cut(_ text: String?, _ most: Int) -> String? {
        IPTCText.bytes(text, most: most).map { String(decoding: $0, as: UTF8.self) }
    }
}
