public import FoundationEssentials
import LKMetadata
public import LKPlanning

extension PhotoFolder {
    /// Writes the photos of a plan, while the outcomes are read.
    ///
    /// ```swift
    /// for await outcome in folder.write(plan) { print(outcome) }
    /// ```
    ///
    /// Nothing is written before the first outcome is asked for. Photos are written in batches; one with an outcome is durable.
    /// If the task that reads the outcomes is cancelled, or the process is asked to stop, the current photos are finished and the
    /// rest are ``Outcome/Action/notBegun``; a loop that ends early ends the writing behind the current batch. A photo that has
    /// changed since the plan was made fails. Each writing is a run that ``undo(_:)`` takes back.
    ///
    /// Photos that stay as they are have an outcome too, ``Outcome/Action/unchanged``, or ``Outcome/Action/failed(_:)`` if they could not
    /// be read: so there are as many outcomes as ``Plan/photos``. For a progress that counts only what is written, remove the others
    /// first: `plan.photos = plan.written`.
    ///
    /// - Parameter plan: The plan, perhaps with some of its photos removed.
    /// - Returns: An outcome for each photo of the plan, in the same order.
    public func write(_ plan: Plan) -> Outcomes { Outcomes(plan: plan, options: options, isPreview: false) }

    /// Returns the outcomes that writing a plan would have, as far as they are known without it: with the sidecars, and with
    /// files that cannot store what is planned.
    ///
    /// - Parameter plan: The plan.
    /// - Returns: An outcome for each photo of the plan, in the same order.
    public func preview(_ plan: Plan) -> Outcomes { Outcomes(plan: plan, options: options, isPreview: true) }

    /// What became of a photo or a file; in a preview, what would become of it.
    public struct Outcome: Sendable, Hashable {
        /// What was done.
        public enum Action: Sendable, Hashable {
            /// It was written or moved, durably.
            case written
            /// It needed no change, or was not to be changed.
            case unchanged
            /// It is byte for byte what it was before the run that was undone.
            case restored
            /// The task was cancelled, or the process was asked to stop, before it was reached.
            case notBegun
            /// It was not changed, because of this error.
            case failed(TaggingError)
        }

        /// The file of the photo; of an undo, the changed file.
        public var url: URL

        /// What was done.
        public var action: Action

        /// The sidecars that were written for the photo.
        public var sidecars: [URL] = []

        /// Why the photo's own file was not changed although a sidecar was written.
        public var refusal: TaggingError?

        /// Where sorting has moved or copied the file to.
        public var newURL: URL?

        /// Where undo has moved the file back from; `nil` for a file that stayed in its folder.
        public var formerURL: URL?

        /// The outcome of all of its files; `nil` if none was to be changed.
        package var merged: PhotoOutcome?

        /// The paths of files that were written for it.
        package var paths: [String] = []

        /// The error, if it failed.
        public var error: TaggingError? { if case .failed(let error) = action { error } else { nil } }

        /// Creates the outcome of a photo that is not written.
        init(_ photo: Photo) {
            url = photo.url
            action = if case .fail(let error) = photo.action { .failed(error) } else { .unchanged }
        }

        init(_ outcome: PhotoOutcome) {
            url = URL(filePath: outcome.path)
            action = outcome.action
            formerURL = outcome.formerPath.map { URL(filePath: $0) }
            merged = outcome
        }
    }

    /// The outcomes of a plan, each available once its photo is written.
    public struct Outcomes: AsyncSequence, Sendable {
        /// An outcome.
        public typealias Element = Outcome
        /// Never thrown: a failure is part of an outcome.
        public typealias Failure = Never

        let plan: Plan
        let options: Options
        let isPreview: Bool

        /// Writes batch by batch.
        public struct Iterator: AsyncIteratorProtocol {
            private let writer: PlanWriter
            private let obstacle: TaggingError?
            private let isPreview: Bool
            private var batch: PlanBatch
            private var rest: ArraySlice<Photo>
            private var outcomes: ArraySlice<Outcome> = []

