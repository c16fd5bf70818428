import Synchronization
import Testing

@testable import LKCommandLine
@testable import LocateTool

@Suite("Declarations of options") struct OptionTests {
    @Test(
        "A command reads only options that it lists, with the words of its own help",
        arguments: CommandTable.commands.filter { $0.action != nil }.map(\.path))
    func listed(path: [String]) throws {
        let command = try #require(CommandTable.command(path))
        let action = try #require(command.action)
        // To read another option stops a debug build.
        try action.check(try ParsedArguments(action.sample, for: command))
        let arguments = try ParsedArguments(action.sample, for: command)
        for option in command.declarations { #expect(arguments.hasOption(option)) }
        #expect(!arguments.hasOption(Flag("typo", "no option of a command")))
        #expect(!arguments.hasOption(Flag("quiet", "another help than that of the command")))
    }

    @Test(
        "Every option that a command lists is read when its command line is decoded",
        arguments: CommandTable.commands.filter { $0.action != nil }.map(\.path))
    func read(path: [String]) throws {
        let command = try #require(CommandTable.command(path))
        let action = try #require(command.action)
        let read = Mutex<Set<String>>([])
        // Some lines are usage errors, after which the rest is not read.
        let lines = [[]] + command.options.map { [$0.takesValue ? "--\($0.name)=1" : "--\($0.name)"] }
        for line in lines {
            var arguments = try ParsedArguments(action.sample + line, for: command)
            arguments.onRead = { name in read.withLock { _ = $0.insert(name) } }
            do throws(ToolError) { try action.check(arguments) } catch { #expect(error.code != .success) }
        }
        // The tool itself reads these.
        let common = [ColorChoice.option.name, FormOptions.csvSafe.name]
        let unread = Set(command.options.map(\.name)).subtracting(read.withLock { $0 }).subtracting(common)
        #expect(unread.isEmpty, "\(command.fullName) lists \(unread.sorted())")
    }

    @Test(
        "The default that help and settings show is the value of an option that is not given",
        arguments: CommandTable.commands.map(\.path))
    func defaults(path: [String]) throws {
        for option in try #require(CommandTable.command(path)).declarations {
            guard let text = option.description.usualText else { continue }
            #expect(option.description.help.contains("(default: \(text)"), "--\(option.name)")
            try expectDefault(option, text)
        }
    }

    private func expectDefault(_ option: some OptionDeclaration, _ text: String) throws {
        var (plain, shown) = ("", "")
        dump(try option.value(of: OptionText()), to: &plain)
        dump(try option.value(of: OptionText(given: [text])), to: &shown)
        #expect(plain == shown, "--\(option.name) \(text)")
    }

    @Test("Help has the default where it says so, else at its end, and none for an option without one")
    func help() {
        let inside = Option("a", .metres, default: 100.5, "stop (default: \(.default), if at all) \(7)")
        #expect(inside.description.help == "stop (default: 100.5, if at all) 7")
        #expect(Option("a", .metres, default: 0, "stop").description.help == "stop (default: 0)")
        #expect(Option("a", .metres, "stop").description.help == "stop")
        #expect(Flag("a", "stop").description.help == "stop")
    }

    @Test("A setting has the default of its option, and none where commands have different ones")
    func settings() {
        let values = Dictionary(uniqueKeysWithValues: ToolSettings.entries.map { ($0.key, $0.builtIn) })
        #expect(values["timeout"] == "30" && values["max-gap"] == "1800" && values["max-error"] == "5km")
        #expect(values["gpsd"] == "localhost:2947" && values["quiet"] == "false" && values["format"] == "text")
        #expect(values["web-timeout"] == .some(nil) && values["require"] == .some(nil))
    }

    @Test("The last of a repeated option counts before a setting, and all values of a repeatable one")
    func repeated() throws {
        let option = Option("a", .count(from: 1, expected: "a number"), default: 3, "count")
        #expect(try option.value(of: OptionText(given: ["4", "5"], setting: "6")) == 5)
        #expect(try option.value(of: OptionText(setting: "6")) == 6)
        #expect(try option.value(of: OptionText()) == 3)
        let list = Option(repeatable: "a", .count(from: 1, expected: "a number"), "count")
        #expect(try list.value(of: OptionText(given: ["4", "5"], setting: "6")) == [4, 5])
        #expect(throws: ToolError.usage("--a 0: expected a number")) {
            try list.value(of: OptionText(given: ["4", "0"]))
        }
    }

    @Test("A problem shows the value, another text in its place, or nothing")
    func problems() throws {
        func message(_ shown: ValueProblem.Shown, _ value: String) throws -> String? {
            let kind = ValueKind<String>("X") { text throws(ValueProblem) in throw .expected("more", shown: shown) }
            let option = Option("a", kind, "try")
            let error = #expect(throws: ToolError.self) { try option.value(of: OptionText(given: [value])) }
            return error?.message
        }
        #expect(try message(.value, "x") == "--a x: expected more")
        #expect(try message(.value, "") == "--a '': expected more")
        #expect(try message(.text("...@host"), "user@host") == "--a ...@host: expected more")
        #expect(try message(.nothing, "x") == "--a: expected more")
    }
}
