import Glibc
import LKPlanning
import LKStorage

/// Moves the files of photos back.
///
/// Use it from one thread at a time.
struct MoveRestorer {
    private let transfer: FileTransfer
    private let folders: FormerFolders
    private let reach: FormerFolders.Reach

    /// Creates a restorer of moved files.
    ///
    /// - Parameters:
    ///   - copier: Reads files.
    ///   - folders: Opens the folders where files were.
    ///   - reach: Where files may be moved back to.
    init(_ copier: PatchedCopy, _ folders: FormerFolders, _ reach: FormerFolders.Reach) {
        transfer = FileTransfer(copier)
        (self.folders, self.reach) = (folders, reach)
    }

    private func former(_ move: JournalMove, _ folder: FolderHandle) throws(TaggingError) -> FormerFolders.Place {
        try folders.place(of: move.formerPath, reach, folder.path(of: move.name))
    }

    /// The step that moves a file back.
    private enum Step {
        /// None: it is in its old folder.
        case nothing
        /// Rename it.
        case rename
        /// Copy it to another file system, then remove it here.
        case copyBack
        /// Remove it here: it is still, or again, in its old folder.
        case remove
    }

    /// Returns whether all files of one photo are in their new folder, and no moved file is in its old one.
    ///
    /// A photo from a disk or card that is not connected has not arrived as long as that is so.
    ///
    /// - Parameters:
    ///   - moves: The files, from the journal.
    ///   - folder: The folder of the journal.
    /// - Returns: Whether the photo has arrived completely.
    /// - Throws: ``TaggingError/Code/unreadable``.
    func haveArrived(_ moves: [JournalMove], in folder: FolderHandle) throws(TaggingError) -> Bool {
        for move in moves {
            guard let here = try folder.status(of: move.name), try isMoved(here, move, folder) else { return false }
            guard move.way != .copied else { continue }
            let former = try former(move, folder)
            // Whether the original is still there cannot be known.
            if try isElsewhere(former, of: move, folder) { return false }
            if try former.status() != nil { return false }
            // While being removed, it briefly has another name.
            if move.way == .transferred, let source = former.folder,
                try AsideFile(of: former.name, in: source).status() != nil
            {
                return false
            }
        }
        return true
    }

    /// Makes the former folders of moved files durable.
    func syncFormerFolders(of moves: [JournalMove], in folder: FolderHandle) {
        var done: Set<String> = []
        for move in moves where move.way != .copied && done.insert(Folder.split(move.formerPath).folder).inserted {
            // A folder that is gone, or on a disk that is not connected, has nothing to sync.
            try? former(move, folder).folder?.sync()
        }
    }

    /// Moves the files of one photo back, all or none.
    ///
    /// It can be interrupted and repeated. A file edited since the move is moved back as it is; if another file has
    /// taken a name, in either folder, nothing is done.
    ///
    /// - Parameters:
    ///   - moves: The files, from the journal.
    ///   - folder: The folder of the journal.
    /// - Returns: Whether anything had to be done.
    /// - Throws: ``TaggingError/Code/changed`` for a file that was replaced, ``TaggingError/Code/unsafe`` if another
    ///   file has the old name or the folder is a copy; ``TaggingError/Code/unwritable``.
    func takeBack(_ moves: [JournalMove], in folder: FolderHandle) throws(TaggingError) -> Bool {
        var steps: [Step] = []
        var stamps: [PhotoStamp?] = []
        var places: [FormerFolders.Place] = []
        for move in moves {
            let place = try former(move, folder)
            stamps.append(try folder.status(of: move.name).map(PhotoStamp.init))
            steps.append(try step(for: move, from: place, folder))
            places.append(place)
        }
        var sources: [FolderHandle] = []
        for (index, move) in moves.enumerated().reversed() {
            switch steps[index] {
            case .nothing: continue
            case .remove:
                // Check again: comparing its content took a while.
                let now = try folder.status(of: move.name).map(PhotoStamp.init)
                guard now == stamps[index] else { throw Self.changed(folder.path(of: move.name)) }
            case .rename:
                let former = try formerFolder(places[index], of: move, folder)
                sources.append(former)
                do throws(TaggingError) {
                    try transfer.rename(
                        move.name, in: folder, to: places[index].name, in: former, folder.path(of: move.name))
                } catch {
                    guard error.errno == EXDEV else { throw error }
                    try copyBack(move, folder, former, places[index].name)
                }
                continue
            case .copyBack:
                let former = try formerFolder(places[index], of: move, folder)
                try copyBack(move, folder, former, places[index].name)
                continue
            }
            guard unlinkat(folder.descriptor, move.name, 0) == 0 || errno == ENOENT else {
                throw .system(errno, .unwritable, "remove", folder.path(of: move.name))
            }
        }
        for source in sources { try source.sync() }
        try folder.sync()
        return steps.contains { $0 != .nothing }
    }

