package import LKCommandLine
package import LKGeocoding
import LKPositioning
import LKSharedOptions
import LKStorage
import LKTrackFormats

/// The options of plain `locate`, decoded and checked against each other.
package struct LocateOptions {
    /// Where positions come from.
    enum Source: Equatable {
        case gpsd
        /// A recording, played without gpsd.
        case replay(String)
        /// A recording, played through a private gpsd.
        case simulate(String)
    }

    /// The time limit; `nil` for none, as while watching unless one is given.
    var timeout: Duration?
    /// The time limit without any satellite in view; `nil`: no such limit.
    var noSatelliteTimeout: Duration?
    /// The accuracy that ends the search, as a 68 % radius in metres; 0 never ends it early.
    var accuracy = Self.accuracy.default
    /// The maximum age of a usable position.
    var maximumAge = Self.maximumAge.default
    /// How long to keep improving after the accuracy is reached.
    var settle = Self.settle.default
    /// The minimum quality of a fix; `nil`: any fix.
    var require: LocationManager.FixRequirement?
    /// Whether a run that did not reach the accuracy has failed.
    var strict = false
    /// Whether each update is printed; ``count`` implies it.
    var watch = false
    /// The number of updates to print; `nil`: until interrupted.
    var count: Int?
    /// The gpsd to ask.
    var gpsd = Self.gpsd.default
    /// The only receiver to use; `nil`: any.
    var device: String?
    /// Where positions come from.
    var source = Source.gpsd
    /// The name of a recording from standard input, for messages.
    var recordingName: String?
    /// The playback speed relative to real time; 0: as fast as possible.
    var speed = Self.speed.default
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

    private init() {}
}

extension LocateOptions {
    static let timeout = Option(
        "timeout", .seconds, default: .seconds(30),
        "give up after S seconds (default: \(.default); with --watch: never)"
    ).settable()
    static let noSatelliteTimeout = Option(
        "no-satellite-timeout", .seconds, "give up after S seconds with no satellite in view (default: off)"
    ).settable()
    static let accuracy = Option(
        "accuracy", .metres, default: 100, "stop once the accuracy is M metres or better; 0: never stop early"
    ).settable()
    static let maximumAge = Option(
        "max-age", .seconds, default: .seconds(5), "ignore positions older than S seconds"
    ).settable()
    static let settle = Option(
        "settle", .seconds, default: .zero, "once accurate enough, look for a better fix for S more seconds"
    ).settable()
    static let require = Option(
        "require", .choice(LocationManager.FixRequirement.self), "ignore fixes of a lower quality"
    ).settable()
    static let strict = Flag("strict", "exit with status 75 if the accuracy was not reached in time")
    static let watch = Flag("watch", "print each update until interrupted")
    static let count = Option(
        "count", .count(from: 1, expected: "a number of updates, 1 or more"),
        "stop after N updates; implies --watch")
    static let map = Option(
        "map", .path("FILE.html"),
        "with --watch, keep a page with the position, the way, the sky and streets of street indexes; it reloads itself"
    )
    static let gpsd = Option(
        "gpsd", ValueKind("HOST[:PORT]", decode: endpoint), default: GPSDSource.Endpoint(), "the gpsd to ask"
    ).settable()
    static let device = Option("device", .path("PATH"), "use only this receiver, as gpsd names it").settable()
    static let replay = Option(
        "replay", .path(), "play a recording (gpsd JSON, NMEA or GPX) without gpsd; - is standard input")
    static let speed = Option(
        "speed",
        .number("X", in: 0...1e6, expected: "a number of times as fast, such as 10; 0 is as fast as possible"),
        default: 1, "play X times as fast; 0: as fast as possible")
    static let simulate = Option(
        "simulate", .path(), "play a recording through a private gpsd; - is standard input")
    static let record = Option("record", .path(), "keep the raw session for --replay and bug reports")
    static let noAddress = Flag("no-address", "do not look up the address").settable()
    package static let language = Option(
        "language", .languages, "languages of the address, in order of preference"
    ).settable()
    static let quiet = Flag.quiet("hints and progress")

    /// Where positions come from, which other commands ask too.
    static let sources: [any OptionDeclaration] = [gpsd, device, replay, speed, simulate]

    /// What names the place.
    private static let naming: [any OptionDeclaration] =
        [WebOptions.provider, StreetFiles.streets] + webNaming
    private static let webNaming: [any OptionDeclaration] =
        CorrectionOptions.all + WebOptions.allBesidesTimeout + [WebOptions.privacy]

    static let all: [any OptionDeclaration] =
        [timeout, noSatelliteTimeout, accuracy, maximumAge, settle, require, strict, watch, count, map] + sources
        + [record, noAddress, WebOptions.provider, StreetFiles.streets, language] + FormOptions.fixes.all + [quiet]
        + webNaming

    private static func endpoint(_ text: String) throws(ValueProblem) -> GPSDSource.Endpoint {
        guard let address = GPSDSource.Endpoint(text) else {
            throw .expected("HOST or HOST:PORT, such as localhost:2947 or [::1]:2947")
        }
        return address
    }
}

