extension CommandDescription {
    /// `locate help`: the help of any command.
    static let help = CommandDescription(
        path: ["help"],
        summary: "show the help of a command",
        usage: ["[COMMAND...]"],
        arguments: [ArgumentDescription(name: "COMMAND", help: "the command, such as reverse or data info")]
    )

    /// `locate completions`: a script for the shell.
    static let completions = CommandDescription(
        path: ["completions"],
        summary: "print the completion script for a shell",
        usage: ["bash|zsh|fish"],
        arguments: [
            ArgumentDescription(
                name: "SHELL", help: "bash, zsh or fish",
                completion: .words(CompletionScript.Shell.allCases.map(\.rawValue)))
        ]
    )

    /// `locate manual`: the manual page in troff, for packaging.
    static let manual = CommandDescription(
        path: ["manual"],
        summary: "print the manual page in troff",
        isHidden: true
    )
}
