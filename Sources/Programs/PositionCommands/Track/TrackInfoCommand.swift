package import LKCommandLine
import LKSharedOptions
import LKTrackFormats
import LKTracks
import LocationKitMaps

extension CommandDescription {
    /// `locate track info`: what a track amounts to.
    package static let trackInfo = CommandDescription(
        path: ["track", "info"],
        summary: "show how long, how far, how fast and how high a track is",
        usage: ["FILE [options]"],
        discussion: [
            "Reads track logs, \(TrackFormat.enumeration). Gaps between segments do not count towards distance "
                + "and speed; climbs count from 5 m on. Motion is what gets 15 m in 20 s or 21 m in 60 s, or a reported speed of 0.5 m/s; the "
                + "distance has all steps, also those of a receiver that drifts at rest.",
            "Fixes where nothing can have been, such as one on another continent between two here, are left out, with a "
                + "warning, and so are impossible heights and times.",
            unusableTrackPoints,
        ],
        arguments: [
            ArgumentDescription(name: "FILE", help: "a track file; - is standard input, except for a track log")
        ],
        options: TrackInfoOptions.all,
        appendices: [.keywords(TrackReport.table.listedKeys)],
        examples: [
            .init("show how long, far and high a track is", "locate track info walk.gpx"),
            .init("print its length in metres", "locate track info walk.gpx --template %distance"),
            .init("see how high it goes", "locate track info walk.gpx --plot"),
            .init("print a row of a table", "locate track info walk.gpx --format csv"),
        ],
        action: CommandAction(sample: ["x.gpx"], TrackInfoOptions.init, run: TrackInfoCommand.run)
    )
}

/// `locate track info`: what a track amounts to.
enum TrackInfoCommand {
    static func run(_ options: TrackInfoOptions, output: Output) throws(ToolError) -> ExitCode {
        let input = TrackInput(options.path, options.hints)
        var report = try TrackReport(input, salvaging: options.salvages, sketching: options.plots)
        report.units = options.units
        if options.form == .text {
            for line in report.lines(columns: output.columns, style: output.style) { try output.writeLine(line) }
            for line in report.profile(columns: output.columns) { try output.writeLine(line) }
        } else {
            let printer = RecordPrinter<TrackReport>(options.form, output: output)
            try printer.print(report)
            try printer.finish()
        }
        return TrackWarningText.say(report.warnings, path: input.name, command: "track info")
    }
}

/// The options of `locate track info`, decoded.
struct TrackInfoOptions {
    /// The file of tracks.
    var path: String
    var form: OutputFormat
    /// Those of the text; other forms are metric.
    var units: MeasurementSystem
    /// Whether to draw the heights.
    var plots: Bool
    /// What the file does not say itself.
    var hints: TrackFormat.Hints
    /// Whether a damaged file gives what is intact.
    var salvages: Bool

    static let plot = Flag("plot", "draw the heights with characters below the figures")

    static let all: [any OptionDeclaration] =
        FormOptions.tables.all + [plot, TrackSelection.units, TrackInput.salvage] + TrackHintOptions.all

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        guard arguments.positionals.count == 1, let path = arguments.positionals.first, !path.isEmpty else {
            throw .usage("takes one file of tracks: locate track info FILE")
        }
        self.path = path
        form = try arguments.outputFormat(for: .tables, keys: TrackReport.table.templateKeys, of: .trackInfo)
        units = try arguments[TrackSelection.units]
        plots = arguments[Self.plot]
        guard !plots || form == .text else { throw .usage("--plot draws only with text, not with \(form.word)") }
        hints = try arguments.trackHints()
        salvages = arguments[TrackInput.salvage]
    }
}
