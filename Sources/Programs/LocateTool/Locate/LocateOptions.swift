import LKGeocoding
import LKPersistence
import LKPositioning
import LKTrackFormats

/// The options of plain `locate`, decoded and checked against each other.
struct LocateOptions {
    /// Where positions come from.
    enum Source: Equatable {
        case gpsd
        /// A recording, played without gpsd.
        case replay(String)
        /// A recording, played through a private gpsd.
        case simulate(String)
    }

    /// The value of `--timeout`; ``effectiveTimeout`` is the limit that applies.
    var timeout: Duration?
    /// The time limit without any satellite in view; `nil`: no such limit.
    var noSatelliteTimeout: Duration?
    /// The accuracy that ends the search, as a 68 % radius in metres; 0 never ends it early.
    var accuracy = 100.0
    /// The maximum age of a usable position.
    var maxAge = Duration.seconds(5)
    /// How long to keep improving after the accuracy is reached.
    var settle = Duration.zero
    /// The minimum quality of a fix; `nil`: any fix.
    var require: LocationManager.FixRequirement?
    /// Whether a run that did not reach the accuracy has failed.
    var strict = false
    /// Whether each update is printed; ``count`` implies it.
    var watch = false
    /// The number of updates to print; `nil`: until interrupted.
    var count: Int?
    /// The gpsd to ask.
    var gpsd = GPSDSource.Endpoint()
    /// The only receiver to use; `nil`: any.
    var device: String?
    /// Where positions come from.
    var source = Source.gpsd
    /// The name of a recording from standard input, for messages.
    var recordingName: String?
    /// The playback speed relative to real time; 0: as fast as possible.
    var speed = 1.0
    /// The page that is written again and again; `nil` for none.
    var map: String?
    /// The file that keeps the raw session.
    var record: String?
    /// Whether the address is looked up.
    var resolvesAddress = true
    /// The web service for addresses; `nil`: none.
    var web: WebOptions?
    /// The preferred languages of the address, in order; `nil`: the settings and the environment decide.
    var languages: [LanguageTag]?
    /// The street indexes for addresses.
    var streets = StreetFiles()
    /// The street indexes that the page draws; `--provider` has no say in them.
    var drawnStreets = StreetFiles()
    /// The user's place name corrections; `nil`: none.
    var corrections: CorrectionOptions?
    /// The output format.
    var format = OutputFormat.text
    /// Whether to suppress hints and progress.
    var quiet = false

    init() {}

    /// The time limit: as given, else 30 seconds, or none while watching.
    var effectiveTimeout: Duration? { timeout ?? (watch ? nil : .seconds(30)) }
}

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
        map = try arguments.path("map")
        guard map == nil || watch else { throw .usage("--map keeps a page while watching; give --watch with it") }
        guard map != "-" else {
            throw .usage("--map - cannot be written again and again to standard output; give --map FILE.html")
        }
        record = try arguments.path("record")
        try refuseInputAsMap()
        try decodeAddress(arguments)
        languages = try arguments.languages("language")
        format = try arguments.outputFormat(for: .fixes, keys: LocationReport.table.templateKeys, of: .locate)
        quiet = arguments.flag("quiet")
    }

    /// Decodes where positions come from, for a command that does something else with them.
    ///
    /// - Throws: A usage error that names the option, its value and what is expected.
    init(source arguments: ParsedArguments) throws(ToolError) {
        self.init()
        try decodeSource(arguments)
    }

    /// Refuses a page in the place of a recording.
    private func refuseInputAsMap() throws(ToolError) {
        guard let map else { return }
        let recording: String? =
            switch source {
            case .replay(let path), .simulate(let path): path
            case .gpsd: nil
            }
        for path in [recording, record] {
            if let path, OutputFile.isSame(path, map) {
                throw ToolError(.cannotCreate, "\(map) is the recording, which is not replaced; name another file")
            }
        }
    }

    private mutating func decodeSource(_ arguments: ParsedArguments) throws(ToolError) {
        if let text = arguments.string("gpsd") {
            guard let address = GPSDSource.Endpoint(text) else {
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
        for name in ["provider", "streets", WebOptions.timeoutKey] + WebOptions.names + CorrectionOptions.names
        where name != "no-cache" {
            try arguments.reject("no-address", with: name)
        }
        web = try WebOptions(arguments, timeoutName: WebOptions.timeoutKey, usualTimeout: .seconds(10))
        streets = try StreetFiles(arguments)
        drawnStreets = try StreetFiles(drawnBy: arguments)
        corrections = try CorrectionOptions(arguments)
        // A provider on the command line asks for an address, whatever the settings say.
        resolvesAddress = arguments.isGiven("provider") || arguments.isGiven("streets") || !arguments.flag("no-address")
    }
}

extension LocateOptions {
    /// The source that the options name.
    func makeSource(recorder: (any ReportRecorder)?) -> any LocationSource {
        switch source {
        case .gpsd: GPSDSource(gpsd, device: device, recorder: recorder)
        case .replay(let path): ReplaySource(path: path, name: recordingName, speed: speed, recorder: recorder)
        case .simulate(let path): SimulatedSource(path: path, name: recordingName, speed: speed, recorder: recorder)
        }
    }

    /// Says what of a recording could not be read.
    func sayLosses(of source: any LocationSource, command: String? = nil) {
        guard let replay = source as? ReplaySource else { return }
        for line in replay.warnings.lines(path: replay.name) {
            Messages.note(line, command: command, as: .warning)
        }
        for note in replay.warnings.notes { Messages.note("\(replay.name): \(note.message)", command: command) }
    }

    /// Puts a recording from standard input into a temporary file, since a recording is read more than once.
    ///
    /// - Parameter command: The command, for messages.
    /// - Returns: What keeps the file; `nil` if the recording is a file already, or there is none.
    /// - Throws: As ``SpooledInput/init(_:note:)``.
    mutating func spoolRecording(command: String? = nil) throws(ToolError) -> SpooledInput? {
        guard source == .replay("-") || source == .simulate("-") else { return nil }
        let isQuiet = quiet
        let spool = try SpooledInput("-") { if !isQuiet { Messages.note($0, command: command) } }
        source = source == .replay("-") ? .replay(spool.path) : .simulate(spool.path)
        recordingName = StandardInput.name
        return spool
    }

    /// The file of `--record`, created.
    func makeRecording() throws(ToolError) -> SessionRecording? {
        guard let record else { return nil }
        do throws(PositioningError) { return try SessionRecording(path: record) } catch {
            throw ToolError(.cannotCreate, "the recording cannot be created: \(error.message)")
        }
    }

    /// Sets a manager up; while watching no accuracy ends the session.
    func apply(to manager: LocationManager) {
        manager.desiredAccuracy = watch ? 0 : accuracy
        manager.timeout = effectiveTimeout
        manager.noSatelliteTimeout = noSatelliteTimeout
        manager.maximumAge = maxAge
        manager.settle = settle
        manager.requirement = require ?? .twoDimensional
    }
}
