/// One option of a command: what parsing, help, the manual page and the shells' completions know of it.
struct OptionDescription: Sendable {
    /// The long name without dashes: `timeout`.
    var name: String
    /// The letter of the short form: `o` for `-o`.
    var letter: Character?
    /// What its value is called in help: `S`, `FILE`; `nil` for an option without a value.
    var value: String?
    /// What it does, for help: a phrase without a capital letter and full stop.
    var help: String
    /// What a shell may offer as its value.
    var completion: Completion = .nothing
    /// What `locate settings` may change: the built-in default; `nil` for what belongs on a command line alone.
    var setting: SettingDefault?

    /// An option without a value.
    static func flag(_ name: String, letter: Character? = nil, _ help: String) -> OptionDescription {
        OptionDescription(name: name, letter: letter ?? letters[name], help: help)
    }

    /// The short forms that mean the same wherever the option is.
    ///
    /// `-n` is the dry run where something is written, as in git and make, and a number of results where something is printed, as in
    /// git log and gpspipe. `-j` is the number of jobs, as in make; `--json` has no short form, so that a command with both cannot
    /// be misunderstood.
    private static let letters: [String: Character] = [
        "quiet": "q", "format": "f", "output": "o", "input": "i", "dry-run": "n", "limit": "n", "count": "n",
        "jobs": "j",
    ]

    /// An option with a value.
    static func option(
        _ name: String, letter: Character? = nil, _ value: String, _ help: String, completion: Completion = .nothing
    ) -> OptionDescription {
        OptionDescription(
            name: name, letter: letter ?? letters[name], value: value, help: help, completion: completion)
    }

    /// An option whose value is one of a few words, which are its placeholder too: `text|json`.
    static func choice(_ name: String, _ words: [String], _ help: String) -> OptionDescription {
        OptionDescription(
            name: name, letter: letters[name], value: words.joined(separator: "|"), help: help,
            completion: .words(words))
    }

    /// The same, with a default that `locate settings` may change.
    ///
    /// - Parameters:
    ///   - builtIn: The default without settings, as it would be given; `nil` where the option has none.
    ///   - key: What the setting is called, where another option of the same name means something else; the option's name
    ///     when left out.
    /// - Returns: The option.
    func settable(_ builtIn: String? = nil, as key: String? = nil) -> OptionDescription {
        var copy = self
        copy.setting = SettingDefault(key: key ?? name, builtIn: value == nil ? "false" : builtIn)
        return copy
    }

    /// How it is written, with dashes: `-o, --output FILE`.
    var spelling: String {
        let short = letter.map { "-\($0), " } ?? ""
        return short + "--" + name + (value.map { " " + $0 } ?? "")
    }
}

/// The default of an option that `locate settings` may change.
struct SettingDefault: Sendable, Equatable {
    /// What the setting is called: `accuracy`.
    var key: String
    /// As it would be given; `nil` where there is none.
    var builtIn: String?
}

/// What a shell may offer for a value.
enum Completion: Sendable, Equatable {
    case nothing
    case files
    case folders
    case words([String])
}
