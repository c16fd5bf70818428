import Glibc
import LKFormats

/// A command line split and matched against a ``CommandDescription``, not yet decoded.
///
/// Options are `--name value`, `--name=value` and `-o value` or `-ovalue`; several without a value may share a dash, as in `-qn`,
/// and the last of them may have one, as in `-qnj4`. Of an option given twice the last counts.
/// A token that begins like a negative number is a value. After `--` nothing is an option.
package struct ParsedArguments {
    /// The arguments that are not options, in order.
    package private(set) var positionals: [String] = []
    /// Whether `--help` or `-h` came before any error; parsing stops there.
    package private(set) var wantsHelp = false
    /// Whether `--version` or `-V` came before any error.
    package private(set) var wantsVersion = false

    /// The values given for each option; one without a value has ``OptionText/on``.
    private var values: [String: [String]] = [:]
    private let options: [OptionDescription]
    /// What the settings say of options that were not given.
    package var defaults: [String: String] = [:]

    /// Called with the name of each option that is read; for the test that finds options without an effect.
    var onRead: (@Sendable (String) -> Void)?

    /// Parses a command line: splits it and matches its options.
    ///
    /// - Throws: A usage error for the first option that is unknown, lacks its value, or must not have one.
    package init(_ tokens: some Collection<String>, for command: CommandDescription) throws(ToolError) {
        options = command.options
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

    /// Returns whether a token is not an option: a word, `-` for standard input, or a negative number.
    package static func isPositional(_ token: String) -> Bool {
        guard token.hasPrefix("-"), token != "-" else { return true }
        let behind = token.dropFirst()
        return behind.first.map { $0.isASCII && $0.isNumber } == true
            || (behind.hasPrefix(".") && behind.dropFirst().first.map { $0.isASCII && $0.isNumber } == true)
    }

    /// Returns whether a token such as `-0` is an option of the command although it could be a number.
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
                values[option.name, default: []].append(try ValueKind<String>.switch.decode(value, of: option))
            } else {
                guard value == nil else { throw .usage("\(spelling) takes no value") }
                values[option.name, default: []].append(OptionText.on)
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
            values[option.name, default: []].append(OptionText.on)
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

    /// Returns the value of an option: the last one given, otherwise that of the settings, otherwise its default.
    ///
    /// - Throws: A usage error that names the option, its value and what is expected.
    package subscript<Value>(option: Option<Value>) -> Value {
        get throws(ToolError) { try option.value(of: text(of: option)) }
    }

    /// Returns whether an option without a value is given, or switched on by a setting.
    package subscript(flag: Flag) -> Bool { text(of: flag).last == OptionText.on }

    /// Returns whether an option is given on the command line.
    package func isGiven(_ option: any OptionDeclaration) -> Bool { !text(of: option).given.isEmpty }

    /// Returns the first option of a list that is given on the command line.
    package func firstGiven(_ options: [any OptionDeclaration]) -> (any OptionDeclaration)? {
        options.first(where: isGiven)
    }

    /// Returns whether the command has an option.
    package func hasOption(_ option: any OptionDeclaration) -> Bool {
        options.contains { $0.name == option.name && $0.isSame(as: option.description) }
    }

    private func text(of option: any OptionDeclaration) -> OptionText {
        let name = option.name
        assert(hasOption(option), "the command does not list --\(name) as it is read")
        onRead?(name)
        return OptionText(given: values[name] ?? [], setting: defaults[name])
    }
}

extension ParsedArguments {
    /// Rejects arguments that are not options with a usage error.
    package func rejectPositionals(of command: CommandDescription) throws(ToolError) {
        guard let first = positionals.first else { return }
        guard command.path.isEmpty else {
            if command.options.contains(where: { $0.name == "input" }), access(first, F_OK) == 0 {
                let meant = ShellText.line(["locate"] + command.path + ["--input", first])
                throw .usage("\"\(first)\" is a file; did you mean: \(meant)")
            }
            throw .usage("does not know what to do with \"\(first)\"; see \(command.fullName) --help")
        }
        throw .usage("\"\(first)\" is not a command; see \(command.fullName) --help")
    }

    /// Rejects two options with a usage error if both are given.
    package func reject(_ first: any OptionDeclaration, with second: any OptionDeclaration) throws(ToolError) {
        guard isGiven(first), isGiven(second) else { return }
        throw .usage("--\(first.name) and --\(second.name) cannot be combined; give one of them")
    }

    /// Parses a decimal number: sign, digits, point, exponent; not `nan`, `inf` or hexadecimal.
    package static func number(_ text: some StringProtocol) -> Double? {
        DecimalText.parse(Array(text.utf8).span)
    }
}
