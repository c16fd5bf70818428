/// A command as one declarative value, the only place where its options are listed; ``CommandTable`` lists the commands.
package struct CommandDescription: Sendable {
    /// The words that name it, without `locate`: `["data", "info"]`; empty for `locate` itself.
    package var path: [String] = []
    /// One sentence, without a capital letter and full stop, for lists of commands.
    package var summary: String
    /// Usage lines without `locate` and the path: `LAT LON [options]`.
    package var usage: [String] = [""]
    /// The paragraphs that describe it in help and the manual page.
    package var discussion: [String] { makeDiscussion() }
    private let makeDiscussion: @Sendable () -> [String]
    /// The arguments that are not options.
    package var arguments: [ArgumentDescription] = []
    /// Its options in the order of help; `--help` applies to all commands and is not listed.
    let declarations: [any OptionDeclaration]
    /// The options as the parser, help and settings see them.
    package let options: [OptionDescription]
    /// Headed lists at the end of its help, such as the keywords of a template; made when help is shown.
    package var appendices: [Appendix] { makeAppendices() }
    private let makeAppendices: @Sendable () -> [Appendix]
    /// Whether lists of commands leave it out.
    package var isHidden = false
    /// Two to four examples for help and the manual page; `CommandExampleTests` parses each as the tool does.
    package var examples: [CommandExample] = []
    /// What it does; `nil` for a group, which only has commands below it.
    package var action: CommandAction?

    /// Creates a description; ``ColorChoice/option``, which every command takes, is added to its options.
    package init(
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
    package var name: String { path.last ?? "locate" }

    /// The full command: `locate data info`.
    package var fullName: String { (["locate"] + path).joined(separator: " ") }
}

/// Decodes and runs a command line.
package struct CommandAction: Sendable {
    /// Arguments that form a valid command line together with a single option; used to validate settings, and by tests.
    package let sample: [String]
    /// Decodes a command line and throws usage errors.
    package let check: @Sendable (ParsedArguments) throws(ToolError) -> Void
    /// Decodes a command line and runs it.
    package let run: @Sendable (ParsedArguments, Output) throws(ToolError) -> ExitCode

    /// Creates an action with options of its own type.
    package init<Options>(
        sample: [String] = [], _ decode: @escaping @Sendable (ParsedArguments) throws(ToolError) -> Options,
        run: @escaping @Sendable (Options, Output) throws(ToolError) -> ExitCode
    ) {
        self.sample = sample
        check = { arguments throws(ToolError) in _ = try decode(arguments) }
        self.run = { arguments, output throws(ToolError) in try run(try decode(arguments), output) }
    }

    /// Creates an action without options, which decodes its few arguments when it runs.
    package init(run: @escaping @Sendable (ParsedArguments, Output) throws(ToolError) -> ExitCode) {
        sample = []
        check = { _ throws(ToolError) in }
        self.run = run
    }
}

/// A task with its command line, for help and the manual page.
package struct CommandExample: Sendable {
    /// The task: a phrase without a capital letter and full stop.
    package var task: String
    /// The line, as typed into a shell.
    package var line: String

    package init(_ task: String, _ line: String) {
        self.task = task
        self.line = line
    }
}

/// An argument that is not an option.
package struct ArgumentDescription: Sendable {
    /// Its name in help: `LAT`.
    package var name: String
    /// Its description in help.
    package var help: String
    /// The completions for it.
    package var completion: Completion = .nothing

    package init(name: String, help: String, completion: Completion = .nothing) {
        self.name = name
        self.help = help
        self.completion = completion
    }
}

/// A headed list of words and their meaning.
package struct Appendix: Sendable {
    /// The heading: `Template keywords`.
    package var title: String
    /// The words and what they mean.
    package var entries: [(term: String, meaning: String)]

    package init(title: String, entries: [(term: String, meaning: String)]) {
        self.title = title
        self.entries = entries
    }
}

extension ColorChoice {
    /// `--color`, which every command takes.
    package static let option = Option(
        "color", .choice(), default: ColorChoice.auto, "when to use colours; auto is on a terminal")
}