extension LocateOptions {
    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        self.init()
        try arguments.rejectPositionals(of: .locate)
        noSatelliteTimeout = try arguments[Self.noSatelliteTimeout]
        accuracy = try arguments[Self.accuracy]
        maximumAge = try arguments[Self.maximumAge]
        settle = try arguments[Self.settle]
        require = try arguments[Self.require]
        strict = arguments[Self.strict]
        count = try arguments[Self.count]
        watch = arguments[Self.watch] || count != nil
        // Neither the default nor a setting counts while watching.
        if !watch || arguments.isGiven(Self.timeout) { timeout = try arguments[Self.timeout] }
        if timeout == .zero {
            throw .usage("--timeout 0: nothing can be received in no time; expected some seconds, such as 30")
        }
        try arguments.reject(Self.watch, with: Self.strict)
        try arguments.reject(Self.count, with: Self.strict)
        try decodeSource(arguments)
        map = try arguments[Self.map]
        guard map == nil || watch else { throw .usage("--map keeps a page while watching; give --watch with it") }
        guard map != "-" else {
            throw .usage("--map - cannot be written again and again to standard output; give --map FILE.html")
        }
        record = try arguments[Self.record]
        try refuseInputAsMap()
        try decodeAddress(arguments)
        languages = try arguments[Self.language]
        format = try arguments.outputFormat(for: .fixes, keys: LocationReport.table.templateKeys, of: .locate)
        quiet = arguments[Self.quiet]
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
        gpsd = try arguments[Self.gpsd]
        // A receiver of the settings belongs to the gpsd of the settings.
        if arguments.isGiven(Self.device) || !arguments.isGiven(Self.gpsd) { device = try arguments[Self.device] }
        try arguments.reject(Self.replay, with: Self.simulate)
        try arguments.reject(Self.replay, with: Self.gpsd)
        try arguments.reject(Self.simulate, with: Self.gpsd)
        try arguments.reject(Self.replay, with: Self.device)
        try arguments.reject(Self.simulate, with: Self.device)
        if let path = try arguments[Self.replay] { source = .replay(path) }
        if let path = try arguments[Self.simulate] { source = .simulate(path) }
        speed = try arguments[Self.speed]
        if arguments.isGiven(Self.speed), source == .gpsd {
            throw .usage("--speed is for recordings; give --replay FILE or --simulate FILE with it")
        }
    }

    private mutating func decodeAddress(_ arguments: ParsedArguments) throws(ToolError) {
        for option in Self.naming { try arguments.reject(Self.noAddress, with: option) }
        web = try WebOptions(arguments, timeout: WebOptions.besidesTimeout)
        streets = try StreetFiles(arguments)
        drawnStreets = try StreetFiles(arguments, StreetFiles.streets)
        corrections = try CorrectionOptions(arguments)
        // A provider on the command line asks for an address, whatever the settings say.
        let asks = arguments.isGiven(WebOptions.provider) || arguments.isGiven(StreetFiles.streets)
        resolvesAddress = asks || !arguments[Self.noAddress]
    }
}

extension LocateOptions {
    /// Returns the source that the options name.
    func makeSource(recorder: (any ReportRecorder)?) -> any LocationSource {
        switch source {
        case .gpsd: GPSDSource(gpsd, device: device, recorder: recorder)
        case .replay(let path): ReplaySource(path: path, name: recordingName, speed: speed, recorder: recorder)
        case .simulate(let path): SimulatedSource(path: path, name: recordingName, speed: speed, recorder: recorder)
        }
    }

    /// Reports what could not be read of a recording.
    func sayLosses(of source: any LocationSource, command: String? = nil) {
        guard let replay = source as? ReplaySource else { return }
        for line in replay.warnings.lines(path: replay.name) {
            Messages.note(line, command: command, as: .warning)
        }
        for note in replay.warnings.notes { Messages.note("\(replay.name): \(note.message)", command: command) }
    }

    /// Copies a recording from standard input into a temporary file, since a recording is read more than once.
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

    /// Creates the file of `--record`.
    func makeRecording() throws(ToolError) -> SessionRecording? {
        guard let record else { return nil }
        do throws(PositioningError) { return try SessionRecording(path: record) } catch {
            throw ToolError(.cannotCreate, "the recording cannot be created: \(error.message)")
        }
    }

    /// Sets a manager up; while watching no accuracy ends the session.
    func apply(to manager: LocationManager) {
        manager.desiredAccuracy = watch ? 0 : accuracy
        manager.timeout = timeout
        manager.noSatelliteTimeout = noSatelliteTimeout
        manager.maximumAge = maximumAge
        manager.settle = settle
        manager.requirement = require ?? .twoDimensional
    }
}

extension FormOptions {
    /// Those of `locate`.
    static let fixes = FormOptions(
        format: Option("format", .form(for: .fixes), default: .text, "output format").settable())
}
