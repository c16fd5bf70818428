/// A command as one declarative value, the only place where its options are listed; ``CommandTable`` lists the commands.
struct CommandDescription: Sendable {
    /// The words that name it, without `locate`: `["data", "info"]`; empty for `locate` itself.
    var path: [String] = []
    /// One sentence, without a capital letter and full stop, for lists of commands.
    var summary: String
    /// Usage lines without `locate` and the path: `LAT LON [options]`.
    var usage: [String] = [""]
    /// The paragraphs that describe it in help and the manual page.
    var discussion: [String] { makeDiscussion() }
    private let makeDiscussion: @Sendable () -> [String]
    /// The arguments that are not options.
    var arguments: [ArgumentDescription] = []
    /// Its options in the order of help; `--help` applies to all commands and is not listed.
    var options: [OptionDescription] = []
    /// Headed lists at the end of its help, such as the keywords of a template; made when help is shown.
    var appendices: [Appendix] { makeAppendices() }
    private let makeAppendices: @Sendable () -> [Appendix]
    /// Whether lists of commands leave it out.
    var isHidden = false
    /// Two to four examples for help and the manual page; `CommandExampleTests` parses each as the tool does.
    var examples: [CommandExample] = []
    /// What it does; `nil` for a group, which only has commands below it.
    var action: CommandAction?

    /// Describes a command; ``OptionDescription/color``, which every command takes, is added to its options.
    init(
        path: [String] = [], summary: String, usage: [String] = [""],
        discussion: @autoclosure @escaping @Sendable () -> [String] = [],
        arguments: [ArgumentDescription] = [], options: [OptionDescription] = [],
        appendices: @autoclosure @escaping @Sendable () -> [Appendix] = [], isHidden: Bool = false,
        examples: [CommandExample] = [], action: CommandAction? = nil
    ) {
        self.path = path
        self.summary = summary
        self.usage = usage
        makeDiscussion = discussion
        self.arguments = arguments
        // A group prints nothing.
        self.options = action == nil || isHidden ? options : options + [.color]
        makeAppendices = appendices
        self.isHidden = isHidden
        self.examples = examples
        self.action = action
    }

    /// The last word of its path: `info`; `locate` for the tool itself.
    var name: String { path.last ?? "locate" }

    /// The full command: `locate data info`.
    var fullName: String { (["locate"] + path).joined(separator: " ") }
}

/// Decodes and runs a command line.
struct CommandAction: Sendable {
    /// Arguments that form a valid command line together with a single option; used to validate settings.
    let sample: [String]
    /// Decodes a command line and throws usage errors.
    let check: @Sendable (ParsedArguments) throws(ToolError) -> Void
    /// Decodes a command line and runs it.
    let run: @Sendable (ParsedArguments, Output) throws(ToolError) -> ExitCode

    /// An action with options of its own type.
    init<Options>(
        sample: [String] = [], _ decode: @escaping @Sendable (ParsedArguments) throws(ToolError) -> Options,
        run: @escaping @Sendable (Options, Output) throws(ToolError) -> ExitCode
    ) {
        self.sample = sample
        check = { arguments throws(ToolError) in _ = try decode(arguments) }
        self.run = { arguments, output throws(ToolError) in try run(try decode(arguments), output) }
    }

    /// An action that decodes its few arguments when it runs.
    init(run: @escaping @Sendable (ParsedArguments, Output) throws(ToolError) -> ExitCode) {
        sample = []
        check = { _ throws(ToolError) in }
        self.run = run
    }
}

/// A task with its command line, for help and the manual page.
struct CommandExample: Sendable {
    /// The task: a phrase without a capital letter and full stop.
    var task: String
    /// The line, as typed into a shell.
    var line: String

    init(_ task: String, _ line: String) {
        self.task = task
        self.line = line
    }
}

/// An argument that is not an option.
struct ArgumentDescription: Sendable {
    /// Its name in help: `LAT`.
    var name: String
    /// Its description in help.
    var help: String
    /// The completions for it.
    var completion: Completion = .nothing
}

