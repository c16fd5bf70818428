import LocationKit
import Testing

@testable import LocateTool

@Suite struct ToolSettingsTests {
    private func defaults(
        _ contents: [String: PropertyListValue], for command: CommandDescription = .locate
    ) -> (values: [String: String], complaints: Int) {
        var complaints = 0
        let values = ToolSettings.defaults(from: contents, for: command) { _ in complaints += 1 }
        return (values, complaints)
    }

    private func options(_ tokens: [String], _ defaults: [String: String]) throws -> LocateOptions {
        var arguments = try ParsedArguments(tokens, for: .locate)
        arguments.defaults = defaults
        return try LocateOptions(arguments)
    }

    @Test("built-in defaults of settings are those of the options", arguments: ToolSettings.options.map(\.name))
    func builtIn(key: String) throws {
        let option = try #require(ToolSettings.options.first { $0.name == key })
        guard let value = option.setting?.builtIn else { return }
        guard CommandDescription.locateOptions.contains(where: { $0.name == key }) else {
            try ToolSettings.check(key, value, for: .reverse)
            let arguments = try ParsedArguments(["0,0", "--provider=photon"], for: .reverse)
            var given = arguments
            given.defaults = [key: value]
            let (plain, set) = (try ReverseOptions(arguments), try ReverseOptions(given))
            #expect((plain.provider, plain.web) == (set.provider, set.web))
            return
        }
        try ToolSettings.check(key, value, for: .locate)
        let (plain, set) = (try options([], [:]), try options([], [key: value]))
        #expect(plain.effectiveTimeout == set.effectiveTimeout)
        #expect((plain.accuracy, plain.maxAge, plain.settle) == (set.accuracy, set.maxAge, set.settle))
        #expect((plain.gpsd, plain.format, plain.quiet) == (set.gpsd, set.format, set.quiet))
        #expect(plain.resolvesAddress == set.resolvesAddress)
    }

    @Test("settings count where the command line says nothing")
    func order() throws {
        let settings = ["accuracy": "5", "quiet": "true", "format": "csv", "timeout": "7", "device": "/dev/x"]
        let plain = try options([], settings)
        #expect((plain.accuracy, plain.quiet, plain.format, plain.device) == (5, true, .csv, "/dev/x"))
        #expect(plain.effectiveTimeout == .seconds(7))
        let given = try options(["--accuracy", "9", "--quiet=false", "--json", "--gpsd", "roof"], settings)
        #expect((given.accuracy, given.quiet, given.format, given.device) == (9, false, .json, nil))
        #expect(try options(["--watch"], settings).effectiveTimeout == nil)
        #expect(try options(["--replay", "x"], settings).source == .replay("x"))
    }

    @Test("what no command takes is complained of, what another takes is passed over")
    func invalid() {
        #expect(defaults(["accuracy": "near", "settle": "2"]) == (["settle": "2"], 1))
        #expect(defaults(["accuracy": 50, "quiet": true, "timeout": 2.5]).values.count == 3)
        #expect(defaults(["format": "nmea"], for: .reverse) == ([:], 0))
        #expect(defaults(["format": "nmea"]) == (["format": "nmea"], 0))
        #expect(defaults(["format": []]) == ([:], 1))
        #expect(defaults(["unknown": "x", "watch": "true"]) == ([:], 0))
    }

    @Test("a switch without a setting takes no value, one with takes true and false alone")
    func switches() throws {
        #expect(throws: ToolError.self) { try ParsedArguments(["--watch=true"], for: .locate) }
        #expect(throws: ToolError.self) { try ParsedArguments(["--quiet=no"], for: .locate) }
        #expect(try ParsedArguments(["--quiet=false", "--quiet"], for: .locate).flag("quiet"))
        #expect(try !ParsedArguments(["--quiet", "--quiet=false"], for: .locate).flag("quiet"))
    }
}
