/// The text of `--help`, made from a command's description.
enum HelpText {
    /// The whole text, ending with a line end.
    static func text(for command: CommandDescription) -> String {
        var sections = [TextLayout.wrapped(sentence(command.summary))]
        let calls = command.usage.map { (command.fullName + " " + $0).trimmingTrailingSpaces }
        sections.append(
            calls.enumerated().map { index, call in
                TextLayout.wrapped(call, indent: 11, firstIndent: 0).withPrefix(index == 0 ? "Usage: " : "       ")
            }.joined(separator: "\n"))
        sections += command.discussion.map { TextLayout.wrapped($0) }
        if !command.arguments.isEmpty {
            sections.append(section("Arguments", command.arguments.map { ($0.name, $0.help) }))
        }
        let commands = command.subcommands.filter { !$0.isHidden }
        if !commands.isEmpty { sections.append(section("Commands", commands.map { ($0.name, $0.summary) })) }
        sections.append(section("Options", options(of: command)))
        sections += command.appendices.map { section($0.title, $0.entries) }
        if !commands.isEmpty {
            sections.append("\(command.fullName) COMMAND --help describes one command.")
        }
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// The options with what is everywhere: `--help`, and `--version` for the tool itself.
    static func options(of command: CommandDescription) -> [(term: String, meaning: String)] {
        // Options without a letter line up with the long names of those that have one.
        let pad = "    "
        var entries = command.options.map { (($0.letter == nil ? pad : "") + $0.spelling, $0.help) }
        entries.append(("-h, --help", "show this help"))
        if command.path.isEmpty { entries.append(("-V, --version", "show the version")) }
        return entries
    }

    /// A phrase as a sentence: a capital letter in front, a full stop behind.
    static func sentence(_ phrase: String) -> String {
        phrase.prefix(1).uppercased() + phrase.dropFirst() + (phrase.hasSuffix("?") ? "" : ".")
    }

    private static func section(_ title: String, _ entries: [(term: String, meaning: String)]) -> String {
        title + ":\n" + TextLayout.list(entries)
    }
}

extension String {
    /// The text with something in front of it.
    fileprivate func withPrefix(_ prefix: String) -> String { prefix + self }

    /// The text without spaces at its end.
    fileprivate var trimmingTrailingSpaces: String {
        var text = self
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
