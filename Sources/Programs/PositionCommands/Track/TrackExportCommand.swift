import Glibc
package import LKCommandLine
import LKSharedOptions
import LKStorage
import LKTrackFormats
import LKTracks

extension CommandDescription {
    /// `locate track export`: writes a track in a format for other programs.
    package static let trackExport = CommandDescription(
        path: ["track", "export"],
        summary: "convert a track to a format of other programs",
        usage: ["FILE --format FORMAT [-o FILE]", "FILE -o FILE"],
        discussion: [
            "FILE is a track log, even one that is being recorded, or a file of any of the formats. An existing "
                + "output file is replaced only once the new one is complete, and a track log never.",
            "Without --force, only a file that locate has made is replaced: it has a mark in GPX, GeoJSON and KML. CSV and "
                + "NMEA have no place for one. No output goes through a symbolic link or replaces FILE.",
            unusableTrackPoints,
        ],
        arguments: [
            ArgumentDescription(
                name: "FILE",
                help: "a track log, \(TrackFormat.alternatives); - is standard input, except for a track log")
        ],
        options: TrackExportOptions.all,
        examples: [
            .init("export what was recorded", "locate track export walk.track -o walk.gpx"),
            .init("print a track in another format", "locate track export walk.gpx --format geojson"),
            .init("name the column of the time", "locate track export log.csv --column time=recorded -o log.gpx"),
            .init("save the intact parts of a damaged file", "locate track export broken.gpx --salvage -o whole.gpx"),
        ],
        action: CommandAction(
            sample: ["x.gpx", "--format=gpx"], TrackExportOptions.init, run: TrackExportCommand.run)
    )
}

/// `locate track export`: writes a track in a format for other programs.
enum TrackExportCommand {
    static func run(_ options: TrackExportOptions, output: Output) throws(ToolError) -> ExitCode {
        let warnings: TrackWarnings
        let input = TrackInput(options.path, options.hints)
        try input.allowRepetition { Messages.note($0, command: "track export") }
        let isFile = options.output.map { $0 != "-" } ?? false
        // Points printed on the same terminal would mix with the progress line.
        let progress = Progress(isWanted: isFile || isatty(STDOUT_FILENO) != 1)
        defer { progress.finish() }
        if let path = options.output, isFile {
            // Whatever the other format cannot hold would be lost with the only copy.
            let file = try OutputFile(path, .track(options.format), isForced: options.isForced, inputs: [options.path])
            if options.isForSpreadsheets {
                warnings = try writeFile(file) { descriptor throws(ToolError) in
                    let output = Output(descriptor: descriptor, name: path)
                    output.isForSpreadsheets = true
                    let warnings = try print(input, options, output, progress)
                    try output.flush()
                    return warnings
                }
            } else {
                warnings = try write(file, of: options.salvages ? nil : input) { sink throws(TrackFormatError) in
                    try copy(input, salvaging: options.salvages, options.format, to: sink, progress)
                }
            }
        } else {
            warnings = try print(input, options, output, progress)
        }
        progress.finish()
        return TrackWarningText.say(warnings, path: input.name, command: "track export")
    }

    private static func print(
        _ input: TrackInput, _ options: TrackExportOptions, _ output: Output, _ progress: Progress
    ) throws(ToolError) -> TrackWarnings {
        if options.format == .csv { output.beginTable(.csv) }
        var failure: ToolError?
        let sink = TrackSink(name: "standard output") { bytes in
            do throws(ToolError) { try output.write(Array(bytes)) } catch {
                failure = error
                throw error
            }
        }
        do throws(TrackFormatError) {
            return try copy(input, salvaging: options.salvages, options.format, to: sink, progress)
        } catch { throw failure ?? ToolError(error, of: options.salvages ? nil : input) }
    }

