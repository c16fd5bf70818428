package import LKCommandLine
import LKGeo
import LKGeocoding
import LKMetadata
import LKOfflineGeocoding
import LKPhotoInput
import LKPhotos
import LKPlanning
import LKSharedOptions
import LKTagging

extension CommandDescription {
    /// `locate photos place`: sets positions by hand.
    package static let photosPlace = CommandDescription(
        path: ["photos", "place"],
        summary: "write a given position into photos",
        usage: ["FOLDER|FILE... --at LAT,LON|NAME [options]", "FOLDER|FILE... --like PHOTO [options]"],
        discussion: placeDiscussion,
        arguments: photoArguments,
        options: PlaceOptions.all,
        appendices: [taggingKeywords],
        examples: [
            .init("give a photo a position", "locate photos place IMG_0001.JPG --at 48.8584,2.2945"),
            .init("give scans the position of a town", "locate photos place Scans --at \"Springfield, Illinois\""),
            .init(
                "give them the position of a house, from a street index",
                "locate photos place Scans --at \"Städtle 43, Vaduz\" --streets li.streets"),
            .init("copy the position of another photo", "locate photos place IMG_0002.CR2 --like IMG_0001.JPG"),
        ],
        action: CommandAction(sample: ["/", "--at=1,1"], PlaceOptions.init, run: PlaceCommand.run)
    )

    private static let placeDiscussion: [String] = [
        "For photos that no track covers. The position is a latitude and longitude, the name of a place, which is "
            + "looked up in the built-in world as locate search does, or another photo. If several places have the "
            + "name, one is chosen only if it has ten times the population of every other; otherwise the candidates are "
            + "listed, and \"Springfield, Illinois\" selects one. The position of a place is its centre. Addresses and places of "
            + "interest are looked up in the installed regions (locate data list) and in the files of --streets.",
        "With --like, latitude, longitude, altitude and accuracy are copied from the other photo, or from its "
            + "sidecar.",
        photoFiles,
        "Formats, sidecars and companions are handled as by locate photos geotag.",
        writingSafety,
        objectLines,
    ]
}

/// `locate photos place`: sets positions by hand.
enum PlaceCommand {
    private static let name = "photos place"

    static func run(_ options: PlaceOptions, output: Output) throws(ToolError) -> ExitCode {
        let (location, source) = try position(options)
        return try TaggingFrame.run(
            .placing, options.photos, options.tagging, command: name, output: output
        ) { frame, contents throws(ToolError) in
            try frame.begin(contents)
            // A position is written even if the world cannot be opened.
            let naming = (try? ToolGeocoder.openWorld()).map { WorldPlaces($0) }
            var formerNames = FormerNamesNote()
            let planner = PhotoFolder.PositionPlanner(location, policy: options.policy, naming: naming)
            try frame.writeAll(contents, planner) { photo in
                formerNames.count(photo)
                return TaggingReport(photo, in: options.photos, source: source)
            }
            if !options.tagging.quiet { formerNames.finish(options.photos, command: name) }
        }
    }

    /// Returns the position, and its source where the message names it.
    private static func position(_ options: PlaceOptions) throws(ToolError) -> (PhotoLocation, source: String?) {
        switch options.position {
        case .coordinate(let coordinate): return (PhotoLocation(coordinate: coordinate), nil)
        case .name(let name):
            let geocoder = try ToolGeocoder(languages: options.languages, options.streets, for: Self.name)
            let choice = try geocoder.wait { tool async throws(GeocodingError) in
                try await tool.geocoder.choice(named: name, languages: tool.languages)
            }
            let match = try choice.only(named: name)
            let source = match.isArea ? "the middle of \(match.fullName)" : match.fullName
            return (PhotoLocation(coordinate: match.placemark.coordinate), source)
        case .photo(let path):
            let selection = try PhotoSelection([path], for: .photosPlace)
            guard !selection.fileURLs.isEmpty else { throw .usage("--like \(path): it is a folder; name a photo") }
            let library = PhotoLibrary(folders: [], files: selection.fileURLs)
            do throws(PhotosError) {
                let report = try Waiting.attempt { () async throws(PhotosError) in try await library.reload() }
                let problem = report.problems.first { selection.contains($0.path) }
                if let problem { throw problem }
            } catch {
                throw ToolError(error)
            }
            guard let location = library.allPhotos.assets.first?.knownLocation, !location.isVoid else {
                throw ToolError(.dataError, "--like \(path): it has no position; name a photo that has one")
            }
            return (location, path)
        }
    }
}

