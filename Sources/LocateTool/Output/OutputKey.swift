/// A key of the objects that a command prints: what templates, CSV, help and the manual know of it.
///
/// JSON, templates and the schemas in `Docs/Schemas` have the same names; `SchemaTests` compares them.
struct OutputKey: Sendable, Equatable {
    /// The path to it in JSON, with a point between the parts: `latitude`, `place.city`.
    var name: String
    /// What it means, for help: a phrase.
    var meaning: String
    /// Another word that templates take for it.
    var shorthand: String?

    init(_ name: String, _ meaning: String, shorthand: String? = nil) {
        self.name = name
        self.meaning = meaning
        self.shorthand = shorthand
    }

    /// The words behind the percent sign of a template.
    var words: [String] { [name] + (shorthand.map { [$0] } ?? []) }

    /// Its column in CSV: `country_code` for `place.countryCode`, `place` for `place.name`.
    var column: String {
        let parts = name.split(separator: ".")
        guard let last = parts.last else { return name }
        if last == "name", parts.count > 1 { return String(parts[0]) }
        var column = ""
        for letter in last {
            if letter.isUppercase { column += "_" }
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
    /// The keywords of a template, for the end of a command's help.
    static func keywords(_ keys: [OutputKey]) -> Appendix {
        Appendix(title: "Template keywords", entries: keys.map { ($0.term, $0.meaning) })
    }
}
