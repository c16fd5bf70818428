/// Common abbreviations of words in street names.
struct Abbreviations {
    private let data: AddressData

    init(_ data: AddressData) { self.data = data }

    /// Abbreviates the street in the requested language, or in the country's languages.
    func shorten(_ parts: inout PostalAddress, country: String?, language: LanguageTag?) {
        guard let road = parts[.road] else { return }
        var languages = country.flatMap { data.rules($0)?.languages } ?? []
        if let language = language?.canonical.language { languages = [language] + languages.filter { $0 != language } }
        parts[.road] = shortened(road, languages: languages)
    }

    /// Returns a street name with its words abbreviated; a name of a single word stays unchanged.
    func shortened(_ road: String, languages: [String]) -> String {
        var words = road.split(separator: " ").map(String.init)
        for language in languages {
            let rules = data.fields(ofRecord: "~\(language)") ?? []
            for index in words.indices {
                for rule in rules where rule.tag == .abbreviation {
                    let isAlone = words.count == 1
                    if let short = short(
                        words[index], rule.texts[0], rule.texts[1], isAlone: isAlone, isFirst: index == 0,
                        isLast: index == words.count - 1)
                    {
                        words[index] = short
                        break
                    }
                }
            }
        }
        return words.joined(separator: " ")
    }

    /// Returns the word's abbreviation by one rule: `-ending`, `_never first`, `^first or last only`, else anywhere.
    private func short(
        _ word: String, _ rule: String, _ short: String, isAlone: Bool, isFirst: Bool, isLast: Bool
    ) -> String? {
        let long = rule.dropFirst()
        switch rule.first {
        case "-":
            guard word.hasSuffix(long), word.count > long.count else { return nil }
            return word.dropLast(long.count) + short
        case "_": return word == long && !isFirst ? short : nil
        case "^": return word == long && !isAlone && (isFirst || isLast) ? short : nil
        default: return word == rule && !isAlone ? short : nil
        }
    }
}

/// The codes of states and counties that some countries use in addresses: `CA`, `NSW`, `TO`.
enum DivisionCodes {
    /// Adds missing codes.
    static func add(to parts: inout PostalAddress, country: String, _ rules: CountryRules) {
        if country == "US", let state = parts[.state]?.uppercased(), isWashington(state) {
            parts[.stateCode] = "DC"
            parts[.state] = "District of Columbia"
            parts[.city] = "Washington"
        }
        add(.stateCode, for: .state, rules.states, to: &parts)
        add(.countyCode, for: .county, rules.counties, to: &parts)
    }

    private static func add(
        _ code: PostalAddress.Component, for component: PostalAddress.Component, _ codes: [String: String],
        to parts: inout PostalAddress
    ) {
        guard parts[code] == nil, !codes.isEmpty, let name = parts[component]?.uppercased() else { return }
        if let found = codes[name] { parts[code] = found } else if codes.values.contains(name) { parts[code] = name }
    }

    private static func isWashington(_ state: String) -> Bool {
        let letters = state.filter { $0 != "." && $0 != "," }
        return letters == "WASHINGTON DC"
    }
}
