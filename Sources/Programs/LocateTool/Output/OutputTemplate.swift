import LKGeocoding

/// A line of output with `%keyword` where values go.
///
/// `%addr.CountryCode` is never mistaken for `%addr.Country`: the longest keyword wins. A value that itself holds a
/// `%keyword` is printed as it is, and has no ends of lines, tabs or other hazards: see ``ForeignText``. `%%` is a percent
/// sign; `\n` and `\t` are the end of a line and a tab.
struct OutputTemplate: Equatable {
    private let template: KeywordTemplate
    /// The names of the keys by the shorter words for them.
    private let names: [String: String]
    /// The names of the keys whose values are lists of lines.
    private let lineKeys: Set<String>

    /// Parses a template.
    ///
    /// - Parameters:
    ///   - template: The text.
    ///   - keys: What may follow a percent sign.
    ///   - command: The command whose help lists the keys: `locate reverse`.
    ///   - takesInput: Whether `%input.NAME` is a column or member of the input.
    /// - Throws: A usage error that names the first keyword that is not known, and those near it.
    init(_ template: String, keys: [OutputKey], of command: String, takesInput: Bool = false) throws(ToolError) {
        let words = keys.flatMap(\.words)
        do throws(KeywordTemplate.UnknownKeyword) {
            self.template = try KeywordTemplate(
                template, keywords: words, prefix: takesInput ? Self.inputPrefix : nil,
                syntax: .init(sign: "%", hasEscapes: true))
        } catch {
            throw Self.unknown(error.word, words: words, command: command)
        }
        names = Dictionary(keys.compactMap { key in key.shorthand.map { ($0, key.name) } }) { first, _ in first }
        lineKeys = Set(keys.filter(\.hasLines).map(\.name))
    }

    /// The names of the keys it uses.
    var keywords: [String] { template.keywords.map { names[$0] ?? $0 } }

    private static let inputPrefix = "input."

    /// The columns or members of the input that it names, each once.
    var inputNames: [String] {
        template.keywords.compactMap(Self.inputName).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The column or member of the input that a key means: `id` for `input.id`; `nil` for other keys.
    static func inputName(_ key: String) -> String? {
        key.hasPrefix(inputPrefix) ? String(key.dropFirst(inputPrefix.count)) : nil
    }

    /// Fills the values in, by the names of their keys; one that is unknown leaves nothing.
    func render(_ value: (String) -> String?) -> String {
        var bytes: [UInt8] = []
        render(to: &bytes) { name, bytes in bytes += (value(name) ?? "").utf8 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Fills in what a function appends for the name of each key.
    func render(to bytes: inout [UInt8], _ append: (String, inout [UInt8]) -> Void) {
        template.render(to: &bytes) { keyword, bytes in
            let start = bytes.count
            let name = names[keyword] ?? keyword
            append(name, &bytes)
            // Gaps for numbers are filled in later.
            guard !bytes[start...].contains(PlaceFigure.mark) else { return }
            ForeignText.clean(&bytes, from: start, keeping: lineKeys.contains(name) ? [10] : [])
        }
    }

    private static func unknown(_ word: String, words: [String], command: String) -> ToolError {
        guard !word.isEmpty else {
            return .usage("--template has a % that no keyword follows; write %% for a percent sign")
        }
        let near = Suggestion.near(to: word, in: words).map { "%" + $0 }
        let hint =
            near.isEmpty ? "\(command) --help lists the keywords" : "did you mean \(Suggestion.alternatives(near))?"
        return .usage("--template does not know %\(word); \(hint)")
    }
}

/// Lines made by a template.
struct TemplateForm: OutputForm {
    let template: OutputTemplate
    let inputNames: [String]

    init(template: OutputTemplate) {
        self.template = template
        inputNames = template.inputNames
    }

    var keepsMembers: Bool { !inputNames.isEmpty }

    func includes(keysBeginningWith prefix: String) -> Bool { template.keywords.contains { $0.hasPrefix(prefix) } }

    /// Fills in the values of a record, with gaps for what each point brings along.
    func appendContent(of record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        let appendValue = record.appendValue
        template.render(to: &bytes) { key, bytes in
            guard let name = OutputTemplate.inputName(key), let index = inputNames.firstIndex(of: name) else {
                return appendValue(key, &bytes)
            }
            PlacePattern.appendGap(column: index, to: &bytes)
        }
    }

    func appendEntry(
        _ point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8], content: (inout [UInt8]) -> Void
    ) {
        content(&bytes)
        bytes.append(10)
    }

    func appendProblem(_ problem: String, of point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        // What was read is all that is known.
        if keepsMembers {
            template.render(to: &bytes) { key, bytes in
                guard let name = OutputTemplate.inputName(key) else { return }
                point.appendField(name, to: &bytes)
            }
        }
        bytes.append(10)
    }
}

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
    /// Whether a template prints its value as several lines.
    var hasLines = false

    init(_ name: String, _ meaning: String, shorthand: String? = nil, hasLines: Bool = false) {
        self.name = name
        self.meaning = meaning
        self.shorthand = shorthand
        self.hasLines = hasLines
    }

    /// The words after the percent sign of a template.
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
