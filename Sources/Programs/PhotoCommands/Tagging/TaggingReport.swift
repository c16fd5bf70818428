import FoundationEssentials
import LKCommandLine
import LKFormats
import LKGeo
import LKMetadata
import LKPhotoInput
import LKPhotos
import LKPlanning
import LKSharedOptions
import LKTagging

/// The printed outcome of a photo.
struct TaggingReport: OutputRecord {
    /// The words for it.
    enum Action: String {
        case written, kept, skipped, failed
    }

    /// The reason given for photos that need no change.
    static let saysSo = "it says so already"

    /// The path, relative to the folder or file as given.
    var path: String
    /// The exact URL of a file whose path is not valid UTF-8.
    var url: String?
    /// The paths of its other files.
    var companions: [String] = []
    var action: Action
    /// Why nothing was written, or it failed; for a stripped photo, what was not searched.
    var reason: String?
    /// The position written.
    var coordinate: Coordinate?
    /// The source of the position.
    var source: String?
    /// Whether the source is a single photo near in time.
    var isFromPhoto = false
    /// Seconds to the nearest recorded point.
    var gap: Double?
    /// The possible error of the position, in metres.
    var error: Double?
    /// When it was taken.
    var time: Date?
    /// The zone of its clock.
    var zone: String?
    /// The UTC offset of its local time, in seconds.
    var offset: Int?
    /// The names of the place.
    var place: PhotoPlace? {
        get { knownPlace }
        // Not an observer, which initializers do not call.
        set { (knownPlace, names) = (newValue, newValue.map(NamedPlace.init)) }
    }
    private var knownPlace: PhotoPlace?
    /// The names as they are printed.
    private var names: NamedPlace?
    /// What a removal removes: `position`, `place names`, or `other metadata`.
    var removed: [String] = []
    /// Keywords that name the place and were not removed.
    private(set) var keywords: [String] = []
    /// The sidecars that were written.
    var sidecars: [String] = []
    /// Whether this is a dry run.
    var isDryRun = false
    /// Whether the file was written by removing it.
    var isRemoved = false

    /// Creates a report of a photo about which nothing is known yet.
    init(path: String, url: String? = nil, companions: [String] = [], action: Action, reason: String? = nil) {
        self.path = path
        self.url = url
        self.companions = companions
        self.action = action
        self.reason = reason
    }

    /// Creates a report of an asset.
    init(_ asset: PhotoAsset, in photos: PhotoSelection, _ action: Action, reason: String? = nil) {
        self.init(
            path: photos.shown(asset.path), url: asset.exactURL, companions: asset.companionPaths.map(photos.shown),
            action: action, reason: reason)
    }

    /// Adds what became of the photo; nothing is printed of one whose turn did not come.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of it and its other files.
    ///   - reason: Why nothing is written where nothing had to be.
    ///   - shown: How a path is printed.
    /// - Returns: Whether its turn came.
    mutating func apply(
        _ outcome: PhotoOutcome, keptFor reason: String = saysSo, shown: (String) -> String
    ) -> Bool {
        sidecars = outcome.sidecars.map(shown)
        switch outcome.action {
        case .written: break
        case .unchanged, .restored: (action, self.reason) = (.kept, reason)
        case .failed(let error): fail(error.message)
        case .notBegun: return false
        }
        return true
    }

    /// Records keywords that name the place and were not removed.
    mutating func leave(_ words: [String]) { keywords += words.filter { !keywords.contains($0) } }

    /// Turns it into the report of a failure.
    mutating func fail(_ message: String) {
        action = .failed
        reason = message
        (coordinate, source, gap, error, place) = (nil, nil, nil, nil, nil)
        removed = []
    }

    static let table = OutputTable(fields)

    /// The fields of what was done with a photo.
    static let fields: [OutputField<TaggingReport>] =
        outcome + evidence + NamedPlace.fields.map { $0.of { $0.names } } + changes

