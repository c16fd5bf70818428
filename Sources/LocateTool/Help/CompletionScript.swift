/// Completion scripts for shells, made from the commands' descriptions.
enum CompletionScript {
    /// The shells that are served.
    enum Shell: String, CaseIterable { case bash, zsh, fish }

    /// The script for a shell.
    static func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash()
        case .zsh: zsh()
        case .fish: fish()
        }
    }

    static var commands: [CommandDescription] {
        CommandDescription.locate.withSubcommands.filter { !$0.isHidden }
    }

    /// The names of the commands below one.
    static func names(below command: CommandDescription) -> [String] {
        command.subcommands.filter { !$0.isHidden }.map(\.name)
    }

    /// The options with dashes, `--help` included.
    static func spellings(of command: CommandDescription) -> [String] {
        command.options.flatMap { option in (option.letter.map { ["-\($0)"] } ?? []) + ["--" + option.name] }
            + ["-h", "--help"] + (command.path.isEmpty ? ["-V", "--version"] : [])
    }

    /// The words offered for a command's arguments.
    static func words(of command: CommandDescription) -> [String] {
        var words = names(below: command)
        for argument in command.arguments {
            if case .words(let offered) = argument.completion { words += offered }
        }
        if command.path == ["help"] { words += names(below: .locate) }
        return words
    }

    /// A text in single quotes for a shell.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
