public import FoundationEssentials
import Glibc
import LKPhotos
public import LKPlanning
import LKThreads

extension PhotoFolder {
    /// Finds what can be undone, and undoes it while the outcomes are read.
    ///
    /// ```swift
    /// for await outcome in try await folder.undo() { print(outcome) }
    /// for run in try await folder.runs() { print(run.began, run.count) }       // which one to undo: `folder.undo(.run(run))`
    /// ```
    ///
    /// Files are restored byte for byte, with their modification times; sorted photos are moved back. A file that another program
    /// has changed since is left as it is, and fails. Undo can be interrupted and called again at any time. Photos reached by
    /// symbolic links are undone in their own folder, sorted photos in the folder into which they were sorted; open it as well to
    /// undo both. ``Undoing/elsewhere`` has these folders. If only some of the photos were sorted since, the others are undone, and
    /// those fail with ``TaggingError/Code/elsewhere``; once they are back, another undo restores them.
    ///
    /// - Parameter extent: The newest run, one of ``runs()`` or all; for a single photo, the runs that changed it.
    /// - Returns: The runs, and the outcomes to be read. Nothing is changed before the first is asked for.
    /// - Throws: ``TaggingError/Code/unreadable`` if a folder does not exist; ``TaggingError/Code/elsewhere`` if all photos have
    ///   been sorted into another folder since the runs that would be undone, or nothing else was changed: the advice names the folder
    ///   to open; ``TaggingError/Code/busy`` while a run changes photos in a folder into which photos of this one may have been
    ///   sorted; ``TaggingError/Code/canceled`` if the caller's task was cancelled meanwhile. For the newest run also ``TaggingError/Code/busy``, ``TaggingError/Code/journal`` and
    ///   ``TaggingError/Code/unwritable``: an unreadable journal may contain a newer run, so nothing is undone.
    public func undo(_ extent: Extent = .newestRun) async throws(TaggingError) -> Undoing {
        let paths = try paths()
        let prepared = try await prepared(extent, paths)
        let sorted = await sortedElsewhere()
        if Task.isCancelled {
            throw TaggingError(code: .canceled, message: "undo was cancelled before it began", path: "")
        }
        let isEmpty = prepared.count == 0 && prepared.foreign.isEmpty
        // Photos that were moved since cannot be restored here.
        let newer = sorted.first { there in
            guard let moved = there.moved else { return false }
            return prepared.allRuns.contains { $0.began < moved }
        }
        // Where a run is under way it is not known what was sorted, nor when.
        if newer == nil, let busy = sorted.lazy.compactMap(\.busy).first { throw busy }
        if let there = (prepared.isAnyHere ? nil : newer) ?? (isEmpty ? sorted.first : nil) {
            let names = (folders + files).map(\.shownPath).joined(separator: ", ")
            throw TaggingError(
                code: .elsewhere,
                message: isEmpty
                    ? "nothing can be undone in \(names), whose photos were sorted into \(there.folder)"
                    : "photos of \(names) have been sorted into \(there.folder) since",
                advice: (isEmpty ? "open \(there.folder) and undo there" : "open \(there.folder) as well")
                    + (there.hasNewerRuns ? "; newer runs there are undone first" : ""),
                path: there.folder)
        }
        var linked: Set<String> = []
        for path in paths { linked.formUnion(try await TaggingJournal.linkedFolders(from: path)) }
        let elsewhere = linked.union(sorted.map(\.folder)).sorted().map { URL(filePath: $0) }
        return Undoing(prepared: prepared, newer: newer, elsewhere: elsewhere)
    }

    /// Returns the runs that can be undone, the newest first: in the folders, and for single files those that changed their
    /// photos.
    ///
    /// - Returns: The runs; empty if nothing was changed or everything is undone.
    /// - Throws: ``TaggingError/Code/unreadable`` if a folder does not exist.
    public func runs() async throws(TaggingError) -> [Run] {
        try await prepared(.all, try paths()).allRuns
    }

    private func prepared(_ extent: Extent, _ paths: [String]) async throws(TaggingError) -> PreparedUndo {
        do throws(TaggingError) {
            return try await TaggingJournal.prepareUndo(
                extent, in: paths, photos: await filesOfPhotos(), includingSubfolders: options.includesSubfolders,
                options: options.run)
        } catch {
            throw Self.missing(error, paths) ?? error
        }
    }

    /// Returns the error that a plan has for a folder that does not exist; `nil` for other errors.
    private static func missing(_ error: TaggingError, _ paths: [String]) -> TaggingError? {
        guard error.code == .unreadable, error.errno == ENOENT,
            let path = paths.first(where: { access($0, F_OK) != 0 && errno == ENOENT })
        else { return nil }
        return TaggingError(PhotosError.missingFolder(path))
    }

