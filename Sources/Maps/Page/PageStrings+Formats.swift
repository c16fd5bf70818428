package import LKFormats

// Dates and numbers as texts of a picture; in pages, the browser formats them.
extension PageStrings {
    /// The words of dates by language: the months, and what becomes of day, month and year.
    private static let dates: [String: (months: String, pattern: String)] = [
        "en": (
            "January February March April May June July August September October November December", "{d} {m} {y}"
        ),
        "de": (
            "Januar Februar März April Mai Juni Juli August September Oktober November Dezember", "{d}. {m} {y}"
        ),
        "fr": (
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre", "{d} {m} {y}"
        ),
        "es": (
            "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
            "{d} de {m} de {y}"
        ),
        "it": (
            "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
            "{d} {m} {y}"
        ),
        "pt": (
            "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
            "{d} de {m} de {y}"
        ),
        "nl": (
            "januari februari maart april mei juni juli augustus september oktober november december", "{d} {m} {y}"
        ),
        "ja": ("1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月", "{y}年{m}{d}日"),
    ]

    /// Returns a date with the month as a word: `15 June 2025`.
    package func date(_ date: CivilDate) -> String {
        guard let (months, pattern) = Self.dates[language] else { return "" }
        let month = months.split(separator: " ")[date.month - 1]
        let day = language == "fr" && date.day == 1 ? "1er" : "\(date.day)"
        return Self.fill(pattern, ["d": day, "m": String(month), "y": "\(date.year)"])
    }

    /// How a place outside a town but near it is described.
    private static let near = [
        "en": "near {place}", "de": "bei {place}", "fr": "près de {place}", "es": "cerca de {place}",
        "it": "vicino a {place}", "pt": "perto de {place}", "nl": "bij {place}", "ja": "{place}付近",
    ]

    /// Returns the words for a place near a town: `near Zermatt`.
    package func near(_ place: String) -> String { Self.fill(Self.near[language] ?? "{place}", ["place": place]) }

    /// Returns a text in which numbers have the language's signs for thousands and for decimals.
    ///
    /// - Parameter text: A text whose commas and points all belong to numbers: `1,234.5 km`.
    /// - Returns: `1.234,5 km` in German.
    package func numbers(_ text: String) -> String {
        let (group, point): (Character, Character) =
            switch language {
            case "en", "ja": (",", ".")
            case "fr": ("\u{A0}", ",")
            default: (".", ",")
            }
        return String(text.map { $0 == "," ? group : $0 == "." ? point : $0 })
    }

    /// Returns a text of the interface with values for its placeholders, such as `{n}`.
    package func text(_ key: String, _ values: [String: String]) -> String { Self.fill(self[key], values) }

    /// Returns a text for the beginning of a line or for use on its own.
    package func heading(_ key: String) -> String { self[key].prefix(1).uppercased() + self[key].dropFirst() }

    private static func fill(_ pattern: String, _ values: [String: String]) -> String {
        var result = ""
        var rest = pattern[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let name = rest[rest.index(after: open)..<close]
            result += values[String(name)] ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
