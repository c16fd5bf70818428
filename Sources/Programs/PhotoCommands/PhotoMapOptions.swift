package import LKCommandLine
import LKGeo
import LKGeocoding
import LKPhotoInput
import LKSharedOptions
import LocationKitMaps

extension CommandDescription {
    /// `locate photos map`: photos on a map.
    package static let photosMap = CommandDescription(
        path: ["photos", "map"],
        summary: "write a page that shows photos on a map, without the internet",
        usage: ["FOLDER|FILE... -o FILE.html [options]"],
        discussion: [
            "FILE.html is one file that works from a disk: it contains its scripts, a map of the world with names of "
                + "places, and the photos' positions and times. It loads nothing from anywhere. Photos that are near "
                + "each other are one marker, which opens a strip of them in order of time; a time line narrows down "
                + "the period, and a table lists everything.",
            "The page shows its readers where you were and when. Before writing it, the command prints how many "
                + "positions the page contains, how exact they are, and the place that occurs on most days, which is "
                + "probably your home. --hide leaves out photos taken in a circle; --precision city or country shows "
                + "the middle of the city or country instead of the position. Thumbnails contain no metadata. The "
                + "page contains file names and paths only with --links, which makes photos lead to their files.",
            "Thumbnails come from the thumbnail cache that all programs of the user share, and are stored there. Of "
                + "more than N photos, N that are spread evenly get one.",
            "Photos without a position are left out. If none has one, no page is written, and the exit status is 65.",
            MapOutput.replacement,
            PhotoFilterOptions.discussion,
            "Of a photo that has a position, --place searches the names in the file, and those of the built-in world "
                + "for what the file does not name. " + PhotoFilterOptions.placeDiscussion,
            photoFiles,
        ],
        arguments: photoArguments,
        options: PhotoMapOptions.all,
        examples: [
            .init("show photos on a map", "locate photos map Pictures -o map.html"),
            .init(
                "leave out what was taken at home", "locate photos map Pictures -o map.html --hide 48.137,11.575,500"),
            .init(
                "show cities only, for a page to share",
                "locate photos map Pictures -o map.html --precision city --thumbnails 0"),
        ],
        action: CommandAction(sample: ["/", "--output=x.html"], PhotoMapOptions.init, run: PhotoMapCommand.run)
    )
}

/// The options of `locate photos map`, decoded.
struct PhotoMapOptions {
    /// The folders and files.
    var photos: PhotoSelection
    /// The page; `-` for standard output.
    var output: String
    /// Whether to replace a file that `locate` has not made.
    var isForced: Bool
    /// The title; empty for the page's own.
    var title: String
    /// The languages of names and of the interface; `nil`: from the environment.
    var languages: [LanguageTag]?
    /// Which photos are shown.
    var filter: PhotoFilterOptions
    /// The user's own names of places; `nil`: none.
    var corrections: CorrectionOptions?
    /// The maximum number of thumbnails.
    var thumbnails: Int
    /// Whether photos lead to their files.
    var hasLinks: Bool
    /// How exactly positions are shown.
    var precision: MapPrecision
    /// Where photos are left out.
    var hidden: [HiddenArea]
    /// Whose streets are drawn.
    var streets: StreetFiles
    /// Where the page loads images of the map from; `nil`: nowhere.
    var tiles: MapPage.TileServer?
    /// Whether to suppress progress and notes.
    var quiet: Bool

    static let title = Option(
        "title", .text("TEXT"), "title of the page (default: Photos, in the language of the page)")
    static let thumbnails = Option(
        "thumbnails", .count(from: 0, expected: "a number, such as 2000"), default: 2000,
        "maximum number of thumbnails; 0 for none"
    ).settable()
    static let links = Flag(
        "links", "let photos lead to their files, which puts file names and relative paths into the page")
    static let hide = Option(
        repeatable: "hide", .hiddenArea, "leave out what was taken within RADIUS metres of a point (may be repeated)")
    static let quiet = Flag.quiet("progress and notes")

    static let all: [any OptionDeclaration] =
        [
            MapOutput.output, OutputKind.force, title, MapOutput.language, thumbnails, links, MapOutput.precision,
            hide, MapOutput.streets, MapOutput.tiles, quiet,
        ] + PhotoFilterOptions.all + CorrectionOptions.all + PathList.options

    /// Whether streets are drawn.
    var drawsStreets: Bool { MapPage.drawsStreets(precision, with: tiles) }

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosMap)
        guard let output = try arguments[MapOutput.output] else {
            throw .usage("needs the page to write: -o FILE.html, or - for standard output")
        }
        self.output = output
        isForced = arguments[OutputKind.force]
        title = try arguments[Self.title] ?? ""
        languages = try arguments[MapOutput.language]
        filter = try PhotoFilterOptions(arguments)
        corrections = try CorrectionOptions(arguments)
        thumbnails = try arguments[Self.thumbnails]
        hasLinks = arguments[Self.links]
        if hasLinks, output == "-" {
            throw .usage("--links needs the path of the page, from which links lead to files; give -o FILE.html")
        }
        precision = try arguments[MapOutput.precision]
        hidden = try arguments[Self.hide]
        streets = try StreetFiles(arguments, MapOutput.streets)
        tiles = try arguments[MapOutput.tiles]
        quiet = arguments[Self.quiet]
    }
}