    /// Finds folders that were not opened and into which photos of the opened ones were sorted.
    ///
    /// - Returns: The folders, without symbolic links, sorted; one in use is the last.
    package func sortedElsewhere() async -> [SortedElsewhere] {
        func real(_ urls: [URL]) -> [String] {
            urls.compactMap { url in url.absoluteURL.exactPath.flatMap { try? RealPath.of($0) } }
        }
        let (folders, files) = (real(folders), real(files))
        return await WorkThread("locate-undo", ()).run { _, isCanceled in
            // What cannot be read is not remembered, and the other folder has to be known.
            guard let sorts = try? SortDestinations.own().sorts() else { return [] }
            return SortedElsewhere.find(sorts, folders: folders, files: files, isCanceled: isCanceled)
        }
    }

    /// Restores photos that an interrupted run had changed or moved in part; call it before a plan is made.
    ///
    /// After sorting was interrupted, call it for the folder into which photos were sorted too.
    ///
    /// All folders are visited. If one fails after something was found in another, ``Recovery/failures`` has the error.
    ///
    /// - Returns: The photos that were restored, and the journals that were left alone; nothing for folders that do not exist.
    /// - Throws: If nothing was found: ``TaggingError/Code/busy`` while another run changes photos there,
    ///   ``TaggingError/Code/journal``, ``TaggingError/Code/unreadable`` for a journal, ``TaggingError/Code/unwritable``.
    @discardableResult public func recover() async throws(TaggingError) -> Recovery {
        var all = Recovery()
        let parents = Set(files.compactMap { $0.absoluteURL.exactPath.map { Folder.split($0).folder } }).sorted()
        for (path, includingSubfolders) in try paths().map({ ($0, options.includesSubfolders) })
            + parents.map({ ($0, false) })
        {
            do throws(TaggingError) {
                let found = try await TaggingJournal.recover(in: path, includingSubfolders: includingSubfolders)
                all.putBack += found.putBack
                all.foreign += found.foreign
            } catch {
                // A missing folder is reported by the plan; a journal that cannot be read is not.
                if error.code != .unreadable || error.path != path { all.failures.append(error) }
            }
        }
        if all.putBack.isEmpty, all.foreign.isEmpty, let failure = all.failures.first { throw failure }
        return all
    }

    /// Deletes what undo needs, and with it the former positions and names of the photos, as before a folder is shared.
    ///
    /// All photos stay as they are; nothing can be undone afterwards. All folders are visited, also if one of them fails: call it
    /// again once the reason is gone.
    ///
    /// - Returns: The journals that belong to other users, or that others can write to, and stay.
    /// - Throws: ``TaggingError/Code/unusable`` for single files, since a journal belongs to all photos of a folder;
    ///   ``TaggingError/Code/unreadable`` if a folder does not exist, ``TaggingError/Code/busy``,
    ///   ``TaggingError/Code/journal`` for one written by a later version, ``TaggingError/Code/unwritable``.
    @discardableResult public func forget() async throws(TaggingError) -> [ForeignJournal] {
        if let file = files.first {
            throw TaggingError(
                code: .unusable,
                message: "what undo needs belongs to all photos of a folder", advice: "open that of \(file.shownPath)",
                path: file.shownPath)
        }
        var foreign: [ForeignJournal] = []
        var failure: TaggingError?
        for path in try paths() {
            do throws(TaggingError) {
                foreign += try await TaggingJournal.forget(in: path, includingSubfolders: options.includesSubfolders)
            } catch {
                failure = failure ?? Self.missing(error, [path]) ?? error
            }
        }
        if let failure { throw failure }
        return foreign
    }

    private func paths() throws(TaggingError) -> [String] {
        var paths: [String] = []
        for url in folders {
            guard let path = url.absoluteURL.exactPath else { throw .notUTF8(url) }
            paths.append(path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path)
        }
        return paths
    }

    /// Returns the files of the single photos, with those that belong to them by the rules that folders have.
    ///
    /// - Returns: For each photo the paths of its files; a file that cannot be read is a photo of its own.
    package func filesOfPhotos() async -> [[String]] {
        let named = files.compactMap(\.absoluteURL.exactPath)
        guard !named.isEmpty else { return [] }
        let library = PhotoLibrary(folders: [], files: files)
        // A file that cannot be read is still undone, without companions.
        _ = try? await library.reload()
        var photos = library.allPhotos.assets.map { ([$0.url] + $0.companions).compactMap(\.exactPath) }
        let found = Set(photos.joined())
        photos += named.filter { !found.contains($0) }.map { [$0] }
        return photos
    }
}

