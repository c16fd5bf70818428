import LKFormats
import LKGeo
import LKGeocoding
import LKMetadata
import LKOfflineGeocoding
import LKPhotos
import LKTagging

extension CommandDescription {
    /// `locate photos place`: sets positions by hand.
    static let photosPlace = CommandDescription(
        path: ["photos", "place"],
        summary: "write a given position into photos",
        usage: ["FOLDER|FILE... --at LAT,LON|NAME [options]", "FOLDER|FILE... --like PHOTO [options]"],
        discussion: placeDiscussion,
        arguments: photoArguments,
        options: placeOptions,
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

    private static let placeOptions: [OptionDescription] =
        [
            .option("at", "LAT,LON|NAME", "the position, or the name of a place"),
            .streets,
            .option("like", "PHOTO", "the position of another photo", completion: .files),
            .option(
                "language", "TAG[,TAG]",
                "languages of messages about a name, in order of preference (default: settings, then environment)"
            )
            .settable(),
            .choice(
                "policy", GeotagPolicy.allCases.map(\.rawValue),
                "what to do with photos that have a position (default: keep); replace-if-worse replaces one that "
                    + "states a lower accuracy"
            ).settable(GeotagPolicy.keep.rawValue),
            sidecarOption,
        ] + writingOptions + printingOptions + PathList.options
}

/// `locate photos place`: sets positions by hand.
enum PlaceCommand {
    private static let name = "photos place"

    static func run(_ options: PlaceOptions, output: Output) throws(ToolError) -> ExitCode {
        let (location, source) = try position(options)
        let frame = TaggingFrame(.placing, options.photos, options.tagging, command: name, output: output)
        defer { frame.session.close() }
        try frame.session.recover()
        let contents = try frame.session.look()
        try frame.begin(contents)
        // A position is written even if the world cannot be opened.
        let naming = (try? PlaceLookup.openWorld()).map { WorldPlaces($0) }
        var formerNames = FormerNamesNote()
        let planner = PhotoFolder.PositionPlanner(location, policy: options.policy, naming: naming)
        try frame.writeAll(contents, planner) { photo in
            formerNames.count(photo)
            return TaggingReport(photo, in: options.photos, source: source)
        }
        if !options.tagging.quiet { formerNames.finish(options.photos, command: name) }
        return frame.exitCode
    }

