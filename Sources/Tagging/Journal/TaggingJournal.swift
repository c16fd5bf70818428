public import FoundationEssentials
import Glibc

/// What runs have changed in a folder and the folders below, and the way back.
public enum TaggingJournal {
    /// How much is undone.
    public enum Extent: Sendable {
        /// The newest run that is not undone, in all folders in which it has changed photos. Within a folder the order of its
        /// journal says which is newer, whatever the clock said.
        case newestRun
        /// All runs, so that each photo is what it was before the first.
        case all
    }

    /// A run that can be undone.
    public struct Run: Sendable, Hashable {
        let number: UInt64
        /// When it began.
        public var began: Date
        /// How many files it has changed, or was about to when it was interrupted.
        public var count: Int
    }

    /// A photo that an interrupted run had not finished, and that is what it was before.
    public struct PutBack: Sendable, Hashable {
        /// What the run was doing.
        public enum Cause: Sendable {
            /// It was changing the photo where it is.
            case change
            /// It was moving the photo and what belongs to it.
            case move
            /// It was copying the photo and what belongs to it; the unfinished copy is removed.
            case copy
        }

        /// Where the photo is.
        public var path: String
        /// What the run was doing.
        public var cause: Cause
    }

    /// Makes photos byte for byte what they were, their time of modification too.
    ///
    /// A photo that has been changed since is left alone and named, and the rest are undone. Undo can be interrupted and
    /// resumed at any time. Where all is undone the journal goes as well. Photos that were reached by symbolic links are undone
    /// in their own folder.
    ///
    /// - Parameters:
    ///   - extent: The newest run or all.
    ///   - folder: The folder of the photos, or one above.
    ///   - options: How photos are written.
    /// - Returns: An outcome for each change that is taken back; ``PhotoOutcome/Action/unchanged`` for a photo that the run had
    ///   not come to. Nothing happens before they are taken.
    /// - Throws: ``TaggingError/Code/unreadable`` when there is no such folder. Where the newest run is wanted, also
    ///   ``TaggingError/Code/busy``, ``TaggingError/Code/journal`` and ``TaggingError/Code/unwritable``: a journal that cannot be
    ///   read may have a newer one, so nothing is undone.
    public static func undo(
        _ extent: Extent = .newestRun, in folder: String, options: TaggingRun.Options = .init()
    ) async throws(TaggingError) -> UndoOutcomes {
        try await undo(extent, in: [folder], options: options)
    }

    /// Makes the photos of several folders, and single photos, byte for byte what they were.
    ///
    /// It is as with one folder: the newest run is the newest of all folders. Of a single photo, though, it is the newest run that
    /// has changed this photo, whatever was done to others since.
    ///
    /// - Parameters:
    ///   - extent: The newest run or all.
    ///   - folders: The folders of photos, or folders above.
    ///   - photos: The paths of single photos, each with those of the other files that belong to it, also through symbolic links;
    ///     their sidecars are undone with them. The journal of the folder in which a file really is has what it was.
    ///   - options: How photos are written.
    /// - Returns: As ``undo(_:in:options:)-(_,String,_)``.
    /// - Throws: As ``undo(_:in:options:)-(_,String,_)``; that the folder of a single photo is not there is among the outcomes.
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

    /// Cleans up after an interrupted run, so that plans are made of the recovered photos.
    ///
    /// Runs and undo do it too, but after a plan: a large video that was half changed would be another than the planned one.
    ///
    /// - Parameters:
    ///   - folder: The folder of the photos, or one above.
    ///   - includingSubfolders: Whether all folders below are looked through, too.
    /// - Returns: The photos that were half changed or half moved, and are what and where they were.
    /// - Throws: ``TaggingError/Code/unreadable`` when there is no such folder, ``TaggingError/Code/busy``,
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

    /// The runs that can be undone, the newest first.
    ///
    /// - Parameter folder: The folder of the photos, or one above.
    /// - Returns: The runs; none if nothing was changed, or all is undone.
    /// - Throws: ``TaggingError/Code/unreadable`` when there is no such folder, ``TaggingError/Code/busy``,
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

