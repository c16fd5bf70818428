package import LKCommandLine
import LKGeocoding
import LKSharedOptions
import LKStorage
import LKTrackFormats
import LKTracks
import LocationKitMaps

extension CommandDescription {
    /// `locate track plot`: a picture of a track for a report.
    package static let trackPlot = CommandDescription(
        path: ["track", "plot"],
        summary: "draw the map and profile of tracks as a picture",
        usage: ["FILE... -o FILE.svg|FILE.png [options]"],
        discussion: [
            "Draws the lines on a map, the heights and speeds over the distance, and the totals of track info. Land, "
                + "borders and names are those of the embedded world, streets those of street indexes; nothing is fetched. Several tracks have a colour "
                + "each. A PNG is the SVG as librsvg renders it. A small picture has fewer facts.",
            "The picture shows who gets it where you were and when. Before writing it, the command prints how many "
                + "positions the picture contains, how exact they are, and the place of most days, or else the one "
                + "where the way begins, which is probably your home. --precision city or country draws lines between "
                + "the middles of cities or countries instead, without lengths, heights and times.",
            TrackSelection.hideDiscussion("the tracks", "picture and page"),
            "Reads track logs, \(TrackFormat.enumeration). Planned routes are left out. A picture has up to "
                + "\(TrackMap.maximumTracks) tracks. With several files, a track without a name is named after its file. An "
                + "existing picture is replaced only once the new one is complete, and without --force only if locate has made "
                + "it. No picture goes through a symbolic link or replaces FILE.",
            unusableTrackPoints,
        ],
        arguments: [
            ArgumentDescription(name: "FILE", help: "a track file; - is standard input, except for a track log")
        ],
        options: TrackPlotOptions.all,
        examples: [
            .init("draw a picture for a report", "locate track plot hike.gpx -o hike.png"),
            .init("draw several", "locate track plot monday.gpx tuesday.gpx -o both.svg"),
            .init("leave out home", "locate track plot run.gpx -o run.png --hide 48.137,11.575,300"),
            .init("draw it wide and dark", "locate track plot hike.gpx -o hike.svg --size 1600x900 --dark"),
        ],
        action: CommandAction(sample: ["x.gpx", "--output=x.svg"], TrackPlotOptions.init, run: TrackPlotCommand.run)
    )
}

/// `locate track plot`: a picture of a track for a report.
enum TrackPlotCommand {
    private static let name = "track plot"

    static func run(_ options: TrackPlotOptions, output: Output) throws(ToolError) -> ExitCode {
        let file = try OutputFile(
            options.output, .picture, isForced: options.isForced, inputs: options.tracks.inputs)
        let world = try ToolGeocoder.openWorld()
        let progress = Progress(isWanted: !options.tracks.quiet)
        defer { progress.finish() }
        let streets = try options.tracks.openStreets(for: name)
        let reading = try options.tracks.read(in: world, naming: streets, for: name, "picture", progress)
        if !options.tracks.quiet { try options.tracks.announce(reading.tracks, for: name, "picture") }
        MapOutput.announce(unvisited: reading.tracks.unvisitedAreas, command: name)
        progress.say("drawing the picture")
        var plot = TrackPlot(reading.tracks)
        plot.title = options.tracks.title ?? reading.title
        (plot.style.width, plot.style.height) = options.size
        plot.style.isDark = options.isDark
        let picture: [UInt8]
        do throws(MapError) {
            picture = options.isPNG ? try plot.png() : try plot.svg()
        } catch {
            throw ToolError(error)
        }
        progress.finish()
        try file.fill(picture)
        return reading.code
    }
}

/// The options of `locate track plot`, decoded.
struct TrackPlotOptions {
    /// The tracks, and how much of them is drawn.
    var tracks: TrackSelection
    /// The picture.
    var output: String
    /// Whether to replace a file that `locate` has not made.
    var isForced: Bool
    /// Whether it is a PNG, else SVG.
    var isPNG: Bool
    /// Whether it is light on dark.
    var isDark: Bool
    /// Its width and height in pixels.
    var size: (width: Int, height: Int)

    static let output = Option("output", .path(), "the picture to write; its ending is .svg or .png")
    static let size = Option(
        "size", ValueKind("WxH", encode: { "\($0.width)x\($0.height)" }, decode: pixels),
        default: (TrackPlot.Style().width, TrackPlot.Style().height), "width and height in pixels")
    static let dark = Flag("dark", "draw light on dark")
    static let title = Option(
        "title", .text("TEXT"), "the title (default: the track's name, else the file's; of several files none)")
    static let language = Option(
        "language", .languages, "languages of names, words and numbers, most wanted first"
    ).settable()

    static let all: [any OptionDeclaration] =
        [
            output, OutputKind.force, size, dark, title, TrackSelection.units, language, MapOutput.precision,
            TrackSelection.hide, MapOutput.pictureStreets, CorrectionOptions.file, TrackInput.salvage,
            TrackSelection.quiet,
        ] + TrackHintOptions.all

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        tracks = try TrackSelection(
            arguments, title: Self.title, language: Self.language, streets: MapOutput.pictureStreets,
            usage: "track plot FILE... -o FILE.svg")
        guard let output = try arguments[Self.output] else {
            throw .usage("needs the picture to write: locate track plot FILE... -o FILE.svg")
        }
        self.output = output
        isForced = arguments[OutputKind.force]
        let ending = output.split(separator: "/").last?.split(separator: ".").last?.lowercased()
        guard ending == "svg" || ending == "png" else {
            throw .usage("\(output): pictures are SVG or PNG; end the name with .svg or .png")
        }
        isPNG = ending == "png"
        isDark = arguments[Self.dark]
        size = try arguments[Self.size]
    }

    private static func pixels(_ text: String) throws(ValueProblem) -> (width: Int, height: Int) {
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard numbers.count == 2, numbers.allSatisfy(TrackPlot.sizes.contains) else {
            let (minimum, maximum) = (TrackPlot.sizes.lowerBound, TrackPlot.sizes.upperBound)
            throw .expected("width and height in pixels, each \(minimum) to \(maximum), such as 1600x900")
        }
        return (numbers[0], numbers[1])
    }
}

extension OutputKind {
    /// A picture of tracks.
    static var picture: OutputKind { OutputKind(isMarked: TrackPlot.isMarked) }
}
