import LKGeocoding
import Glibc

/// A command line split and matched against a ``CommandDescription``, not yet decoded.
///
/// Options are `--name value`, `--name=value` and `-o value` or `-ovalue`; several without a value may share a dash, as in `-qn`,
/// and the last of them may have one, as in `-qnj4`. Of an option given twice the last counts.
/// A token that begins like a negative number is a value. After `--` nothing is an option.
struct ParsedArguments {
    /// The arguments that are not options, in order.
    private(set) var positionals: [String] = []
    /// Whether `--help` or `-h` came before any error; parsing stops there.
    private(set) var wantsHelp = false
    /// Whether `--version` or `-V` came before any error.
    private(set) var wantsVersion = false

    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []
    /// What the settings say of options that were not given.
    var defaults: [String: String] = [:]

    /// Splits a command line and matches its options.
    ///
    /// - Throws: A usage error for the first option that is unknown, lacks its value, or must not have one.
    init(_ tokens: some Collection<String>, for command: CommandDescription) throws(ToolError) {
        var rest = tokens[...]
        while let token = rest.popFirst() {
            if token == "--" {
                positionals += rest
                return
            }
            if token == "--help" || token == "-h" {
                wantsHelp = true
                return
            } else if token == "--version" || token == "-V" {
                wantsVersion = true
                return
            } else if Self.isPositional(token), !Self.isDigitOption(token, of: command) {
                positionals.append(token)
            } else {
                try decodeOption(token, rest: &rest, command: command)
                if wantsHelp || wantsVersion { return }
            }
        }
    }

    /// Whether a token is not an option: a word, `-` for standard input, or a negative number.
    static func isPositional(_ token: String) -> Bool {
        guard token.hasPrefix("-"), token != "-" else { return true }
        let behind = token.dropFirst()
        return behind.first.map { $0.isASCII && $0.isNumber } == true
            || (behind.hasPrefix(".") && behind.dropFirst().first.map { $0.isASCII && $0.isNumber } == true)
    }

    /// Whether a token such as `-0` is an option of the command although it could be a number.
    private static func isDigitOption(_ token: String, of command: CommandDescription) -> Bool {
        token.count == 2 && token.first == "-" && command.options.contains { $0.letter == token.last }
    }

    private mutating func decodeOption<S: Collection<String>>(
        _ token: String, rest: inout S, command: CommandDescription
    ) throws(ToolError) where S.SubSequence == S {
        if !token.hasPrefix("--"), try splitLetters(token, rest: &rest, command: command) { return }
        var (option, spelling, value) = try Self.match(token, command: command)
        guard option.takesValue else {
            // Only a flag that a setting can switch on needs a value to switch it off.
            if option.setting != nil, let value {
                guard ["true", "false"].contains(value) else {
                    throw Self.wrong(option.name, value, expected: "true or false")
                }
                values[option.name, default: []].append(value)
            } else {
                guard value == nil else { throw .usage("\(spelling) takes no value") }
                flags.insert(option.name)
                values[option.name] = nil
            }
            return
        }
        if value == nil, let next = rest.first, !Self.isOption(next, of: command) { value = rest.removeFirst() }
        guard let value else {
            throw .usage("\(spelling) needs a value: \(spelling) \(option.value ?? "")")
        }
        values[option.name, default: []].append(value)
    }

    /// Sets the first of several letters after one dash, if its option has no value, and decodes the others.
    private mutating func splitLetters<S: Collection<String>>(
        _ token: String, rest: inout S, command: CommandDescription
    ) throws(ToolError) -> Bool where S.SubSequence == S {
        let letters = token.dropFirst()
        guard letters.count > 1, let letter = letters.first, letters.dropFirst().first != "=" else { return false }
        if letter == "h" {
            wantsHelp = true
        } else if letter == "V" {
            wantsVersion = true
        } else if let option = command.options.first(where: { $0.letter == letter }), !option.takesValue {
            flags.insert(option.name)
            values[option.name] = nil
            let others = "-\(letters.dropFirst())"
            if others == "-h" {
                wantsHelp = true
            } else if others == "-V" {
                wantsVersion = true
            } else {
                try decodeOption(others, rest: &rest, command: command)
            }
        } else {
            return false
        }
        return true
    }

