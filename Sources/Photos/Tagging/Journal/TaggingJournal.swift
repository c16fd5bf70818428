import FoundationEssentials
import Glibc
package import LKPlanning
import LKStorage
import LKThreads

/// Lists and undoes the runs that changed a folder and the folders below it.
package enum TaggingJournal {
    package typealias Extent = PhotoFolder.Extent
    package typealias Run = PhotoFolder.Run
    package typealias PutBack = PhotoFolder.PutBack
    package typealias Recovery = PhotoFolder.Recovery
    package typealias ForeignJournal = PhotoFolder.ForeignJournal

    /// Restores photos byte for byte, including their modification times.
    ///
    /// A journal that the user has not written, or not in this folder, only restores photos within the folder that is
    /// named, and none at all if it belongs to another user or others can write to it: ``UndoResult/foreign`` has it.
    ///
    /// A photo changed since by another program is skipped and reported, and the rest are restored. Undo can be
    /// interrupted and resumed at any time. The journal is removed once everything in it is undone. Photos reached by
    /// symbolic links are restored in their own folder.
    ///
    /// ```swift
    /// let undone = try await TaggingJournal.undo(in: "/photos/2026")
    /// for outcome in undone.outcomes { print(outcome) }
    /// ```
    ///
    /// - Parameters:
    ///   - extent: The newest run or all.
    ///   - folder: The folder of the photos, or a parent.
    ///   - options: How photos are written.
    /// - Returns: An outcome for each change; ``PhotoOutcome/Action/unchanged`` for a photo that the run had not
    ///   reached. Fewer if the caller's task is cancelled.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist. For the newest run also
    ///   ``TaggingError/Code/busy``, ``TaggingError/Code/journal`` and ``TaggingError/Code/unwritable``: an unreadable
    ///   journal may contain a newer run, so nothing is undone.
    @discardableResult
    package static func undo(
        _ extent: Extent = .newestRun, in folder: String, options: TaggingRun.Options = .init()
    ) async throws(TaggingError) -> UndoResult {
        try await undo(extent, in: [folder], options: options)
    }

    /// Restores the photos of several folders, and single photos, byte for byte.
    ///
    /// For folders, the newest run is the newest in all of them. For a single photo, it is the newest run that changed
    /// this photo.
    ///
    /// - Parameters:
    ///   - extent: The newest run or all.
    ///   - folders: The folders of photos, or parents.
    ///   - photos: For each single photo the paths of all its files, also through symbolic links; their sidecars are
    ///     restored with them. The journal in the folder that really contains a file is used.
    ///   - options: How photos are written.
    /// - Returns: As ``undo(_:in:options:)-(_,String,_)``.
    /// - Throws: As ``undo(_:in:options:)-(_,String,_)``; the missing folder of a single photo is reported as an
    ///   outcome.
    @discardableResult
    package static func undo(
        _ extent: Extent = .newestRun, in folders: [String], photos: [[String]] = [],
        options: TaggingRun.Options = .init()
    ) async throws(TaggingError) -> UndoResult {
        let undo = try await prepareUndo(extent, in: folders, photos: photos, options: options)
        return UndoResult(outcomes: await undo.run(), foreign: undo.foreign)
    }

    /// Finds what ``undo(_:in:photos:options:)`` would restore, without changing photos; ``PreparedUndo/run(isolation:progress:)``
    /// restores them and reports each.
    ///
    /// ```swift
    /// let undo = try await TaggingJournal.prepareUndo(in: ["/photos/2026"])
    /// print("\(undo.count) changes to undo")
    /// await undo.run { outcome in print(outcome) }
    /// ```
    ///
    /// The parameters and errors are those of ``undo(_:in:photos:options:)``.
    package static func prepareUndo(
        _ extent: Extent = .newestRun, in folders: [String], photos: [[String]] = [],
        includingSubfolders: Bool = true, options: TaggingRun.Options = .init()
    ) async throws(TaggingError) -> PreparedUndo {
        let thread = WorkThread("locate-undo", PhotoRestorer(options))
        let result = await thread.run { restorer, _ in
            Result { () throws(TaggingError) in
                try restorer.begin(extent, in: folders, photos: photos, includingSubfolders: includingSubfolders)
            }
        }
        let begun = try result.get()
        return PreparedUndo(
            thread: thread, count: begun.count, isAnyHere: begun.isAnyHere, runs: begun.runs, allRuns: begun.allRuns,
            foreign: begun.foreign)
    }

    /// Why journals of this user cannot be authenticated, so that undo stays within the folders that are named; `nil` if
    /// they can.
    package static var authenticationProblem: String? {
        guard case .failure(let error) = JournalKey.own else { return nil }
        return error.message
    }

    /// Cleans up after an interrupted run, so that plans are made from the recovered photos.
    ///
    /// Runs and undo also do this, but after planning: a large video that was partially changed would then differ from
    /// the planned one.
    ///
    /// - Parameters:
    ///   - folder: The folder of the photos, or a parent.
    ///   - includingSubfolders: Whether to include all folders below.
    /// - Returns: The partially changed or moved photos that were restored, and the journals that were left alone.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist, ``TaggingError/Code/busy``,
    ///   ``TaggingError/Code/journal``, ``TaggingError/Code/unwritable``.
    @discardableResult
    package static func recover(
        in folder: String, includingSubfolders: Bool = true
    ) async throws(TaggingError) -> Recovery {
        let result = await WorkThread("locate-undo", ()).run { _, _ in
            Result { () throws(TaggingError) in
                var recovery = Recovery()
                try forEachJournal(in: folder, includingSubfolders: includingSubfolders) {
                    found throws(TaggingError) in
                    switch found {
                    case .journal(let journal):
                        if journal.isAuthentic || journal.isOwn {
                            recovery.putBack += try journal.recover(PatchedCopy())
                        }
                        if !journal.isAuthentic, !journal.isSettled { recovery.foreign.append(.undoable(journal)) }
                    case .refused(let foreign): recovery.foreign.append(foreign)
                    }
                }
                return recovery
            }
        }
        return try result.get()
    }

    /// A journal that was found.
    private enum Opened {
        case journal(FolderJournal)
        /// Its records may not be used.
        case refused(ForeignJournal)
    }

    /// Opens each journal of a folder, one at a time.
    private static func forEachJournal(
        in folder: String, includingSubfolders: Bool = true,
        _ body: (Opened) throws(TaggingError) -> Void
    ) throws(TaggingError) {
        let tree = try FolderTree(folder)
        for found in try JournalFolders.all(in: tree, includingSubfolders: includingSubfolders) {
            guard let folder = try tree.folder(found.names) else { continue }
            for name in found.journals {
                switch try FolderJournal.open(name, in: folder) {
                case nil: continue
                case .success(let journal): try body(.journal(journal))
                case .failure(let refusal):
                    try body(.refused(.refused(folder.path(of: name), refusal)))
                }
            }
        }
    }

    /// Returns the runs that can be undone, the newest first.
    ///
    /// - Parameter folder: The folder of the photos, or a parent.
    /// - Returns: The runs; empty if nothing was changed or everything is undone.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist, ``TaggingError/Code/busy``,
    ///   ``TaggingError/Code/journal``.
    package static func runs(in folder: String) async throws(TaggingError) -> [Run] {
        let result = await WorkThread("locate-undo", ()).run { _, _ in
            Result { () throws(TaggingError) in
                var order = RunOrder()
                try forEachJournal(in: folder) { found throws(TaggingError) in
                    if case .journal(let journal) = found { order.add(journal) }
                }
                return order.runs
            }
        }
        return try result.get()
    }

    /// Returns the folders with a journal, whether or not it contains anything to undo: each may contain former
    /// metadata of photos.
    ///
    /// - Parameters:
    ///   - folder: The folder of the photos, or a parent.
    ///   - includingSubfolders: Whether to include all folders below.
    /// - Returns: The paths of folders, sorted.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist.
    package static func folders(
        in folder: String, includingSubfolders: Bool = true
    ) async throws(TaggingError) -> [String] {
        let result = await WorkThread("locate-undo", ()).run { _, _ in
            Result { () throws(TaggingError) in
                let tree = try FolderTree(folder)
                return try JournalFolders.all(in: tree, includingSubfolders: includingSubfolders)
                    .map { tree.path(of: $0.names) }
            }
        }
        return try result.get()
    }

    /// Returns the folders elsewhere, with a journal, that symbolic links point to: changes made through the links are
    /// undone there.
    ///
    /// - Parameter folder: The folder with the links, or a parent.
    /// - Returns: The paths of folders, sorted.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist.
    package static func linkedFolders(from folder: String) async throws(TaggingError) -> [String] {
        let result = await WorkThread("locate-undo", ()).run { _, _ in
            Result { () throws(TaggingError) in try JournalFolders.linked(from: folder) }
        }
        return try result.get()
    }

    /// Removes the journals, and with them the former metadata of the photos: nothing can be undone afterwards.
    ///
    /// The photos stay as they are; one that an interrupted run has changed in part is restored first.
    ///
    /// - Parameters:
    ///   - folder: The folder of the photos, or a parent.
    ///   - includingSubfolders: Whether to include all folders below.
    /// - Returns: The journals that belong to other users, or that others can write to, and are left alone.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist, ``TaggingError/Code/busy``,
    ///   ``TaggingError/Code/journal`` for one written by a later version, ``TaggingError/Code/unwritable``.
    @discardableResult
    package static func forget(
        in folder: String, includingSubfolders: Bool = true
    ) async throws(TaggingError) -> [ForeignJournal] {
        let result = await WorkThread("locate-undo", ()).run { _, _ in
            Result { () throws(TaggingError) in
                var foreign: [ForeignJournal] = []
                try forEachJournal(in: folder, includingSubfolders: includingSubfolders) {
                    found throws(TaggingError) in
                    switch found {
                    case .journal(let journal):
                        // A partially changed photo could not be restored without it.
                        if journal.isAuthentic { try journal.recover(PatchedCopy()) }
                        try journal.remove()
                    case .refused(let refused): foreign.append(refused)
                    }
                }
                return foreign
            }
        }
        return try result.get()
    }
}