/// A headed list of words and their meaning.
struct Appendix: Sendable {
    /// The heading: `Template keywords`.
    var title: String
    /// The words and what they mean.
    var entries: [(term: String, meaning: String)]
}

/// An option of a command, as used by the parser, help, the manual page and completions.
struct OptionDescription: Sendable {
    /// The long name without dashes: `timeout`.
    var name: String
    /// The letter of the short form: `o` for `-o`.
    var letter: Character?
    /// What it does, for help: a phrase without a capital letter and full stop.
    var help: String
    private var argument = Argument.none
    /// The built-in default, for an option that `locate settings` can change; otherwise `nil`.
    var setting: SettingDefault?

    /// The argument of the option.
    private enum Argument: Sendable {
        case none
        case value(String, Completion)
        /// Computed when needed, since most command lines use few options.
        case words(@Sendable () -> [String])
    }

    /// Whether it takes a value.
    var takesValue: Bool { if case .none = argument { false } else { true } }

    /// The placeholder of its value in help: `S`, `FILE`, `text|json`; `nil` for an option without a value.
    var value: String? {
        switch argument {
        case .none: nil
        case .value(let name, _): name
        case .words(let words): words().joined(separator: "|")
        }
    }

    /// The completions of its value.
    var completion: Completion {
        switch argument {
        case .none: .nothing
        case .value(_, let completion): completion
        case .words(let words): .words(words())
        }
    }

    /// An option without a value.
    static func flag(_ name: String, letter: Character? = nil, _ help: String) -> OptionDescription {
        OptionDescription(name: name, letter: letter ?? letters[name], help: help)
    }

    /// The short forms, which mean the same in all commands.
    ///
    /// `-n` is the dry run in commands that write, as in git and make, and the number of results in commands that
    /// print, as in git log and gpspipe. `-j` is the number of jobs, as in make; `--json` has no short form, so that a
    /// command with both is unambiguous.
    private static let letters: [String: Character] = [
        "quiet": "q", "format": "f", "output": "o", "input": "i", "dry-run": "n", "limit": "n", "count": "n",
        "jobs": "j",
    ]

    /// An option with a value.
    static func option(
        _ name: String, letter: Character? = nil, _ value: String, _ help: String, completion: Completion = .nothing
    ) -> OptionDescription {
        OptionDescription(
            name: name, letter: letter ?? letters[name], help: help, argument: .value(value, completion))
    }

    /// An option whose value is one of a few words, which are its placeholder too: `text|json`.
    static func choice(
        _ name: String, _ words: @autoclosure @escaping @Sendable () -> [String], _ help: String
    ) -> OptionDescription {
        OptionDescription(name: name, letter: letters[name], help: help, argument: .words(words))
    }

    /// Returns the option with a default that `locate settings` can change.
    ///
    /// - Parameters:
    ///   - builtIn: The default as given on a command line; `nil` if there is none.
    ///   - key: The key of the setting; the option's name by default. Needed if another option has the same name but a
    ///     different meaning.
    /// - Returns: The option.
    func settable(_ builtIn: String? = nil, as key: String? = nil) -> OptionDescription {
        var copy = self
        copy.setting = SettingDefault(key: key ?? name, builtIn: takesValue ? builtIn : "false")
        return copy
    }

    /// `--color`, which every command takes.
    static let color = OptionDescription.choice(
        "color", ColorChoice.allCases.map(\.rawValue), "when to use colours; auto is on a terminal (default: auto)")

    /// How it is written, with dashes: `-o, --output FILE`.
    var spelling: String {
        let short = letter.map { "-\($0), " } ?? ""
        return short + "--" + name + (value.map { " " + $0 } ?? "")
    }
}

/// The default of an option that `locate settings` can change.
struct SettingDefault: Sendable, Equatable {
    /// The key of the setting: `accuracy`.
    var key: String
    /// The default as given on a command line; `nil` if there is none.
    var builtIn: String?
}

/// What a shell may offer for a value.
enum Completion: Sendable, Equatable {
    case nothing
    case files
    case folders
    case words([String])
    /// The names of settings, which come from the options of all commands.
    case settingKeys
}
