/// Street and number as one text, in the country's order.
struct StreetLine {
    private let data: AddressData

    init(_ data: AddressData) { self.data = data }

    /// The line: `1800 Ellis St`, `Hauptstraße 5`, `丸の内1丁目9番地1`.
    ///
    /// - Parameters:
    ///   - road: The street.
    ///   - number: The number in it.
    ///   - country: The country's code; `nil` and unknown ones put the number last, which most countries do.
    ///   - isNative: Whether the names are in a script that is written without spaces, from the country down.
    /// - Returns: The line.
    func text(road: String, number: String?, country: String?, isNative: Bool) -> String {
        guard let number else { return road }
        if isNative, country != "KR", country != "KP" {
            // Digits of two numbers would run into each other.
            return road.last?.isNumber == true && number.first?.isNumber == true ? "\(road)-\(number)" : road + number
        }
        if isNative { return "\(road) \(number)" }
        let rules = country.flatMap { data.rules($0) }
        let form = rules?.usedCountry.flatMap { data.rules($0)?.display } ?? rules?.display ?? data.rules("*")?.display
        let text = form?.street(road, number) ?? "\(road) \(number)"
        return AddressCleaning.lines(text).first ?? road
    }
}

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
