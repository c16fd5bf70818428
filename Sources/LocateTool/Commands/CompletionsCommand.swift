/// `locate completions SHELL`.
enum CompletionsCommand {
    static func run(_ arguments: ParsedArguments, output: Output) throws(ToolError) {
        guard arguments.positionals.count == 1, let word = arguments.positionals.first else {
            throw .usage("needs one shell: bash, zsh or fish")
        }
        guard let shell = CompletionScript.Shell(rawValue: word) else {
            throw .usage("\"\(word)\" is no shell it knows; expected bash, zsh or fish")
        }
        try output.write(CompletionScript.text(for: shell))
    }
}
