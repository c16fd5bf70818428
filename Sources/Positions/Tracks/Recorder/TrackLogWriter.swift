import FoundationEssentials
import Glibc
import LKGeo
import LKStorage
import LKThreads

/// The file that a recorder appends to.
///
/// Every batch is one transaction, durable when ``write(_:state:suppressed:)`` returns. A failed write changes
/// nothing and can be retried.
// Unchecked: one thread makes it and hands it over to another, which is then its only user.
final class TrackLogWriter: @unchecked Sendable {
    /// The file, without symbolic links.
    let path: String
    /// The position up to which the log is durable.
    private(set) var position = LogPosition()
    /// The repair of the existing log, if it was damaged.
    private(set) var repair: TrackLog.Repair?

    /// Whether this object has made the file.
    private let hasMadeFile: Bool
    /// Whether the file was removed, since nothing is recorded.
    private var isWithdrawn = false
    private var lock: FileLock?
    private var database: Database?
    private var statements: LogStatements?
    private var files: OpenLogFiles?

    /// Opens or creates a log and locks it for the lifetime of this object.
    ///
    /// - Throws: ``TrackError``; the file is unchanged then.
    init(path: String, _ configuration: TrackRecorder.Configuration, now: Date) throws(TrackError) {
        do throws(StorageError) { try OutputFile.refuseLink(path) } catch {
            throw TrackError(.system, error)
        }
        self.path = try TrackLogFile.resolve(path)
        try TrackLogFile.refuseHardLinks(self.path)
        try TrackLogFile.refuseOthersFiles(self.path)
        // Reject other files before creating anything beside them.
        var (isNew, isDamaged) = (false, false)
        do throws(TrackError) { isNew = try !TrackLogFile.hasLog(self.path) } catch {
            guard error.code == .damaged else { throw error }
            isDamaged = true
        }
        lock = try TrackLogFile.lock(self.path)
        if isDamaged {
            // Another recorder may have repaired it meanwhile.
            do throws(TrackError) { _ = try TrackLogFile.hasLog(self.path) } catch {
                guard error.code == .damaged, let repair = try TrackLog.repairInPlace(self.path) else { throw error }
                self.repair = repair
            }
        }
        do throws(StorageError) {
            if isNew {
                // Another recorder may have made it meanwhile.
                let database = try Database(self.path, .create, options: Self.options)
                if case .empty = try TrackLogFormat.kind(of: database) {
                    try TrackLogFormat.make(
                        in: database, name: configuration.name, note: configuration.note,
                        software: configuration.software, created: now.timeIntervalSince1970)
                } else {
                    isNew = false
                }
            }
        } catch { throw TrackError(error, path: self.path) }
        hasMadeFile = isNew
        let database = try connect()
        position = try LogPosition(reading: database)
        guard !isNew, configuration.name != nil || configuration.note != nil else { return }
        do throws(StorageError) {
            let statement = try database.statement(
                "UPDATE track SET name = ifnull(?, name), note = ifnull(?, note) WHERE id = 1")
            statement.bind(configuration.name, at: 1)
            statement.bind(configuration.note, at: 2)
            try statement.run()
        } catch { throw TrackError(error, path: self.path) }
    }

    private static var options: Database.Options {
        var options = Database.Options()
        // Readers do not block writing. After a longer lock by another writer the recorder retries.
        options.busyTimeout = .seconds(1)
        options.durability = .full
        return options
    }

    /// Opens the file, whose tables exist.
    @discardableResult private func connect() throws(TrackError) -> Database {
        if let database { return database }
        do throws(StorageError) {
            var options = Self.options
            options.usesWriteAheadLog = true
            let opened = try Database(path, .readWrite, options: options)
            guard case .trackLog = try TrackLogFormat.kind(of: opened) else {
                throw StorageError(.corrupt, "\(path) is no longer a track log; restore it from a copy")
            }
            statements = try LogStatements(opened)
            files = OpenLogFiles(of: path)
            database = opened
            return opened
        } catch { throw TrackError(error, path: path) }
    }

    // MARK: Writing