    private static let outcome: [OutputField<TaggingReport>] = [
        .text("path", "path, as the folder or file was given") { $0.path },
        .text("url", "exact name of a file whose path is not valid UTF-8") { $0.url },
        .text("action", "written, kept, skipped or failed") { $0.action.rawValue },
        .text("reason", "why nothing was written, or why it failed") { report in
            report.isRemoved ? report.reason.map { "\($0), and is removed" } : report.reason
        },
    ]

    private static let evidence: [OutputField<TaggingReport>] = [
        .degrees("latitude", "degrees north") { $0.coordinate?.latitude },
        .degrees("longitude", "degrees east") { $0.coordinate?.longitude },
        .text("source", "source of the position or the names") { $0.source },
        .number("gap", "seconds to the nearest recorded point") { $0.gap },
        .number("error", "estimated error of the position, in metres", decimals: 2) { $0.error },
        .text("time", "when the photo was taken, UTC") { $0.time.flatMap(Timestamp.utc) },
        .text("zone", "time zone of its clock") { $0.zone },
    ]

    private static let changes: [OutputField<TaggingReport>] = [
        .list("removed", "what strip removes: position, place names, other metadata") {
            $0.action == .written ? $0.removed : []
        },
        .list("keywords", "keywords that name the place and were kept") { $0.keywords },
        .list("sidecars", "paths of the sidecars that contain it") { $0.sidecars },
        .list("companions", "paths of the other files of the photo") { $0.companions },
        .mark("dryRun", "true in a dry run") { $0.isDryRun },
    ]

    var entry: OutputEntry { OutputEntry(coordinate: coordinate) }

    /// Prints it; a failure is named on standard error too.
    ///
    /// - Parameters:
    ///   - printer: Prints it; where programs read it, the words for actions are always the same.
    ///   - command: What the message of a failure names.
    ///   - verb: What a line says of a photo that is written.
    /// - Throws: When output fails.
    func write(
        with printer: RecordPrinter<TaggingReport>, command: String, verb: String = Action.written.rawValue
    ) throws(ToolError) {
        if printer.form == .text {
            let output = printer.output
            try output.writeLine(text(verb: verb, columns: output.columns, style: output.style))
        } else {
            try printer.print(self)
        }
        if action == .failed { Messages.note(reason ?? path, command: command, as: .error) }
    }

    /// The time and the zone that were used: `taken 2026-05-01 11:00:00 +09:00 (Asia/Tokyo)`.
    private var takenText: String? {
        guard let time, let offset, let text = Timestamp.local(time, offset: offset) else { return nil }
        let name = zone.map { $0 == UTCOffset.text(offset) ? "" : " (\($0))" } ?? ""
        return "taken " + text + name
    }

    /// Returns the line for a person: `written  a.jpg: 35.681236, 139.767125 within 8 m, 12 s from a point of hike.gpx,
    /// taken 2026-05-01 11:00:00 +09:00 (Asia/Tokyo)`.
    ///
    /// - Parameters:
    ///   - verb: What it says of a photo that is written.
    ///   - columns: The width of the terminal: what matters least is left out first, then the beginning of the path; `nil` leaves
    ///     the line whole.
    ///   - style: How the word for what was done looks.
    /// - Returns: The line, without its end.
    func text(
        verb: String = Action.written.rawValue, columns: Int? = nil, style: TextStyle = .plain
    ) -> String {
        let word = action != .written ? action.rawValue : isRemoved ? "removed" : verb
        // As wide as the longest of the words that can be there.
        let gap = String(repeating: " ", count: max(verb.utf8.count, 7) + 2 - word.utf8.count)
        var path = ForeignText.clean(path)
        var parts = parts.map(ForeignText.clean)
        if let columns {
            func excess() -> Int {
                let width = parts.reduce(parts.isEmpty ? 0 : 2 * parts.count) { $0 + TextWidth.columns($1) }
                return word.utf8.count + gap.count + TextWidth.columns(path) + width - columns
            }
            while parts.count > 1, excess() > 0 { parts.removeLast() }
            if excess() > 0 {
                let minimumWidth = min(TextWidth.columns(path), 24)
                path = TextWidth.keepingEnd(path, columns: max(minimumWidth, TextWidth.columns(path) - excess()))
            }
        }
        let part: TextStyle.Part? = action == .failed ? .error : action == .written ? .success : nil
        let shown = part.map { style.text(word, as: $0) } ?? word
        return shown + gap + path + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
    }

