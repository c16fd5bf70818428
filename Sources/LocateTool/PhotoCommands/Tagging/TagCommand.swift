import LocationKit
import Synchronization

extension CommandDescription {
    /// `locate photos tag`: names of places.
    static let photosTag = CommandDescription(
        path: ["photos", "tag"],
        summary: "write the names of their places into photos that have a position",
        usage: ["FOLDER|FILE... [options]"],
        discussion: tagDiscussion,
        arguments: photoArguments,
        options: tagOptions,
        appendices: [taggingKeywords],
        examples: [
            .init("write the names of places in English", "locate photos tag Pictures --language en"),
            .init("write other names, also as keywords", "locate photos tag Pictures --policy replace --keywords"),
            .init(
                "tag photos of the last week",
                "find Pictures -mtime -7 -print0 | locate photos tag --files-from - -0"),
        ],
        action: CommandAction(sample: ["/"], TagOptions.init, run: TagCommand.run)
    )

    private static let tagDiscussion: [String] = [
        "The names of the place where the camera stood are written, and those of the place that is shown, which most programs "
            + "display: part of the city, city, state, country and its code, in XMP, and in IPTC where a photo has that. Names "
            + "that somebody wrote are kept, unless --policy replace says otherwise.",
        "The built-in world is asked, and nothing leaves this machine unless --provider names a service on the web; then "
            + "equal positions are asked for once. A service that does not answer three times in a row is left alone: exit "
            + "status 69, and what was found out is written. Formats, sidecars and companions are as with locate photos geotag.",
        photoFiles,
        writingSafety,
        objectLines,
    ]

    private static let tagOptions: [OptionDescription] =
        [
            .provider,
            .option("language", "TAG[,TAG]", "languages of the names, best first (default: settings, then environment)")
                .settable(),
            .choice(
                "policy", TagOptions.Policy.allCases.map(\.rawValue),
                "what happens to names that a photo has (default: keep)"
            ).settable(TagOptions.Policy.keep.rawValue),
            .flag("keywords", "add the names to the photo's keywords too").settable(),
            sidecarOption,
        ] + OptionDescription.corrections + writingOptions + printingOptions + PathList.options + OptionDescription.web
        + [.privacy]
}

/// `locate photos tag`: the names of places for photos that have a position.
enum TagCommand {
    private static let name = "photos tag"
    /// So many questions in a row without an answer, and no more are asked.
    private static let mostFailures = 3

    static func run(_ options: TagOptions, output: Output) throws(ToolError) -> ExitCode {
        let credit = WebCredit()
        let tagger = PlaceTagger(
            try geocoder(
                options.web, languages: options.languages,
                corrections: try options.corrections.read(for: name, quiet: options.tagging.quiet), credit: credit),
            configuration: options.configuration)
        let session = LibrarySession(
            options.photos, command: name, quiet: options.tagging.quiet, patience: LibrarySession.writingPatience)
        defer { session.finishWriting() }
        if !options.tagging.isDryRun {
            try Recovery(command: name, isQuiet: options.tagging.quiet).recover(options.photos)
        }
        let report = try session.look(watching: false)
        let assets = session.library.allPhotos.assets
        let batches = TaggingBatches(
            options.tagging, session, options.photos, command: name, total: assets.count, output: output)
        var code = try batches.add(report.problems)
        var step = TagStep(tagger, options.photos)
        for asset in assets {
            let (report, edits) = step.result(asset)
            try batches.add(report, edits)
            if let failure = step.serviceFailure, step.failuresInARow >= mostFailures {
                try batches.finish()
                throw ToolError(.unavailable, "\(failure); the other photos are left for another time")
            }
        }
        try batches.finish()
        if let credit = credit.attribution, !options.tagging.quiet { Messages.note(credit, command: name) }
        if batches.tally.failed > 0, code == .success { code = .partialFailure }
        return code
    }

