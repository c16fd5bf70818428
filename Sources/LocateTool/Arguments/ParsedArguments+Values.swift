import Geocoding
import Glibc

extension ParsedArguments {
    /// The error for a value that is not what the option wants: names both, and says what would be right.
    static func wrong(_ name: String, _ value: String, expected: String) -> ToolError {
        .usage("--\(name) \(value.isEmpty ? "''" : value): expected \(expected)")
    }

    /// A number of an option, within limits.
    func number(_ name: String, in range: ClosedRange<Double>, expected: String) throws(ToolError) -> Double? {
        guard let text = string(name) else { return nil }
        guard let number = Self.number(text), range.contains(number) else {
            throw Self.wrong(name, text, expected: expected)
        }
        return number
    }

    /// A whole number of an option, at least `minimum`.
    func count(_ name: String, minimum: Int, expected: String) throws(ToolError) -> Int? {
        guard let text = string(name) else { return nil }
        guard let number = Int(text), number >= minimum else { throw Self.wrong(name, text, expected: expected) }
        return number
    }

    /// A span of time in seconds, fractions allowed.
    func seconds(_ name: String) throws(ToolError) -> Duration? {
        // A hundred years are as good as for ever, and far from where durations overflow.
        try number(name, in: 0...3.2e9, expected: "a number of seconds, such as 30 or 2.5").map { .seconds($0) }
    }

    /// A distance in metres, zero or more.
    func metres(_ name: String) throws(ToolError) -> Double? {
        try number(name, in: 0...1e8, expected: "a number of metres, such as 100")
    }

    /// One of a few words.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _: Choice.Type = Choice.self
    ) throws(ToolError) -> Choice? where Choice.RawValue == String {
        guard let text = string(name) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        let hint = Suggestion.nearest(to: text, in: words).map { "; did you mean \($0)?" } ?? ""
        throw Self.wrong(name, text, expected: "one of \(words.joined(separator: ", "))\(hint)")
    }

    /// Language tags (BCP 47) separated by commas, best first; `nil` when the option was not given.
    func languages(_ name: String) throws(ToolError) -> [LanguageTag]? {
        guard let text = string(name) else { return nil }
        guard let tags = LanguageTag.list(text) else {
            throw Self.wrong(name, text, expected: "a language tag, such as en, ja or zh-Hant, or several: ja,en")
        }
        return tags
    }

    /// Says that nothing but options was expected.
    func rejectPositionals(of command: CommandDescription) throws(ToolError) {
        guard let first = positionals.first else { return }
        guard command.path.isEmpty else {
            if command.options.contains(where: { $0.name == "input" }), access(first, F_OK) == 0 {
                let meant = ShellText.line(["locate"] + command.path + ["--input", first])
                throw .usage("\"\(first)\" is a file; did you mean: \(meant)")
            }
            throw .usage("does not know what to do with \"\(first)\"; see \(command.fullName) --help")
        }
        throw .usage("\"\(first)\" is not a command" + CommandHint.text(for: positionals, in: command))
    }

    /// Says that two options exclude each other.
    func reject(_ first: String, with second: String) throws(ToolError) {
        guard isGiven(first), isGiven(second) else { return }
        throw .usage("--\(first) and --\(second) exclude each other; give one of them")
    }

    /// A decimal number as people write it: a sign, digits, a point, an exponent; no `nan`, `inf` or hexadecimal digits.
    static func number(_ text: some StringProtocol) -> Double? {
        let allowed = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")]
                    .contains(byte)
        }
        guard allowed, let number = Double(text), number.isFinite else { return nil }
        return number
    }
}

extension ParsedArguments {
    /// The path of a file; an empty one is an error.
    func path(_ name: String) throws(ToolError) -> String? {
        guard let text = string(name) else { return nil }
        guard !text.isEmpty else { throw Self.wrong(name, text, expected: "the path of a file") }
        return text
    }

    /// The value of `--format`, or JSON for `--json`.
    func format<Format: RawRepresentable & CaseIterable & Equatable>() throws(ToolError) -> Format?
    where Format.RawValue == String {
        let format: Format? = try choice("format")
        guard flag("json") else { return format }
        if isGiven("format"), let format, format.rawValue != "json" {
            throw .usage("--json and --format \(format.rawValue) exclude each other; give one of them")
        }
        return Format(rawValue: "json")
    }
}
