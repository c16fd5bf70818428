import LKFormats
import LKGeocoding

/// Corrects misspelled names of settlements and divisions by general rules.
///
/// The sources are written by volunteers: `NIcosie`, `VILLA PERMATA HIJAU`, `Rakvere_vald`, `Kushiro, Hokkaidō`.
/// `NameCorrections` and `SettlementCorrections` contain the cases that no rule covers.
enum NameSpelling {
    /// Returns whether a settlement's main name is a real name: Canada's census tracts (`Ct 0024`) and Mexico's
    /// `Ninguno` (none) are not.
    static func isName(_ name: String, country: String) -> Bool {
        let words = name.split(separator: " ")
        if words.count == 2, words[0] == "Ct", words[1].allSatisfy(\.isNumber) { return false }
        return country != "MX" || words.first != "Ninguno"
    }

    /// Returns the corrected spelling of a settlement's main name, which is in Latin letters.
    static func mainName(_ name: String, country: String) -> String {
        var name = spaced(name)
        // The kind of place in the census: `Villas de la Hacienda [Fraccionamiento]`.
        if let bracket = name.firstIndex(of: "["), bracket > name.startIndex { name = spaced(String(name[..<bracket])) }
        // The number of the district: `Zürich (Kreis 9) / Altstetten`.
        if country == "CH", let slash = name.firstRange(of: ") / "), name[..<slash.lowerBound].contains("(Kreis ") {
            name = String(name[slash.upperBound...])
        }
        // Quarters whose name is a list keep all of it: `Sant Pere, Santa Caterina i La Ribera`.
        if !name.contains(" i "), !name.contains("/") { name = withoutRemark(name) }
        name = inLatinLetters(name)
        // The apostrophe of `'t Harde` and `'s-Gravendeel`.
        if country == "NL", name.hasPrefix("t ") || name.hasPrefix("s-") { return "'" + name }
        return capitalized(withoutSecondCapital(withoutShouting(name), language: ""), language: "")
    }

    /// The subject of a name.
    ///
    /// A country's name may contain a comma, and a division's the word for its kind.
    enum Kind { case settlement, division, country }

    /// Returns the kind by the key of a catalogue: a GeoNames id, `CC.ADM1` or `CC`.
    static func kind(ofMessage id: String) -> Kind {
        id.utf8.count == 2 ? .country : id.contains(".") ? .division : .settlement
    }

    /// Returns the corrected spelling of a name in a language.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - language: The tag of its language or of a table.
    ///   - kind: The subject of the name.
    /// - Returns: The name; it is never empty unless the name was.
    static func mended(_ name: String, language: String, kind: Kind = .settlement) -> String {
        var name = spaced(name)
        if kind != .country { name = withoutRemark(name) }
        if kind == .settlement { name = withoutDivision(name, language: language) }
        return capitalized(withoutSecondCapital(withoutShouting(name), language: language), language: language)
    }

    /// Words for a division before a settlement's name: `استان فیوم` is the governorate of Faiyum, not the city.
    private static let divisions: [String: [String]] = [
        "ar": ["إمارة ", "محافظة ", "ولاية "], "fa": ["استان ", "شهرستان "], "fr": ["Province de ", "Préfecture de "],
        "he": ["מחוז "], "it": ["Provincia di "],
    ]

    private static func withoutDivision(_ name: String, language: String) -> String {
        let word = divisions[language]?.first { name.hasPrefix($0) }
        return word.map { String(name.dropFirst($0.count)) } ?? name
    }

    /// Returns the name with single spaces between words, without any ``DisplayHazard``, underscores and remains of page
    /// markup.
    private static func spaced(_ name: String) -> String {
        let text = name.lastIndex(of: "|").map { name[name.index(after: $0)...] } ?? name[...]
        return String(text).displayable.unicodeScalars.split { $0 == "_" || $0.properties.isWhitespace }
            .map { String(String.UnicodeScalarView($0)) }
            .joined(separator: " ")
    }

    /// Removes a remark about the location: `Kushiro, Hokkaidō`.
    private static func withoutRemark(_ name: String) -> String {
        guard let comma = name.firstIndex(where: { ",،٬，、".contains($0) }) else { return name }
        let rest = spaced(String(name[..<comma]))
        return rest.isEmpty ? name : rest
    }

    /// Removes words in other scripts if there are Latin ones: `Sidi Senoussi سيدي سنوسي`.
    private static func inLatinLetters(_ name: String) -> String {
        let words = name.split(separator: " ")
        let latin = words.filter { word in
            let scripts = WritingScripts(of: String(word))
            return scripts.isEmpty || scripts.contains(.latin)
        }
        guard latin.count < words.count, latin.contains(where: { $0.contains(where: \.isLetter) }) else { return name }
        return latin.joined(separator: " ")
    }

    /// Capitalizes each word of a name in capitals, except abbreviations.
    private static func withoutShouting(_ name: String) -> String {
        guard !name.contains(where: \.isLowercase), name.count(where: isCapital) > maximumAbbreviationLength else {
            return name
        }
        var isInside = false
        return name.reduce(into: "") { text, letter in
            text += isInside ? letter.lowercased() : String(letter)
            isInside = letter.isLetter || letter == "'" || letter == "’"
        }
    }

    private static let maximumAbbreviationLength = 4

    /// Languages that put lower-case or capitalized prefixes before a capital: iKapa, IJerusalem.
    private static let nguni: Set<String> = ["nd", "nr", "ss", "xh", "zu"]
    /// Languages with the article L' before vowels.
    private static let elided: Set<String> = ["an", "ast", "ca", "fr", "it", "lij", "oc"]

    /// Corrects a second capital: `NIcosie` begins with one capital; `LHavana` has lost an apostrophe.
    private static func withoutSecondCapital(_ name: String, language: String) -> String {
        guard name.count > 3, !name.hasPrefix("IJ"), !nguni.contains(language), let first = name.first, isCapital(first)
        else {
            return name
        }
        let rest = name.dropFirst()
        guard let second = rest.first, isCapital(second), let third = rest.dropFirst().first, third.isLowercase else {
            return name
        }
        if first == "L", elided.contains(language) { return "L'\(rest)" }
        return "\(first)\(second.lowercased())\(rest.dropFirst())"
    }

    /// Capitalizes the first letter, except for articles that are lower-case in Catalan, and prefixes before a capital:
    /// eMkhuze.
    private static func capitalized(_ name: String, language: String) -> String {
        guard let first = name.first, first.isLowercase, isCased(first), !nguni.contains(language) else { return name }
        let rest = name.dropFirst()
        if let second = rest.first, isCapital(second) || second == "'" || second == "’" { return name }
        if catalanArticles.contains(where: { name.hasPrefix($0) }) { return name }
        let capital = first == "i" && (language == "tr" || language == "az") ? "İ" : first.uppercased()
        return "\(capital)\(rest)"
    }

    private static let catalanArticles = ["el ", "els ", "la ", "les ", "sa ", "ses ", "es "]

    /// Returns whether a letter is a capital of an alphabet whose names begin with one; the palochka of Chechen
    /// (КӀахети) has no lower-case form in use.
    private static func isCapital(_ letter: Character) -> Bool {
        letter.isUppercase && isCased(letter) && letter != "\u{4C0}"
    }

    /// Returns whether a letter is Latin, Greek or Cyrillic: Georgian and Cherokee have capitals, but names do not
    /// begin with them.
    private static func isCased(_ letter: Character) -> Bool {
        !WritingScripts(of: String(letter)).isDisjoint(with: [.latin, .greek, .cyrillic])
    }
}