    /// Appends a batch, all of it or nothing.
    ///
    /// - Parameters:
    ///   - items: The items, in order.
    ///   - state: The state of the recording.
    ///   - suppressed: The total numbers of suppressed fixes.
    /// - Throws: ``TrackError``.
    func write(
        _ items: [LogItem], state: TrackLog.State, suppressed: [LocationFilter.Reason: Int]
    ) throws(TrackError) {
        if isWithdrawn, items.isEmpty {
            position.state = state
            return
        }
        isWithdrawn = false
        try reconnect()
        guard let database, statements != nil else { return }
        var next = position
        next.state = state
        next.suppressed = suppressed
        do throws(StorageError) {
            try database.transaction { () throws(StorageError) in
                for item in items { try statements?.write(item, &next) }
                try statements?.finish(next, before: position)
            }
            position = next
            files?.note(path)
        } catch {
            // After a device error, cached pages cannot be trusted.
            let isFull = [ENOSPC, EDQUOT, EFBIG].contains(error.systemError ?? 0)
            if error.code != .locked, !isFull { disconnect() }
            let failure = TrackError(error, path: path)
            guard failure.advice == nil else { throw failure }
            throw TrackError(
                failure.code, failure.message, advice: "check the disk; the recording is written once it works again",
                underlying: error)
        }
    }

    /// Removes the file if this object has made it and nothing was recorded; what is written later makes it again.
    func withdraw() {
        let isEmpty = position.point == 0 && position.waypoint == 0 && position.note == 0
        guard hasMadeFile, isEmpty, position.suppressed.isEmpty, let files,
            OpenLogFiles.identity(path) == files.log
        else { return }
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
        isWithdrawn = true
    }

    private func disconnect() {
        statements = nil
        database = nil
    }

    /// Ensures that the open file is the one at the path, and that it ends at ``position``.
    private func reconnect() throws(TrackError) {
        let present = OpenLogFiles.identity(path)
        if let database, let files, present == files.log { return try checkFiles(database, files) }
        if present == nil {
            // If the folder changed too, the disk was removed and may come back.
            let isSameFolder = OpenLogFiles.identity(Folder.split(path).folder) == files?.folder
            guard database != nil, isSameFolder else { throw TrackLogFile.removed(path) }
            return try restore()
        }
        // A disk that comes back may have another device number.
        guard present == files?.log || TrackLogFile.holds(position, path) else { throw TrackLogFile.replaced(path) }
        disconnect()
        let database = try connect()
        do throws(StorageError) {
            // A failed transaction may still be in the file if only its last step failed.
            try database.transaction { () throws(StorageError) in
                try LogStatements.remove(after: position, from: database)
            }
        } catch { throw TrackError(error, path: path) }
    }

    /// Checks the open files for changes by other programs.
    private func checkFiles(_ database: Database, _ files: OpenLogFiles) throws(TrackError) {
        let isCutOff = files.isCutOff(path)
        guard isCutOff || files.hasLostWriteAheadLog(path) else { return }
        do throws(StorageError) {
            // The missing pages are still open: write them to the file.
            try database.execute("PRAGMA wal_checkpoint(FULL)")
        } catch { throw TrackError(error, path: path) }
        disconnect()
        try verify(isCutOff: isCutOff)
        try connect()
    }

    /// Rejects a closed file that does not contain what was written.
    private func verify(isCutOff: Bool) throws(TrackError) {
        var isWhole = position.arrival == nil || TrackLogFile.holds(position, path)
        // A truncated file may have lost more than its end.
        if isWhole, isCutOff { isWhole = try TrackLogFile.isSound(path) }
        guard isWhole else { throw TrackLogFile.overwritten(path) }
    }

    /// Writes a removed file again from the open database.
    private func restore() throws(TrackError) {
        do throws(StorageError) {
            try TrackLogFile.installCopy(at: path) { (copy) throws(StorageError) in
                let statement = try database?.statement("VACUUM INTO ?")
                statement?.bind(copy, at: 1)
                try statement?.run()
                // Closing removes the old write-ahead log, which would otherwise be used for the new file.
                disconnect()
            }
        } catch {
            var failure = TrackLogFile.removed(path)
            failure.underlying = error
            throw failure
        }
        files = nil
        try connect()
    }

    /// Closes and unlocks the log, leaving a single file.
    ///
    /// - Throws: ``TrackError/Code/damaged`` when another program changed the file so that it no longer contains what
    ///   was written.
    func close() throws(TrackError) {
        defer { lock = nil }
        guard !isWithdrawn else { return disconnect() }
        let isCutOff = files?.isCutOff(path) == true
        // With active readers or a full disk, the write-ahead log remains and nothing is lost.
        try? database?.execute("PRAGMA journal_mode=DELETE")
        disconnect()
        try verify(isCutOff: isCutOff)
    }
}