    /// The folders with a journal, whether or not it has anything to undo: each may tell what photos said before.
    ///
    /// - Parameter folder: The folder of the photos, or one above.
    /// - Returns: The paths of folders, in order.
    /// - Throws: ``TaggingError/Code/unreadable`` when there is no such folder.
    public static func folders(in folder: String) async throws(TaggingError) -> [String] {
        let result = await TaggingThread("locate-undo", ()).run { _, _ in
            Result { () throws(TaggingError) in try JournalFolders.all(in: folder) }
        }
        return try result.get()
    }

    /// The folders elsewhere, with a journal, that symbolic links lead to: what runs have changed through the links is undone
    /// there.
    ///
    /// - Parameter folder: The folder with the links, or one above.
    /// - Returns: The paths of folders, in order.
    /// - Throws: ``TaggingError/Code/unreadable`` when there is no such folder.
    public static func linkedFolders(from folder: String) async throws(TaggingError) -> [String] {
        let result = await TaggingThread("locate-undo", ()).run { _, _ in
            Result { () throws(TaggingError) in try JournalFolders.linked(from: folder) }
        }
        return try result.get()
    }

    /// Removes the journals: nothing can be undone any more, and nothing tells any more what photos said before.
    ///
    /// - Parameters:
    ///   - folder: The folder of the photos, or one above.
    ///   - includingSubfolders: Whether the journals of all folders below go, too.
    /// - Throws: ``TaggingError/Code/unreadable`` when there is no such folder, ``TaggingError/Code/busy``,
    ///   ``TaggingError/Code/journal`` for one that a later version has written, ``TaggingError/Code/unwritable``.
    public static func forget(in folder: String, includingSubfolders: Bool = true) async throws(TaggingError) {
        let result = await TaggingThread("locate-undo", ()).run { _, _ in
            Result { () throws(TaggingError) in
                for path in includingSubfolders ? try JournalFolders.all(in: folder) : [folder] {
                    guard let journal = try FolderJournal.open(in: PhotoFolder(path), creating: false) else { continue }
                    // A photo that is half changed could not be mended without it.
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
    /// A failure is a photo's own.
    public typealias Failure = Never

    let thread: TaggingThread<PhotoRestorer>

    /// How many changes are taken back.
    public let count: Int

    /// Takes changes back.
    public struct Iterator: AsyncIteratorProtocol {
        let thread: TaggingThread<PhotoRestorer>
        var outcomes: ArraySlice<PhotoOutcome> = []

        /// The next photo's outcome.
        ///
        /// - Parameter actor: The caller's.
        /// - Returns: `nil` once all is undone, or the caller's task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> PhotoOutcome? {
            while outcomes.isEmpty {
                guard let more = await thread.run({ restorer, isCanceled in restorer.next(isCanceled: isCanceled) })
                else { return nil }
                outcomes = more[...]
            }
            return outcomes.popFirst()
        }
    }

    /// Goes on with what is not undone yet.
    public func makeAsyncIterator() -> Iterator { Iterator(thread: thread) }
}

/// The folders below one that have a journal.
enum JournalFolders {
    /// Finds them, itself included, without following symbolic links.
    ///
    /// - Parameter root: Where to look.
    /// - Returns: Their paths, in order; folders that cannot be read, and those whose names are not valid UTF-8, are left out.
    /// - Throws: ``TaggingError/Code/unreadable`` when there is no such folder.
    static func all(in root: String) throws(TaggingError) -> [String] {
        var found: [String] = []
        try walk(root) { folder, name, _ in if name == FolderJournal.name { found.append(folder) } }
        return found.sorted()
    }

    /// Finds those elsewhere in which there are photos, or folders, that symbolic links below one lead to.
    ///
    /// - Parameter root: Where to look for links.
    /// - Returns: Their paths, without links, in order.
    /// - Throws: ``TaggingError/Code/unreadable`` when there is no such folder.
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

    /// Looks at all entries of a folder and of those in it.
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
