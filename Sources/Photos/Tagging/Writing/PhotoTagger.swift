import LKMetadata
package import LKPlanning
import LKThreads

/// Writes metadata to photos or, for files that cannot store it, to sidecars.
///
/// ```swift
/// let tagger = PhotoTagger()
/// for photo in await tagger.write(edits) where photo.error != nil { print(photo.path, photo.error!) }
/// await tagger.finish()
/// ```
///
/// Every new file is compared with the old one before it replaces it: the image data, the metadata to keep, and the
/// intended edit. A file in a format that cannot be written, or that cannot store the edit without losing other data,
/// is not changed; a sidecar gets the edit. An existing sidecar takes precedence over the file, so it is updated too.
/// Everything is one run of ``TaggingRun``, with its journal.
package final class PhotoTagger: Sendable {
    package typealias SidecarUse = PhotoFolder.SidecarUse

    /// When sidecars are written.
    package let sidecars: SidecarUse

    private let run: TaggingRun
    private let planner: WorkThread<SidecarPlanner>
    private let hardLinks: PhotoFolder.HardLinks

    /// A file in a state; a name of it, if that gets a file of its own.
    private struct Written: Hashable {
        var stamp: PhotoStamp
        var name: String
    }

    /// Creates a run; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - options: How files are written.
    ///   - sidecars: When sidecars are written.
    package init(options: TaggingRun.Options = .init(), sidecars: SidecarUse = .whereNeeded) {
        var options = options
        options.makeCheck = options.makeCheck ?? Self.makeCheck
        self.sidecars = sidecars
        run = TaggingRun(options: options)
        planner = WorkThread("locate-sidecars", SidecarPlanner(options))
        hardLinks = options.hardLinks
    }

    /// Writes edits durably; a few hundred per call are the most efficient.
    ///
    /// If the caller's task is cancelled, or the process is asked to stop, the current photos are finished and the rest
    /// are ``PhotoOutcome/Action/notBegun``.
    ///
    /// - Parameter edits: The edits.
    /// - Returns: The outcomes, in the same order.
    package func write(_ edits: [PhotoEdit]) async -> [PhotoOutcome] {
        var photos = edits.map { PhotoOutcome(path: $0.path, action: .unchanged) }
        if sidecars == .whereNeeded {
            // A photo reached by several names is written once.
            var first: [Written: Int] = [:]
            let firsts = edits.enumerated().map { index, edit in
                guard let stamp = edit.expected else { return index }
                let file = Written(stamp: stamp, name: hardLinks.key(of: edit.path))
                if let earlier = first[file], edits[earlier].change == edit.change { return earlier }
                first[file] = index
                return index
            }
            let indices = edits.indices.filter { firsts[$0] == $0 }
            let written = await run.write(indices.map { edits[$0] })
            for (index, outcome) in zip(indices, written) { photos[index].action = outcome.action }
            for index in edits.indices where firsts[index] != index {
                photos[index].action = photos[firsts[index]].action
                // A hard link is reported by its own path; for a symbolic link, the error names the file itself.
                if case .failed(let error) = photos[index].action, error.path == edits[firsts[index]].path {
                    photos[index].action = .failed(error.named(edits[index].path))
                }
            }
        }
        // Each turn is planned after the previous one is written, since its photos may share sidecars.
        for turn in await planner.run({ planner, _ in planner.turns(of: edits) }) {
            let plans = await planSidecars(of: edits, turn, &photos)
            for (plan, outcome) in zip(plans, await run.write(plans.map(\.edit))) {
                photos[plan.index].addSidecar(outcome)
            }
        }
        return photos
    }

    /// Returns the expected outcomes of ``write(_:)`` as far as they are known without writing.
    ///
    /// - Parameter edits: The edits.
    /// - Returns: The expected outcomes, in the same order.
    package func preview(_ edits: [PhotoEdit]) async -> [PhotoOutcome] {
        let sidecars = sidecars
        var photos = await planner.run { planner, isCanceled in
            edits.map { edit in
                let isStopped = isCanceled()
                let action = sidecars == .always ? .unchanged : isStopped ? .notBegun : planner.preview(edit)
                return PhotoOutcome(path: edit.path, action: action)
            }
        }
        var written: [String: PhotoEdit.Change] = [:]
        for turn in await planner.run({ planner, _ in planner.turns(of: edits) }) {
            for plan in await planSidecars(of: edits, turn, &photos) {
                // A photo that shares the sidecar must find what the previous one writes to it.
                let former = written.updateValue(plan.edit.change, forKey: plan.edit.path)
                if former == plan.edit.change { continue }
                photos[plan.index].addSidecar(PhotoOutcome(path: plan.edit.path, action: .written))
            }
        }
        return photos
    }

    /// Verifies photos from which the place was removed: repeating the removal must find nothing to do.
    ///
    /// - Parameters:
    ///   - outcomes: The outcomes of the removals.
    ///   - edits: The removals, in the same order.
    /// - Returns: The outcomes, with a failure for each photo that still contains its place.
    package func rechecked(_ outcomes: [PhotoOutcome], removing edits: [PhotoEdit]) async -> [PhotoOutcome] {
        let written = outcomes.indices.filter { outcomes[$0].action == .written }
        guard !written.isEmpty else { return outcomes }
        // Their stamps have changed.
        let again = await preview(written.map { PhotoEdit(path: edits[$0].path, edit: edits[$0].edit) })
        var outcomes = outcomes
        for (index, photo) in zip(written, again) where photo.action != .unchanged && photo.action != .notBegun {
            let path = photo.path
            outcomes[index].action = .failed(
                photo.error
                    ?? TaggingError(code: .verification, message: "\(path) still says where it was taken", path: path))
        }
        return outcomes
    }

    /// Unlocks the folders; the run can be used again afterwards.
    package func finish() async { await run.finish() }

    /// Plans the edits of sidecars after the files were written or failed.
    private func planSidecars(
        of edits: [PhotoEdit], _ turn: [Int], _ photos: inout [PhotoOutcome]
    ) async -> [(index: Int, edit: PhotoEdit)] {
        let (present, sidecars) = (photos, sidecars)
        let result = await planner.run { planner, isCanceled in
            var (photos, plans) = (present, [(index: Int, edit: PhotoEdit)]())
            for index in turn where photos[index].action != .notBegun {
                guard !isCanceled() else {
                    photos[index].action = .notBegun
                    continue
                }
                do throws(TaggingError) {
                    plans += try planner.edits(for: edits[index], &photos[index], sidecars).map { (index, $0) }
                } catch {
                    photos[index].action = .failed(error)
                }
            }
            return (photos, plans)
        }
        photos = result.0
        return result.1
    }
}

extension PhotoTagger {
    /// Creates the comparison of a new file with the old one, for one thread.
    package static let makeCheck: @Sendable () -> TaggingRun.Options.Check = { @Sendable in
        let check = PatchCheck()
        return { change, patch in
            guard let edit = change.edit else { return }
            let complaint =
                change.isInPlace
                ? try check.complaint(about: edit, patch, inPlaceOf: change.path)
                : try check.complaint(about: edit, patch, from: change.path, to: change.newPath)
            guard let complaint else { return }
            throw TaggingError(
                code: .verification,
                message: "\(change.path) is left as it is, because what was written was not what was meant: "
                    + "\(complaint.reason); please report it", path: change.path)
        }
    }
}

extension PhotoOutcome {
    /// Merges the outcome of one of the photo's sidecars.
    fileprivate mutating func addSidecar(_ sidecar: PhotoOutcome) {
        switch sidecar.action {
        case .written, .restored:
            sidecars.append(sidecar.path)
            if error == nil { action = .written }
        case .unchanged: break
        case .notBegun: if action == .unchanged { action = .notBegun }
        case .failed: action = sidecar.action
        }
    }
}
