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
import Synchronization

extension CommandDescription {
    /// `locate photos tag`: writes names of places.
    package static let photosTag = CommandDescription(
        path: ["photos", "tag"],
        summary: "write place names into photos that have a position",
        usage: ["FOLDER|FILE... [options]"],
        discussion: tagDiscussion,
        arguments: photoArguments,
        options: TagOptions.all,
        appendices: [taggingKeywords],
        examples: [
            .init("write place names in English", "locate photos tag Pictures --language en"),
            .init(
                "replace the names, and add them as keywords", "locate photos tag Pictures --policy replace --keywords"),
            .init(
                "rename photos that another program has moved", "locate photos tag Pictures --policy replace-if-far"),
            .init(
                "tag photos of the last week",
                "find Pictures -mtime -7 -print0 | locate photos tag --files-from - -0"),
        ],
        action: CommandAction(sample: ["/"], TagOptions.init, run: TagCommand.run)
    )

    private static let tagDiscussion: [String] = [
        "The names are those of the place where the camera stood, and of the place shown, which most programs "
            + "display: part of the city, city, state, country and country code. They go into XMP, and into IPTC if the "
            + "photo has that. Existing names are kept, except those of a place more than 50 km from the photo's position if they are "
            + "exactly as the built-in world has them: such names were not entered by hand, and another program has moved the "
            + "photo. --policy replace-if-far replaces all names of places that far away, --policy replace all names.",
        "The built-in world supplies the names, and where a region is installed (locate data list) or --streets names a "
            + "street index, the place of interest or else the street is the part of the city; --streets none leaves it at "
            + "quarters. Nothing leaves this machine unless --provider names a web service; that is asked only once for equal positions. After three failures in a row it is not asked "
            + "again: the exit status is 69, and names found until then are written. Formats, sidecars and companions "
            + "are handled as by locate photos geotag.",
        photoFiles,
        writingSafety,
        objectLines,
    ]
}

/// `locate photos tag`: writes the names of places into photos that have a position.
enum TagCommand {
    private static let name = "photos tag"

    static func run(_ options: TagOptions, output: Output) throws(ToolError) -> ExitCode {
        let credit = WebCredit()
        let tagger = PlaceTagger(
            try geocoder(
                options.web, options.streets, languages: options.languages, command: name,
                corrections: try options.corrections.read(for: name, quiet: options.tagging.quiet), credit: credit),
            configuration: options.configuration)
        return try TaggingFrame.run(
            .naming, options.photos, options.tagging, command: name, output: output
        ) { frame, contents throws(ToolError) in
            try frame.begin(contents)
            var planner = PhotoFolder.NamePlanner(tagger)
            for asset in contents.assets {
                let photo = Waiting.wait { [planner] in await planner.planned(asset) }
                planner.count(photo)
                try frame.add(photo, TaggingReport(photo, in: options.photos))
                if let failure = planner.failure {
                    try frame.finish()
                    throw ToolError(.unavailable, "\(failure); run the same command again later for the other photos")
                }
            }
            try frame.finish()
            if planner.farCount > 0, !options.tagging.quiet {
                let photos = planner.farCount == 1 ? "1 photo keeps names" : "\(planner.farCount) photos keep names"
                Messages.note(
                    "\(photos) of a place more than 50 km from its position; to replace only these: "
                        + FormerNamesNote.renaming(options.photos.words, policy: .replaceIfFar),
                    command: name)
            }
            if let credit = credit.attribution, !options.tagging.quiet { Messages.note(credit, command: name) }
        }
    }

    /// Returns what names the places: street indexes and the built-in world, or a web service.
    ///
    /// - Throws: A usage error if the service's rules forbid the request; an error if the world's file cannot be read.
    static func geocoder(
        _ web: WebOptions?, _ streets: StreetFiles, languages: [LanguageTag]?, command: String,
        corrections: PlaceCorrections?, credit: WebCredit
    ) throws(ToolError) -> Geocoder {
        var configuration = Geocoder.Configuration()
        if let web {
            configuration.providers = [CreditedPlaces(try ToolGeocoder(web, languages: languages), credit: credit)]
            // Each request has its own time limit below.
            configuration.timeout = .seconds(3600)
            configuration.cache = nil
        } else {
            var offline = try ToolGeocoder(languages: languages, streets, for: command).offline
            offline.findsBorders = false
            configuration.providers = [offline]
        }
        configuration.corrections = corrections
        return Geocoder(configuration: configuration)
    }
}

