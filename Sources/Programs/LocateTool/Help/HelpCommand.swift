package import LKCommandLine
import LKPositionCommands

extension CommandDescription {
    /// `locate help`: the help of any command.
    package static let help = CommandDescription(
        path: ["help"],
        summary: "show the help of a command",
        usage: ["[COMMAND...]"],
        arguments: [ArgumentDescription(name: "COMMAND", help: "the command, such as reverse or data info")],
        examples: [
            .init("list the commands", "locate help"),
            .init("describe a command", "locate help photos geotag"),
        ],
        action: CommandAction(run: HelpCommand.run)
    )

    /// `locate completions`: a script for the shell.
    package static let completions = CommandDescription(
        path: ["completions"],
        summary: "print the completion script for a shell",
        usage: ["bash|zsh|fish"],
        arguments: [
            ArgumentDescription(
                name: "SHELL", help: "bash, zsh or fish",
                completion: .words(CompletionScript.Shell.allCases.map(\.rawValue)))
        ],
        examples: [
            .init(
                "complete words in Bash",
                "locate completions bash > ~/.local/share/bash-completion/completions/locate"),
            .init("complete words in fish", "locate completions fish > ~/.config/fish/completions/locate.fish"),
        ],
        action: CommandAction(run: CompletionsCommand.run)
    )

    /// `locate manual`: the manual page in troff, for packaging.
    package static let manual = CommandDescription(
        path: ["manual"],
        summary: "print the manual page in troff",
        isHidden: true,
        action: CommandAction(run: ManualCommand.run)
    )
}

/// `locate help [COMMAND...]`.
enum HelpCommand {
    static func run(_ arguments: ParsedArguments, output: Output) throws(ToolError) -> ExitCode {
        var command = CommandDescription.locate
        for word in arguments.positionals {
            guard let next = CommandTable.command(command.path + [word]) else {
                let names = command.visibleSubcommands.map(\.name)
                let hint = Suggestion.nearest(to: word, in: names).map { "did you mean \($0)?" }
                throw .usage("there is no command \"\(word)\"; " + (hint ?? "see \(command.fullName) --help"))
            }
            command = next
        }
        try output.write(HelpText.text(for: command, output))
        return .success
    }
}

/// `locate manual`.
enum ManualCommand {
    static func run(_ arguments: ParsedArguments, output: Output) throws(ToolError) -> ExitCode {
        try arguments.rejectPositionals(of: .manual)
        try output.write(ManualPage.text())
        return .success
    }
}

/// `locate completions SHELL`.
enum CompletionsCommand {
    static func run(_ arguments: ParsedArguments, output: Output) throws(ToolError) -> ExitCode {
        guard arguments.positionals.count == 1, let word = arguments.positionals.first else {
            throw .usage("needs one shell: bash, zsh or fish")
        }
        guard let shell = CompletionScript.Shell(rawValue: word) else {
            throw .usage("\"\(word)\" is not a supported shell; expected bash, zsh or fish")
        }
        try output.write(CompletionScript.text(for: shell))
        return .success
    }
}
