import FoundationEssentials
import LKCommandLine
import LKGeocoding
import LKMetadata
import LKPhotoInput
import LKPhotos
import LKPlanning
import LKSharedOptions
import LKTagging

/// Writes place names to photos as they arrive in a watched folder.
///
/// If a service does not answer, the photo and those after it wait: the service is asked again after a pause, which
/// grows until it answers.
struct WatchTagger {
    private static let command = "photos watch"
    /// The pause after the first unanswered question.
    static let firstPause = ProviderOutage().pause

    private let tagger = PhotoTagger()
    private let photos: PhotoSelection
    private let quiet: Bool
    private let printer: RecordPrinter<PhotoEventReport>
    private let planner: PlaceTagger
    private var outage = ProviderOutage()
    private var waiting = WaitingPhotos()
    private var named: NamedPhotos
    private let credit = WebCredit()
    private var isCredited = false
    /// Whether the service did not answer the last question.
    private var isFailing = false

    /// When to retry the waiting photos; `nil` if none is waiting.
    private(set) var nextAttempt: Date?

    /// Creates a tagger for a watched folder.
    ///
    /// - Parameters:
    ///   - options: What is watched.
    ///   - printer: Prints what is written.
    /// - Throws: The error of a gazetteer or street index that cannot be used; a usage error for what a service's rules do
    ///   not allow.
    init(_ options: PhotoWatchOptions, _ printer: RecordPrinter<PhotoEventReport>) throws(ToolError) {
        named = NamedPhotos()
        var configuration = PlaceTagger.Configuration()
        configuration.languages = options.languages ?? LanguageTag.preferred(environment: Environment.values)
        let geocoder = try TagCommand.geocoder(
            options.web, options.streets, languages: options.languages, command: Self.command,
            corrections: try options.corrections.read(for: Self.command, quiet: options.quiet), credit: credit)
        planner = PlaceTagger(geocoder, configuration: configuration)
        photos = options.photos
        quiet = options.quiet
        self.printer = printer
    }

    /// Records the photos already in the folder; they are not written until they change.
    mutating func begin(with assets: [PhotoAsset]) { for asset in assets { named.see(asset) } }

    /// Writes names to a new or changed photo and prints that.
    ///
    /// A photo with names is skipped, and so is the event caused by the write itself, and a photo whose names were
    /// removed again.
    mutating func handle(_ event: PhotoEvent) throws(ToolError) {
        if event.kind == .deleted { named.remove(event.asset) } else { named.see(event.asset) }
        switch event.kind {
        case .inserted, .updated:
            if waiting.isEmpty { try tag(event.asset) } else { waiting.add(event.asset) }
        case .deleted: waiting.remove(event.asset)
        case .moved: waiting.replace(event.asset)
        }
        if waiting.isEmpty { nextAttempt = nil }
    }

    /// Retries the first waiting photo when it is time; after an answer, the next one follows.
    mutating func retry(now: Date = Date()) throws(ToolError) {
        guard let nextAttempt, nextAttempt <= now, let asset = waiting.removeFirst() else { return }
        self.nextAttempt = nil
        try tag(asset)
        if self.nextAttempt == nil, !waiting.isEmpty { self.nextAttempt = now }
    }

    /// Reports how many photos have no names when the watch ends.
    func finish() {
        guard !waiting.isEmpty else { return }
        let count = waiting.count == 1 ? "1 photo is" : "\(waiting.count) photos are"
        note("\(count) left without names, since the service does not answer; locate photos tag writes them later")
    }

