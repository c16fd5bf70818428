/// A command as one declarative value: the only place where its options are listed.
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
    /// Commands below it.
    var subcommands: [CommandDescription] = []
    /// Headed lists at the end of its help, such as the keywords of a template.
    var appendices: [Appendix] = []
    /// Whether lists of commands leave it out.
    var isHidden = false

    /// Describes a command; to its options comes what all have, ``OptionDescription/color``.
    init(
        path: [String] = [], summary: String, usage: [String] = [""], discussion: [String] = [],
        arguments: [ArgumentDescription] = [], options: [OptionDescription] = [],
        subcommands: [CommandDescription] = [], appendices: [Appendix] = [], isHidden: Bool = false
    ) {
        self.path = path
        self.summary = summary
        self.usage = usage
        self.discussion = discussion
        self.arguments = arguments
        // A group has nothing to print; the tool itself has commands and prints.
        let isGroup = !subcommands.isEmpty && !path.isEmpty
        self.options = isGroup || isHidden ? options : options + [.color]
        self.subcommands = subcommands
        self.appendices = appendices
        self.isHidden = isHidden
    }

    /// Its own word: `info`; `locate` for the tool itself.
    var name: String { path.last ?? "locate" }

    /// The way to call it: `locate data info`.
    var fullName: String { (["locate"] + path).joined(separator: " ") }

    /// The name in front of its error messages: `data info`; `nil` for `locate` itself.
    var errorName: String? { path.isEmpty ? nil : path.joined(separator: " ") }
}

/// An argument that is not an option.
struct ArgumentDescription: Sendable {
    /// What it is called in help: `LAT`.
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
