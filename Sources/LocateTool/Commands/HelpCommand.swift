/// `locate help [COMMAND...]`.
enum HelpCommand {
    static func run(_ arguments: ParsedArguments, output: Output) throws(ToolError) {
        var command = CommandDescription.locate
        for word in arguments.positionals {
            guard let next = command.subcommands.first(where: { $0.name == word }) else {
                let names = command.subcommands.filter { !$0.isHidden }.map(\.name)
                let hint = Suggestion.nearest(to: word, in: names).map { "did you mean \($0)?" }
                throw .usage("there is no command \"\(word)\"; " + (hint ?? "see \(command.fullName) --help"))
            }
            command = next
        }
        try output.write(HelpText.text(for: command, output))
    }
}
