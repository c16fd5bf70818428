import LKPositioning
import Testing

@testable import LKCommandLine
@testable import LKPositionCommands

@Suite struct LocateOptionsTests {
    private func options(_ tokens: String...) throws(ToolError) -> LocateOptions {
        try LocateOptions(try ParsedArguments(tokens, for: .locate))
    }

    @Test("The defaults are those of the help")
    func defaults() throws {
        let options = try options()
        #expect(options.timeout == .seconds(30))
        #expect(options.noSatelliteTimeout == nil)
        #expect(options.accuracy == 100)
        #expect(options.maximumAge == .seconds(5))
        #expect(options.settle == .zero)
        #expect(options.require == nil)
        #expect(options.gpsd == GPSDSource.Endpoint())
        #expect(options.source == .gpsd)
        #expect(options.speed == 1)
        #expect(options.resolvesAddress)
        #expect(options.format == .text)
    }

    @Test("While watching the timeout is off unless it is given")
    func watch() throws {
        #expect(try options("--watch").timeout == nil)
        #expect(try options("--watch", "--timeout", "7").timeout == .seconds(7))
        #expect(try options("--count", "3").watch)
    }

    @Test("Every option is decoded")
    func all() throws {
        let options = try options(
            "--no-satellite-timeout", "9", "--accuracy=0", "--max-age", "1.5", "--settle", "2", "--require", "rtk",
            "--strict", "--replay", "x.nmea", "--speed", "0", "--record", "r.json",
            "--no-address", "--language", "ja,en", "--json", "--quiet")
        #expect(options.noSatelliteTimeout == .seconds(9))
        #expect(options.accuracy == 0)
        #expect(options.maximumAge == .milliseconds(1500))
        #expect(options.settle == .seconds(2))
        #expect(options.require == .rtk)
        #expect(options.strict)
        #expect(try self.options("--device", "/dev/ttyACM0").device == "/dev/ttyACM0")
        #expect(options.source == .replay("x.nmea"))
        #expect(options.speed == 0)
        #expect(options.record == "r.json")
        #expect(!options.resolvesAddress)
        #expect(options.languages?.count == 2)
        #expect(options.format == .json)
        #expect(options.quiet)
    }

    @Test(
        "What makes no sense together or alone is a usage error",
        arguments: [
            ["--replay", "a", "--simulate", "b"], ["--replay", "a", "--gpsd", "h"], ["--speed", "2"],
            ["--replay", "a", "--device", "d"], ["--simulate", "a", "--device", "d"], ["--watch", "--strict"],
            ["--json", "--format", "csv"], ["--template", "%fix", "--json"], ["--template", "%nothing"],
            ["--count", "0"], ["--count", "1.5"], ["--require", "4d"], ["--gpsd", "host:port"], ["--record", ""],
            ["--language", "!"], ["words"], ["--timeout", "0"], ["--watch", "--timeout", "0.0"],
        ])
    func wrong(tokens: [String]) {
        #expect {
            try LocateOptions(try ParsedArguments(tokens, for: .locate))
        } throws: { ($0 as? ToolError)?.code == .usage }
    }

    @Test("Addresses of gpsd are taken apart")
    func addresses() {
        #expect(GPSDSource.Endpoint("roof")?.host == "roof")
        #expect(GPSDSource.Endpoint("roof:2948")?.port == 2948)
        #expect(GPSDSource.Endpoint("[::1]:2948")?.host == "::1")
        #expect(GPSDSource.Endpoint("[::1]:2948")?.port == 2948)
        #expect(GPSDSource.Endpoint("::1")?.host == "::1")
        #expect(GPSDSource.Endpoint("fe80::1")?.port == 2947)
        for wrong in ["", ":", "h:", "h:0", "h:70000", "h:x", "[::1", "[::1]x", "a b"] {
            #expect(GPSDSource.Endpoint(wrong) == nil, "\(wrong)")
        }
    }
}