    /// Returns the option for a token with its spelling, and the value given in the same token.
    private static func match(
        _ token: String, command: CommandDescription
    ) throws(ToolError) -> (OptionDescription, String, String?) {
        if token.hasPrefix("--") {
            let spelling = token.prefix { $0 != "=" }
            let value = token.count > spelling.count ? String(token.dropFirst(spelling.count + 1)) : nil
            if let option = command.options.first(where: { $0.name == spelling.dropFirst(2) }) {
                return (option, String(spelling), value)
            }
            let known = command.options.map(\.name) + ["help", "version"]
            let name = String(spelling.dropFirst(2))
            // Users of other tools expect a flag for each format, like --json.
            if case .words(let formats) = command.options.first(where: { $0.name == "format" })?.completion,
                formats.contains(name)
            {
                throw .usage("unknown option \(spelling); did you mean --format \(name)?")
            }
            let nearest = Suggestion.nearest(to: name, in: known)
            let advice = nearest.map { "did you mean --\($0)?" } ?? "see \(command.fullName) --help"
            throw .usage("unknown option \(spelling); \(advice)")
        }
        let letter = token[token.index(after: token.startIndex)]
        guard let option = command.options.first(where: { $0.letter == letter }) else {
            // In exiftool, -j means JSON.
            let isJSON = letter == "j" && command.options.contains { $0.name == "json" }
            throw .usage(
                "unknown option -\(letter); \(isJSON ? "did you mean --json?" : "see \(command.fullName) --help")")
        }
        let behind = token.dropFirst(2)
        let value = behind.hasPrefix("=") ? behind.dropFirst() : behind
        return (option, "-\(letter)", behind.isEmpty ? nil : String(value))
    }

    private static func isOption(_ token: String, of command: CommandDescription) -> Bool {
        if token == "--" || token == "--help" { return true }
        if let letter = token.dropFirst().first, token.count == 2, token.hasPrefix("-") {
            return command.options.contains { $0.letter == letter }
        }
        return token.hasPrefix("--") && command.options.contains { $0.name == token.dropFirst(2).prefix { $0 != "=" } }
    }

    /// Whether an option was given at all, on the command line.
    func isGiven(_ name: String) -> Bool { flags.contains(name) || values[name] != nil }

    /// Whether a flag was given, or switched on by a setting.
    func flag(_ name: String) -> Bool {
        if let value = values[name]?.last { return value == "true" }
        return flags.contains(name) || defaults[name] == "true"
    }

    /// The value of an option, the last one given, else the one of the settings.
    func string(_ name: String) -> String? { values[name]?.last ?? defaults[name] }

    /// All values of an option that may be repeated.
    func strings(_ name: String) -> [String] { values[name] ?? [] }
}

extension ParsedArguments {
    /// The error for an invalid value; contains the option, the value and the expected form.
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
        // A hundred years, to stay far below the overflow of durations.
        try number(name, in: 0...3.2e9, expected: "a number of seconds, such as 30 or 2.5").map { .seconds($0) }
    }

    /// A distance in metres, zero or more.
    func metres(_ name: String) throws(ToolError) -> Double? {
        try number(name, in: 0...1e8, expected: "a number of metres, such as 100")
    }

    /// Decodes one of several words.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _: Choice.Type = Choice.self
    ) throws(ToolError) -> Choice? where Choice.RawValue == String {
        try choice(name, among: Choice.allCases.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
    }

    /// One of a list of words, which is made where the option is given.
    func choice(_ name: String, among words: @autoclosure () -> [String]) throws(ToolError) -> String? {
        guard let text = string(name) else { return nil }
        let words = words()
        if words.contains(text) { return text }
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

    /// Throws a usage error for arguments that are not options.
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

    /// Throws a usage error if both options are given.
    func reject(_ first: String, with second: String) throws(ToolError) {
        guard isGiven(first), isGiven(second) else { return }
        throw .usage("--\(first) and --\(second) cannot be combined; give one of them")
    }

    /// Parses a decimal number: sign, digits, point, exponent; not `nan`, `inf` or hexadecimal.
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
            throw .usage("--json and --format \(format.rawValue) cannot be combined; give one of them")
        }
        return Format(rawValue: "json")
    }
}
