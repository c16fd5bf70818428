import FoundationEssentials
package import LKCommandLine
import LKGeocoding
import LKPhotoInput
import LKPhotos
import LKSharedOptions
import LKThreads

extension CommandDescription {
    /// `locate photos watch`: prints changes of photos.
    package static let photosWatch = CommandDescription(
        path: ["photos", "watch"],
        summary: "print changes to photos until interrupted",
        usage: ["FOLDER|FILE... [options]"],
        discussion: [
            "Each line says inserted, updated, deleted or moved, and then what locate photos list prints for the "
                + "photo. A file counts once it is complete: when the program that writes it closes it or moves it into "
                + "place. In JSON, event has the word, and from has the former path of a moved photo. A single file "
                + "that does not exist yet is waited for.",
            "With --tag, a photo that arrives or changes gets place names, as locate photos tag writes them, if it "
                + "has a position and no names: another line says tagged, and a failure is named on standard error. "
                + "Existing photos stay as they are until they change. With --provider \(WebService.alternatives), a "
                + "web service is asked; while it does not answer, photos wait for their names, and the service is "
                + "asked again after some time, from 10 s on.",
        ],
        arguments: photoArguments,
        options: PhotoWatchOptions.all,
        appendices: [.keywords(PhotoEventReport.table.listedKeys)],
        examples: [
            .init("tag photos as they arrive", "locate photos watch Camera --tag --language en"),
            .init("let a program follow the changes", "locate photos watch Pictures --json"),
        ],
        action: CommandAction(sample: ["/", "--tag"], PhotoWatchOptions.init, run: PhotoWatchCommand.run)
    )
}

/// `locate photos watch`: prints each change of the photos in folders, and of single photos, when it happens.
enum PhotoWatchCommand {
    static func run(_ options: PhotoWatchOptions, output: Output) throws(ToolError) -> ExitCode {
        let printer = RecordPrinter<PhotoEventReport>(options.form, output: output)
        var tagger = options.tags ? try WatchTagger(options, printer) : nil
        let session = LibrarySession(
            options.photos, command: "photos watch", quiet: options.quiet,
            gracePeriod: options.tags ? LibrarySession.writingGracePeriod : StopWatch.gracePeriod)
        defer { session.finishWriting() }
        if options.tags {
            try Recovery(command: "photos watch", isQuiet: options.quiet).recover(options.photos)
        }
        let report = try session.look(watching: true)
        _ = session.tell(report.problems.filter { !report.knownProblems.contains($0) }, of: options.photos)
        let changes = session.library.changes()
        let mailbox = session.mailbox
        let follower = Task.detached { for await change in changes { mailbox.send(.changed(change), urgent: true) } }
        let observer = session.library.observers.add { event in
            if case .failed(let error) = event { mailbox.send(.problem(error), urgent: true) }
        }
        defer {
            session.library.observers.remove(observer)
            follower.cancel()
            session.library.stopWatching()
        }
        let initial = changes.initial?.assets ?? []
        tagger?.begin(with: initial)
        if !options.quiet {
            let count = initial.count == 1 ? "1 photo or video" : "\(initial.count) photos and videos"
            Messages.note("watching \(options.photos.names) with \(count)", command: "photos watch")
        }
        return try follow(PhotoEvents(initial), &tagger, options, session, printer)
    }

    /// Prints changes until a signal arrives or nothing is left to watch.
    private static func follow(
        _ initial: PhotoEvents, _ tagger: inout WatchTagger?, _ options: PhotoWatchOptions, _ session: LibrarySession,
        _ printer: RecordPrinter<PhotoEventReport>
    ) throws(ToolError) -> ExitCode {
        var events = initial
        var gone: Set<String> = []
        defer { tagger?.finish() }
        while true {
            let items = session.mailbox.receive(until: tagger?.nextAttempt)
            // Reported only once it is certain that something is left to watch: then the roots are watched again.
            var losses: [PhotosError] = []
            for item in items {
                switch item {
                case .stop(let cause): return ExitCode(cause)
                case .changed(let change):
                    for event in events.apply(change) {
                        try show(event, options, printer)
                        try tagger?.handle(event)
                    }
                case .problem(let error):
                    if error.code == .missing, options.photos.contains(error.path) {
                        gone.insert(error.path)
                        losses.append(error)
                    } else {
                        Messages.note(error.message, command: "photos watch", as: .error)
                    }
                default: continue
                }
            }
            try tagger?.retry()
            try printer.output.flush()
            // A root that exists again is watched again.
            gone = gone.filter { !FileManager.default.fileExists(atPath: $0) }
            if gone.count == options.photos.count {
                let names = losses.map { options.photos.shown($0.path) }.joined(separator: ", ")
                throw ToolError(
                    .noInput,
                    (losses.isEmpty ? "" : "not there any more: \(names); ")
                        + "nothing is left to watch; start it again when there is")
            }
            for error in losses { Messages.note(error.message, command: "photos watch", as: .error) }
        }
    }

