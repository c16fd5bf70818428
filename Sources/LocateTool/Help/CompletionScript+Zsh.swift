extension CompletionScript {
    /// One function a command, each handing its rest to `_arguments`.
    static func zsh() -> String {
        var lines = [
            "#compdef locate", "# zsh completion for locate (LocationKit); made by \"locate completions zsh\".",
        ]
        for command in commands {
            let below = command.subcommands.filter { !$0.isHidden }
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
        let described = below.map { quoted("\($0.name):\($0.summary)") }.joined(separator: " ")
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
            case .words(let words): value += "(\(words.joined(separator: " ")))"
            }
        }
        let sign = option.value == nil ? "" : "="
        guard let letter = option.letter else { return quoted("--\(option.name)\(sign)[\(help)]\(value)") }
        let plus = option.value == nil ? "" : "+"
        return "{-\(letter)\(plus),--\(option.name)\(sign)}" + quoted("[\(help)]\(value)")
    }
}
