import Glibc
import LocationKit

/// The options of `locate photos geotag`, decoded.
struct GeotagOptions {
    /// The folders and files of photos.
    var photos: PhotoSelection
    /// The files of tracks.
    var tracks: [String]
    /// The folders and files of photos that place others, and are not written; `nil` for none.
    var sources: PhotoSelection?
    /// Whether a damaged track gives what is whole.
    var salvages: Bool
    /// How positions are found.
    var configuration = Geotagger.Configuration()
    /// The most seconds between two points of a track to interpolate between them.
    var maximumGap: Double
    /// The most seconds beside a track that its nearest point stands for.
    var maximumExtrapolation: Double
    /// What the make or model of a camera has to contain, in large or small letters; `nil` for all.
    var camera: String?
    /// How they are written.
    var tagging: TaggingOptions

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        // What a shell makes of --track *.gpx: the first is the option's value, the others stand among the photos.
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
        let seconds = "a number of seconds, such as 1800"
        maximumGap = try arguments.number("max-gap", in: 0...3.2e9, expected: seconds) ?? 1800
        maximumExtrapolation = try arguments.number("max-extrapolation", in: 0...3.2e9, expected: seconds) ?? 1800
        camera = arguments.string("camera")
        if camera == "" { throw ParsedArguments.wrong("camera", "", expected: "part of the name of a camera") }
        configuration.policy = try arguments.choice("policy") ?? .keep
        configuration.clock = try Self.clock(arguments)
        if let text = arguments.string("time-zone") {
            guard let zone = ClockZone(text) else {
                throw ParsedArguments.wrong("time-zone", text, expected: "a zone such as Asia/Tokyo or +09:00")
            }
            configuration.timeZone = zone
        }
        tagging = try TaggingOptions(arguments, for: .photosGeotag)
    }

    private static func clock(_ arguments: ParsedArguments) throws(ToolError) -> Geotagger.Configuration.Clock {
        guard let text = arguments.string("offset") else { return .corrected(.none) }
        if text == "auto" { return .automatic }
        guard let seconds = seconds(text), seconds.magnitude <= 3.2e9 else {
            throw ParsedArguments.wrong(
                "offset", text, expected: "seconds such as -3600, hours, minutes and seconds such as -1:00:00, or auto")
        }
        return .corrected(.constant(seconds))
    }

    /// Seconds as a number, or as `H:MM:SS` with a sign in front and a fraction behind.
    ///
    /// `1:30` is refused: it may be hours or minutes.
    private static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return ParsedArguments.number(text) }
        let isNegative = text.hasPrefix("-")
        let hours = isNegative || text.hasPrefix("+") ? parts[0].dropFirst() : parts[0]
        func isNumber(_ part: Substring) -> Bool {
            !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard parts.count == 3, isNumber(hours), hours.utf8.count <= 6, isNumber(parts[1]), parts[1].utf8.count == 2,
            isNumber(parts[2].prefix(2)),
            parts[2].utf8.count == 2 || parts[2].dropFirst(2).hasPrefix(".") && isNumber(parts[2].dropFirst(3)),
            let hour = Double(hours), let minute = Double(parts[1]), minute < 60,
            let second = ParsedArguments.number(parts[2]), second < 60
        else { return nil }
        let seconds = hour * 3600 + minute * 60 + second
        return isNegative ? -seconds : seconds
    }

    /// Whether a photo is to be written; the others only tell of time and place.
    func concerns(_ asset: PhotoAsset) -> Bool {
        guard let camera = camera?.lowercased() else { return true }
        return [asset.camera?.make, asset.camera?.model].contains { $0?.lowercased().contains(camera) == true }
    }

    /// Whether a word names a file of tracks: by its extension, or by its content where that may have other things in it.
    private static func isTrack(_ path: String) -> Bool {
        var status = stat()
        guard !PhotoFileName.promisesPhoto(path), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        let name = path.split(separator: "/").last ?? ""
        let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        if TrackFormat(fileExtension: suffix) != nil, !["txt", "log", "json"].contains(suffix) { return true }
        guard let bytes = try? InputFile(path: path).read() else { return false }
        // Every XML would count as GPX.
        return bytes.first != UInt8(ascii: "<") && TrackFormat(beginning: bytes) != nil
    }
}
