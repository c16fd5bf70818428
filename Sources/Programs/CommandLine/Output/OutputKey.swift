/// A key of the objects that a command prints: what templates, CSV, help and the manual know of it.
///
/// JSON, templates and the schemas in `Docs/Schemas` have the same names; `SchemaTests` compares them.
package struct OutputKey: Sendable, Equatable {
    /// Where a key is in the list of help and among the columns of CSV, if its place in JSON is another one.
    package enum Listing: Sendable, Equatable {
        /// After another key.
        case after(String)
        /// After all others.
        case last
    }

    /// The path to it in JSON, with a point between the parts: `latitude`, `place.city`.
    package var name: String
    /// What it means, for help: a phrase.
    package var meaning: String
    /// Another word that templates take for it, which help shows too.
    package var shorthand: String?
    /// Whether a template prints its value as several lines.
    package var hasLines = false
    /// Its column in CSV: `country_code` for `place.countryCode`, `place` for `place.name`.
    package var column: String
    /// Its number among the columns of CSV, from 1; `nil` if it is none, or all keys are columns.
    var columnNumber: Int?
    /// Where it is listed; `nil` for its place in JSON.
    package var listing: Listing?

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - name: The path to it in JSON.
    ///   - meaning: What it means, for help.
    ///   - shorthand: Another word that templates take for it.
    ///   - column: Its column in CSV; `nil` for the last part of the name in snake case.
    package init(_ name: String, _ meaning: String, shorthand: String? = nil, column: String? = nil) {
        self.name = name
        self.meaning = meaning
        self.shorthand = shorthand
        self.column = column ?? Self.column(name)
    }

    /// The words after the percent sign of a template that help lists.
    package var words: [String] { [name] + (shorthand.map { [$0] } ?? []) }

    /// The parts of the name: `place` and `city`.
    package var path: [String] { name.split(separator: ".").map { String($0) } }

    private static func column(_ name: String) -> String {
        let parts = name.split(separator: ".")
        guard let last = parts.last else { return name }
        if last == "name", parts.count > 1 { return String(parts[0]) }
        var column = ""
        for letter in last {
            if letter.isUppercase, !column.isEmpty { column += "_" }
            column += letter.lowercased()
        }
        return column
    }

    /// How help shows it: `%horizontalAccuracy, %accuracy`; the parts of an address by the short words alone.
    fileprivate var term: String {
        if let shorthand, name.hasPrefix("address.") { return "%" + shorthand }
        return words.map { "%" + $0 }.joined(separator: ", ")
    }
}

extension Appendix {
    /// Returns the keywords of a template, for the end of a command's help.
    package static func keywords(_ keys: [OutputKey]) -> Appendix {
        Appendix(title: "Template keywords", entries: keys.map { ($0.term, $0.meaning) })
    }
}

/// One vocabulary for the templates of all commands.
enum OutputVocabulary {
    /// Words for one thing that commands print under different keys: a template takes each of them for the key that its command has.
    ///
    /// Where a command has several of them as keys of its own, each means its own key, and the remaining words mean the first of
    /// the keys.
    package static let synonyms = [
        ["place.name", "place"],
        ["place.subLocality", "subLocality", "addr.SubLocality", "address.dictionary.SubLocality"],
        ["place.city", "city", "addr.City", "address.dictionary.City"],
        ["place.state", "state", "addr.State", "address.dictionary.State"],
        ["place.country", "country", "addr.Country", "address.dictionary.Country"],
        ["place.countryCode", "countryCode", "addr.CountryCode", "address.dictionary.CountryCode"],
        ["place.geonameId", "geonameId"],
        ["place.population", "population"],
        ["timestamp", "time"],
        ["timeZone", "zone"],
    ]

    /// Returns the additional words that templates accept for the keys of a command, each with the name of its key.
    static func aliases(of keys: [OutputKey]) -> [String: String] {
        var taken: [String: String] = [:]
        for key in keys { for word in key.words where taken[word] == nil { taken[word] = key.name } }
        var aliases: [String: String] = [:]
        for words in synonyms {
            guard let name = words.lazy.compactMap({ taken[$0] }).first else { continue }
            for word in words where taken[word] == nil { aliases[word] = name }
        }
        return aliases
    }
}