extension Geocoder.Choice {
    /// The maximum number of candidates named in a message.
    private static let maximumCandidates = 5

    /// Returns the place that the user means.
    ///
    /// - Parameter name: The name that was searched for.
    /// - Returns: The place.
    /// - Throws: A usage error for an unknown name, and for an ambiguous one, with the candidates.
    func only(named name: String) throws(ToolError) -> PlaceMatch {
        switch self {
        case .place(let match): return match
        case .unknown(let similar):
            let hint = similar.map { "; did you mean \($0.fullName)?" } ?? ""
            throw .usage("--at \(name): no place is called that\(hint)")
        case .numberUnknown:
            throw .usage(
                "--at \(name): the street has no such number; give LAT,LON, or the street alone for its middle")
        case .ambiguous(let candidates):
            let named = candidates.prefix(Self.maximumCandidates).map { candidate in
                let coordinate = candidate.placemark.coordinate
                let place = [coordinate.latitude, coordinate.longitude].map { NumberText.shortest($0, decimals: 6) }
                    .joined(separator: ",")
                return "\(candidate.fullName) (\(place))"
            }
            let more = candidates.count > Self.maximumCandidates ? ["and others"] : []
            // For a country, the full name would repeat what the user typed.
            let example = candidates.first { candidate in
                candidate.fullName.contains(",") && candidate.fullName != name
                    && candidates.filter { $0.fullName == candidate.fullName }.count == 1
            }
            throw .usage(
                "--at \(name): several places are called that; "
                    + (example.map { "say which, as in --at \"\($0.fullName)\", or " } ?? "") + "give LAT,LON: "
                    + (named + more).joined(separator: "; "))
        }
    }
}

/// The options of `locate photos place`, decoded.
struct PlaceOptions {
    /// The source of the position.
    enum Position: Equatable {
        /// Latitude and longitude.
        case coordinate(Coordinate)
        /// The name of a place.
        case name(String)
        /// The path of another photo.
        case photo(String)
    }

    /// The folders and files of photos.
    var photos: PhotoSelection
    /// The position.
    var position: Position
    /// The street indexes that addresses are looked up in.
    var streets: StreetFiles
    /// The languages of the place's name; `nil`: the environment decides.
    var languages: [LanguageTag]?
    /// What happens to photos that have a position.
    var policy: GeotagPolicy
    /// How they are written.
    var tagging: TaggingOptions

    static let at = Option(
        "at", ValueKind("LAT,LON|NAME", decode: coordinateOrName), "the position, or the name of a place")
    static let like = Option("like", .path("PHOTO"), "the position of another photo")
    package static let language = Option.languages(of: "messages about a name")

    static let all: [any OptionDeclaration] =
        [at, StreetFiles.streets, like, language, GeotagOptions.policy, TaggingOptions.sidecar]
        + TaggingOptions.writing + TaggingOptions.printing + PathList.options

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosPlace)
        try arguments.reject(Self.at, with: Self.like)
        if let given = try arguments[Self.at] {
            position = given
        } else if let path = try arguments[Self.like] {
            if path == "-" {
                throw .usage("--like -: a photo is read from a file, not from standard input; name it")
            }
            position = .photo(path)
        } else {
            throw .usage("needs a position: --at LAT,LON, --at NAME or --like PHOTO")
        }
        streets = try StreetFiles(arguments, StreetFiles.streets)
        languages = try arguments[Self.language]
        policy = try arguments[GeotagOptions.policy]
        tagging = try TaggingOptions(arguments, for: .photosPlace)
    }

    private static func coordinateOrName(_ text: String) throws(ValueProblem) -> Position {
        do throws(CoordinateText.Problem) {
            if let coordinate = try CoordinateText.coordinate(in: [text]) {
                guard coordinate.latitude != 0 || coordinate.longitude != 0 else {
                    throw CoordinateText.Problem(
                        text:
                            "exactly 0, 0 is what cameras write for \"not known\", and is read as that; for a photo from there give "
                            + "0.00001,0")
                }
                return .coordinate(coordinate)
            }
        } catch {
            throw ValueProblem(text: error.text)
        }
        guard text.contains(where: { $0.isLetter }) else {
            throw .expected("LAT,LON, such as 35.681236,139.767125, or a name")
        }
        return .name(text)
    }
}