    private static func show(
        _ event: PhotoEvent, _ options: PhotoWatchOptions, _ printer: RecordPrinter<PhotoEventReport>
    ) throws(ToolError) {
        let report = PhotoReport(event.asset, in: options.photos)
        let former = event.former.map { options.photos.shown($0.path) }
        guard options.form == .text else {
            return try printer.print(PhotoEventReport(event.kind.rawValue, photo: report, former: former))
        }
        let word = event.kind.rawValue
        var line = Array("\(word)\(String(repeating: " ", count: 10 - word.utf8.count))".utf8)
        PhotoColumns(columns: printer.output.columns.map { $0 - line.count }).append(report, to: &line)
        if let former { line += " (was \(ForeignText.clean(former)))".utf8 }
        try printer.output.write(line)
        try printer.output.endLine()
    }
}

/// The options of `locate photos watch`, decoded.
struct PhotoWatchOptions {
    /// The folders and files.
    var photos: PhotoSelection
    /// Whether photos get the names of their places.
    var tags: Bool
    /// The web service to ask; `nil` for none.
    var web: WebOptions?
    /// The street indexes to ask.
    var streets: StreetFiles
    /// The preferred languages of the names; `nil` for those of the environment.
    var languages: [LanguageTag]?
    /// The user's own names of places; `nil` for none.
    var corrections: CorrectionOptions?
    /// The output format.
    var form: OutputFormat
    /// Whether to suppress progress and hints.
    var quiet: Bool

    static let tag = Flag("tag", "write place names into photos that arrive")
    static let quiet = Flag.quiet("progress and hints")

    static let all: [any OptionDeclaration] =
        [tag, WebOptions.provider, StreetFiles.streets, ToolGeocoder.language, quiet] + CorrectionOptions.all
        + FormOptions.tables.all + PathList.options + WebOptions.all + [WebOptions.privacy]

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the argument and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosWatch)
        tags = arguments[Self.tag]
        languages = try arguments[ToolGeocoder.language]
        let naming: [any OptionDeclaration] = [
            ToolGeocoder.language, WebOptions.provider, StreetFiles.streets, WebOptions.timeout, WebOptions.server,
            WebOptions.userAgent, WebOptions.privacy, WebOptions.noCache, CorrectionOptions.file,
            CorrectionOptions.salvage,
        ]
        if !tags, let option = arguments.firstGiven(naming) {
            throw .usage("--\(option.name) is for --tag; give that too")
        }
        web = try WebOptions(arguments)
        streets = try StreetFiles(arguments)
        corrections = try CorrectionOptions(arguments)
        form = try arguments.outputFormat(for: .tables, keys: PhotoEventReport.table.templateKeys, of: .photosWatch)
        quiet = arguments[Self.quiet]
    }
}

/// What happened to one photo.
struct PhotoEvent {
    /// The kinds, as they are printed.
    enum Kind: String {
        case inserted, updated, deleted, moved
    }

    var kind: Kind
    /// The photo after the change; for a deleted photo, its last state.
    var asset: PhotoAsset
    /// The previous path of a moved photo.
    var former: PhotoAsset?
}

/// A printed event: a change of a photo, or that it was tagged.
struct PhotoEventReport: OutputRecord {
    /// The word for it.
    let event: String
    /// The photo; `nil` if it was tagged.
    let photo: PhotoReport?
    /// The previous path of a moved photo.
    let former: String?
    /// What tagging did; `nil` for changes.
    let action: TaggingReport?

    /// Creates the report of a change.
    init(_ event: String, photo: PhotoReport, former: String?) {
        (self.event, self.photo, self.former, action) = (event, photo, former, nil)
    }

    /// Creates the report of what `--tag` did.
    init(tagged action: TaggingReport) { (event, photo, former, self.action) = ("tagged", nil, nil, action) }

    /// The fields: its own, the photo's, and those of the tagging by `--tag`.
    static let table: OutputTable<PhotoEventReport> = {
        var fields: [OutputField<PhotoEventReport>] = [
            .text("event", "inserted, updated, deleted, moved or tagged") { $0.event }
        ]
        fields += PhotoReport.fields.map { $0.of { $0.photo } }
        fields.append(.text("from", "path that a moved photo had") { $0.former })
        fields += TaggingReport.fields.map { $0.of { $0.action } }
        return OutputTable(fields)
    }()
}

/// Turns the changes of a group into one event per photo.
struct PhotoEvents {
    private var assets: [PhotoAsset]
    private var known: [PhotoAsset.ID: PhotoAsset]

    /// Creates events for a group.
    ///
    /// - Parameter assets: The group's assets before the first change.
    init(_ assets: [PhotoAsset]) {
        self.assets = assets
        known = Dictionary(assets.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Applies a change.
    ///
    /// - Returns: What happened: deletions, then new photos, then changes.
    mutating func apply(_ change: PhotoChanges.Change) -> [PhotoEvent] {
        var events: [PhotoEvent] = []
        let difference = change.difference
        for index in difference.removed where assets.indices.contains(index) {
            events.append(PhotoEvent(kind: .deleted, asset: assets[index]))
            known[assets[index].id] = nil
        }
        for placed in difference.inserted {
            events.append(PhotoEvent(kind: .inserted, asset: placed.element))
            known[placed.element.id] = placed.element
        }
        for placed in difference.updated {
            let former = known.updateValue(placed.element, forKey: placed.element.id)
            // A new position in the list is ignored; a new path is an event.
            let isMoved = former.map { $0.url != placed.element.url } ?? false
            events.append(
                PhotoEvent(kind: isMoved ? .moved : .updated, asset: placed.element, former: isMoved ? former : nil))
        }
        assets = change.group.assets
        return events
    }
}
