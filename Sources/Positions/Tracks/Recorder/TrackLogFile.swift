import FoundationEssentials
import Glibc
import LKStorage

/// Checks, locks and replaces the file of a track log.
enum TrackLogFile {
    /// Follows the links of a path, so that a file has one lock whichever folder leads to it.
    ///
    /// - Parameter path: The path as the user named it.
    /// - Returns: The path without symbolic links.
    /// - Throws: ``TrackError/Code/system`` for a link of another user.
    static func resolve(_ path: String) throws(TrackError) -> String {
        let resolution = LinkResolution(path)
        if let link = resolution.refused { throw TrackError(.system, link.message(opening: path)) }
        return resolution.path
    }

    /// Rejects a file with several hard links: lock and write-ahead log are found by name, so that two recorders
    /// could write it at once.
    ///
    /// - Throws: ``TrackError/Code/inUse``.
    static func refuseHardLinks(_ path: String) throws(TrackError) {
        var status = stat()
        // A folder has several links too, and is named as one when it is opened.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 else { return }
        throw TrackError(
            .inUse,
            "\(path) has \(status.st_nlink) hard links, so another recorder may be writing it",
            advice: "copy it and name the copy"
        )
    }

    /// Rejects a file of another user, who could read everything that is recorded, and SQLite's files beside it alike.
    ///
    /// - Throws: ``TrackError/Code/system``.
    static func refuseOthersFiles(_ path: String) throws(TrackError) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let file = path + suffix
            var status = stat()
            guard lstat(file, &status) == 0, status.st_uid != geteuid(), !hasNoOwners(file) else { continue }
            throw TrackError(
                .system,
                "\(file) belongs to another user (\(UserName.of(status.st_uid))), who could read what is recorded; "
                    + "record into another file, or remove it")
        }
    }

    private static func hasNoOwners(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { Glibc.close(file) }
        return FileSystemKind(of: file).hasNoOwners
    }

    /// Returns whether there is a log; `false` for an empty or missing file.
    ///
    /// - Throws: ``TrackError`` for a file that is something else.
    static func hasLog(_ path: String) throws(TrackError) -> Bool {
        do throws(TrackError) {
            guard let database = try TrackLogFormat.open(path) else { return false }
            // Do not touch a damaged log either.
            _ = try LogPosition(reading: database)
            try check(database)
            return true
        } catch {
            guard error.code == .missing else { throw error }
            return false
        }
    }

    /// Checks a whole log, because data appended to a damaged one could not be read later.
    ///
    /// - Throws: ``TrackError/Code/damaged``.
    static func check(_ database: Database) throws(TrackError) {
        do throws(StorageError) {
            let statement = try database.statement("PRAGMA quick_check(1)")
            defer { statement.reset() }
            guard try statement.step(), statement.text(0) == "ok" else { throw Self.damaged(database) }
            // Rows are never removed, so a missing number is a missing row.
            for table in ["point", "segment", "waypoint", "note"] {
                let rows = "SELECT count(*) = ifnull(max(id), 0) AND ifnull(min(id), 1) = 1 FROM \(table)"
                guard try database.integer(rows) == 1 else { throw Self.damaged(database) }
            }
            guard try DatabasePages.rowsFit(database.path) else { throw Self.damaged(database) }
        } catch { throw TrackError(error, path: database.path) }
    }

    private static func damaged(_ database: Database) -> StorageError {
        StorageError(.corrupt, damaged(database.path).message)
    }

    /// Returns the error for a damaged log.
    static func damaged(_ path: String, underlying: StorageError? = nil) -> TrackError {
        TrackError(
            .damaged, "\(path) is damaged; save the intact part with: locate track repair FILE -o NEW",
            underlying: underlying)
    }

    /// Locks the log for writing with `.NAME.lock` beside the file.
    ///
    /// - Throws: ``TrackError/Code/inUse`` when there is another recorder.
    static func lock(_ path: String) throws(TrackError) -> FileLock {
        let (parent, name) = Folder.split(path)
        do throws(StorageError) {
            guard let folder = try Folder.open(parent, creating: true) else {
                throw StorageError(.missing, "there is no folder \(parent)")
            }
            let stem = name.utf8.count <= 245 ? name : String(decoding: name.utf8.prefix(200), as: UTF8.self)
            return try FileLock(".\(stem).lock", in: folder, timeout: .zero)
        } catch {
            guard error.code == .locked else { throw TrackError(error, path: path) }
            throw TrackError(
                .inUse, "\(path) is being recorded by another program or recorder",
                advice: "end that, or name another file",
                underlying: error)
        }
    }

    /// Creates a file under a temporary name, syncs it, and links it at `path`, which must not exist.
    static func installCopy(
        at path: String, _ make: (_ copy: String) throws(StorageError) -> Void
    ) throws(StorageError) {
        try makeCopy(for: path, make) { (copy) throws(StorageError) in
            // Unlike a rename, a link replaces nothing. Some file systems have no hard links.
            if link(copy, path) != 0, errno == EEXIST || rename(copy, path) != 0 {
                throw .system(errno, cannot: "write", path)
            }
        }
    }

    /// Creates a file under a temporary name, syncs it, and puts it in place as an output.
    static func installCopy(
        at output: OutputFile, _ make: (_ copy: String) throws(StorageError) -> Void
    ) throws(StorageError) {
        try makeCopy(for: output.path, make) { (copy) throws(StorageError) in
            do { try output.put(Folder.split(copy).name) } catch let error as StorageError { throw error } catch {
                throw StorageError(.system, "\(error)")
            }
        }
    }

    /// Replaces a damaged file by a repaired copy, and renames the damaged one.
    ///
    /// - Parameters:
    ///   - path: The damaged file.
    ///   - original: Set to its new path: with the suffix `.damaged`, numbered if that exists.
    ///   - make: Makes the copy.
    /// - Throws: `StorageError` from making or renaming.
    static func installCopy(
        at path: String, settingAside original: inout String,
        _ make: (_ copy: String) throws(StorageError) -> Void
    ) throws(StorageError) {
        let aside = original
        var name = aside + ".damaged"
        var number = 1
        while OpenLogFiles.identity(name) != nil || OpenLogFiles.identity(name + "-wal") != nil {
            number += 1
            name = "\(aside).damaged-\(number)"
        }
        try makeCopy(for: path, make) { (copy) throws(StorageError) in
            guard rename(path, name) == 0 else { throw .system(errno, cannot: "set aside", path) }
            // SQLite would take files beside the log for the log's own.
            rename(path + "-wal", name + "-wal")
            for suffix in ["-shm", "-journal"] { unlink(path + suffix) }
            guard rename(copy, path) == 0 else { throw .system(errno, cannot: "write", path) }
        }
        original = name
    }

    private static func makeCopy(
        for path: String, _ make: (_ copy: String) throws(StorageError) -> Void,
        _ put: (_ copy: String) throws(StorageError) -> Void
    ) throws(StorageError) {
        let (parent, name) = Folder.split(path)
        // Another user who knew the name could put a link or a file there first.
        let copy = "\(parent)/\(Folder.uniqueName(for: name))"
        defer { for suffix in ["", "-journal"] { unlink(copy + suffix) } }
        try make(copy)
        chmod(copy, 0o600)
        let file = open(copy, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw .system(errno, cannot: "open", copy) }
        defer { Glibc.close(file) }
        guard fsync(file) == 0 else { throw .system(errno, cannot: "write", copy) }
        try put(copy)
        try Folder.open(parent, creating: false)?.sync()
    }

    /// Returns whether a file is a log recorded up to a position.
    static func holds(_ position: LogPosition, _ path: String) -> Bool {
        guard hasApplicationID(path), let arrival = position.arrival, let database = try? TrackLogFormat.open(path),
            let statement = try? database.statement("SELECT arrival FROM point WHERE id = ?")
        else { return false }
        statement.bind(position.point, at: 1)
        guard (try? statement.step()) == true else { return false }
        return statement.number(0) == arrival.timeIntervalSince1970
    }

    /// Returns whether a file has the application identifier of a track log.
    ///
    /// Read without SQLite, which would use the open file's write-ahead log for a replaced file.
    static func hasApplicationID(_ path: String) -> Bool {
        guard let file = try? TrustedPath.openRegularInput(path) else { return false }
        defer { Glibc.close(file) }
        var mark: UInt32 = 0
        return pread(file, &mark, 4, 68) == 4 && Int64(UInt32(bigEndian: mark)) == TrackLogFormat.application
    }

    /// Returns whether a whole log can be read.
    ///
    /// - Throws: ``TrackError`` when it cannot be opened.
    static func isSound(_ path: String) throws(TrackError) -> Bool {
        guard let database = try TrackLogFormat.open(path) else { return false }
        do throws(TrackError) { try check(database) } catch {
            guard error.code == .damaged else { throw error }
            return false
        }
        return true
    }

    static func overwritten(_ path: String) -> TrackError {
        TrackError(
            .damaged,
            "\(path) was changed by another program during recording and no longer contains what was written; move it away, "
                + "record into another file, and save the intact part with: locate track repair FILE -o NEW")
    }

    static func removed(_ path: String) -> TrackError {
        TrackError(
            .removed,
            "\(path) disappeared during recording; reconnect the disk, restore the folder, or free some space"
        )
    }

    static func replaced(_ path: String) -> TrackError {
        TrackError(
            .removed,
            "\(path) was replaced by another file during recording",
            advice: "move that file away, and the recording is written again"
        )
    }
}

/// The files that a recorder has open, to detect changes by other programs.
struct OpenLogFiles {
    /// Returns the identity of the file at a path, or `nil` when there is none.
    static func identity(_ path: String) -> Database.Identity? { Database.Identity(path: path) }

    let log: Database.Identity?
    let folder: Database.Identity?
    /// SQLite's write-ahead log; `nil` before the first write.
    private var writeAheadLog: Database.Identity?
    /// The size of the log, which never shrinks.
    private var size = 0

    init(of path: String) {
        log = Self.identity(path)
        folder = Self.identity(Folder.split(path).folder)
        note(path)
    }

    /// Records the state of the files after a write.
    mutating func note(_ path: String) {
        writeAheadLog = Self.identity(path + "-wal")
        size = Self.size(of: path)
    }

    /// Returns whether the write-ahead log was removed or replaced, so that its contents would be lost with this
    /// process.
    func hasLostWriteAheadLog(_ path: String) -> Bool {
        writeAheadLog != nil && Self.identity(path + "-wal") != writeAheadLog
    }

    /// Returns whether the log was truncated.
    func isCutOff(_ path: String) -> Bool { Self.size(of: path) < size }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
