import FoundationEssentials
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKPlaceCommands
@testable import LKPositionCommands
@testable import LKSharedOptions
@testable import LocateTool

@Suite struct HelpTests {
    @Test("The table names each command by the path of its description, and each path once")
    func table() {
        let paths = CommandTable.entries.map(\.path)
        #expect(paths == CommandTable.commands.map(\.path))
        #expect(Set(paths).count == paths.count)
        // A group has commands below it; everything else does something.
        for command in CommandTable.commands where command.action == nil { #expect(!command.subcommands.isEmpty) }
    }

    @Test("The help of a small command, as a whole")
    func whole() {
        #expect(
            HelpText.text(for: .help) == """
                Show the help of a command.

                Usage: locate help [COMMAND...]

                Arguments:
                  COMMAND                 the command, such as reverse or data info

                Options:
                      --color auto|always|never
                                          when to use colours; auto is on a terminal (default:
                                          auto)
                  -h, --help              show this help

                Examples:
                  List the commands:
                    locate help
                  Describe a command:
                    locate help photos geotag

                """)
    }

    @Test(
        "The help of every command is the committed text",
        arguments: CommandDescription.locate.withSubcommands.map(\.path))
    func committed(path: [String]) throws {
        let command = try #require(CommandTable.command(path))
        let name = command.fullName.replacing(" ", with: "-")
        try expectCommitted(HelpText.text(for: command), "Docs/help/\(name).txt")
    }

    @Test("Manual page and completions are the committed files")
    func generated() throws {
        try expectCommitted(ManualPage.text(), "Docs/man/locate.1")
        try expectCommitted(CompletionScript.bash(), "Completions/locate.bash")
        try expectCommitted(CompletionScript.zsh(), "Completions/_locate")
        try expectCommitted(CompletionScript.fish(), "Completions/locate.fish")
    }

    @Test("The manual is one page, and asked for another it says so")
    func manualPages() throws {
        let arguments = try ParsedArguments(["settings"], for: .manual)
        let error = #expect(throws: ToolError.self) { try ManualCommand.run(arguments, output: Output()) }
        #expect(error?.code == .usage && error?.message.contains("\"settings\"") == true)
    }

    @Test("Bash offers the values of the setting to set, and no keys", .timeLimit(.minutes(5)))
    func values() async throws {
        for (key, values) in [
            ("format", OutputFormat.words(for: .fixes)), ("quiet", ["true", "false"]),
            ("timeout", []),
        ] {
            let script =
                CompletionScript.bash()
                + "COMP_WORDS=(locate settings set \(key) ''); COMP_CWORD=4; _locate_locationkit; echo \"${COMPREPLY[*]}\""
            let end = try await ChildProcess(["/bin/bash", "-c", script]).end()
            #expect(end.output == values.joined(separator: " ") + "\n")
        }
    }

    @Test("No line of help is wider than a terminal")
    func width() {
        for command in CommandDescription.locate.withSubcommands {
            for line in HelpText.text(for: command).split(separator: "\n") {
                #expect(line.count <= TextLayout.width, "\(line)")
            }
        }
    }

    @Test("On a narrow terminal help is narrower, but for lines to copy", arguments: [40, 60, 79])
    func narrow(columns: Int) {
        for command in CommandDescription.locate.withSubcommands {
            let text = HelpText.text(for: command, columns: columns)
            for line in text.split(separator: "\n") where line.count > columns {
                let isOneWord = line.drop { $0 == " " }.split(separator: " ").count < 4
                #expect(isOneWord || command.examples.contains { line.hasSuffix($0.line) }, "\(line)")
            }
        }
    }

    @Test("Headings are what has colour in help, and nothing else")
    func headings() {
        let plain = HelpText.text(for: .reverse)
        let colored = HelpText.text(for: .reverse, style: TextStyle(isColored: true))
        #expect(colored.contains("\u{1B}[1mOptions:\u{1B}[0m\n") && colored.contains("\u{1B}[1mUsage:\u{1B}[0m locate"))
        #expect(colored.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: "") == plain)
    }

    @Test("Names of options are unique within a command")
    func unique() {
        for command in CommandDescription.locate.withSubcommands {
            #expect(Set(command.options.map(\.name)).count == command.options.count)
            let letters = command.options.compactMap(\.letter)
            #expect(Set(letters).count == letters.count)
        }
    }

    @Test("Text in the manual page is not taken for requests of troff")
    func troff() {
        #expect(ManualPage.escaped(".TH") == "\\&.TH")
        #expect(ManualPage.escaped("a-b \\n") == "a\\-b \\en")
    }

    @Test("The pages that list the services on the web name every one", arguments: WebService.all.map(\.name))
    func services(name: String) throws {
        let pages = ["README.md", "Docs/Guide.md", "Docs/ComingFrom.md", "Docs/PlaceTagging.md"]
        let schemas = ["location", "reverse", "search"].map { "Docs/Schemas/\($0).schema.json" }
        for path in pages + ["Docs/Formats/JSON.md"] + schemas {
            let text = try String(contentsOf: Fixtures.package.appending(path: path), encoding: .utf8)
            #expect(text.lowercased().contains(name), "\(path) lists the services on the web without \(name)")
        }
    }

    /// Compares with a file of the project; with LOCATE_WRITE_GENERATED set it writes the file instead.
    private func expectCommitted(_ text: String, _ path: String) throws {
        let file = Fixtures.package.appending(path: path)
        if ProcessInfo.processInfo.environment["LOCATE_WRITE_GENERATED"] != nil {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let committed = try String(contentsOf: file, encoding: .utf8)
        // The test library compares unequal texts letter by letter, which takes minutes for these.
        let isCommitted = committed == text
        let change = zip(text.split(separator: "\n"), committed.split(separator: "\n")).first { $0 != $1 }
        #expect(
            isCommitted,
            "\(path) is out of date (\(change.map { "\"\($0.0)\", there \"\($0.1)\"" } ?? "its end")); Scripts/generate writes it"
        )
    }
}