    /// Writes a file of tracks, which replaces an existing one only once it is complete.
    static func write(
        _ file: OutputFile, of input: TrackInput?, _ body: (TrackSink) throws(TrackFormatError) -> TrackWarnings
    ) throws(ToolError) -> TrackWarnings {
        try writeFile(file) { descriptor throws(ToolError) in
            do throws(TrackFormatError) {
                return try body(TrackSink(fileDescriptor: descriptor, name: file.path))
            } catch { throw ToolError(error, of: input) }
        }
    }

    private static func writeFile(
        _ file: OutputFile, _ body: (Int32) throws(ToolError) -> TrackWarnings
    ) throws(ToolError) -> TrackWarnings {
        var warnings: TrackWarnings?
        try file.fill { descriptor throws(ToolError) in warnings = try body(descriptor) }
        guard let warnings else { throw ToolError(.ioError, "\(file.path) was not written") }
        return warnings
    }

    /// Copies a track.
    ///
    /// - Returns: Warnings about parts that could not be used.
    static func copy(
        _ input: TrackInput, salvaging: Bool, _ format: TrackFormat, to sink: TrackSink, _ progress: Progress
    ) throws(TrackFormatError) -> TrackWarnings {
        try format.copyReporting(to: sink, name: input.name, isLog: input.isLog) { () throws(TrackFormatError) in
            CountingReader(try input.reader(salvaging: salvaging), progress)
        }
    }
}

/// The options of `locate track export`, decoded.
struct TrackExportOptions {
    /// The track log, or a file of tracks in any format.
    var path: String
    /// The output format.
    var format: TrackFormat
    /// The file to write; `nil`: standard output.
    var output: String?
    /// Whether to replace a file that `locate` has not made.
    var isForced: Bool
    /// What the file does not say itself.
    var hints: TrackFormat.Hints
    /// Whether to export the intact part of a damaged file.
    var salvages: Bool
    /// Whether CSV is meant for a spreadsheet.
    var isForSpreadsheets: Bool

    static let format = Option(
        "format", .choice(among: TrackFormat.writable), "output format (default: by the name of the output)")
    static let output = Option("output", .path(), "the file to write; - is standard output, the default")

    static let all: [any OptionDeclaration] =
        [format, output, OutputKind.force, TrackInput.salvage, FormOptions.csvSafe] + TrackHintOptions.all

    /// Decodes a command line; the extension of the output file may determine the format.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        guard arguments.positionals.count == 1, let path = arguments.positionals.first, !path.isEmpty else {
            throw .usage("needs the file to export: locate track export FILE --format gpx")
        }
        self.path = path
        output = try arguments[Self.output]
        isForced = arguments[OutputKind.force]
        hints = try arguments.trackHints()
        salvages = arguments[TrackInput.salvage]
        isForSpreadsheets = arguments[FormOptions.csvSafe]
        let named = output.flatMap { name -> TrackFormat? in
            guard let dot = name.lastIndex(of: ".") else { return nil }
            return TrackFormat(fileExtension: String(name[name.index(after: dot)...]))
        }
        guard let format = try arguments[Self.format] ?? named else {
            let words = TrackFormat.writable.map(\.rawValue).joined(separator: ", ")
            throw .usage("needs --format, one of \(words), or -o FILE with such an ending")
        }
        self.format = format
    }
}

/// Passes on the elements of a track file and shows the number of points as progress.
final class CountingReader: TrackReadingWrapper {
    let reader: any TrackReading
    private let progress: Progress
    private var count = 0

    init(_ reader: any TrackReading, _ progress: Progress) {
        self.reader = reader
        self.progress = progress
    }

    func next() throws(TrackFormatError) -> TrackElement? {
        let element = try reader.next()
        if case .point? = element {
            count += 1
            if count % 1024 == 1 { progress.update(count, "points") }
        }
        return element
    }
}

extension OutputKind {
    /// Returns a file of tracks; CSV and NMEA have no place for a mark.
    static func track(_ format: TrackFormat) -> OutputKind {
        guard format.carriesMark else {
            return OutputKind(
                unmarked: "\(format.title) does not show which program made it; pass --force to replace it")
        }
        return OutputKind { format.isMarked($0) }
    }
}