    /// What names places in photos: the built-in world, or a service on the web.
    ///
    /// - Throws: A usage error for what the service's rules do not allow, and what is wrong with the built-in world.
    static func geocoder(
        _ web: WebOptions?, languages: [LanguageTag]?, corrections: PlaceCorrections?, credit: WebCredit
    ) throws(ToolError) -> ReverseGeocoder {
        var configuration = ReverseGeocoder.Configuration()
        if let web {
            configuration.providers = [WebPlacesProvider(try WebPlaces(web, languages: languages), credit: credit)]
            // Each question has its own limit below.
            configuration.timeout = .seconds(3600)
            configuration.cache = nil
        } else {
            configuration.providers = [WorldProvider(world: try PlaceLookup.openWorld())]
        }
        configuration.corrections = corrections
        return ReverseGeocoder(configuration: configuration)
    }
}

/// The options of `locate photos tag`, decoded.
struct TagOptions {
    /// What happens to photos that have names of places.
    enum Policy: String, CaseIterable { case keep, replace }

    /// The folders and files.
    var photos: PhotoSelection
    /// Who is asked on the web; `nil`: nobody.
    var web: WebOptions?
    /// `nil`: the environment decides.
    var languages: [LanguageTag]?
    /// The user's own names of places; `nil`: none.
    var corrections: CorrectionOptions?
    /// Which names are written.
    var configuration = PlaceTagger.Configuration()
    /// How they are written.
    var tagging: TaggingOptions

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosTag)
        web = try WebOptions(arguments)
        languages = try arguments.languages("language")
        corrections = try CorrectionOptions(arguments)
        configuration.languages = languages ?? LanguageTag.preferred(environment: Environment.values)
        configuration.replaces = try arguments.choice("policy", Policy.self) == .replace
        configuration.addsKeywords = arguments.flag("keywords")
        tagging = try TaggingOptions(arguments, for: .photosTag)
    }
}

/// Plans the names of places photo by photo, and says of each what is printed.
struct TagStep {
    private let tagger: PlaceTagger
    private let photos: PhotoSelection

    /// How many questions have gone without an answer since the last one that had one.
    private(set) var failuresInARow = 0
    /// Why the last question went without an answer, where that was the fault of a service.
    private(set) var serviceFailure: String?

    init(_ tagger: PlaceTagger, _ photos: PhotoSelection) {
        self.tagger = tagger
        self.photos = photos
    }

    /// The report of an asset, and the edits that still decide what becomes of it.
    mutating func result(_ asset: PhotoAsset) -> (TaggingReport, [PhotoEdit]) {
        var report = TaggingReport(asset, in: photos, .written)
        let planned = Waiting.wait { [tagger] in await tagger.planned(asset) }
        report.coordinate = planned.location?.coordinate
        report.source = planned.provider ?? planned.shown.provider
        report.place = planned.place
        switch planned.shown.action {
        case .write: (failuresInARow, serviceFailure) = (0, nil)
        case .keep: if planned.edits.isEmpty { (report.action, report.reason) = (.kept, planned.shown.description) }
        case .skip(let reason):
            (report.action, report.reason) = (.skipped, Self.text(reason))
            // That is an answer too.
            if reason == .nothingThere { (failuresInARow, serviceFailure) = (0, nil) }
        case .unreadable(let error): report.fail(error.message)
        case .fail(let code, let message):
            note(code, message)
            report.fail("\(report.path): \(message)")
        }
        return (report, planned.edits)
    }

    private mutating func note(_ code: GeocodingError.Code, _ message: String) {
        let codes: [GeocodingError.Code] = [
            .serviceUnreachable, .timedOut, .serviceOverloaded, .serviceRefused, .serviceBlocked, .answerInvalid,
        ]
        guard codes.contains(code) else { return }
        serviceFailure = message
        failuresInARow += 1
    }

    private static func text(_ reason: PlannedPlace.Reason) -> String {
        reason == .noPosition
            ? "\(reason); locate photos geotag gives it one from a track" : reason.description
    }
}

/// A service on the web as the tool asks it: in the languages of the command, and with its failures told as they are.
struct WebPlacesProvider: GeocodingProvider {
    let name = "web"
    let attribution: String? = nil
    let isOffline = false
    private let places: WebPlaces
    private let credit: WebCredit

    init(_ places: WebPlaces, credit: WebCredit) {
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

/// Whose data the names of places are, as the licence of a service asks to be said.
final class WebCredit: Sendable {
    private let text = Mutex<String?>(nil)

    /// The sentence; `nil` before there was an answer that wants one.
    var attribution: String? { text.withLock { $0 } }

    func note(_ attribution: String) { text.withLock { $0 = attribution } }
}