/// Finds folders with journals.
enum JournalFolders {
    /// A folder with journals.
    struct Found {
        /// The names of the folders that lead to it.
        var names: [String]
        /// The names of its journals, sorted.
        var journals: [String]
    }

    /// Returns the folders with a journal in and below a folder, without following symbolic links.
    ///
    /// - Parameters:
    ///   - tree: The folder.
    ///   - includingSubfolders: Whether to include all folders below.
    /// - Returns: The folders, sorted; folders below that cannot be read, or with names that are not valid UTF-8, are omitted.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder itself cannot be read.
    static func all(in tree: FolderTree, includingSubfolders: Bool = true) throws(TaggingError) -> [Found] {
        guard includingSubfolders else {
            let journals = try JournalFile.names(in: tree.root)
            return journals.isEmpty ? [] : [Found(names: [], journals: journals)]
        }
        var found: [[String]: [String]] = [:]
        try tree.walk { _, names, name, type in
            // What cannot be looked at may be a journal: opening it says why.
            if type == S_IFREG || type == 0, JournalFile.isName(name) { found[names, default: []].append(name) }
        }
        return found.map { Found(names: $0.key, journals: $0.value.sorted()) }
            .sorted { $0.names.lexicographicallyPrecedes($1.names) }
    }

    /// Returns the folders with a journal outside a folder to which symbolic links below it lead.
    ///
    /// - Parameter root: The folder with the links.
    /// - Returns: Their paths, without links, sorted.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist.
    static func linked(from root: String) throws(TaggingError) -> [String] {
        let tree = try FolderTree(root)
        let home = tree.root.realPath
        var found: Set<String> = []
        try tree.walk { folder, _, name, type in
            guard type == S_IFLNK else { return }
            // Links of other users are not followed when photos are changed.
            guard let place = try? place(of: folder.path(of: name)) else { return }
            if place == home || place.hasPrefix(home + "/") { return }
            guard let there = try? FolderHandle(place) else { return }
            // What cannot be looked at may be a journal: to undo it says why.
            if (try? JournalFile.names(in: there))?.isEmpty != true { found.insert(place) }
        }
        return found.sorted()
    }

    /// Returns the folder that a symbolic link leads to, or that contains the file it leads to.
    private static func place(of link: String) throws(TrustedPath.Refusal) -> String {
        let resolved = try TrustedPath.resolve(link)
        var status = stat()
        guard let descriptor = resolved.descriptor, fstat(descriptor, &status) == 0 else {
            throw TrustedPath.Refusal(number: ENOENT)
        }
        return status.st_mode & S_IFMT == S_IFDIR ? resolved.path : Folder.split(resolved.path).folder
    }
}

extension PhotoFolder.ForeignJournal {
    /// Returns a journal whose records are not authenticated, but which only the user can write to.
    static func undoable(_ journal: FolderJournal) -> Self {
        var reason = "was written on another computer, by an earlier version or by another user"
        if journal.isOwn, case .failure(let error) = JournalKey.own {
            reason = "cannot be told from a forged one (\(error.message))"
        }
        return Self(
            path: journal.path, reason: reason,
            isUndoable: true, advice: "undo it, or remove it")
    }

    static func refused(_ path: String, _ refusal: JournalFile.Refusal) -> Self {
        Self(path: path, reason: refusal.reason, isUndoable: false, advice: refusal.advice)
    }
}
