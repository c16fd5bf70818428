import Foundation
import LocationKit

/// Gives photos the names of their places as they arrive in a folder that is watched.
///
/// Photos whose question a service leaves without an answer wait, and so do those that come after them: the service is asked again
/// after a pause, which grows as long as it does not answer.
struct WatchTagger {
    private static let command = "photos watch"
    /// The pause after the first question without an answer.
    static let firstPause = ProviderOutage().pause

    private let tagger = PhotoTagger()
    private let photos: PhotoSelection
    private let quiet: Bool
    private let printer: RecordPrinter
    private let planner: PlaceTagger
    private var outage = ProviderOutage()
    private var waiting = WaitingPhotos()
    private var named: NamedPhotos
    private let credit = WebCredit()
    private var isCredited = false
    /// Whether the service did not answer the last question.
    private var isFailing = false

    /// When the photos that wait are to be tried again; `nil` while none waits.
    private(set) var nextAttempt: Date?

    /// - Parameters:
    ///   - options: What is watched.
    ///   - printer: Prints what is written.
    /// - Throws: What is wrong with the data of places, and a usage error for what a service's rules do not allow.
    init(_ options: PhotoWatchOptions, _ printer: RecordPrinter) throws(ToolError) {
        named = NamedPhotos()
        var configuration = PlaceTagger.Configuration()
        configuration.languages = options.languages ?? LanguageTag.preferred(environment: Environment.values)
        let geocoder = try TagCommand.geocoder(
            options.web, languages: options.languages,
            corrections: try options.corrections.read(for: "photos watch", quiet: options.quiet), credit: credit)
        planner = PlaceTagger(geocoder, configuration: configuration)
        photos = options.photos
        quiet = options.quiet
        self.printer = printer
    }

    /// Records the photos that are in the folder already; nothing is written into one until it changes.
    mutating func begin(with assets: [PhotoAsset]) { for asset in assets { named.see(asset) } }

    /// Writes names into a photo that is new or has changed, and prints that; one that has them is left alone, also by the event
    /// that the writing itself causes, and so is one whose names were taken back.
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

    /// Tries the first of the photos that wait again, when it is time to; after an answer the next one's time has come.
    mutating func retry(now: Date = Date()) throws(ToolError) {
        guard let nextAttempt, nextAttempt <= now, let asset = waiting.removeFirst() else { return }
        self.nextAttempt = nil
        try tag(asset)
        if self.nextAttempt == nil, !waiting.isEmpty { self.nextAttempt = now }
    }

    /// Says how many photos are left without names when the watch ends.
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
        // As wide as the words for events.
        guard printer.form != .text else {
            let line = report.text(verb: "tagged  ", columns: printer.output.columns)
            return try printer.output.writeLine(line)
        }
        try printer.print { writer in
            writer.member("event", "tagged")
            report.writeMembers(to: &writer)
        }
    }

    private func note(_ sentence: String, as kind: Messages.Kind = .note) {
        Messages.note(sentence, command: Self.command, as: kind)
    }
}

/// Which photos have had names while they were watched: where these are gone, a person has taken them back, by undo or with
/// another program, and they are not written again.
struct NamedPhotos {
    /// The photos as they were when they had names.
    private var named: [PhotoAsset.ID: PhotoAsset] = [:]
    /// Those of which it was said.
    private var told: Set<PhotoAsset.ID> = []

    /// Records the present state of a photo.
    mutating func see(_ asset: PhotoAsset) {
        guard asset.place != nil else { return }
        write(asset)
    }

    /// Records that a photo has got names.
    mutating func write(_ asset: PhotoAsset) {
        named[asset.id] = asset
        told.remove(asset.id)
    }

    mutating func remove(_ asset: PhotoAsset) {
        named[asset.id] = nil
        told.remove(asset.id)
    }

    /// Whether a photo without names has had some; another photo that has taken its place has not.
    func areTakenBack(from asset: PhotoAsset) -> Bool {
        guard asset.place == nil, let former = named[asset.id] else { return false }
        return (former.date?.wallTime, former.size) == (asset.date?.wallTime, asset.size)
            && former.camera == asset.camera
    }

    /// Whether that is yet to be said.
    mutating func isNews(_ asset: PhotoAsset) -> Bool { told.insert(asset.id).inserted }
}

/// Photos in the order in which they came, each once.
struct WaitingPhotos {
    private var assets: [PhotoAsset] = []

    var isEmpty: Bool { assets.isEmpty }
    var count: Int { assets.count }

    /// Puts a photo at the end; one that waits already keeps its turn.
    mutating func add(_ asset: PhotoAsset) { if !replace(asset) { assets.append(asset) } }

    /// Puts a photo back in front.
    mutating func addFirst(_ asset: PhotoAsset) {
        remove(asset)
        assets.insert(asset, at: 0)
    }

    /// Updates a photo that waits.
    ///
    /// - Returns: Whether it does.
    @discardableResult mutating func replace(_ asset: PhotoAsset) -> Bool {
        guard let index = assets.firstIndex(where: { $0.id == asset.id }) else { return false }
        assets[index] = asset
        return true
    }

    mutating func remove(_ asset: PhotoAsset) { assets.removeAll { $0.id == asset.id } }

    mutating func removeFirst() -> PhotoAsset? { assets.isEmpty ? nil : assets.removeFirst() }
}
