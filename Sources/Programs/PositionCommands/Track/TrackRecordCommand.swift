import Glibc
package import LKCommandLine
import LKLifetime
import LKPositioning
import LKSharedOptions
import LKStorage
import LKTrackFormats
import LKTracks
import Synchronization

extension CommandDescription {
    /// `locate track record`: keeps a track.
    package static let trackRecord = CommandDescription(
        path: ["track", "record"],
        summary: "record a track until interrupted, into a file that survives crashes and power failures",
        usage: ["FILE [options]"],
        discussion: [
            "FILE is a track log; an existing one is continued. If it is damaged, every intact point is continued, "
                + "and the damaged file is kept beside it under another name. Every point is safe on the disk at the "
                + "latest a second after it came, even if the program is killed or power fails. While the disk is full "
                + "or missing, points wait in memory. Only one program can record into a file.",
            "The loss of gpsd, its receiver or the fix, and its return, are reported as they happen: on the terminal's "
                + "status line, or else on standard error. The recording continues as soon as there are positions again.",
            "With --interval and --distance, a point is kept as soon as either is reached. A new segment begins "
                + "after a minute without a fix, and when another receiver takes over. For GPX and other formats, "
                + "export the log.",
        ],
        arguments: [ArgumentDescription(name: "FILE", help: "the track log, created if missing")],
        options: TrackRecordOptions.all,
        examples: [
            .init("record a point every five seconds", "locate track record walk.track --interval 5"),
            .init(
                "record good points for an hour",
                "locate track record walk.track --accuracy 20 --distance 10 --duration 3600"),
            .init("turn a recording into a track", "locate track record walk.track --replay walk.nmea --speed 0"),
        ],
        action: CommandAction(
            sample: ["x.track"], TrackRecordOptions.init,
            run: { options, _ throws(ToolError) in try TrackRecordCommand.run(options) })
    )
}

/// `locate track record`: records a track into a file that survives crashes and power failures.
enum TrackRecordCommand {
    static func run(_ options: TrackRecordOptions) throws(ToolError) -> ExitCode {
        var options = options
        let spool = try options.source.spoolRecording(command: "track record")
        defer { withExtendedLifetime(spool) {} }
        try OutputFile.requireFolder(of: options.path)
        // Before the log is opened or created, so that a program that sees the file can end the recording with a
        // signal.
        let mailbox = Mailbox<TrackRecordRun.Item>()
        let watch = try StopWatch { cause in mailbox.send(.stop(cause), urgent: true) }
        defer { watch.cancel() }
        var status = stat()
        if stat(options.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            let folder = options.path.hasSuffix("/") ? options.path : options.path + "/"
            throw ToolError(
                .cannotCreate, "\(options.path) is a folder; name a file in it, such as \(folder)walk.track")
        }
        let isNew = access(options.path, F_OK) != 0
        // Begun before the log is created: a stop that comes meanwhile would otherwise leave it unfinished. Finishes the log even if
        // the run does not end in time.
        let log = OpenLog()
        let token: TaskCompletion.Token
        do throws(StorageError) {
            token = try TaskCompletion.shared.begin("recording to \(options.path)") { log.finish() }
        } catch {
            if let cause = TaskCompletion.shared.cause { throw ToolError(ExitCode(cause), "") }
            throw ToolError(error)
        }
        defer { token.end() }
        let recorder: TrackRecorder
        do throws(TrackError) {
            var configuration = TrackRecorder.Configuration()
            configuration.name = options.name
            configuration.software = "locate \(ToolVersion.current)"
            configuration.filter = options.filter
            recorder = try TrackRecorder(path: options.path, configuration: configuration)
        } catch { throw ToolError(error) }
        log.open(recorder)
        if let repair = recorder.repair {
            say(
                "\(options.path) was damaged: \(TrackWarningText.text(repair)); the damaged file is now "
                    + "\(repair.originalPath)")
        }
        let source = options.source.makeSource(recorder: nil)
        defer { options.source.sayLosses(of: source, command: "track record") }
        let manager = LocationManager(source: source)
        manager.desiredAccuracy = 0
        manager.timeout = nil
        var run = TrackRecordRun(options, manager: manager, recorder: recorder, mailbox: mailbox)
        let outcome: Result<ExitCode, ToolError>
        do throws(ToolError) { outcome = .success(try run.run()) } catch { outcome = .failure(error) }
        do throws(TrackError) { try recorder.finishAndWait() } catch { throw Self.failure(error, recorder) }
        let snapshot = recorder.snapshot
        // A source without any fix leaves no empty log behind.
        let isNothing = snapshot.pointCount == 0
        if case .failure = outcome, isNew, isNothing {
            unlink(recorder.path)
            return try outcome.get()
        }
        if !options.source.quiet { say(TrackStatusText.summary(snapshot, path: options.path)) }
        if options.explains || isNothing && !options.source.quiet {
            say(TrackStatusText.explanation(snapshot) ?? "every fix was kept")
        }
        return try outcome.get()
    }

    /// Returns the error for a recording that could not be finished, with the data lost.
    private static func failure(_ error: TrackError, _ recorder: TrackRecorder) -> ToolError {
        var failure = ToolError(error)
        let lost = recorder.snapshot.pendingCount
        if lost > 0 { failure.message += "; \(lost) fixes, marks and notes that waited in memory are lost" }
        return failure
    }

    private static func say(_ sentence: String) { Messages.note(sentence, command: "track record") }
}

/// The log that is being recorded, once it is open.
private final class OpenLog: Sendable {
    private let recorder = Mutex<TrackRecorder?>(nil)

