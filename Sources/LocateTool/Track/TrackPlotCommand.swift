import Geocoding
import Maps
import TrackFormats
import Tracks

extension CommandDescription {
    /// `locate track plot`: a picture of a track for a report.
    static let trackPlot = CommandDescription(
        path: ["track", "plot"],
        summary: "draw a track's map and profile as a picture",
        usage: ["FILE -o FILE.svg|FILE.png [options]"],
        discussion: [
            "Draws the line on a map, the heights and speeds over the distance, and the totals of track info. Land, "
                + "borders and names are those of the embedded world, streets those of street indexes; nothing is "
                + "fetched. A PNG is the SVG as librsvg renders it.",
            "Reads track logs, \(TrackFormat.enumeration). Planned routes are left out. An existing picture is replaced only "
                + "once the new one is complete.",
            unusableTrackPoints,
        ],
        arguments: [
            ArgumentDescription(name: "FILE", help: "a track file; - is standard input, except for a track log")
        ],
        options: [
            .option(
                "output", letter: "o", "FILE", "the picture to write; its ending is .svg or .png",
                completion: .files),
            .option("size", "WxH", "width and height in pixels (default: 1200x900)"),
            .flag("dark", "draw light on dark"),
            .option("title", "TEXT", "the title (default: the track's name, else the file's)"),
            .units, .plotLanguage, plotStreets, .correctionsFile, salvageTrack,
        ],
        examples: [
            .init("draw a picture for a report", "locate track plot hike.gpx -o hike.png"),
            .init("draw it wide and dark", "locate track plot hike.gpx -o hike.svg --size 1600x900 --dark"),
        ],
        action: CommandAction(sample: ["x.gpx", "--output=x.svg"], TrackPlotOptions.init, run: TrackPlotCommand.run)
    )
}

extension CommandDescription {
    /// `--streets`, of a picture.
    fileprivate static let plotStreets = OptionDescription.option(
        "streets", "FILE",
        "draw the streets of an index that locate data import-osm has made; may be repeated; installed regions are drawn "
            + "too, unless FILE is none", completion: .files)
}

extension OptionDescription {
    /// `--units`.
    static let units = OptionDescription.choice(
        "units", MeasurementSystem.allCases.map(\.rawValue), "units of lengths, heights and speeds (default: metric)"
    ).settable("metric")

    /// `--language`, of a picture's names and words.
    static let plotLanguage = OptionDescription.option(
        "language", "TAG[,TAG]", "languages of names, words and numbers, most wanted first"
    ).settable()
}

/// `locate track plot`: a picture of a track for a report.
enum TrackPlotCommand {
    static func run(_ options: TrackPlotOptions, output: Output) throws(ToolError) -> ExitCode {
        guard !TrackFile.isLog(options.output) else {
            throw ToolError(.cannotCreate, "\(options.output) is a track log, which is not replaced; name another file")
        }
        guard !OutputFile.isSame(options.path, options.output) else {
            throw ToolError(
                .cannotCreate, "\(options.output) is the track itself, which is not replaced; name another file")
        }
        try OutputFile.requireFolder(of: options.output)
        let input = TrackInput(options.path)
        var plot = TrackPlot()
        plot.style = options.style
        plot.style.corrections = try options.corrections.read(for: "track plot", quiet: false)
        plot.style.streets = try options.streets.open(for: "track plot")
        plot.title = options.title
        let progress = Progress(isWanted: true)
        defer { progress.finish() }
        let warnings: TrackWarnings
        do throws(TrackFormatError) {
            let reader = JumpReader(CountingReader(try input.reader(salvaging: options.salvages), progress))
            while let element = try reader.next() { plot.add(element) }
            warnings = TrackWarnings(reader)
            progress.clear()
            TrackWarningText.say(jumps: reader, path: input.name, command: "track plot")
        } catch {
            throw ToolError(error, canSalvage: !options.salvages)
        }
        progress.finish()
        guard plot.statistics.count > 0 else {
            let first = TrackWarningText.lines(warnings, path: input.name).first.map { " (\($0))" } ?? ""
            throw ToolError(.dataError, "\(input.name) has no points of a track, and nothing was drawn\(first)")
        }
        if plot.shownTitle?.isEmpty != false, options.path != "-" {
            plot.title = options.path.split(separator: "/").last.map(String.init)
        }
        let world = try PlaceLookup.openWorld()
        let picture: [UInt8]
        do throws(MapError) {
            picture = options.isPNG ? try plot.png(world: world) : try plot.svg(world: world)
        } catch {
            throw ToolError(error)
        }
        try OutputFile.write(options.output) { file throws(ToolError) in
            try OutputFile.write(picture, to: file, name: options.output)
        }
        return TrackWarningText.say(warnings, path: input.name, command: "track plot")
    }
}

/// The options of `locate track plot`, decoded.
struct TrackPlotOptions {
    /// The file of tracks.
    var path: String
    /// The picture.
    var output: String
    /// Whether it is a PNG, else SVG.
    var isPNG: Bool
    var title: String?
    var style = TrackPlot.Style()
    /// Whose streets are drawn.
    var streets: StreetFiles
    /// The user's own names of places; `nil`: none.
    var corrections: CorrectionOptions?
    /// Whether to draw the intact part of a damaged file.
    var salvages: Bool

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        guard arguments.positionals.count == 1, let path = arguments.positionals.first, !path.isEmpty else {
            throw .usage("needs one file of tracks: locate track plot FILE -o FILE.svg")
        }
        self.path = path
        guard let output = try arguments.path("output") else {
            throw .usage("needs the picture to write: locate track plot FILE -o FILE.svg")
        }
        self.output = output
        let ending = output.split(separator: "/").last?.split(separator: ".").last?.lowercased()
        guard ending == "svg" || ending == "png" else {
            throw .usage("writes \(output) only if it ends with .svg or .png")
        }
        isPNG = ending == "png"
        title = arguments.string("title")
        streets = try StreetFiles(drawnBy: arguments)
        corrections = try CorrectionOptions(arguments, sharesSalvage: true)
        salvages = arguments.flag("salvage")
        style.isDark = arguments.flag("dark")
        style.units = try arguments.choice("units") ?? .metric
        style.languages = try arguments.languages("language") ?? LanguageTag.preferred(environment: Environment.values)
        guard let size = arguments.string("size") else { return }
        let numbers = size.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard numbers.count == 2, numbers.allSatisfy(TrackPlot.sizes.contains) else {
            let (least, most) = (TrackPlot.sizes.lowerBound, TrackPlot.sizes.upperBound)
            throw ParsedArguments.wrong(
                "size", size, expected: "width and height in pixels, each \(least) to \(most), such as 1600x900")
        }
        (style.width, style.height) = (numbers[0], numbers[1])
    }
}
