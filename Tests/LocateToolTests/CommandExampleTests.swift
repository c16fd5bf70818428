import Testing

@testable import LKCommandLine
@testable import LKPhotoInput
@testable import LKPositionCommands
@testable import LocateTool

@Suite struct CommandExampleTests {
    private static var commands: [CommandDescription] {
        CommandDescription.locate.withSubcommands.filter { !$0.isHidden }
    }

    @Test("Every command has two to four examples, none of them twice")
    func count() {
        for command in Self.commands {
            #expect((2...4).contains(command.examples.count), "\(command.fullName)")
            #expect(Set(command.examples.map(\.line)).count == command.examples.count)
            #expect(Set(command.examples.map(\.task)).count == command.examples.count)
        }
    }

    @Test("Every example is a line that the command takes", arguments: commands.map(\.path))
    func parsed(path: [String]) throws {
        let described = try #require(CommandTable.command(path))
        for example in described.examples {
            let words = try #require(ShellLine(example.line).wordsOfLocate, "\(example.line)")
            var called: [String] = []
            let rest = try Tool.select(&called, words[...])
            let command = try #require(CommandTable.command(called))
            // A group shows what its commands do.
            #expect(command.path.starts(with: path) && (command.path == path || !described.subcommands.isEmpty))
            try decode(try ParsedArguments(rest, for: command), for: command)
        }
    }

    @Test("Help shows each example as a line of its own")
    func help() {
        for command in Self.commands {
            let text = HelpText.text(for: command)
            for example in command.examples { #expect(text.contains("\n    \(example.line)\n"), "\(example.line)") }
        }
        #expect(ManualPage.text().contains(".EX\nlocate photos undo Pictures \\-\\-all\n.EE"))
    }

    /// Decodes as the tool does, without running anything.
    private func decode(_ arguments: ParsedArguments, for command: CommandDescription) throws {
        #expect(!arguments.wantsHelp)
        // The list of paths comes from find, which does not run here.
        if !command.options.contains(where: { $0.name == PathList.filesFrom.name })
            || !arguments.isGiven(PathList.filesFrom)
        {
            try command.action?.check(arguments)
        }
        switch command.path {
        case ["settings", "set"]:
            try #require(arguments.positionals.count == 2)
            let (key, value) = (arguments.positionals[0], arguments.positionals[1])
            try ToolSettings.check(try #require(ToolSettings.entries.first { $0.key == key }), value)
        case ["settings", "get"], ["settings", "reset"]:
            for key in arguments.positionals { #expect(ToolSettings.keys.contains(key)) }
        case ["help"]: #expect(CommandTable.command(arguments.positionals) != nil)
        case ["completions"]: #expect(CompletionScript.Shell(rawValue: arguments.positionals.first ?? "") != nil)
        default: break
        }
    }
}

/// A line for a shell, as far as examples need it: words, quotes, pipes and redirections.
private struct ShellLine {
    private var commands: [[String]] = [[]]

    init(_ line: String) {
        var word: String?
        var quote: Character?
        func finish(_ commands: inout [[String]]) {
            if let done = word { commands[commands.count - 1].append(done) }
            word = nil
        }
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == " " {
                finish(&commands)
            } else if character == "|" {
                finish(&commands)
                commands.append([])
            } else {
                word = (word ?? "") + String(character)
            }
        }
        finish(&commands)
    }

    /// The words behind `locate` where it is called last, without redirections.
    var wordsOfLocate: [String]? {
        for command in commands.reversed() {
            let words = command.drop { $0.contains("=") && !$0.hasPrefix("-") }
            guard words.first == "locate" else { continue }
            return Array(words.dropFirst().prefix { $0 != ">" && $0 != "<" })
        }
        return nil
    }
}
