import LKCommandLine
import LKPositionCommands

/// Completion scripts for shells, made from the commands' descriptions.
enum CompletionScript {
    /// The shells that are served.
    enum Shell: String, CaseIterable { case bash, zsh, fish }

    /// Returns the script for a shell.
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

    /// Returns the names of the commands below another one.
    static func names(below command: CommandDescription) -> [String] {
        command.visibleSubcommands.map(\.name)
    }

    /// Returns the options with dashes, `--help` included.
    static func spellings(of command: CommandDescription) -> [String] {
        var spellings: [String] = []
        for option in command.options {
            if let letter = option.letter { spellings.append("-\(letter)") }
            spellings.append("--" + option.name)
        }
        spellings += ["-h", "--help"]
        if command.path.isEmpty { spellings += ["-V", "--version"] }
        return spellings
    }

    /// Returns the words offered for a command's arguments.
    static func words(of command: CommandDescription) -> [String] {
        var words = names(below: command)
        for argument in command.arguments {
            words += argument.completion.words ?? []
        }
        if command.path == ["help"] { words += names(below: .locate) }
        return words
    }
}

extension CompletionScript {
    /// Returns a function that finds the command among the words, then offers its options, values and commands.
    static func bash() -> String {
        var lines = [
            "# bash completion for locate (LocationKit); made by \"locate completions bash\".",
            "_locate_locationkit() {",
            "    local current=${COMP_WORDS[COMP_CWORD]} previous='' command=locate word i",
            "    ((COMP_CWORD > 0)) && previous=${COMP_WORDS[COMP_CWORD - 1]}",
            "    # Bash splits --name=value at the sign.",
            "    if [[ $current == '=' ]]; then",
            "        current=''",
            "    elif [[ $previous == '=' ]] && ((COMP_CWORD > 1)); then",
            "        previous=${COMP_WORDS[COMP_CWORD - 2]}",
            "    fi",
            "    for ((i = 1; i < COMP_CWORD; i++)); do",
            "        word=${COMP_WORDS[i]}",
            "        case \"$command $word\" in",
        ]
        for command in commands {
            let patterns = names(below: command).map { "\"\(command.fullName) \($0)\"" }
            guard !patterns.isEmpty else { continue }
            lines.append("        \(patterns.joined(separator: " | "))) command+=\" $word\" ;;")
        }
        lines += ["        esac", "    done", "    COMPREPLY=()", "    case \"$command $previous\" in"]
        for command in commands {
            for option in command.options where option.takesValue {
                let spellings = ["--" + option.name] + (option.letter.map { ["-\($0)"] } ?? [])
                let patterns = spellings.map { "\"\(command.fullName) \($0)\"" }.joined(separator: " | ")
                let reply = bashReply(option.completion)
                lines += ["    \(patterns))", "        \(reply)", "        return", "        ;;"]
            }
        }
        for entry in ToolSettings.entries {
            let completion = entry.option.takesValue ? entry.option.completion : .words(["true", "false"])
            lines += [
                "    \"\(CommandDescription.settingsSet.fullName) \(entry.key)\")",
                "        \(bashReply(completion))",
                "        return",
                "        ;;",
            ]
        }
        lines += ["    esac", "    local words=''", "    case \"$command\" in"]
        for command in commands {
            let options = spellings(of: command).joined(separator: " ")
            let offered = words(of: command).joined(separator: " ")
            lines += [
                "    \"\(command.fullName)\")",
                "        if [[ $current == -* ]]; then words='\(options)'; else words='\(offered)'; fi", "        ;;",
            ]
        }
        lines += [
            "    esac", "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")", "}",
            "complete -F _locate_locationkit locate",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func bashReply(_ completion: Completion) -> String {
        switch completion {
        case .nothing: ":"
        case .files: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
        case .folders: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\")"
        case .words, .settingKeys:
            "mapfile -t COMPREPLY < <(compgen -W '\((completion.words ?? []).joined(separator: " "))' -- \"$current\")"
        }
    }
}

