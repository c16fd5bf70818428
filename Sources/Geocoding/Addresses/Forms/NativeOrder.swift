/// Which countries write from the country down to the house, and when an address is in their writing.
enum NativeOrder {
    private static let languages = [
        "JP": "ja", "CN": "zh", "TW": "zh", "HK": "zh", "MO": "zh", "KR": "ko", "KP": "ko", "IR": "fa",
    ]

    /// The language whose writing turns the order around in a country.
    static func language(of country: String) -> String? { languages[country] }

    /// Whether the names of places are written in the language's script, whatever the shop and the street are.
    static func isNative(_ parts: PostalAddress, language: String) -> Bool {
        let native: WritingScripts =
            switch language {
            case "ja": [.han, .kana]
            case "zh": .han
            case "ko": [.hangul, .han]
            default: .arabic
            }
        let areas = [
            parts[.city], parts[.town], parts[.village], parts[.state], parts[.county], parts[.municipality],
            parts[.cityDistrict], parts[.suburb],
        ].compactMap(\.self)
        let names = areas.isEmpty ? [parts[.neighbourhood], parts[.road]].compactMap(\.self) : areas
        let count = names.count { name in
            let scripts = WritingScripts(of: name)
            return !scripts.isDisjoint(with: native) && !scripts.contains(.latin)
        }
        return count > 0 && 2 * count > names.count
    }
}
