/// Combines street and number in the country's order.
struct StreetLine {
    private let data: AddressData

    init(_ data: AddressData) { self.data = data }

    /// Returns the line: `1800 Ellis St`, `Hauptstraße 5`, `丸の内1丁目9番地1`.
    ///
    /// - Parameters:
    ///   - road: The street.
    ///   - number: The house number.
    ///   - country: The country's code; `nil` and unknown codes put the number last, as most countries do.
    ///   - isNative: Whether the names are in a script written without spaces, in addresses that start with the
    ///     country.
    /// - Returns: The line.
    func text(road: String, number: String?, country: String?, isNative: Bool) -> String {
        guard let number else { return road }
        if isNative, country != "KR", country != "KP" {
            // The digits of two numbers would run together.
            return road.last?.isNumber == true && number.first?.isNumber == true ? "\(road)-\(number)" : road + number
        }
        if isNative { return "\(road) \(number)" }
        let rules = country.flatMap { data.rules($0) }
        let form = rules?.usedCountry.flatMap { data.rules($0)?.display } ?? rules?.display ?? data.rules("*")?.display
        let text = form?.street(road, number) ?? "\(road) \(number)"
        return AddressCleaning.lines(text).first ?? road
    }
}

/// The countries whose addresses start with the country, and the script in which they do.
enum NativeOrder {
    private static let languages = [
        "JP": "ja", "CN": "zh", "TW": "zh", "HK": "zh", "MO": "zh", "KR": "ko", "KP": "ko", "IR": "fa",
    ]

    /// Returns the language whose script reverses the order in a country.
    static func language(of country: String) -> String? { languages[country] }

    /// Returns whether the place names are in the language's script, whatever the script of shop and street.
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