    /// The position, and its source where the message names it.
    private static func position(_ options: PlaceOptions) throws(ToolError) -> (PhotoLocation, source: String?) {
        switch options.position {
        case .coordinate(let coordinate): return (PhotoLocation(coordinate: coordinate), nil)
        case .name(let name):
            let lookup = try PlaceLookup(languages: options.languages, options.streets, for: Self.name)
            let matches = try lookup.search(name, limit: 20)
            let match = try PlaceChoice.only(of: matches, named: name)
            let source = match.isArea ? "the middle of \(match.fullName)" : match.fullName
            return (PhotoLocation(coordinate: match.placemark.coordinate), source)
        case .photo(let path):
            let selection = try PhotoSelection([path], for: .photosPlace)
            guard !selection.fileURLs.isEmpty else { throw .usage("--like \(path): it is a folder; name a photo") }
            let library = PhotoLibrary(folders: [], files: selection.fileURLs)
            let report = Waiting.wait { () -> Result<PhotoLibrary.Report, PhotosError> in
                do throws(PhotosError) { return .success(try await library.reload()) } catch { return .failure(error) }
            }
            do throws(PhotosError) {
                let problem = try report.get().problems.first { selection.contains($0.path) }
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

/// Chooses among places that share a name.
enum PlaceChoice {
    /// A place with this many times the population of every namesake is chosen without asking.
    private static let dominance = 10
    /// A state or country counts as a city of this population.
    private static let areaPopulation = 1_000_000
    /// A town of this population is preferred to the state named after it.
    private static let leastPopulation = 10_000
    /// Metres within which matches of an address are one: a house has several entrances, a street several parts.
    private static let addressReach = 300.0
    /// The most candidates named in a message.
    private static let named = 5

    /// The place that the user means; a city is preferred to the state or country named after it.
    ///
    /// - Parameters:
    ///   - matches: The search results, best first.
    ///   - name: The name that was searched for.
    /// - Returns: The place.
    /// - Throws: A usage error for an unknown name, and for an ambiguous one, with the candidates.
    static func only(of matches: [PlaceMatch], named name: String) throws(ToolError) -> PlaceMatch {
        guard let match = matches.first?.match, match != .letters else {
            let near = matches.first.map { "; did you mean \($0.fullName)?" } ?? ""
            throw .usage("--at \(name): no place is called that\(near)")
        }
        guard matches.first?.lacksNumber != true else {
            throw .usage(
                "--at \(name): the street has no such number; give LAT,LON, or the street alone for its middle")
        }
        // A prefix match does not compete with an exact one: often it is a district of the same place.
        let exact = matches.filter { $0.match.map { $0 <= match } ?? true }
        // "England" also finds the United Kingdom, which is not what is meant.
        let word = FoldedText.scalars(of: name.prefix { $0 != "," })
        let isOwn = { (match: PlaceMatch) in FoldedText.scalars(of: (match.placemark.name ?? "")[...]) == word }
        let equals = exact.contains(where: isOwn) ? exact.filter { !$0.isArea || isOwn($0) } : exact
        let candidates = equals.filter { area in
            !area.isArea || !equals.contains { isMeant($0, ratherThan: area) }
        }
        // Two villages whose streets differ in a letter that folding ignores.
        let literal = candidates.filter { $0.fullName.lowercased() == name.lowercased() }
        if let only = literal.first, literal.count == 1, name.contains(",") { return only }
        let first = candidates[0]
        let rivals = candidates.dropFirst().filter { rival in
            guard first.isAddress else { return weight(rival) * dominance > weight(first) }
            return !rival.lacksNumber
                && rival.placemark.coordinate.distance(to: first.placemark.coordinate) > addressReach
        }
        guard !rivals.isEmpty else { return first }
        let named = ([first] + rivals).prefix(Self.named).map { candidate in
            let (latitude, longitude) = (
                candidate.placemark.coordinate.latitude, candidate.placemark.coordinate.longitude
            )
            let place = [latitude, longitude].map { NumberText.shortest($0, decimals: 6) }.joined(separator: ",")
            return "\(candidate.fullName) (\(place))"
        }
        let more = rivals.count >= Self.named ? ["and others"] : []
        // For a country, the full name would repeat what the user typed.
        let all = [first] + rivals
        let example = all.first { candidate in
            candidate.fullName.contains(",") && candidate.fullName != name
                && all.filter { $0.fullName == candidate.fullName }.count == 1
        }
        throw .usage(
            "--at \(name): several places are called that; "
                + (example.map { "say which, as in --at \"\($0.fullName)\", or " } ?? "") + "give LAT,LON: "
                + (named + more).joined(separator: "; "))
    }

    private static func isMeant(_ place: PlaceMatch, ratherThan area: PlaceMatch) -> Bool {
        guard !place.isArea, place.isWithin(area) else { return false }
        // Nothing that can be typed tells the village of Vaduz from the division of that name.
        if place.fullName == area.fullName { return true }
        return area.kind == .country || weight(place) >= leastPopulation
    }

    private static func weight(_ match: PlaceMatch) -> Int {
        match.isArea ? areaPopulation : match.placemark.place?.population ?? 0
    }
}

extension PlaceMatch {
    /// Whether the place is a state or a country.
    fileprivate var isArea: Bool { kind == .state || kind == .country }

    /// Whether it is a house, a street or a place of interest.
    fileprivate var isAddress: Bool { kind == .house || kind == .street || kind == .place }

    /// Whether a place is in a state or country, judging by their names.
    fileprivate func isWithin(_ area: PlaceMatch) -> Bool {
        placemark.isoCountryCode == area.placemark.isoCountryCode
            && (area.kind == .country || placemark.administrativeArea == area.placemark.administrativeArea)
    }

    /// Name, state and country: `Paris, Texas, United States`; of a house or street its address.
    var fullName: String {
        if isAddress, !placemark.addressString.isEmpty { return placemark.addressString }
        var parts: [String] = []
        for part in [placemark.name, placemark.administrativeArea, placemark.country] {
            if let part, part != parts.last { parts.append(part) }
        }
        return parts.joined(separator: ", ")
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

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosPlace)
        try arguments.reject("at", with: "like")
        if let text = arguments.string("at") {
            position = try Self.position(text)
        } else if let path = try arguments.path("like") {
            if path == "-" {
                throw .usage("--like -: a photo is read from a file, not from standard input; name it")
            }
            position = .photo(path)
        } else {
            throw .usage("needs a position: --at LAT,LON, --at NAME or --like PHOTO")
        }
        streets = try StreetFiles(arguments)
        languages = try arguments.languages("language")
        policy = try arguments.choice("policy") ?? .keep
        tagging = try TaggingOptions(arguments, for: .photosPlace)
    }

    private static func position(_ text: String) throws(ToolError) -> Position {
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
            throw .usage("--at \(text): \(error.text)")
        }
        guard text.contains(where: { $0.isLetter }) else {
            throw ParsedArguments.wrong("at", text, expected: "LAT,LON, such as 35.681236,139.767125, or a name")
        }
        return .name(text)
    }
}
