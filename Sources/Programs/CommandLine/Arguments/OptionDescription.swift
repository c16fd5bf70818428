/// An option of a command as the parser, help, the manual page, completions and settings see it; ``Option`` makes it.
package struct OptionDescription: Sendable {
    /// The long name without dashes: `timeout`.
    package let name: String
    /// The letter of the short form: `o` for `-o`.
    package let letter: Character?
    private let text: OptionHelp
    private let argument: Argument
    private let usual: (@Sendable () -> String)?
    /// The key of the setting that changes the default; `nil` for an option without a setting.
    var settingKey: String?

    /// The argument of an option.
    package enum Argument: Sendable {
        case none
        case value(String, Completion)
        /// Computed when needed, since most command lines use few options.
        case words(@Sendable () -> [String])
    }

    /// Creates the description of an option.
    ///
    /// - Parameters:
    ///   - name: The long name without dashes.
    ///   - argument: The argument.
    ///   - help: What the option does: a phrase without a capital letter and full stop.
    ///   - usual: The default as typed on a command line; `nil` if there is none.
    package init(_ name: String, _ argument: Argument, _ help: OptionHelp, usual: (@Sendable () -> String)? = nil) {
        self.name = name
        letter = Self.letters[name]
        self.argument = argument
        text = help
        self.usual = usual
    }

    /// The short forms, which mean the same in all commands.
    ///
    /// `-n` is the dry run in commands that write, as in git and make, and the number of results in commands that
    /// print, as in git log and gpspipe. `-j` is the number of jobs, as in make; `--json` has no short form, so that a
    /// command with both is unambiguous.
    private static let letters: [String: Character] = [
        "quiet": "q", "format": "f", "output": "o", "input": "i", "dry-run": "n", "limit": "n", "count": "n",
        "jobs": "j", "null": "0",
    ]

    /// What it does and its default, for help: a phrase without a capital letter and full stop.
    package var help: String { text.text(default: usualText) }

    /// The default as typed on a command line; `nil` if there is none.
    var usualText: String? { usual?() }

    /// The setting that changes its default; `nil` if there is none.
    package var setting: SettingDefault? {
        settingKey.map { SettingDefault(key: $0, builtIn: takesValue ? usualText : "false") }
    }

    /// Whether it takes a value.
    package var takesValue: Bool { if case .none = argument { false } else { true } }

    /// The placeholder of its value in help: `S`, `FILE`, `text|json`; `nil` for an option without a value.
    package var value: String? {
        switch argument {
        case .none: nil
        case .value(let name, _): name
        case .words(let words): words().joined(separator: "|")
        }
    }

    /// The completions of its value.
    package var completion: Completion {
        switch argument {
        case .none: .nothing
        case .value(_, let completion): completion
        case .words(let words): .words(words())
        }
    }

    /// How it is written, with dashes: `-o, --output FILE`.
    package var spelling: String {
        let short = letter.map { "-\($0), " } ?? ""
        return short + "--" + name + (value.map { " " + $0 } ?? "")
    }

    /// Returns whether help, completions and settings cannot distinguish it from another option.
    package func isSame(as other: OptionDescription) -> Bool {
        spelling == other.spelling && help == other.help && setting == other.setting
    }
}

/// What an option does, with the place of its default: `"give up after S seconds (default: \(.default))"`.
///
/// If the text does not say where, ` (default: VALUE)` is appended.
package struct OptionHelp: ExpressibleByStringInterpolation, Sendable {
    fileprivate enum Part: Sendable {
        case text(String)
        case usual
    }

    /// Stands for the default in a text.
    package struct DefaultMark: Sendable {
        package static let `default` = DefaultMark()
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

        package mutating func appendInterpolation(_ mark: DefaultMark) { parts.append(.usual) }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.text(value.description))
        }
    }

    private let parts: [Part]

    package init(stringLiteral text: String) { parts = [.text(text)] }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// Returns the text with a default in its place.
    fileprivate func text(default usual: String?) -> String {
        guard let usual else { return joined("") }
        let isPlaced = parts.contains { if case .usual = $0 { true } else { false } }
        return isPlaced ? joined(usual) : joined("") + " (default: \(usual))"
    }

    private func joined(_ usual: String) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let piece): text += piece
            case .usual: text += usual
            }
        }
        return text
    }
}

/// The default of an option that `locate settings` can change.
package struct SettingDefault: Sendable, Equatable {
    /// The key of the setting: `accuracy`.
    package var key: String
    /// The default as given on a command line; `nil` if there is none.
    package var builtIn: String?
}

/// What a shell may offer for a value.
package enum Completion: Sendable, Equatable {
    case nothing
    case files
    case folders
    case words([String])
    /// The names of settings, which come from the options of all commands.
    case settingKeys
}
