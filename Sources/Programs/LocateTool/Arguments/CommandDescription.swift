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
    let declarations: [any OptionDeclaration]
    /// The options as the parser, help and settings see them.
    let options: [OptionDescription]
    /// Headed lists at the end of its help, such as the keywords of a template; made when help is shown.
    var appendices: [Appendix] { makeAppendices() }
    private let makeAppendices: @Sendable () -> [Appendix]
    /// Whether lists of commands leave it out.
    var isHidden = false
    /// Two to four examples for help and the manual page; `CommandExampleTests` parses each as the tool does.
    var examples: [CommandExample] = []
    /// What it does; `nil` for a group, which only has commands below it.
    var action: CommandAction?

    /// Describes a command; ``ColorChoice/option``, which every command takes, is added to its options.
    init(
        path: [String] = [], summary: String, usage: [String] = [""],
        discussion: @autoclosure @escaping @Sendable () -> [String] = [],
        arguments: [ArgumentDescription] = [], options: [any OptionDeclaration] = [],
        appendices: @autoclosure @escaping @Sendable () -> [Appendix] = [], isHidden: Bool = false,
        examples: [CommandExample] = [], action: CommandAction? = nil
    ) {
        self.path = path
        self.summary = summary
        self.usage = usage
        makeDiscussion = discussion
        self.arguments = arguments
        // A group prints nothing.
        declarations = action == nil || isHidden ? options : options + [ColorChoice.option]
        self.options = declarations.map(\.description)
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
    /// Arguments that form a valid command line together with a single option; used to validate settings, and by tests.
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

    /// An action without options, which decodes its few arguments when it runs.
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

extension ColorChoice {
    /// `--color`, which every command takes.
    static let option = Option(
        "color", .choice(), default: ColorChoice.auto, "when to use colours; auto is on a terminal")
}
