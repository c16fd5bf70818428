import LKGeocoding
import Glibc
import LKMetadata
import LKPhotos
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
    /// Maximum seconds between two track points for interpolation.
    var maximumGap: Double
    /// Maximum seconds before or after a track for using its nearest point.
    var maximumExtrapolation: Double
    /// The usual limit for the error of a position, in metres: farther away, not even the town may be right.
    static let usualMaximumError = 5000.0
    /// A part of the camera's make or model, ignoring case; `nil` for all cameras.
    var camera: String?
    /// How they are written.
    var tagging: TaggingOptions

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        // A shell expands --track *.gpx: the first file is the option's value, the others are among the photos.
        let words = arguments.positionals
        let isTrack = words.map(Self.isTrack)
        tracks = arguments.strings("track") + zip(words, isTrack).filter(\.1).map(\.0)
        if tracks.contains("") { throw ParsedArguments.wrong("track", "", expected: "the path of a file") }
        let inputs = (tracks + [arguments.string("files-from")].compactMap(\.self)).count { $0 == "-" }
        if inputs > 1 { throw .usage("standard input can be read only once; save one of the inputs and name the file") }
        photos = try PhotoSelection(
            zip(words, isTrack).filter { !$0.1 }.map(\.0), listed: PathList.paths(arguments), for: .photosGeotag)
        let sources = arguments.strings("from-photos")
        if sources.contains("") {
            throw ParsedArguments.wrong("from-photos", "", expected: "the path of a folder or photo")
        }
        self.sources = sources.isEmpty ? nil : try PhotoSelection(sources, for: .photosGeotag)
        salvages = arguments.flag("salvage")
        readsNames = arguments.flag("dates-from-names")
        let seconds = "a number of seconds, such as 1800"
        maximumGap = try arguments.number("max-gap", in: 0...3.2e9, expected: seconds) ?? 1800
        maximumExtrapolation = try arguments.number("max-extrapolation", in: 0...3.2e9, expected: seconds) ?? 1800
        camera = arguments.string("camera")
        if camera == "" { throw ParsedArguments.wrong("camera", "", expected: "part of the name of a camera") }
        configuration.policy = try arguments.choice("policy") ?? .keep
        configuration.videoClock = try arguments.choice("video-time", VideoTimeChoice.self)?.clock
        configuration.maximumError = try Self.maximumError(arguments)
        configuration.clock = try Self.clock(arguments)
        if let text = arguments.string("time-zone") {
            guard let zone = ClockZone(text) else {
                throw ParsedArguments.wrong("time-zone", text, expected: "a zone such as Asia/Tokyo or +09:00")
            }
            configuration.timeZone = zone
        }
        tagging = try TaggingOptions(arguments, for: .photosGeotag)
    }

    private static func maximumError(_ arguments: ParsedArguments) throws(ToolError) -> Double? {
        guard let text = arguments.string("max-error") else { return usualMaximumError }
        if text == "none" { return nil }
        guard let metres = DistanceText.metres(text) else {
            throw ParsedArguments.wrong("max-error", text, expected: "a distance such as 500, 500m or 5km, or none")
        }
        return metres
    }

    private static func clock(_ arguments: ParsedArguments) throws(ToolError) -> Geotagger.Configuration.Clock {
        guard let text = arguments.string("offset") else { return .corrected(.none) }
        if text == "auto" { return .automatic }
        guard let seconds = ClockOffsetText.seconds(text), seconds.magnitude <= 3.2e9 else {
            throw ParsedArguments.wrong(
                "offset", text, expected: "seconds such as -3600, a time such as -1:00:00, +1:00 or -1h30m, or auto")
        }
        return .corrected(.constant(seconds))
    }

    /// Whether a word is a track file: by its extension, or by its content if the extension is ambiguous.
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