    func open(_ recorder: TrackRecorder) { self.recorder.withLock { $0 = recorder } }

    /// Finishes the log, on the thread of a stop whose time is over.
    func finish() { try? recorder.withLock { $0 }?.finishAndWait() }
}

/// The options of `locate track record`, decoded and checked against each other.
struct TrackRecordOptions {
    /// The track log.
    var path: String
    /// The name of the track; `nil` keeps the present one.
    var name: String?
    /// The minimum time between two points; 0: any.
    var interval: Duration
    /// The minimum distance between two points, in metres; 0: any.
    var distance: Double
    /// The maximum radius of a point, in metres; `nil`: any, even unknown.
    var accuracy: Double?
    /// The duration of the recording; `nil`: until the source ends or a signal arrives.
    var duration: Duration?
    /// Whether to report at the end how many fixes were suppressed, and why.
    var explains: Bool
    /// The source of positions, and whether to suppress hints.
    var source: LocateOptions

    static let interval = Option(
        "interval", .seconds("5", upTo: 1e9), default: .zero,
        "keep a point S seconds after the last one (default: \(.default), every point)"
    ).settable()
    static let distance = Option(
        "distance", .metres, default: 0,
        "keep a point M metres from the last one (default: \(.default), every point)"
    ).settable()
    /// Not the setting for the accuracy that ends a search: it would suppress points.
    static let accuracy = Option(
        "accuracy", .metres,
        "keep only points with a known accuracy of M metres or better (default: any; setting: track-accuracy)"
    ).settable(as: "track-accuracy")
    static let duration = Option("duration", .seconds, "stop after S seconds")
    static let name = Option("name", .text("TEXT"), "name of the track")
    static let explain = Flag("explain", "report at the end how many fixes were dropped, and why")
    static let quiet = Flag.quiet("progress and the summary")

    static let all: [any OptionDeclaration] =
        [interval, distance, accuracy, duration, name, explain] + LocateOptions.sources + [quiet]

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        guard arguments.positionals.count == 1, let path = arguments.positionals.first, !path.isEmpty else {
            throw .usage("needs the file to record into: locate track record FILE")
        }
        guard path != "-" else { throw .usage("a track is recorded into a file, not to standard output; name one") }
        if let name = ForeignLogName(path) {
            throw .usage(
                "a recording is a track log, not \(name.title); record into \(name.logPath), and export that: "
                    + name.export(of: name.logPath))
        }
        self.path = path
        name = try arguments[Self.name].flatMap { $0.isEmpty ? nil : $0 }
        interval = try arguments[Self.interval]
        distance = try arguments[Self.distance]
        accuracy = try arguments[Self.accuracy]
        duration = try arguments[Self.duration]
        explains = arguments[Self.explain]
        source = try LocateOptions(source: arguments)
        source.quiet = arguments[Self.quiet]
    }

    /// Selects the fixes to record: accurate ones, at the minimum time and distance.
    var filter: LocationFilter {
        var conditions: [LocationFilter] = []
        if let accuracy { conditions.append(.accuracy(accuracy, acceptsUnknown: false)) }
        var steps: [LocationFilter] = []
        if interval > .zero { steps.append(.interval(interval)) }
        if distance > 0 { steps.append(.distance(distance)) }
        if !steps.isEmpty { conditions.append(.any(steps)) }
        return .all(conditions)
    }
}

/// A file name with an extension that is not one of a track log.
struct ForeignLogName {
    /// The format that the extension suggests.
    let title: String
    /// The same name with the extension of a track log.
    let logPath: String
    private let path: String
    private let format: TrackFormat?

    /// Extensions mistaken for those of track logs, besides the formats that can be written.
    private static let titles = [
        "json": "JSON", "xml": "XML", "txt": "text", "kmz": "KMZ", "fit": "FIT", "tcx": "TCX", "igc": "IGC",
        "zip": "a ZIP archive", "gz": "a compressed file", "bz2": "a compressed file", "xz": "a compressed file",
        "zst": "a compressed file", "htm": "a web page", "html": "a web page", "svg": "an image", "png": "an image",
        "jpg": "an image", "jpeg": "an image", "pdf": "PDF",
    ]

    /// Creates the problem of a name, or returns `nil` if it is suitable for a track log.
    init?(_ path: String) {
        guard let title = Self.title(path) else { return nil }
        self.title = title
        self.path = path
        format = Self.ending(path).flatMap(TrackFormat.init(unsharedExtension:))
        var stem = path
        while Self.title(stem) != nil, let dot = stem.lastIndex(of: ".") { stem = String(stem[..<dot]) }
        logPath = stem + ".track"
    }

    /// Returns the command that exports a log to the format of the extension.
    ///
    /// - Parameter log: The log, with further options.
    /// - Returns: The command, with the formats to choose from if the extension names none that can be written.
    func export(of log: String) -> String {
        if let format, TrackFormat.writable.contains(format) { return "locate track export \(log) -o \(path)" }
        let titles = Suggestion.alternatives(TrackFormat.writable.map(\.title))
        return "locate track export \(log) -f FORMAT writes \(titles)"
    }

    private static func title(_ path: String) -> String? {
        ending(path).flatMap { TrackFormat(unsharedExtension: $0)?.title ?? titles[$0] }
    }

    /// Returns the extension in lower case, or `nil` for a name that consists of only an extension.
    private static func ending(_ path: String) -> String? {
        let file = path.split(separator: "/").last ?? ""
        guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return nil }
        return file[file.index(after: dot)...].lowercased()
    }
}
