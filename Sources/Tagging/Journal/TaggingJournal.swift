public import FoundationEssentials
import Glibc

/// Lists and undoes the runs that changed a folder and the folders below it.
public enum TaggingJournal {
    /// How much is undone.
    public enum Extent: Sendable {
        /// The newest run that is not undone, in all folders where it changed photos. Within a folder, the order in its
        /// journal decides which run is newer, regardless of the clock.
        case newestRun
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
        public enum Cause: Sendable {
            /// It was changing the photo in its folder.
            case change
            /// It was moving the photo and its sidecars.
            case move
            /// It was copying the photo and its sidecars; the unfinished copy is removed.
            case copy
        }

        /// The path of the photo.
        public var path: String
        /// What the run was doing.
        public var cause: Cause
    }

    /// Restores photos byte for byte, including their modification times.
    ///
    /// A photo changed since by another program is skipped and reported, and the rest are restored. Undo can be
    /// interrupted and resumed at any time. The journal is removed once everything in it is undone. Photos reached by
    /// symbolic links are restored in their own folder.
    ///
    /// - Parameters:
    ///   - extent: The newest run or all.
    ///   - folder: The folder of the photos, or a parent.
    ///   - options: How photos are written.
    /// - Returns: An outcome for each change; ``PhotoOutcome/Action/unchanged`` for a photo that the run had not
    ///   reached. Each change is undone when its outcome is requested.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist. For the newest run also
    ///   ``TaggingError/Code/busy``, ``TaggingError/Code/journal`` and ``TaggingError/Code/unwritable``: an unreadable
    ///   journal may contain a newer run, so nothing is undone.
    public static func undo(
        _ extent: Extent = .newestRun, in folder: String, options: TaggingRun.Options = .init()
    ) async throws(TaggingError) -> UndoOutcomes {
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
    public static func undo(
        _ extent: Extent = .newestRun, in folders: [String], photos: [[String]] = [],
        options: TaggingRun.Options = .init()
    ) async throws(TaggingError) -> UndoOutcomes {
        let thread = TaggingThread("locate-undo", PhotoRestorer(options))
        let result = await thread.run { restorer, _ in
            Result { () throws(TaggingError) in try restorer.begin(extent, in: folders, photos: photos) }
        }
        return UndoOutcomes(thread: thread, count: try result.get())
    }

    /// Cleans up after an interrupted run, so that plans are made from the recovered photos.
    ///
    /// Runs and undo also do this, but after planning: a large video that was partially changed would then differ from
    /// the planned one.
    ///
    /// - Parameters:
    ///   - folder: The folder of the photos, or a parent.
    ///   - includingSubfolders: Whether to include all folders below.
    /// - Returns: The partially changed or moved photos that were restored.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist, ``TaggingError/Code/busy``,
    ///   ``TaggingError/Code/journal``, ``TaggingError/Code/unwritable``.
    @discardableResult
    public static func recover(
        in folder: String, includingSubfolders: Bool = true
    ) async throws(TaggingError) -> [PutBack] {
        let result = await TaggingThread("locate-undo", ()).run { _, _ in
            Result { () throws(TaggingError) in
                var putBack: [PutBack] = []
                for path in includingSubfolders ? try JournalFolders.all(in: folder) : [folder] {
                    putBack +=
                        try FolderJournal.open(in: PhotoFolder(path), creating: false)?.recover(PatchedCopy()) ?? []
                }
                return putBack
            }
        }
        return try result.get()
    }

    /// Returns the runs that can be undone, the newest first.
    ///
    /// - Parameter folder: The folder of the photos, or a parent.
    /// - Returns: The runs; empty if nothing was changed or everything is undone.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist, ``TaggingError/Code/busy``,
    ///   ``TaggingError/Code/journal``.
    public static func runs(in folder: String) async throws(TaggingError) -> [Run] {
        let result = await TaggingThread("locate-undo", ()).run { _, _ in
            Result { () throws(TaggingError) in
                var order = RunOrder()
                for path in try JournalFolders.all(in: folder) {
                    if let journal = try FolderJournal.open(in: PhotoFolder(path), creating: false) {
                        order.add(journal)
                    }
                }
                return order.newestFirst.map { run in
                    let began = Double(order.began[run] ?? 0) / 1e9
                    return Run(
                        number: run, began: Date(timeIntervalSince1970: began), count: order.counts[run] ?? 0)
                }
            }
        }
        return try result.get()
    }

    /// Returns the folders with a journal, whether or not it contains anything to undo: each may contain former
    /// metadata of photos.
    ///
    /// - Parameter folder: The folder of the photos, or a parent.
    /// - Returns: The paths of folders, sorted.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist.
    public static func folders(in folder: String) async throws(TaggingError) -> [String] {
        let result = await TaggingThread("locate-undo", ()).run { _, _ in
            Result { () throws(TaggingError) in try JournalFolders.all(in: folder) }
        }
        return try result.get()
    }

    /// Returns the folders elsewhere, with a journal, that symbolic links point to: changes made through the links are
    /// undone there.
    ///
    /// - Parameter folder: The folder with the links, or a parent.
    /// - Returns: The paths of folders, sorted.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist.
    public static func linkedFolders(from folder: String) async throws(TaggingError) -> [String] {
        let result = await TaggingThread("locate-undo", ()).run { _, _ in
            Result { () throws(TaggingError) in try JournalFolders.linked(from: folder) }
        }
        return try result.get()
    }

    /// Removes the journals, and with them the former metadata of the photos: nothing can be undone afterwards.
    ///
    /// - Parameters:
    ///   - folder: The folder of the photos, or a parent.
    ///   - includingSubfolders: Whether to include all folders below.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist, ``TaggingError/Code/busy``,
    ///   ``TaggingError/Code/journal`` for one written by a later version, ``TaggingError/Code/unwritable``.
    public static func forget(in folder: String, includingSubfolders: Bool = true) async throws(TaggingError) {
        let result = await TaggingThread("locate-undo", ()).run { _, _ in
            Result { () throws(TaggingError) in
                for path in includingSubfolders ? try JournalFolders.all(in: folder) : [folder] {
                    guard let journal = try FolderJournal.open(in: PhotoFolder(path), creating: false) else { continue }
                    // A partially changed photo could not be restored without it.
                    try journal.recover(PatchedCopy())
                    try journal.remove()
                }
            }
        }
        try result.get()
    }
}

/// The outcomes of restored photos.
public struct UndoOutcomes: AsyncSequence, Sendable {
    /// An outcome.
    public typealias Element = PhotoOutcome
    /// Never thrown: a failure is part of an outcome.
    public typealias Failure = Never