    /// The text after the path, the most important part first.
    private var parts: [String] {
        var parts: [String] = []
        if let place = place?.placeString, !place.isEmpty { parts.append(place) }
        if action == .written, !removed.isEmpty { parts.append("removes " + removed.joined(separator: " and ")) }
        if !keywords.isEmpty { parts.append("keywords that name the place stay: " + keywords.joined(separator: ", ")) }
        if action != .failed, let reason { parts.append(reason) }
        if action == .written, let coordinate {
            let error = error.map { " within \(NumberText.measured($0)) m" } ?? ""
            parts.append(
                NumberText.fixed(coordinate.latitude, decimals: 6) + ", "
                    + NumberText.fixed(coordinate.longitude, decimals: 6) + error)
        }
        if action == .written, isFromPhoto, let source {
            let away = gap.map { $0 < 0.5 ? ", at the same time" : ", \(NumberText.measured($0)) s away" } ?? ""
            parts.append("from \(source)\(away)")
        } else if action == .written, let source {
            let gap = gap.map { $0 < 0.5 ? "a point of " : "\(NumberText.measured($0)) s from a point of " } ?? ""
            parts.append(gap + source)
        }
        if action != .failed, let taken = takenText { parts.append(taken) }
        for sidecar in sidecars { parts.append("in \(sidecar)") }
        return parts
    }
}

/// Counts photos by outcome.
struct TaggingTally {
    private var counts: [TaggingReport.Action: Int] = [:]
    private var inSidecars = 0

    /// How many there are.
    var count: Int { counts.values.reduce(0, +) }

    /// How many failed.
    var failed: Int { counts[.failed] ?? 0 }

    /// How many were written.
    var written: Int { counts[.written] ?? 0 }

    /// Counts a photo.
    mutating func count(_ report: TaggingReport) {
        counts[report.action, default: 0] += 1
        if report.action == .written, !report.sidecars.isEmpty { inSidecars += 1 }
    }

    /// Counts a photo that undo has come to.
    mutating func count(_ action: RestoredPhotos.Action) {
        switch action {
        case .restored: counts[.written, default: 0] += 1
        case .unchanged: counts[.kept, default: 0] += 1
        case .failed: counts[.failed, default: 0] += 1
        }
    }

    /// Returns a summary such as `3 photos and videos: 2 written (1 with a sidecar), 1 skipped`; of a dry run
    /// `would write 2`.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether nothing was written.
    ///   - verb: What it says of photos that were written.
    /// - Returns: The sentence.
    func summary(isDryRun: Bool = false, verb: String = TaggingReport.Action.written.rawValue) -> String {
        var parts: [String] = []
        for action in [TaggingReport.Action.written, .kept, .skipped, .failed] {
            guard let count = counts[action] else { continue }
            let word = action == .written ? verb : action.rawValue
            var text = isDryRun && action == .written ? "\(Self.dryRunVerb) \(count)" : "\(count) \(word)"
            if action == .written, inSidecars > 0 { text += " (\(inSidecars) with a sidecar)" }
            parts.append(text)
        }
        let photos = count == 1 ? "1 photo or video" : "\(count) photos and videos"
        let text = parts.isEmpty ? photos : photos + ": " + parts.joined(separator: ", ")
        return isDryRun ? text + "; this was a dry run, and nothing was written" : text
    }

    /// What a dry run says of photos that would be written.
    static let dryRunVerb = "would write"

    /// Returns the summary after a signal.
    func interruption(of total: Int) -> String {
        "stopped after \(count) of \(total) photos and videos; run the same command again to continue, or undo to revert what was written"
    }
}
