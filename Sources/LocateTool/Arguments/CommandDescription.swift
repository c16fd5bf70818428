/// A command as one declarative value, the only place where its options are listed; ``CommandTable`` lists the commands.
struct CommandDescription: Sendable {
    /// The words that call it, without `locate`: `["data", "info"]`; empty for `locate` itself.
    var path: [String] = []
    /// One sentence, without a capital letter and full stop, for lists of commands.
    var summary: String
    /// The ways to call it, without `locate` and the path in front: `LAT LON [options]`.
    var usage: [String] = [""]
    /// What it does, for help and the manual page: paragraphs.
    var discussion: [String] = []
    /// The arguments that are not options.
    var arguments: [ArgumentDescription] = []
    /// Its options, in the order of help; `--help` is everywhere and not listed.
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
        path: [String] = [], summary: String, usage: [String] = [""], discussion: [String] = [],
        arguments: [ArgumentDescription] = [], options: [OptionDescription] = [],
        appendices: @autoclosure @escaping @Sendable () -> [Appendix] = [], isHidden: Bool = false,
        examples: [CommandExample] = [], action: CommandAction? = nil
    ) {
        self.path = path
        self.summary = summary
        self.usage = usage
        self.discussion = discussion
        self.arguments = arguments
        // A group prints nothing.
        self.options = action == nil || isHidden ? options : options + [.color]
        makeAppendices = appendices
        self.isHidden = isHidden
        self.examples = examples
        self.action = action
    }

    /// Its own word: `info`; `locate` for the tool itself.
    var name: String { path.last ?? "locate" }

    /// The way to call it: `locate data info`.
    var fullName: String { (["locate"] + path).joined(separator: " ") }
}

/// What a command does with its arguments: decodes them, then runs.
struct CommandAction: Sendable {
    /// Arguments that make a valid command line together with a single option; a setting's value is checked with them.
    let sample: [String]
    /// Decodes a command line, and throws what is wrong with it.
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

    /// An action that decodes its few arguments as it runs.
    init(run: @escaping @Sendable (ParsedArguments, Output) throws(ToolError) -> ExitCode) {
        sample = []
        check = { _ throws(ToolError) in }
        self.run = run
    }
}

/// A task and the command line that does it, for help and the manual page.
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
    /// What it is, for help.
    var help: String
    /// What a shell may offer for it.
    var completion: Completion = .nothing
}

/// A headed list of words and their meaning.
struct Appendix: Sendable {
    /// The heading: `Template keywords`.
    var title: String
    /// The words and what they mean.
    var entries: [(term: String, meaning: String)]
}

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
    ///   - builtIn: The default without settings, as it would be given; `nil` if the option has none.
    ///   - key: What the setting is called, where another option of the same name means something else; the option's name
    ///     by default.
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
    /// As it would be given; `nil` if there is none.
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
