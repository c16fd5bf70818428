import LKCommandLine

/// The text of `--help`, made from a command's description.
enum HelpText {
    /// Returns the whole text, ending with a line end.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - columns: The width of the terminal; wider lines than ``TextLayout/width`` are hard to read.
    ///   - style: How headings look.
    /// - Returns: The text.
    static func text(
        for command: CommandDescription, columns: Int = TextLayout.width, style: TextStyle = .plain
    ) -> String {
        let width = min(max(columns, 20), TextLayout.width)
        func section(_ title: String, _ entries: [(term: String, meaning: String)]) -> String {
            style.text(title + ":", as: .heading) + "\n" + TextLayout.list(entries, width: width)
        }
        var sections = [TextLayout.wrapped(sentence(command.summary), width: width)]
        let calls = command.usage.map { (command.fullName + " " + $0).trimmingTrailingSpaces }
        sections.append(
            calls.enumerated().map { index, call in
                let front = index == 0 ? style.text("Usage:", as: .heading) + " " : "       "
                return front + TextLayout.wrapped(call, indent: 11, firstIndent: 7, width: width).dropFirst(7)
            }.joined(separator: "\n"))
        sections += command.discussion.map { TextLayout.wrapped($0, width: width) }
        if !command.arguments.isEmpty {
            sections.append(section("Arguments", command.arguments.map { ($0.name, $0.help) }))
        }
        let commands = command.visibleSubcommands
        if !commands.isEmpty { sections.append(section("Commands", commands.map { ($0.name, $0.summary) })) }
        sections.append(section("Options", options(of: command)))
        sections += command.appendices.map { section($0.title, $0.entries) }
        if !command.examples.isEmpty { sections.append(examples(of: command, width: width, style: style)) }
        if !commands.isEmpty {
            sections.append(
                TextLayout.wrapped("\(command.fullName) COMMAND --help describes one command.", width: width))
        }
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// Returns the text as an output shows it.
    static func text(for command: CommandDescription, _ output: Output) -> String {
        text(for: command, columns: output.columns ?? TextLayout.width, style: output.style)
    }

    /// Returns the options, including the general ones: `--help`, and `--version` for the tool itself.
    static func options(of command: CommandDescription) -> [(term: String, meaning: String)] {
        // Options without a letter line up with the long names of those that have one.
        let pad = "    "
        var entries = command.options.map { (($0.letter == nil ? pad : "") + $0.spelling, $0.help) }
        entries.append(("-h, --help", "show this help"))
        if command.path.isEmpty { entries.append(("-V, --version", "show the version")) }
        return entries
    }

    /// Returns the examples: tasks, and below each the line that does it, unwrapped so that it can be copied.
    private static func examples(of command: CommandDescription, width: Int, style: TextStyle) -> String {
        let examples = command.examples.map { example in
            TextLayout.wrapped(sentence(example.task).dropLast() + ":", indent: 2, width: width) + "\n    "
                + example.line
        }
        return style.text("Examples:", as: .heading) + "\n" + examples.joined(separator: "\n")
    }

    /// Returns a phrase as a sentence: with a capital letter at its start and a full stop at its end.
    static func sentence(_ phrase: String) -> String {
        phrase.prefix(1).uppercased() + phrase.dropFirst() + (phrase.hasSuffix("?") ? "" : ".")
    }

}

extension String {
    /// The text without spaces at its end.
    fileprivate var trimmingTrailingSpaces: String {
        var text = self
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
