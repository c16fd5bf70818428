import FoundationEssentials
package import LKCommandLine
import LKGeo
import LKGeocoding
import LKLifetime
import LKPositioning
import LKSharedOptions
import LKStorage

extension CommandDescription {
    /// `locate` itself: where am I.
    package static let locate = CommandDescription(
        summary: "show where this computer is, using a satellite receiver and gpsd",
        usage: [
            "[options]", "reverse LAT LON [options]", "search TEXT [options]", "format [options]",
            "photos COMMAND", "track COMMAND", "data COMMAND", "settings COMMAND",
        ],
        discussion: [
            "Without a command, locate waits for a position that is accurate enough, prints it with its address, "
                + "and exits. Results go to standard output, everything else to standard error.",
            "With --provider \(WebService.alternatives), a web service supplies the address. If it does not answer "
                + "in time, the position is printed with the built-in address, and standard error says why. With "
                + "--watch, an answer is reused within \(Int(MovingGeocoder.Configuration().reach)) m, and after a failure the service is "
                + "not asked for \(Int(MovingGeocoder.Configuration().pause / .seconds(1))) s.",
            "With --watch, the loss of gpsd, its receiver or the fix, and its return, are reported as they happen: on the "
                + "terminal's status line, or else on standard error, and in JSON as objects of their own, with reason "
                + "and error for a loss and recovered for a return. A fix counts as lost after 5 s, or two and a half "
                + "intervals of a slow receiver.",
            "locate settings changes the defaults of options. An option on the command line takes precedence; "
                + "--quiet=false turns off a switch that a setting turns on.",
            "Short options can share a dash: -qn is -q -n, and -qnj4 is -q -n -j 4. -n is --dry-run in commands "
                + "that write photos, and a number elsewhere (--count, --limit). Where - stands for standard input, a "
                + "file called - is ./-.",
            "Environment: LC_ALL, LC_MESSAGES and LANG choose the language of addresses unless an option or setting "
                + "does; LOCATIONKIT_DATA names a file of places to use instead of the built-in one; NO_COLOR turns "
                + "colours off, and CLICOLOR_FORCE turns them on for pipes too, unless --color is given.",
        ],
        options: LocateOptions.all,
        appendices: [.keywords(LocationReport.table.listedKeys)],
        examples: [
            .init("show where this computer is", "locate"),
            .init("wait at most a minute, and print JSON", "locate --json --timeout 60"),
            .init(
                "print one line per update until interrupted",
                "locate --watch --template '%localTime %latitude %longitude'"),
            .init("play a recording without a receiver", "locate --replay walk.nmea --speed 10 --watch"),
        ],
        action: CommandAction(LocateOptions.init(_:), run: LocateCommand.run)
    )
}

/// Plain `locate`: where am I.
enum LocateCommand {
    static func run(_ options: LocateOptions, output: Output) throws(ToolError) -> ExitCode {
        var options = options
        let spool = try options.spoolRecording()
        defer { withExtendedLifetime(spool) {} }
        if options.watch { output.flushesLines = true }
        let printer = try LocationPrinter(options, output: output)
        let recording = try options.makeRecording()
        let source = options.makeSource(recorder: recording)
        defer { options.sayLosses(of: source) }
        let manager = LocationManager(source: source)
        options.apply(to: manager)
        let map = try options.map.map { (path) throws(ToolError) in
            // What names places has said which regions are passed over.
            let isSaid = options.resolvesAddress && options.streets.usesRegions
            let streets = try options.drawnStreets.open(for: nil, warns: !isSaid)
            return try LiveMap(
                path, languages: options.languages, streets: streets, corrections: printer.corrections)
        }
        var run = LocateRun(options, manager: manager, printer: printer, map: map)
        guard let recording else { return try run.run() }
        // A signal ends the session; the file is closed before the process ends, also when the output is stuck.
        let token = try begin(recording)
        defer { token.end() }
        // The source's thread may still hold lines; the file is complete once it is closed.
        defer { recording.finish() }
        let code = try run.run()
        recording.finish()
        if let failure = recording.failure { throw ToolError(.ioError, failure.message) }
        return code
    }

    private static func begin(_ recording: SessionRecording) throws(ToolError) -> TaskCompletion.Token {
        do throws(StorageError) {
            return try TaskCompletion.shared.begin("recording to \(recording.path)") { recording.finish() }
        } catch {
            throw ToolError(error)
        }
    }
}
