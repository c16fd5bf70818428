import Glibc
import LKCommandLine
import LKGeocoding
import LKMetadata
import LKPhotoInput
import LKPhotos
import LKPlanning
import LKTagging
import LKTrackFormats

/// The options of `locate photos geotag`, decoded.
struct GeotagOptions {
    /// The folders and files of photos.
    var photos: PhotoSelection
    /// The files of tracks.
    var tracks: [String]
    /// Folders and files of photos that provide positions and are not written; `nil` for none.
    var sources: PhotoSelection?
    /// Whether to use the readable part of a damaged track.
    var salvages: Bool
    /// Whether photos without a date get the one in their names.
    var readsNames: Bool
    /// How positions are derived.
    var configuration = Geotagger.Configuration()
    /// Maximum time between two track points for interpolation.
    var maximumGap: Duration
    /// Maximum time before or after a track for using its nearest point.
    var maximumExtrapolation: Duration
    /// A part of the camera's make or model, ignoring case; `nil` for all cameras.
    var camera: String?
    /// How they are written.
    var tagging: TaggingOptions

    static let track = Option(
        repeatable: "track", .path(), "a track file (may be repeated); - is standard input")
    static let fromPhotos = Option(
        repeatable: "from-photos",
        .text("FOLDER|FILE", expected: "the path of a folder or photo", completion: .files),
        """
        photos with positions, such as those of a phone, for photos taken at nearly the same time (may be repeated)
        """)
    static let salvage = Flag("salvage", "use the intact parts of a damaged track file, with a warning")
    static let offset = Option(
        "offset", ValueKind("S|H:MM|auto", encode: { _ in "0" }, decode: clock), default: .corrected(.none),
        """
        clock offset to add to the times of cameras, in seconds, hours and minutes, or words such as 1h and -30m; auto \
        estimates it
        """)
    static let camera = Option(
        "camera", .text("NAME", expected: "part of the name of a camera"),
        "write only photos of cameras whose make or model contains NAME; the others still help")
    static let timeZone = Option(
        "time-zone", ValueKind("ZONE", decode: zone),
        "time zone of clocks that state none, such as Asia/Tokyo or +09:00"
    ).settable()
    static let videoTime = Option(
        "video-time", .choice(), default: VideoTimeChoice.auto,
        """
        which time videos state that name no zone (default: \(.default), local for cameras of makers that write it, else \
        UTC)
        """
    ).settable()
    /// Farther away, not even the town may be right.
    static let maximumError = Option(
        "max-error", ValueKind("DISTANCE", encode: { $0.map(DistanceText.short) ?? "none" }, decode: distance),
        default: 5000,
        "write no position whose estimated error is larger, in metres or as 500m, 5km or none"
    ).settable()
    static let maximumGap = Option(
        "max-gap", .seconds("1800"), default: .seconds(1800),
        "interpolate between points at most S seconds apart, and use photos taken at most S seconds apart"
    ).settable()
    static let maximumExtrapolation = Option(
        "max-extrapolation", .seconds("1800"), default: .seconds(1800),
        "use the nearest point for up to S seconds before or after it"
    ).settable()
    static let policy = Option(
        "policy", .choice(), default: GeotagPolicy.keep,
        """
        what to do with photos that have a position (default: \(.default)); replace-if-worse replaces one that states a \
        lower accuracy
        """
    ).settable()

    static let all: [any OptionDeclaration] =
        [
            track, fromPhotos, PhotoSelection.datesFromNames, salvage, offset, camera, timeZone, videoTime,
            maximumError, maximumGap, maximumExtrapolation, policy, TaggingOptions.sidecar,
        ] + TaggingOptions.writing + TaggingOptions.printing + PathList.options

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        // A shell expands --track *.gpx: the first file is the option's value, the others are among the photos.
        let words = arguments.positionals
        let isTrack = words.map(Self.isTrack)
        tracks = try arguments[Self.track] + zip(words, isTrack).filter(\.1).map(\.0)
        let inputs = try (tracks + [arguments[PathList.filesFrom]].compactMap(\.self)).count { $0 == "-" }
        if inputs > 1 { throw .usage("standard input can be read only once; save one of the inputs and name the file") }
        photos = try PhotoSelection(
            zip(words, isTrack).filter { !$0.1 }.map(\.0), listed: PathList.paths(arguments), for: .photosGeotag)
        let sources = try arguments[Self.fromPhotos]
        self.sources = sources.isEmpty ? nil : try PhotoSelection(sources, for: .photosGeotag)
        salvages = arguments[Self.salvage]
        readsNames = arguments[PhotoSelection.datesFromNames]
        maximumGap = try arguments[Self.maximumGap]
        maximumExtrapolation = try arguments[Self.maximumExtrapolation]
        camera = try arguments[Self.camera]
        configuration.policy = try arguments[Self.policy]
        configuration.videoClock = try arguments[Self.videoTime].clock
        configuration.maximumError = try arguments[Self.maximumError]
        configuration.clock = try arguments[Self.offset]
        if let zone = try arguments[Self.timeZone] { configuration.timeZone = zone }
        tagging = try TaggingOptions(arguments, for: .photosGeotag)
    }

    private static func zone(_ text: String) throws(ValueProblem) -> ClockZone {
        guard let zone = ClockZone(text) else { throw .expected("a zone such as Asia/Tokyo or +09:00") }
        return zone
    }

    private static func distance(_ text: String) throws(ValueProblem) -> Double? {
        if text == "none" { return nil }
        guard let metres = DistanceText.metres(text) else {
            throw .expected("a distance such as 500, 500m or 5km, or none")
        }
        return metres
    }

    private static func clock(_ text: String) throws(ValueProblem) -> Geotagger.Configuration.Clock {
        if text == "auto" { return .automatic }
        guard let seconds = ClockOffsetText.seconds(text), seconds.magnitude <= 3.2e9 else {
            throw .expected("seconds such as -3600, a time such as -1:00:00, +1:00 or -1h30m, or auto")
        }
        return .corrected(.constant(seconds))
    }

    /// Returns whether a word is a track file: by its extension, or by its content if the extension is ambiguous.
    private static func isTrack(_ path: String) -> Bool {
        var status = stat()
        guard !PhotoFileName.promisesPhoto(path), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        let name = path.split(separator: "/").last ?? ""
        let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        if TrackFormat(unsharedExtension: suffix) != nil { return true }
        guard let bytes = try? InputFile(path: path).read() else { return false }
        // Any XML would be detected as GPX.
        return bytes.first != UInt8(ascii: "<") && TrackFormat(beginning: bytes) != nil
    }
}
