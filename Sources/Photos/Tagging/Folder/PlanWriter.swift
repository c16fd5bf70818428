import FoundationEssentials
import LKMetadata
package import LKPlanning
import LKThreads
import Synchronization

/// Writes photos of a plan, a batch at a time.
package final class PlanWriter: Sendable {
    private let kind: PhotoFolder.Plan.Kind
    private let tagger: PhotoTagger
    private let sorting: SortingRun
    private let hardLinks: PhotoFolder.HardLinks
    /// The files that have several names in the plan: each is known by its state, and by that after it was written, of each name
    /// that got a file of its own.
    private let repeated: Mutex<[PhotoStamp: [String: Rewritten]]>

    /// A file that was written under one of its names.
    private struct Rewritten {
        var change: PhotoEdit.Change
        var stamp: PhotoStamp
    }

    /// Creates a writer for a plan.
    ///
    /// - Parameters:
    ///   - kind: What the plan is for.
    ///   - options: How photos are written.
    ///   - repeated: The states of files that photos of the plan share.
    package init(_ kind: PhotoFolder.Plan.Kind, _ options: PhotoFolder.Options, repeated: Set<PhotoStamp> = []) {
        self.kind = kind
        tagger = PhotoTagger(options: options.run, sidecars: options.sidecars)
        sorting = SortingRun(options: options.run)
        hardLinks = options.hardLinks
        self.repeated = Mutex(Dictionary(uniqueKeysWithValues: repeated.map { ($0, [:]) }))
    }

    /// Writes photos; all of them are durable on return.
    ///
    /// If the caller's task is cancelled, or the process is asked to stop, the current photos are finished and the rest are not
    /// begun.
    ///
    /// - Parameter photos: Photos of the plan.
    /// - Returns: An outcome for each, in the same order.
    package func write(_ photos: [PhotoFolder.Photo]) async -> [PhotoFolder.Outcome] {
        if kind == .sorting { return await move(photos) }
        let edits = photos.flatMap(\.edits).map(renewed)
        guard !edits.isEmpty else { return outcomes(of: photos, [], written: []) }
        let written = await tagger.write(edits)
        remember(edits, written)
        let files = kind == .stripping ? await tagger.rechecked(written, removing: edits) : written
        return outcomes(of: photos, files, written: written)
    }

    /// Returns the outcomes that writing would have, as far as they are known without it.
    ///
    /// - Parameter photos: Photos of the plan.
    /// - Returns: An outcome for each, in the same order.
    package func preview(_ photos: [PhotoFolder.Photo]) async -> [PhotoFolder.Outcome] {
        if kind == .sorting {
            return photos.map { photo in
                var outcome = PhotoFolder.Outcome(photo)
                if photo.action == .write { (outcome.action, outcome.newURL) = (.written, photo.newURL) }
                return outcome
            }
        }
        let edits = photos.flatMap(\.edits)
        let files = edits.isEmpty ? [] : await tagger.preview(edits)
        return outcomes(of: photos, files, written: files)
    }

    /// Unlocks the folders.
    package func finish() async {
        if kind == .sorting { await sorting.finish() } else { await tagger.finish() }
    }

    private func move(_ photos: [PhotoFolder.Photo]) async -> [PhotoFolder.Outcome] {
        var moves: [SortedPhoto] = []
        for case .move(let photo) in photos.map(\.detail) { moves.append(photo) }
        var rest = await sorting.carryOut(moves)[...]
        return photos.map { photo in
            var outcome = PhotoFolder.Outcome(photo)
            guard case .move = photo.detail, let file = rest.popFirst() else { return outcome }
            guard photo.action == .write else { return outcome }
            outcome.action = file.action
            if file.action == .written { outcome.newURL = photo.newURL }
            return outcome
        }
    }

    /// Combines the outcomes of files into those of photos.
    ///
    /// - Parameters:
    ///   - photos: The photos.
    ///   - files: The outcomes of their edits, in order.
    ///   - written: The same before what was written was searched once more.
    /// - Returns: An outcome for each photo.
    private func outcomes(
        of photos: [PhotoFolder.Photo], _ files: [PhotoOutcome], written: [PhotoOutcome]
    ) -> [PhotoFolder.Outcome] {
        var index = 0
        return photos.map { photo in
            var outcome = PhotoFolder.Outcome(photo)
            let range = index..<min(index + photo.edits.count, files.count)
            index = range.upperBound
            guard let merged = PhotoOutcome(of: files[range]) else { return outcome }
            outcome.merged = merged
            outcome.action = merged.action
            outcome.sidecars = merged.sidecars.map { URL(filePath: $0) }
            outcome.refusal = merged.refusal
            outcome.paths = written[range].filter { $0.action == .written }.flatMap { [$0.path] + $0.sidecars }
            return outcome
        }
    }

    // MARK: Files with several names

    /// Returns an edit that finds its file as an earlier batch has written it under another name.
    private func renewed(_ edit: PhotoEdit) -> PhotoEdit {
        guard let stamp = edit.expected, let names = repeated.withLock({ $0[stamp] }), !names.isEmpty,
            let written = names[hardLinks.key(of: edit.path)], written.change == edit.change
        else { return edit }
        var edit = edit
        edit.expected = written.stamp
        return edit
    }

    private func remember(_ edits: [PhotoEdit], _ outcomes: [PhotoOutcome]) {
        for (edit, outcome) in zip(edits, outcomes) where outcome.action == .written {
            guard let stamp = edit.expected, repeated.withLock({ $0.keys.contains(stamp) }),
                let now = try? PhotoStamp(of: edit.path)
            else { continue }
            let name = hardLinks.key(of: edit.path)
            repeated.withLock { $0[stamp]?[name] = Rewritten(change: edit.change, stamp: now) }
        }
    }
}

/// Gathers photos of a plan until they are worth being made durable together.
package struct PlanBatch {
    /// Maximum number of photos in a batch.
    private static let maximumCount = 1024
    /// Maximum number of photos that are sorted together.
    private static let maximumSortedCount = 64
    /// Maximum size of a batch in bytes: a terminal shows progress after each.
    private static let maximumSize = 64 << 20
    /// Maximum age of a batch.
    private static let maximumAge = Duration.seconds(1)

    private let kind: PhotoFolder.Plan.Kind
    private var photos: [PhotoFolder.Photo] = []
    private var editCount = 0
    private var size = 0
    private var began = MonotonicInstant.now

    /// Creates an empty batch.
    ///
    /// - Parameter kind: What the plan is for.
    package init(_ kind: PhotoFolder.Plan.Kind) { self.kind = kind }

    /// Restarts the age of an empty batch, so that earlier work does not delay its photos.
    package mutating func restart() { if photos.isEmpty { began = .now } }

    /// Adds a photo, whose planning counts for the batch's age.
    ///
    /// - Parameter photo: A photo of a plan.
    /// - Returns: Whether the batch should be written now.
    package mutating func add(_ photo: PhotoFolder.Photo) -> Bool {
        photos.append(photo)
        editCount += photo.edits.count
        size += photo.edits.reduce(0) { $0 + Int(clamping: $1.expected?.size ?? 0) }
        if kind == .sorting { return photos.count >= Self.maximumSortedCount }
        return editCount >= TaggingRun.batchCount || size >= Self.maximumSize || photos.count >= Self.maximumCount
            || MonotonicInstant.now - began >= Self.maximumAge
    }

    /// Empties the batch.
    ///
    /// - Returns: Its photos.
    package mutating func take() -> [PhotoFolder.Photo] {
        defer { self = PlanBatch(kind) }
        return photos
    }
}
