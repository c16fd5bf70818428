import Glibc
package import LKCommandLine
import LKSharedOptions
import LKStorage
import LKTrackFormats
import LKTracks

extension CommandDescription {
    /// `locate track repair`: what is whole of a damaged track.
    package static let trackRepair = CommandDescription(
        path: ["track", "repair"],
        summary: "save the intact parts of a damaged track into a new file",
        usage: ["FILE -o NEW"],
        discussion: [
            "A track log is searched page by page, with its write-ahead log, and every intact point is written into "
                + "a new log; neither a missing end nor a damaged beginning hides the rest. Of \(TrackFormat.enumeration)"
                + ", everything before the damage is written, in the format given by the name of NEW.",
            "FILE is left as it is. NEW must not exist unless --force is given, and is not a symbolic link. The exit status is 0 if FILE was intact, and 1 if it "
                + "was damaged: standard error says what was saved and what is known to be missing.",
        ],
        arguments: [
            ArgumentDescription(
                name: "FILE",
                help: "a damaged track log, \(TrackFormat.alternatives); - is standard input, except for a track "
                    + "log")
        ],
        options: [TrackRepairOptions.output, TrackRepairOptions.force],
        examples: [
            .init("save the intact parts of a log", "locate track repair walk.track -o saved.track"),
            .init("save the intact parts of a GPX file", "locate track repair walk.gpx -o saved.gpx"),
        ],
        action: CommandAction(
            sample: ["x.track", "--output=y.track"], TrackRepairOptions.init,
            run: { options, _ throws(ToolError) in try TrackRepairCommand.run(options) })
    )
}

/// `locate track repair`: what is whole of a damaged track, in a new file.
enum TrackRepairCommand {
    private static let name = "track repair"

    static func run(_ options: TrackRepairOptions) throws(ToolError) -> ExitCode {
        let (path, new) = (options.path, options.output)
        let format = new.split(separator: "/").last.flatMap { file in
            file.lastIndex(of: ".").flatMap { TrackFormat(fileExtension: String(file[file.index(after: $0)...])) }
        }
        let input = TrackInput(path)
        guard path == "-" || access(path, F_OK) == 0 else {
            throw ToolError(.noInput, "there is no file \(path); check the name")
        }
        let output = try OutputFile(new, .new, isForced: options.isForced, inputs: [path])
        // A log whose beginning is damaged is found by its pages alone.
        guard let format, !input.isLog else {
            guard path != "-" else {
                throw .usage(
                    "a track log is repaired from its file, not from standard input; name it, or for another format a new file "
                        + "such as NEW.gpx")
            }
            try input.allowRepetition { Messages.note($0, command: name) }
            if !input.isLog, (try? input.reader(salvaging: false)) != nil {
                let endings = Suggestion.alternatives(TrackFormat.writable.map { ".\($0.rawValue)" })
                throw .usage("\(path) is not a track log; name a new file that ends in \(endings), which is its format")
            }
            return try repairLog(path, to: output)
        }
        try input.allowRepetition { Messages.note($0, command: name) }
        return try copy(input, to: output, format)
    }

    private static func repairLog(_ path: String, to output: OutputFile) throws(ToolError) -> ExitCode {
        if let name = ForeignLogName(output.path) {
            throw .usage(
                "a repaired log is a track log, not \(name.title); name another file such as \(name.logPath), or export the "
                    + "intact parts: " + name.export(of: "\(path) --salvage"))
        }
        let progress = Progress(isWanted: true)
        progress.say("searching \(path) for whole points")
        defer { progress.finish() }
        let repair: TrackLog.Repair
        do throws(TrackError) { repair = try TrackLog.repair(path, to: output) } catch { throw ToolError(error) }
        progress.finish()
        Messages.note("\(output.path): \(TrackWarningText.text(repair))", command: name)
        return repair.wasDamaged ? .partialFailure : .success
    }

    /// Repairs a file of another format, in the format given by the new one's name.
    private static func copy(_ input: TrackInput, to output: OutputFile, _ format: TrackFormat) throws(ToolError)
        -> ExitCode
    {
        let progress = Progress(isWanted: true)
        defer { progress.finish() }
        let warnings = try TrackExportCommand.write(output, of: nil) { sink throws(TrackFormatError) in
            try TrackExportCommand.copy(input, salvaging: true, format, to: sink, progress)
        }
        progress.finish()
        return TrackWarningText.say(warnings, path: input.name, command: name)
    }
}

/// The options of `locate track repair`, decoded.
struct TrackRepairOptions {
    /// The damaged file.
    var path: String
    /// The file to write.
    var output: String
    /// Whether to replace an existing file.
    var isForced: Bool

    static let output = Option("output", .path("NEW"), "the file to create")
    static let force = Flag("force", "replace NEW if it exists")

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        guard arguments.positionals.count == 1, let path = arguments.positionals.first, !path.isEmpty else {
            throw .usage("needs the damaged file: locate track repair FILE -o NEW")
        }
        guard let output = try arguments[Self.output], output != "-" else {
            throw .usage("needs the file to write: locate track repair \(path) -o NEW")
        }
        self.path = path
        self.output = output
        isForced = arguments[Self.force]
    }
}
