import Testing

@testable import LKCommandLine
@testable import LKPositionCommands
@testable import LocateTool

@Suite struct ParsedArgumentsTests {
    private static let output = Option("output", .text("FILE"), "write there")
    private static let timeout = Option("timeout", .text("S"), "wait")
    private static let levels = Option(repeatable: "level", .text("N"), "a number")
    private static let json = Flag("json", "JSON")
    private static let quiet = Flag("quiet", "no hints").settable()
    private static let dryRun = Flag("dry-run", "write nothing")
    private static let jobs = Option("jobs", .text("N"), "at once")
    private static let pause = Option("pause", .seconds, default: .seconds(2), "wait again")
    private let command = CommandDescription(
        path: ["test"], summary: "test",
        options: [
            output, timeout, levels, json, quiet, dryRun, jobs,
            Option("format", .words(["text", "csv"]), "output format"), pause,
        ])

    private func parse(_ tokens: String...) throws(ToolError) -> ParsedArguments {
        try ParsedArguments(tokens, for: command)
    }

    @Test("Values come behind a space, an equals sign, or a letter")
    func forms() throws {
        #expect(try parse("--timeout", "3")[Self.timeout] == "3")
        #expect(try parse("--timeout=3")[Self.timeout] == "3")
        #expect(try parse("--timeout=")[Self.timeout] == "")
        #expect(try parse("--timeout=a=b")[Self.timeout] == "a=b")
        #expect(try parse("-o", "x")[Self.output] == "x")
        #expect(try parse("-ox")[Self.output] == "x")
        #expect(try parse("--json")[Self.json])
    }

    @Test("The last of a repeated option counts, and all can be had")
    func repeated() throws {
        let parsed = try parse("--level", "1", "--level=2")
        #expect(try parsed[Self.levels] == ["1", "2"])
        #expect(try parse("--jobs", "1", "--jobs=2")[Self.jobs] == "2")
    }

    @Test("Negative numbers are values, with and without an option in front")
    func negativeNumbers() throws {
        #expect(try parse("-33.8", "151.2").positionals == ["-33.8", "151.2"])
        #expect(try parse("-33.8,151.2").positionals == ["-33.8,151.2"])
        #expect(try parse("-.5").positionals == ["-.5"])
        #expect(try parse("--level", "-5")[Self.levels] == ["-5"])
    }

    @Test("Behind two dashes nothing is an option, and one dash is a word")
    func endOfOptions() throws {
        let parsed = try parse("a", "--", "--json", "-x")
        #expect(parsed.positionals == ["a", "--json", "-x"])
        #expect(!parsed[Self.json])
        #expect(try parse("-").positionals == ["-"])
        #expect(try parse("-o", "-")[Self.output] == "-")
    }

    @Test("Letters without a value may share a dash, and the last may have one")
    func clusters() throws {
        let parsed = try parse("-qn", "a")
        #expect(parsed[Self.quiet] && parsed[Self.dryRun] && parsed.positionals == ["a"])
        #expect(try parse("-nqj4")[Self.jobs] == "4")
        #expect(try parse("-qo", "out")[Self.output] == "out")
        #expect(try parse("-qoout")[Self.output] == "out")
        #expect(try parse("-nj=4")[Self.jobs] == "4")
        #expect(try !parse("-q=false")[Self.quiet])
        #expect(try parse("-nh", "--nonsense").wantsHelp)
        #expect(try parse("-hn").wantsHelp)
    }

    @Test("A letter that is no option is named, also among others")
    func unknownLetters() {
        #expect(throws: ToolError.usage("unknown option -x; see locate test --help")) { try parse("-qx") }
        #expect(throws: ToolError.usage("unknown option -5; see locate test --help")) { try parse("-n5") }
        #expect(throws: ToolError.usage("-j needs a value: -j N")) { try parse("-qj") }
        let plain = CommandDescription(path: ["test"], summary: "test", options: [Self.json])
        #expect(throws: ToolError.usage("unknown option -j; did you mean --json?")) {
            try ParsedArguments(["-j"], for: plain)
        }
    }

    @Test("Version has a letter, and every command knows both")
    func version() throws {
        #expect(try ParsedArguments(["-V"], for: .locate).wantsVersion)
        #expect(try ParsedArguments(["-qV"], for: .locate).wantsVersion)
        for command in CommandDescription.locate.withSubcommands {
            #expect(try ParsedArguments(["-V"], for: command).wantsVersion)
            #expect(try ParsedArguments(["--version"], for: command).wantsVersion)
        }
    }

    @Test("The same letter means the same everywhere, and -n what its command does")
    func letters() {
        let all = CommandDescription.locate.withSubcommands.flatMap { command in
            command.options.compactMap { option in option.letter.map { "\($0) \(option.name)" } }
        }
        #expect(
            Set(all).sorted() == [
                "0 null", "f format", "i input", "j jobs", "n count", "n dry-run", "n limit", "o output", "q quiet",
            ])
    }

    @Test("A missing value is noticed before another option is taken for it")
    func missingValue() {
        #expect(throws: ToolError.usage("--timeout needs a value: --timeout S")) { try parse("--timeout") }
        #expect(throws: ToolError.usage("--timeout needs a value: --timeout S")) { try parse("--timeout", "--json") }
        #expect(throws: ToolError.usage("--timeout needs a value: --timeout S")) { try parse("--timeout", "-o") }
        #expect(throws: ToolError.usage("--json takes no value")) { try parse("--json=yes") }
    }

    @Test("An unknown option is named, with the nearest known one")
    func unknownOption() {
        #expect(throws: ToolError.usage("unknown option --timout; did you mean --timeout?")) { try parse("--timout=3") }
        #expect(throws: ToolError.usage("unknown option --xyz; see locate test --help")) { try parse("--xyz") }
        #expect(throws: ToolError.usage("unknown option --csv; did you mean --format csv?")) { try parse("--csv") }
        #expect(throws: ToolError.usage("unknown option -x; see locate test --help")) { try parse("-x") }
    }

    @Test("Help ends the parsing")
    func help() throws {
        #expect(try parse("--help", "--nonsense").wantsHelp)
        #expect(try parse("-h").wantsHelp)
        #expect(throws: ToolError.self) { try parse("--nonsense", "--help") }
    }

    @Test(
        "A wrong value is named with its option and what is expected",
        arguments: ["abc", "-1", "nan", "inf", "0x10", "1e99", "", " 3", "3s"])
    func wrongSeconds(value: String) throws {
        let parsed = try parse("--pause=\(value)")
        let shown = value.isEmpty ? "''" : value
        #expect(throws: ToolError.usage("--pause \(shown): expected a number of seconds, such as 30 or 2.5")) {
            try parsed[Self.pause]
        }
    }

    @Test("Seconds keep their fractions, and the default is that of the declaration")
    func seconds() throws {
        #expect(try parse("--pause=2.5")[Self.pause] == .milliseconds(2500))
        #expect(try parse()[Self.pause] == .seconds(2))
        #expect(Self.pause.description.help == "wait again (default: 2)")
    }
}