extension CompletionScript {
    /// Returns one line per option, each with the condition of its command.
    static func fish() -> String {
        var lines = [
            "# fish completion for locate (LocationKit); made by \"locate completions fish\".",
            "complete -c locate -e", "complete -c locate -f",
        ]
        for command in commands {
            let condition = ShellText.inQuotes(condition(of: command))
            for name in names(below: command) {
                let summary = command.subcommands.first { $0.name == name }?.summary ?? ""
                lines.append("complete -c locate -n \(condition) -a \(name) -d \(ShellText.inQuotes(summary))")
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
        if option.takesValue {
            switch option.completion {
            case .nothing: words += " -x"
            case .files: words += " -r -F"
            case .folders: words += " -x -a '(__fish_complete_directories)'"
            case .words, .settingKeys:
                words += " -x -a \(ShellText.inQuotes((option.completion.words ?? []).joined(separator: " ")))"
            }
        }
        return words + " -d \(ShellText.inQuotes(option.help))"
    }
}

extension CompletionScript {
    /// Returns one function per command, each passing the remaining words to `_arguments`.
    static func zsh() -> String {
        var lines = [
            "#compdef locate", "# zsh completion for locate (LocationKit); made by \"locate completions zsh\".",
        ]
        for command in commands {
            let below = command.visibleSubcommands
            lines += ["", "\(function(command))() {"]
            if !below.isEmpty { lines.append("    local curcontext=$curcontext state line") }
            lines.append("    _arguments \(below.isEmpty ? "" : "-C ")\\")
            var specs = command.options.map(spec)
            specs.append("'(- *)'{-h,--help}'[show help]'")
            if command.path.isEmpty { specs.append("'(- *)'{-V,--version}'[show the version]'") }
            if !below.isEmpty {
                specs += ["'1:command:->command'", "'*::argument:->argument'"]
            } else {
                let offered = words(of: command).joined(separator: " ")
                if !offered.isEmpty { specs.append("'*:argument:(\(offered))'") }
            }
            lines += specs.enumerated().map { "        " + $1 + ($0 + 1 < specs.count ? " \\" : "") }
            if !below.isEmpty { lines += dispatch(below) }
            lines.append("}")
        }
        lines += ["", "if [ \"$funcstack[1]\" = _locate ]; then _locate \"$@\"; else compdef _locate locate; fi"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func dispatch(_ below: [CommandDescription]) -> [String] {
        var lines = ["    case $state in", "    command)"]
        let described = below.map { ShellText.inQuotes("\($0.name):\($0.summary)") }.joined(separator: " ")
        lines += [
            "        local -a commands=(\(described))", "        _describe command commands", "        ;;",
            "    argument)", "        case $line[1] in",
        ]
        lines += below.map { "        \($0.name)) \(function($0)) ;;" }
        return lines + ["        esac", "        ;;", "    esac"]
    }

    private static func function(_ command: CommandDescription) -> String {
        "_" + (["locate"] + command.path).joined(separator: "_")
    }

    private static func spec(_ option: OptionDescription) -> String {
        let help = option.help.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
        var value = ""
        if let name = option.value {
            let label = name.filter { !"[]|:,".contains($0) }
            value = ":\(label):"
            switch option.completion {
            case .nothing: value += " "
            case .files: value += "_files"
            case .folders: value += "_files -/"
            case .words, .settingKeys: value += "(\((option.completion.words ?? []).joined(separator: " ")))"
            }
        }
        let sign = option.takesValue ? "=" : ""
        guard let letter = option.letter else { return ShellText.inQuotes("--\(option.name)\(sign)[\(help)]\(value)") }
        let plus = option.takesValue ? "+" : ""
        return "{-\(letter)\(plus),--\(option.name)\(sign)}" + ShellText.inQuotes("[\(help)]\(value)")
    }
}

extension Completion {
    /// The words offered, where there is a list of them.
    fileprivate var words: [String]? {
        switch self {
        case .nothing, .files, .folders: nil
        case .words(let words): words
        case .settingKeys: ToolSettings.keys
        }
    }
}