extension PhotoFolder {
    /// How much is undone.
    public enum Extent: Sendable, Hashable {
        /// The newest run that is not undone, in all folders where it changed photos. Within a folder, the order in its
        /// journal decides which run is newer, regardless of the clock.
        case newestRun
        /// One run, such as an import of several: the changes of the others stay. A file that a newer run has changed too is left as it
        /// is, and fails: that run has to be undone first.
        case run(Run)
        /// All runs, which restores each photo to its state before the first.
        case all
    }

    /// A run that can be undone.
    public struct Run: Sendable, Hashable {
        let number: UInt64
        /// When it began.
        public var began: Date
        /// The number of files it changed, or was about to change when it was interrupted.
        public var count: Int
    }

    /// A photo that was restored because an interrupted run had not finished it.
    public struct PutBack: Sendable, Hashable {
        /// What the run was doing.
        public enum Cause: Sendable, Hashable {
            /// It was changing the photo in its folder.
            case change
            /// It was moving the photo and its sidecars.
            case move
            /// It was copying the photo and its sidecars; the unfinished copy is removed.
            case copy
        }

        /// The path of the photo.
        package var path: String
        /// What the run was doing.
        public var cause: Cause

        /// The photo.
        public var url: URL { URL(filePath: path) }
    }

    /// What was done to clean up after interrupted runs.
    public struct Recovery: Sendable, Hashable {
        /// The partially changed or moved photos that were restored.
        public var putBack: [PutBack] = []
        /// The journals that were left alone.
        public var foreign: [ForeignJournal] = []
        /// Why some of the folders could not be cleaned up, although something was found in others.
        public var failures: [TaggingError] = []
    }

    /// A journal that is not, or not certainly, the user's own: of another user, of another computer, of an earlier
    /// version, or planted.
    ///
    /// Its records are never used unasked.
    public struct ForeignJournal: Sendable, Hashable {
        /// The path of the journal.
        package var path: String
        /// What is known of it, after its path: `belongs to another user (uid 2001)`.
        public var reason: String
        /// Whether ``PhotoFolder/undo(_:)`` uses it, within the folders that are opened.
        public var isUndoable: Bool
        /// What to do about it: a part of a sentence.
        public var advice: String

        /// The journal.
        public var url: URL { URL(filePath: path) }
    }

    /// An undo, whose outcomes are read while it restores files.
    public struct Undoing: AsyncSequence, Sendable {
        /// An outcome for each change that is undone or cannot be.
        public typealias Element = Outcome
        /// Never thrown: a failure is part of an outcome.
        public typealias Failure = Never

        let prepared: PreparedUndo
        /// Where photos were sorted since the runs that are undone.
        let newer: SortedElsewhere?

        /// The folders that were not opened, and where changes of photos of the opened ones can be undone: symbolic links lead to
        /// them, or photos were sorted into them.
        public let elsewhere: [URL]

        /// The number of changes to undo.
        public var count: Int { prepared.count }

        /// The runs that are undone, the newest first; of single photos, those that changed them.
        public var runs: [Run] { prepared.allRuns }

        /// Journals that are not the user's own: those that are left alone, and those that are only used within the folders that
        /// were opened.
        public var foreign: [ForeignJournal] { prepared.foreign }

        /// Restores one file after the other.
        public struct Iterator: AsyncIteratorProtocol {
            let prepared: PreparedUndo
            let newer: SortedElsewhere?
            var outcomes: ArraySlice<PhotoOutcome> = []

            /// Restores the next files, and returns their outcomes one by one.
            ///
            /// - Parameter actor: The caller's actor.
            /// - Returns: `nil` once all is undone, or the caller's task was cancelled.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Outcome? {
                while outcomes.isEmpty {
                    guard let more = await prepared.next(isolation: actor) else { return nil }
                    outcomes = more[...]
                }
                return outcomes.popFirst().map { Outcome(stating($0)) }
            }

            /// Says of a photo that is gone where it may have been sorted.
            private func stating(_ outcome: PhotoOutcome) -> PhotoOutcome {
                guard let newer, let error = outcome.error, error.code == .unreadable, access(outcome.path, F_OK) != 0
                else { return outcome }
                var outcome = outcome
                outcome.action = .failed(
                    TaggingError(
                        code: .elsewhere,
                        message:
                            "\(outcome.path) is not there any more; photos here have been sorted into \(newer.folder) since",
                        advice: "undo there first, then here again", path: outcome.path, underlying: error))
                return outcome
            }
        }

        /// Begins to restore; a second iteration continues with what is not undone yet.
        ///
        /// Once all is undone, or the caller's task is cancelled, all folders are unlocked.
        public func makeAsyncIterator() -> Iterator { Iterator(prepared: prepared, newer: newer) }
    }
}
