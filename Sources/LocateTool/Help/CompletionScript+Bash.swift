extension CompletionScript {
    /// A function that finds the command among the words, then offers its options, values and commands.
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
            for option in command.options where option.value != nil {
                let spellings = ["--" + option.name] + (option.letter.map { ["-\($0)"] } ?? [])
                let patterns = spellings.map { "\"\(command.fullName) \($0)\"" }.joined(separator: " | ")
                let reply = bashReply(option.completion)
                lines += ["    \(patterns))", "        \(reply)", "        return", "        ;;"]
            }
        }
        for entry in ToolSettings.entries {
            let completion = entry.option.value == nil ? .words(["true", "false"]) : entry.option.completion
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
        case .words(let words):
            "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$current\")"
        }
    }
}