/// The options of `locate photos tag`, decoded.
struct TagOptions {
    /// How to treat photos that already have names of places.
    enum Policy: String, CaseIterable {
        case keep
        case replaceIfFar = "replace-if-far"
        case replace
    }

    /// The folders and files.
    var photos: PhotoSelection
    /// The web service to ask; `nil` for none.
    var web: WebOptions?
    /// The street indexes to ask.
    var streets: StreetFiles
    /// The preferred languages of the names; `nil` for those of the environment.
    var languages: [LanguageTag]?
    /// The user's own names of places; `nil` for none.
    var corrections: CorrectionOptions?
    /// Which names are written.
    var configuration = PlaceTagger.Configuration()
    /// How they are written.
    var tagging: TaggingOptions

    static let policy = Option(
        "policy", .choice(), default: Policy.keep,
        """
        what to do with names that a photo has (default: \(.default)); replace-if-far replaces those of a place more \
        than 50 km from its position
        """
    ).settable()
    static let keywords = Flag("keywords", "also add the names to the photo's keywords").settable()

    static let all: [any OptionDeclaration] =
        [
            WebOptions.provider, StreetFiles.streets, ToolGeocoder.language, policy, keywords,
            TaggingOptions.sidecar,
        ] + CorrectionOptions.all + TaggingOptions.writing + TaggingOptions.printing + PathList.options
        + WebOptions.all + [WebOptions.privacy]

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosTag)
        web = try WebOptions(arguments)
        streets = try StreetFiles(arguments)
        languages = try arguments[ToolGeocoder.language]
        corrections = try CorrectionOptions(arguments)
        configuration.languages = languages ?? LanguageTag.preferred(environment: Environment.values)
        let policy = try arguments[Self.policy]
        configuration.replaces = policy == .replace
        configuration.replacesFar = policy == .replaceIfFar
        configuration.addsKeywords = arguments[Self.keywords]
        tagging = try TaggingOptions(arguments, for: .photosTag)
    }
}

extension TaggingReport {
    /// Creates the report of a photo whose names are planned; the result of its edits may still change it.
    init(_ asset: PhotoAsset, _ planned: PlannedPlace, in photos: PhotoSelection) {
        self.init(asset, in: photos, .written)
        coordinate = planned.location?.coordinate
        source = planned.provider
        if !planned.edits.isEmpty { place = planned.place }
        leave(planned.formerKeywords)
        switch planned.action {
        case .write:
            reason =
                planned.formerPlace.map { "instead of \($0.shortName), which is far from its position" }
                ?? planned.farPlace.map { "other names stay \($0.shortName), which is far from its position" }
        case .keep: if planned.edits.isEmpty { (action, reason) = (.kept, planned.description) }
        case .skip(.noPosition):
            action = .skipped
            reason = "\(PlannedPlace.Reason.noPosition); locate photos geotag gives it one from a track"
        case .skip(let why): (action, reason) = (.skipped, why.description)
        case .unreadable(let error): fail(error.message)
        case .fail(let error): fail("\(path): \(error.message)")
        }
    }
}

/// Asks a web service in the languages of the command and passes its failures on.
struct CreditedPlaces: GeocodingProvider {
    let name = "web"
    let attribution: String? = nil
    let isOffline = false
    private let places: ToolGeocoder
    private let credit: WebCredit

    init(_ places: ToolGeocoder, credit: WebCredit) {
        self.places = places
        self.credit = credit
    }

    func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark] {
        let placemark = try await places.place(at: coordinate)
        if let attribution = placemark.attribution { credit.note(attribution) }
        return [placemark]
    }
}

/// The attribution of the names of places that a service's licence requires.
final class WebCredit: Sendable {
    private let text = Mutex<String?>(nil)

    /// The sentence; `nil` before the first answer that requires one.
    var attribution: String? { text.withLock { $0 } }

    func note(_ attribution: String) { text.withLock { $0 = attribution } }
}
