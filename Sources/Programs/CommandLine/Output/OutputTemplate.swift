import LKGeocoding

/// A line of output with `%keyword` where values go.
///
/// Besides the keys of the command, it takes the words that other commands have for the same things: ``OutputVocabulary``.
/// `%addr.CountryCode` is never mistaken for `%addr.Country`: the longest keyword wins. A value that itself holds a
/// `%keyword` is printed as it is, and has no ends of lines, tabs or other hazards: see ``ForeignText``. `%%` is a percent
/// sign; `\n` and `\t` are the end of a line and a tab.
package struct OutputTemplate: Equatable {
    private let template: KeywordTemplate
    /// The names of the keys by the other words for them.
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
        let aliases = OutputVocabulary.aliases(of: keys)
        do throws(KeywordTemplate.UnknownKeyword) {
            self.template = try KeywordTemplate(
                template, keywords: words + aliases.keys, prefix: takesInput ? Self.inputPrefix : nil,
                syntax: .init(sign: "%", hasEscapes: true))
        } catch {
            throw Self.unknown(error.word, words: words, command: command)
        }
        let shorthands = keys.compactMap { key in key.shorthand.map { ($0, key.name) } }
        names = aliases.merging(shorthands) { _, shorthand in shorthand }
        lineKeys = Set(keys.filter(\.hasLines).map(\.name))
    }

    /// The names of the keys it uses.
    package var keywords: [String] { template.keywords.map { names[$0] ?? $0 } }

    private static let inputPrefix = "input."

    /// The columns or members of the input that it names, each once.
    package var inputNames: [String] {
        template.keywords.compactMap(Self.inputName).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Returns the column or member of the input that a key means, or `nil` for other keys: `id` for `input.id`.
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
            guard !bytes[start...].contains(OutputPattern.mark) else { return }
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
    package let template: OutputTemplate
    package let inputNames: [String]

    init(template: OutputTemplate) {
        self.template = template
        inputNames = template.inputNames
    }

    package var keepsMembers: Bool { !inputNames.isEmpty }

    package func includes(keysBeginningWith prefix: String) -> Bool {
        template.keywords.contains { $0.hasPrefix(prefix) }
    }

    /// Fills in the values of a record, with gaps for what each point brings along.
    package func appendContent(of record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        template.render(to: &bytes) { key, bytes in
            guard let name = OutputTemplate.inputName(key), let index = inputNames.firstIndex(of: name) else {
                return record.appendValue(of: key, to: &bytes)
            }
            OutputPattern.appendGap(column: index, to: &bytes)
        }
    }

    package func appendEntry(
        _ entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8], content: (inout [UInt8]) -> Void
    ) {
        content(&bytes)
        bytes.append(10)
    }

    package func appendProblem(
        _ problem: String, of entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8]
    ) {
        // What was read is all that is known.
        if keepsMembers {
            template.render(to: &bytes) { key, bytes in
                guard let name = OutputTemplate.inputName(key) else { return }
                entry.appendField(name, to: &bytes)
            }
        }
        bytes.append(10)
    }
}
