package import LKCommandLine
import LKGeocoding
import LKPhotoInput
import LKSharedOptions
import LKTrackFormats
import LocationKitMaps

extension CommandDescription {
    /// `locate track map`: tracks on a map.
    package static let trackMap = CommandDescription(
        path: ["track", "map"],
        summary: "write a page that shows tracks on a map, without the internet",
        usage: ["FILE... -o FILE.html [options]"],
        discussion: [
            "FILE.html is one file that works from a disk: it contains its scripts, a map of the world with names of "
                + "places, and the tracks. It loads nothing from anywhere. The line is coloured by speed, height or "
                + "time; its profile is linked to it; stops have their duration and place. The page prints on one "
                + "sheet.",
            "The page shows its readers where you were and when. Before writing it, the command prints how many "
                + "positions the page contains, how exact they are, and the place of most days, or else the one where "
                + "the way begins, which is probably your home. --precision city or country shows the middle of the "
                + "city or country instead, without heights and times.",
            TrackSelection.hideDiscussion("tracks and photos", "page"),
            "Reads track logs, \(TrackFormat.enumeration). Planned routes are left out. A long track is simplified to "
                + "what a screen can show; its extent and its figures stay those of all points. A page has up to "
                + "\(TrackMap.maximumTracks) tracks and names the \(TrackMap.maximumStops) longest stops. With several "
                + "files, a track without a name is named after its file.",
            MapOutput.replacement,
            unusableTrackPoints,
        ],
        arguments: [
            ArgumentDescription(name: "FILE", help: "a track file; - is standard input, except for a track log")
        ],
        options: TrackMapOptions.all,
        examples: [
            .init("show a hike on a map", "locate track map hike.gpx -o hike.html"),
            .init("show several with their photos", "locate track map *.gpx -o trip.html --photos Pictures"),
            .init("leave out home", "locate track map run.gpx -o run.html --hide 48.137,11.575,300"),
        ],
        action: CommandAction(sample: ["x.gpx", "--output=x.html"], TrackMapOptions.init, run: TrackMapCommand.run)
    )
}

/// The options of `locate track map`, decoded.
struct TrackMapOptions {
    /// The tracks, and how much of them is shown.
    var tracks: TrackSelection
    /// The page; `-` for standard output.
    var output: String
    /// Whether to replace a file that `locate` has not made.
    var isForced: Bool
    /// Whose photos are shown; `nil` for none.
    var photos: PhotoSelection?
    /// Where the page loads images of the map from; `nil`: nowhere.
    var tiles: MapPage.TileServer?

    static let title = Option(
        "title", .text("TEXT"), "title of the page (default: the track's name, else the file's)")
    static let photos = Option(
        "photos", .path("FOLDER", completion: .folders),
        "show the photos of a folder that were taken within 500 m of the tracks")

    static let all: [any OptionDeclaration] =
        [
            MapOutput.output, OutputKind.force, title, MapOutput.language, TrackSelection.units, photos,
            MapOutput.precision, TrackSelection.hide, MapOutput.streets, MapOutput.tiles, CorrectionOptions.file,
            TrackInput.salvage, TrackSelection.quiet,
        ] + TrackHintOptions.all

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        tracks = try TrackSelection(
            arguments, title: Self.title, language: MapOutput.language, streets: MapOutput.streets,
            usage: "track map FILE... -o FILE.html")
        guard let output = try arguments[MapOutput.output] else {
            throw .usage("needs the page to write: -o FILE.html, or - for standard output")
        }
        self.output = output
        isForced = arguments[OutputKind.force]
        photos = try arguments[Self.photos].map { (folder) throws(ToolError) in
            try PhotoSelection([folder], for: .trackMap)
        }
        tiles = try arguments[MapOutput.tiles]
    }
}
