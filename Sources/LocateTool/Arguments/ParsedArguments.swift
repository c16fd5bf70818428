/// A command line split and matched against a ``CommandDescription``, not yet decoded.
///
/// Options are `--name value`, `--name=value` and `-o value` or `-ovalue`; several without a value may share a dash, as in `-qn`,
/// and the last of them may have one, as in `-qnj4`. Of an option given twice the last counts.
/// A token that begins like a negative number is a value. Behind `--` nothing is an option.
struct ParsedArguments {
    /// The arguments that are not options, in order.
    private(set) var positionals: [String] = []
    /// Whether `--help` or `-h` came before anything wrong; what stands behind it is not looked at.
    private(set) var wantsHelp = false
    /// Whether `--version` or `-V` did.
    private(set) var wantsVersion = false

    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []
    /// What the settings say of options that were not given.
    var defaults: [String: String] = [:]

    /// Splits and matches.
    ///
    /// - Throws: A usage error that names the first option nobody knows, lacks its value, or has one too many.
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
                try take(token, rest: &rest, command: command)
                if wantsHelp || wantsVersion { return }
            }
        }
    }

    /// Whether a token is no option: a word, `-` for standard input, or a negative number.
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

    private mutating func take<S: Collection<String>>(
        _ token: String, rest: inout S, command: CommandDescription
    ) throws(ToolError) where S.SubSequence == S {
        if !token.hasPrefix("--"), try takeFlags(token, rest: &rest, command: command) { return }
        var (option, spelling, value) = try Self.match(token, command: command)
        guard option.value != nil else {
            // Only what a setting may have switched on needs to be switched off.
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

    /// Takes the first of several letters behind one dash, if it has no value, and then the others.
    private mutating func takeFlags<S: Collection<String>>(
        _ token: String, rest: inout S, command: CommandDescription
    ) throws(ToolError) -> Bool where S.SubSequence == S {
        let letters = token.dropFirst()
        guard letters.count > 1, let letter = letters.first, letters.dropFirst().first != "=" else { return false }
        if letter == "h" {
            wantsHelp = true
        } else if letter == "V" {
            wantsVersion = true
        } else if let option = command.options.first(where: { $0.letter == letter }), option.value == nil {
            flags.insert(option.name)
            values[option.name] = nil
            let others = "-\(letters.dropFirst())"
            if others == "-h" {
                wantsHelp = true
            } else if others == "-V" {
                wantsVersion = true
            } else {
                try take(others, rest: &rest, command: command)
            }
        } else {
            return false
        }
        return true
    }

    /// The option a token names, as it was spelled, and the value that came in the same token.
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
            let nearest = Suggestion.nearest(to: String(spelling.dropFirst(2)), in: known)
            let advice = nearest.map { "did you mean --\($0)?" } ?? "see \(command.fullName) --help"
            throw .usage("unknown option \(spelling); \(advice)")
        }
        let letter = token[token.index(after: token.startIndex)]
        guard let option = command.options.first(where: { $0.letter == letter }) else {
            // Users of exiftool expect it of -j.
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

    /// Whether an option without a value was given, or is switched on by a setting.
    func flag(_ name: String) -> Bool {
        if let value = values[name]?.last { return value == "true" }
        return flags.contains(name) || defaults[name] == "true"
    }

    /// The value of an option, the last one given, else the one of the settings.
    func string(_ name: String) -> String? { values[name]?.last ?? defaults[name] }

    /// All values of an option that may be repeated.
    func strings(_ name: String) -> [String] { values[name] ?? [] }
}
