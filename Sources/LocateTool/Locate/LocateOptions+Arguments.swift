import Positioning

extension LocateOptions {
    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        self.init()
        try arguments.rejectPositionals(of: .locate)
        noSatelliteTimeout = try arguments.seconds("no-satellite-timeout")
        accuracy = try arguments.metres("accuracy") ?? accuracy
        maxAge = try arguments.seconds("max-age") ?? maxAge
        settle = try arguments.seconds("settle") ?? settle
        require = try arguments.choice("require")
        strict = arguments.flag("strict")
        count = try arguments.count("count", minimum: 1, expected: "a number of updates, 1 or more")
        watch = arguments.flag("watch") || count != nil
        // The setting takes the place of the 30 seconds, which do not count while watching.
        if !watch || arguments.isGiven("timeout") { timeout = try arguments.seconds("timeout") }
        if timeout == .zero {
            throw .usage("--timeout 0: nothing can be received in no time; expected some seconds, such as 30")
        }
        try arguments.reject("watch", with: "strict")
        try arguments.reject("count", with: "strict")
        try decodeSource(arguments)
        record = try arguments.path("record")
        try decodeAddress(arguments)
        languages = try arguments.languages("language")
        try decodeFormat(arguments)
        quiet = arguments.flag("quiet")
    }

    /// Decodes where positions come from, for a command that does something else with them.
    ///
    /// - Throws: A usage error that names the option, its value and what is expected.
    init(source arguments: ParsedArguments) throws(ToolError) {
        self.init()
        try decodeSource(arguments)
    }

    private mutating func decodeSource(_ arguments: ParsedArguments) throws(ToolError) {
        if let text = arguments.string("gpsd") {
            guard let address = GPSDEndpoint(text) else {
                throw ParsedArguments.wrong(
                    "gpsd", text, expected: "HOST or HOST:PORT, such as localhost:2947 or [::1]:2947")
            }
            gpsd = address
        }
        // A receiver of the settings belongs to the gpsd of the settings.
        if arguments.isGiven("device") || !arguments.isGiven("gpsd") { device = try arguments.path("device") }
        try arguments.reject("replay", with: "simulate")
        try arguments.reject("replay", with: "gpsd")
        try arguments.reject("simulate", with: "gpsd")
        try arguments.reject("replay", with: "device")
        try arguments.reject("simulate", with: "device")
        if let path = try arguments.path("replay") { source = .replay(path) }
        if let path = try arguments.path("simulate") { source = .simulate(path) }
        let limit = "a number of times as fast, such as 10; 0 is as fast as possible"
        speed = try arguments.number("speed", in: 0...1e6, expected: limit) ?? speed
        if arguments.isGiven("speed"), source == .gpsd {
            throw .usage("--speed is for recordings; give --replay FILE or --simulate FILE with it")
        }
    }

    private mutating func decodeAddress(_ arguments: ParsedArguments) throws(ToolError) {
        for name in ["provider", WebOptions.timeoutKey] + WebOptions.names + CorrectionOptions.names
        where name != "no-cache" {
            try arguments.reject("no-address", with: name)
        }
        let provider: ReverseOptions.Provider = try arguments.choice("provider") ?? .auto
        web = try WebOptions(
            WebOptions.Service(rawValue: provider.rawValue), arguments, timeoutName: WebOptions.timeoutKey,
            usualTimeout: .seconds(10))
        corrections = try CorrectionOptions(arguments)
        // Who names a provider wants an address, whatever the settings say of it.
        resolvesAddress = arguments.isGiven("provider") || !arguments.flag("no-address")
    }

    private mutating func decodeFormat(_ arguments: ParsedArguments) throws(ToolError) {
        format = try arguments.format() ?? format
        guard let text = arguments.string("template") else { return }
        try arguments.reject("template", with: "format")
        try arguments.reject("template", with: "json")
        template = try OutputTemplate(text, keys: LocationReport.templateKeys, of: "locate")
    }
}