    private mutating func tag(_ asset: PhotoAsset) throws(ToolError) {
        let planned = Waiting.wait { [planner] in await planner.planned(asset) }
        if outage.record(planned), let failure = outage.message {
            // Once for each outage.
            if !isFailing { note("\(failure); photos wait for their names until the service answers") }
            isFailing = true
            waiting.addFirst(asset)
            nextAttempt = Date(timeIntervalSinceNow: outage.pause / .seconds(1))
            return
        }
        if isFailing, outage.count == 0 {
            note("the service answers again")
            isFailing = false
        }
        var report = TaggingReport(asset, planned, in: photos)
        let edits = planned.edits
        if !edits.isEmpty, named.areTakenBack(from: asset) {
            if named.isNews(asset), !quiet {
                note(
                    "\(report.path): its names were taken back and are not written again; locate photos tag writes them"
                )
            }
            return
        }
        if !edits.isEmpty {
            let outcome = Waiting.wait { [tagger] in
                let files = await tagger.write(edits)
                await tagger.finish()
                return PhotoOutcome(of: files)
            }
            guard let outcome, report.apply(outcome, shown: photos.shown) else { return }
        }
        switch report.action {
        case .kept, .skipped: return
        case .failed: note(report.reason ?? report.path, as: .error)
        case .written:
            named.write(asset)
            try show(report)
        }
    }

    private mutating func show(_ report: TaggingReport) throws(ToolError) {
        if !isCredited, !quiet, let attribution = credit.attribution {
            note(attribution)
            isCredited = true
        }
        // Padded to the width of the words for events.
        guard printer.form != .text else {
            let line = report.text(verb: "tagged  ", columns: printer.output.columns)
            return try printer.output.writeLine(line)
        }
        try printer.print(PhotoEventReport(tagged: report))
    }

    private func note(_ sentence: String, as kind: Messages.Kind = .note) {
        Messages.note(sentence, command: Self.command, as: kind)
    }
}

/// Remembers which photos had names while being watched.
///
/// If their names are removed, by undo or another program, they are not written again.
struct NamedPhotos {
    /// The photos in the state in which they had names.
    private var named: [PhotoAsset.ID: PhotoAsset] = [:]
    /// Photos whose removed names have been reported.
    private var told: Set<PhotoAsset.ID> = []

    /// Records the current state of a photo.
    mutating func see(_ asset: PhotoAsset) {
        guard asset.place != nil else { return }
        write(asset)
    }

    /// Records that names were written to a photo.
    mutating func write(_ asset: PhotoAsset) {
        named[asset.id] = asset
        told.remove(asset.id)
    }

    mutating func remove(_ asset: PhotoAsset) {
        named[asset.id] = nil
        told.remove(asset.id)
    }

    /// Returns whether the names of this photo were removed; a different photo in its place does not count.
    func areTakenBack(from asset: PhotoAsset) -> Bool {
        guard asset.place == nil, let former = named[asset.id] else { return false }
        return (former.date?.wallTime, former.size) == (asset.date?.wallTime, asset.size)
            && former.camera == asset.camera
    }

    /// Returns whether a photo has not been reported yet.
    mutating func isNews(_ asset: PhotoAsset) -> Bool { told.insert(asset.id).inserted }
}

/// A queue of distinct photos.
struct WaitingPhotos {
    private var assets: [PhotoAsset] = []

    var isEmpty: Bool { assets.isEmpty }
    var count: Int { assets.count }

    /// Adds a photo at the end; a waiting one keeps its position.
    mutating func add(_ asset: PhotoAsset) { if !replace(asset) { assets.append(asset) } }

    /// Puts a photo back at the front.
    mutating func addFirst(_ asset: PhotoAsset) {
        remove(asset)
        assets.insert(asset, at: 0)
    }

    /// Updates a waiting photo.
    ///
    /// - Returns: Whether it is waiting.
    @discardableResult mutating func replace(_ asset: PhotoAsset) -> Bool {
        guard let index = assets.firstIndex(where: { $0.id == asset.id }) else { return false }
        assets[index] = asset
        return true
    }

    mutating func remove(_ asset: PhotoAsset) { assets.removeAll { $0.id == asset.id } }

    mutating func removeFirst() -> PhotoAsset? { assets.isEmpty ? nil : assets.removeFirst() }
}
