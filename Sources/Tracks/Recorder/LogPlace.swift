import FoundationEssentials
import Glibc
import Storage

/// The file of a log in its folder.
enum LogPlace {
    /// The path without symbolic links, so that one file has one lock whatever it is called.
    static func resolve(_ path: String) -> String { LinkResolution(path).path }

    /// Refuses a file that has other names: lock and write-ahead log go by name, so that two recorders could write it at once.
    ///
    /// - Throws: ``TrackError/Code/inUse``.
    static func refuseOtherNames(_ path: String) throws(TrackError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_nlink > 1 else { return }
        throw TrackError(
            .inUse,
            "\(path) has \(status.st_nlink) names (hard links), and may be recorded by another; copy it and name the copy"
        )
    }

    /// Whether there is a log; an empty file and none at all are none.
    ///
    /// - Throws: ``TrackError`` for a file that is something else.
    static func hasLog(_ path: String) throws(TrackError) -> Bool {
        do throws(TrackError) {
            guard let database = try TrackLogFormat.open(path) else { return false }
            // A damaged log is not touched either.
            _ = try LogPosition(reading: database)
            try check(database)
            return true
        } catch {
            guard error.code == .missing else { throw error }
            return false
        }
    }

    /// Looks through all of a log: what is appended to a damaged one could not be read later.
    ///
    /// - Throws: ``TrackError/Code/damaged``.
    static func check(_ database: Database) throws(TrackError) {
        do throws(PersistenceError) {
            let statement = try database.statement("PRAGMA quick_check(1)")
            defer { statement.reset() }
            guard try statement.step(), statement.text(0) == "ok" else { throw Self.damaged(database) }
            // Nothing is ever removed, so a number that is missing is a row that is missing.
            for table in ["point", "segment", "waypoint", "note"] {
                let rows = "SELECT count(*) = ifnull(max(id), 0) AND ifnull(min(id), 1) = 1 FROM \(table)"
                guard try database.integer(rows) == 1 else { throw Self.damaged(database) }
            }
            guard try DatabasePages.rowsFit(database.path) else { throw Self.damaged(database) }
        } catch { throw TrackError(error, path: database.path) }
    }

    private static func damaged(_ database: Database) -> PersistenceError {
        PersistenceError(.corrupt, damaged(database.path).message)
    }

    /// The error for a log that is no longer whole.
    static func damaged(_ path: String, underlying: PersistenceError? = nil) -> TrackError {
        TrackError(
            .damaged, "\(path) is damaged; save what is whole with: locate track repair FILE -o NEW",
            underlying: underlying)
    }

    /// Takes the lock of writers, `.NAME.lock` beside the file.
    ///
    /// - Throws: ``TrackError/Code/inUse`` when there is another recorder.
    static func lock(_ path: String) throws(TrackError) -> FileLock {
        let (parent, name) = Folder.split(path)
        do throws(PersistenceError) {
            guard let folder = try Folder.open(parent, creating: true) else {
                throw PersistenceError(.missing, "there is no folder \(parent)")
            }
            let stem = name.utf8.count <= 245 ? name : String(decoding: name.utf8.prefix(200), as: UTF8.self)
            return try FileLock(".\(stem).lock", in: folder, limit: .zero)
        } catch {
            guard error.code == .locked else { throw TrackError(error, path: path) }
            throw TrackError(
                .inUse, "\(path) is being recorded by another program or recorder; end that, or name another file",
                underlying: error)
        }
    }

    /// Has a copy made under another name, makes it durable and gives it the name, which no other file may have.
    static func putCopy(
        at path: String, _ make: (_ copy: String) throws(PersistenceError) -> Void
    ) throws(PersistenceError) {
        try makeCopy(for: path, make) { (copy) throws(PersistenceError) in
            // Unlike a rename, this replaces nothing. Some file systems of sticks have no links.
            if link(copy, path) != 0, errno == EEXIST || rename(copy, path) != 0 {
                throw .system(errno, cannot: "write", path)
            }
        }
    }

    /// Has a copy made of a damaged file, and puts it in the place of that, which gets a new name.
    ///
    /// - Parameters:
    ///   - path: The damaged file.
    ///   - original: Becomes its new name: with `.damaged` at its end, and a number where there is one of that name.
    ///   - make: Makes the copy.
    /// - Throws: What making the copy and renaming throw.
    static func putCopy(
        at path: String, settingAside original: inout String,
        _ make: (_ copy: String) throws(PersistenceError) -> Void
    ) throws(PersistenceError) {
        let aside = original
        var name = aside + ".damaged"
        var number = 1
        while LogFiles.identity(name) != nil || LogFiles.identity(name + "-wal") != nil {
            number += 1
            name = "\(aside).damaged-\(number)"
        }
        try makeCopy(for: path, make) { (copy) throws(PersistenceError) in
            guard rename(path, name) == 0 else { throw .system(errno, cannot: "set aside", path) }
            // What SQLite finds beside a file it takes for that file's own.
            rename(path + "-wal", name + "-wal")
            for suffix in ["-shm", "-journal"] { unlink(path + suffix) }
            guard rename(copy, path) == 0 else { throw .system(errno, cannot: "write", path) }
        }
        original = name
    }

    private static func makeCopy(
        for path: String, _ make: (_ copy: String) throws(PersistenceError) -> Void,
        _ put: (_ copy: String) throws(PersistenceError) -> Void
    ) throws(PersistenceError) {
        let (parent, name) = Folder.split(path)
        let copy = "\(parent)/.\(name).part"
        unlink(copy)
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

    /// Whether a file is the log that was recorded up to a position.
    static func holds(_ position: LogPosition, _ path: String) -> Bool {
        guard hasMark(path), let arrival = position.arrival, let database = try? TrackLogFormat.open(path),
            let statement = try? database.statement("SELECT arrival FROM point WHERE id = ?")
        else { return false }
        statement.bind(position.point, at: 1)
        guard (try? statement.step()) == true else { return false }
        return statement.number(0) == arrival.timeIntervalSince1970
    }

    /// Whether a file says that it is a track log: SQLite itself would take the log of what is open for that of another file
    /// of the name.
    static func hasMark(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { Glibc.close(file) }
        var mark: UInt32 = 0
        return pread(file, &mark, 4, 68) == 4 && Int64(UInt32(bigEndian: mark)) == TrackLogFormat.application
    }

    /// Whether all of a log can be read.
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

    static func spoiled(_ path: String) -> TrackError {
        TrackError(
            .damaged,
            "\(path) was changed by another program while it is recorded, and no longer holds what was written; move it away, "
                + "record into another file, and save what is whole with: locate track repair FILE -o NEW")
    }

    static func removed(_ path: String) -> TrackError {
        TrackError(
            .removed,
            "\(path) is no longer there while it is being recorded; bring the medium or folder back, or make room for it"
        )
    }

    static func replaced(_ path: String) -> TrackError {
        TrackError(
            .removed,
            "\(path) is another file now than the one that is being recorded; move that away, and it is written again")
    }
}
