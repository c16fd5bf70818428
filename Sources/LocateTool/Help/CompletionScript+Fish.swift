extension CompletionScript {
    /// One line an option, each with the condition of its command.
    static func fish() -> String {
        var lines = [
            "# fish completion for locate (LocationKit); made by \"locate completions fish\".",
            "complete -c locate -e", "complete -c locate -f",
        ]
        for command in commands {
            let condition = quoted(condition(of: command))
            for name in names(below: command) {
                let summary = command.subcommands.first { $0.name == name }?.summary ?? ""
                lines.append("complete -c locate -n \(condition) -a \(name) -d \(quoted(summary))")
            }
            if names(below: command).isEmpty {
                lines += words(of: command).map { "complete -c locate -n \(condition) -a \($0)" }
            }
            lines += command.options.map { "complete -c locate -n \(condition) " + fishOption($0) }
            lines.append("complete -c locate -n \(condition) -s h -l help -d 'show help'")
            if command.path.isEmpty {
                lines.append("complete -c locate -n \(condition) -s V -l version -d 'show the version'")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func condition(of command: CommandDescription) -> String {
        guard !command.path.isEmpty else { return "__fish_use_subcommand" }
        var parts = command.path.map { "__fish_seen_subcommand_from \($0)" }
        let below = names(below: command)
        if !below.isEmpty { parts.append("not __fish_seen_subcommand_from \(below.joined(separator: " "))") }
        return parts.joined(separator: "; and ")
    }

    private static func fishOption(_ option: OptionDescription) -> String {
        var words = option.letter.map { "-s \($0) " } ?? ""
        words += "-l \(option.name)"
        if option.value != nil {
            switch option.completion {
            case .nothing: words += " -x"
            case .files: words += " -r -F"
            case .folders: words += " -x -a '(__fish_complete_directories)'"
            case .words(let offered): words += " -x -a \(quoted(offered.joined(separator: " ")))"
            }
        }
        return words + " -d \(quoted(option.help))"
    }
}