            init(_ outcomes: Outcomes) {
                let plan = outcomes.plan
                writer = PlanWriter(plan.kind, outcomes.options, repeated: plan.repeatedFiles)
                obstacle = plan.obstacle
                isPreview = outcomes.isPreview
                batch = PlanBatch(plan.kind)
                rest = (plan.kind == .sorting ? plan.completePhotos : plan.photos)[...]
            }

            /// Returns the next photo's outcome, for which a batch of photos may be written.
            ///
            /// - Parameter actor: The caller's actor.
            /// - Returns: `nil` once the plan has ended.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Outcome? {
                if let next = outcomes.popFirst() { return next }
                // The time that the reader took does not count.
                batch.restart()
                while let photo = rest.popFirst(), !batch.add(photo) {}
                let photos = batch.take()
                guard !photos.isEmpty else {
                    await writer.finish()
                    return nil
                }
                if let obstacle {
                    outcomes = photos.map { Outcome($0, unlessWritten: .failed(obstacle)) }[...]
                } else if Task.isCancelled {
                    outcomes = photos.map { Outcome($0, unlessWritten: .notBegun) }[...]
                } else {
                    outcomes = (isPreview ? await writer.preview(photos) : await writer.write(photos))[...]
                }
                return outcomes.popFirst()
            }
        }

        /// Starts writing; each iteration writes again, which changes nothing more.
        public func makeAsyncIterator() -> Iterator { Iterator(self) }
    }
}

extension PhotoFolder.Outcome {
    /// Creates the outcome of a photo that would have been written.
    fileprivate init(_ photo: PhotoFolder.Photo, unlessWritten action: Action) {
        self.init(photo)
        if photo.action == .write { self.action = action }
    }
}

extension PhotoFolder.Plan {
    /// The photos of a plan for sorting: those that would be separated from files that they share with a photo that was removed
    /// from the plan fail.
    fileprivate var completePhotos: [PhotoFolder.Photo] {
        var present: Set<String> = []
        for case .move(let sorted) in photos.lazy.map(\.detail) { present.insert(sorted.path) }
        return photos.map { photo in
            guard photo.action == .write, case .move(var sorted) = photo.detail,
                let other = sorted.together.first(where: { !present.contains($0) })
            else { return photo }
            let error = TaggingError(
                code: .unsafe, message: "\(sorted.path) shares files with \(other), which was removed from the plan",
                advice: "keep or remove both", path: sorted.path)
            sorted.action = .fail(error)
            var photo = photo
            (photo.action, photo.detail) = (.fail(error), .move(sorted))
            return photo
        }
    }

    /// The files that photos of the plan share: links lead to one, or it has several names.
    fileprivate var repeatedFiles: Set<PhotoStamp> {
        var (seen, repeated) = (Set<PhotoStamp>(), Set<PhotoStamp>())
        for stamp in photos.lazy.flatMap(\.edits).compactMap(\.expected) where !seen.insert(stamp).inserted {
            repeated.insert(stamp)
        }
        return repeated
    }
}

extension PhotoFolder.Outcome.Action: CustomStringConvertible {
    /// The action, of a failure with its message: `written`.
    public var description: String {
        switch self {
        case .written: "written"
        case .unchanged: "unchanged"
        case .restored: "restored"
        case .notBegun: "not begun"
        case .failed(let error): "failed: \(error)"
        }
    }
}

extension PhotoFolder.Outcome: CustomStringConvertible {
    /// The file's path and what was done: `/photos/1.jpg: written`.
    public var description: String {
        let path = url.shownPath
        if let newURL { return "\(path): to \(newURL.shownPath)" }
        return "\(path): \(action)" + sidecars.map { ", in \($0.shownPath)" }.joined()
    }
}