    let thread: TaggingThread<PhotoRestorer>

    /// The number of changes to undo.
    public let count: Int

    /// Undoes one change after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let thread: TaggingThread<PhotoRestorer>
        var outcomes: ArraySlice<PhotoOutcome> = []

        /// Undoes the next change.
        ///
        /// - Parameter actor: The caller's actor.
        /// - Returns: The outcome; `nil` once everything is undone, or the caller's task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> PhotoOutcome? {
            while outcomes.isEmpty {
                guard let more = await thread.run({ restorer, isCanceled in restorer.next(isCanceled: isCanceled) })
                else { return nil }
                outcomes = more[...]
            }
            return outcomes.popFirst()
        }
    }

    /// Continues with the changes not yet undone.
    public func makeAsyncIterator() -> Iterator { Iterator(thread: thread) }
}

/// Finds folders with a journal.
enum JournalFolders {
    /// Returns the folders with a journal in and below a folder, without following symbolic links.
    ///
    /// - Parameter root: The folder.
    /// - Returns: Their paths, sorted; folders that cannot be read, or with names that are not valid UTF-8, are
    ///   omitted.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist.
    static func all(in root: String) throws(TaggingError) -> [String] {
        var found: [String] = []
        try walk(root) { folder, name, _ in if name == FolderJournal.name { found.append(folder) } }
        return found.sorted()
    }

    /// Returns the folders with a journal outside a folder to which symbolic links below it lead.
    ///
    /// - Parameter root: The folder with the links.
    /// - Returns: Their paths, without links, sorted.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder does not exist.
    static func linked(from root: String) throws(TaggingError) -> [String] {
        let home = resolved(root)
        var found: Set<String> = []
        try walk(root) { folder, name, type in
            let path = joined(folder, name)
            guard kind(type, path) == S_IFLNK, let target = resolved(path) else { return }
            var status = stat()
            guard stat(target, &status) == 0 else { return }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            let place = isFolder ? target : String(target[..<(target.lastIndex(of: "/") ?? target.endIndex)])
            let isBelow = home.map { place == $0 || place.hasPrefix($0 + "/") } ?? false
            if !isBelow, access(joined(place, FolderJournal.name), F_OK) == 0 { found.insert(place) }
        }
        return found.sorted()
    }

    /// Calls a closure for all entries of a folder and of the folders below.
    private static func walk(_ root: String, _ look: (String, String, UInt8) -> Void) throws(TaggingError) {
        _ = try PhotoFolder(root)
        var waiting = [root]
        while let folder = waiting.popLast() {
            guard let entries = opendir(folder) else { continue }
            defer { closedir(entries) }
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
                }
                guard let name, name != ".", name != ".." else { continue }
                look(folder, name, entry.pointee.d_type)
                let path = joined(folder, name)
                if kind(entry.pointee.d_type, path) == S_IFDIR { waiting.append(path) }
            }
        }
    }

    private static func joined(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }

    private static func kind(_ type: UInt8, _ path: String) -> mode_t {
        switch Int(type) {
        case Int(DT_DIR): return S_IFDIR
        case Int(DT_LNK): return S_IFLNK
        case Int(DT_UNKNOWN):
            var status = stat()
            return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
        default: return 0
        }
    }
}