    private func step(
        for move: JournalMove, from place: FormerFolders.Place, _ folder: FolderHandle
    ) throws(TaggingError) -> Step {
        let path = folder.path(of: move.name)
        let here = try folder.status(of: move.name)
        let there = try place.status()
        var isOurs = false
        if let here { isOurs = try isMoved(here, move, folder) }
        if move.way == .copied {
            if here == nil { return .nothing }
            guard isOurs else { throw Self.changed(path) }
            // The card may have been erased since; then this is the only copy.
            guard try hasOriginal(there, move, place) else {
                throw Self.isOnlyOne(path, move.formerPath, isThere: there != nil)
            }
            return .remove
        }
        if let there, isBack(there, move) {
            // The file itself, or one that a transfer has not removed yet, or a copy already moved back.
            guard isOurs, let here else { return .nothing }
            if here.st_ino == there.st_ino, here.st_dev == there.st_dev { return .remove }
            guard try sum(place) == sum(folder, move.name) else {
                throw Self.isTaken(path, move.formerPath)
            }
            return .remove
        }
        guard here != nil else {
            throw TaggingError(
                code: .unreadable, message: "\(path) is not there any more; it was \(move.formerPath)", path: path)
        }
        guard isOurs else { throw Self.changed(path) }
        if there != nil { throw Self.isTaken(path, move.formerPath) }
        return move.way == .renamed ? .rename : .copyBack
    }

    /// Returns whether a file in the new folder is the one that was moved.
    private func isMoved(_ status: stat, _ move: JournalMove, _ folder: FolderHandle) throws(TaggingError) -> Bool {
        guard status.st_mode & S_IFMT == S_IFREG else { return false }
        let stamp = PhotoStamp(status)
        if move.way == .renamed {
            return stamp.inode == move.stamp.inode
                || stamp.size == move.stamp.size && stamp.modified == move.stamp.modified
        }
        guard stamp.size == move.stamp.size else { return false }
        return try sum(folder, move.name) == move.sum
    }

    /// Returns whether the copied file still exists, with the same content.
    private func hasOriginal(
        _ status: stat?, _ move: JournalMove, _ place: FormerFolders.Place
    ) throws(TaggingError) -> Bool {
        guard let status, status.st_mode & S_IFMT == S_IFREG, PhotoStamp(status).size == move.stamp.size else {
            return false
        }
        return try sum(place) == move.sum
    }

    /// Returns whether a file in the old folder is the original.
    private func isBack(_ status: stat, _ move: JournalMove) -> Bool {
        let stamp = PhotoStamp(status)
        if move.way == .renamed, stamp.inode == move.stamp.inode, stamp.device == move.stamp.device { return true }
        return stamp.size == move.stamp.size && stamp.modified == move.stamp.modified
    }

    private func sum(_ place: FormerFolders.Place) throws(TaggingError) -> UInt64? {
        guard let folder = place.folder else { return nil }
        return try sum(folder, place.name)
    }

    private func sum(_ folder: FolderHandle, _ name: String) throws(TaggingError) -> UInt64 {
        let file = try folder.open(name)
        defer { close(file) }
        return try transfer.copier.sum(of: file, folder.path(of: name))
    }

    /// Returns whether the former folder of a file was on a disk or card that is not connected.
    private func isElsewhere(
        _ place: FormerFolders.Place, of move: JournalMove, _ folder: FolderHandle
    ) throws(TaggingError) -> Bool {
        var (own, present) = (stat(), stat())
        guard fstat(folder.descriptor, &own) == 0, fstat(place.nearest.descriptor, &present) == 0 else {
            throw .system(errno, .unreadable, "read", folder.path)
        }
        let isHere = present.st_dev == own.st_dev
        let wasHere = move.way != .transferred
        // A reconnected disk may have another device number; then its folder exists.
        return place.missing.isEmpty ? isHere && !wasHere : isHere != wasHere
    }

    /// Opens the former folder of a file, creating it again if it was removed.
    ///
    /// - Throws: ``TaggingError/Code/unsafe`` if it was on a disk or card that is not connected: the files would be
    ///   written below its mount point and hidden by it.
    private func formerFolder(
        _ place: FormerFolders.Place, of move: JournalMove, _ folder: FolderHandle
    ) throws(TaggingError) -> FolderHandle {
        if try isElsewhere(place, of: move, folder) {
            throw TaggingError(
                code: .unsafe,
                message:
                    "\(folder.path(of: move.name)) stays where it is, because the disk or card with "
                    + "\(Folder.split(place.path).folder) is not there; connect it", path: folder.path(of: move.name))
        }
        return try place.makeFolder()
    }

    private func copyBack(
        _ move: JournalMove, _ folder: FolderHandle, _ former: FolderHandle, _ name: String
    ) throws(TaggingError) {
        // Always the same name, so that repeating an interrupted undo leaves nothing behind.
        let temporary =
            "\(FolderJournal.temporaryPrefix)back-\(String(move.run, radix: 16))-\(move.number)\(FolderJournal.temporarySuffix)"
        former.discard(temporary)
        _ = try transfer.copy(move.name, in: folder, to: temporary, in: former, keepsAll: true)
        do throws(TaggingError) {
            try transfer.rename(temporary, in: former, to: name, in: former, folder.path(of: move.name))
        } catch {
            former.discard(temporary)
            throw error
        }
        try former.sync()
        guard unlinkat(folder.descriptor, move.name, 0) == 0 || errno == ENOENT else {
            throw .system(errno, .unwritable, "remove", folder.path(of: move.name))
        }
    }

    private static func changed(_ path: String) -> TaggingError {
        TaggingError(
            code: .changed,
            message: "\(path) is another file than the one that was sorted there, and is left as it is", path: path)
    }

    private static func isOnlyOne(_ path: String, _ former: String, isThere: Bool) -> TaggingError {
        TaggingError(
            code: .unsafe,
            message: "\(path) is kept, because \(former), of which it is a copy, is "
                + (isThere ? "another file now" : "not there any more"), path: path)
    }

    private static func isTaken(_ path: String, _ former: String) -> TaggingError {
        TaggingError(
            code: .unsafe,
            message: "\(path) stays where it is, because another file is at \(former) now", advice: "move that away",
            path: path)
    }
}
