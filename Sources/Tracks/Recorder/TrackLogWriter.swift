import FoundationEssentials
import Geo
import Glibc
import Storage
import Threads

/// The file that a recorder appends to.
///
/// Every batch is one transaction, durable when ``write(_:state:suppressed:)`` returns. What it refuses changes nothing, and the
/// same may be given again.
// Unchecked: made by one thread and then handed to another, which alone uses it.
final class TrackLogWriter: @unchecked Sendable {
    /// The file, without symbolic links.
    let path: String
    /// Where the log stands: all of it is durable.
    private(set) var position = LogPosition()
    /// What was saved of the log that was there, if it was damaged.
    private(set) var repair: TrackLogRepair?

    private var lock: FileLock?
    private var database: Database?
    private var statements: LogStatements?
    private var files: LogFiles?

    /// Opens or makes a log, which nobody else may write until the value goes.
    ///
    /// - Throws: ``TrackError``; then the file is as it was.
    init(path: String, _ configuration: TrackRecorder.Configuration, now: Date) throws(TrackError) {
        self.path = LogPlace.resolve(path)
        try LogPlace.refuseOtherNames(self.path)
        // What is no log is refused before anything is made beside it.
        var (isNew, isDamaged) = (false, false)
        do throws(TrackError) { isNew = try !LogPlace.hasLog(self.path) } catch {
            guard error.code == .damaged else { throw error }
            isDamaged = true
        }
        lock = try LogPlace.lock(self.path)
        if isDamaged {
            // Another recorder may have repaired it meanwhile.
            do throws(TrackError) { _ = try LogPlace.hasLog(self.path) } catch {
                guard error.code == .damaged, let repair = try TrackLog.repairInPlace(self.path) else { throw error }
                self.repair = repair
            }
        }
        do throws(PersistenceError) {
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
        let database = try connect()
        position = try LogPosition(reading: database)
        guard !isNew, configuration.name != nil || configuration.note != nil else { return }
        do throws(PersistenceError) {
            let statement = try database.statement(
                "UPDATE track SET name = ifnull(?, name), note = ifnull(?, note) WHERE id = 1")
            statement.bind(configuration.name, at: 1)
            statement.bind(configuration.note, at: 2)
            try statement.run()
        } catch { throw TrackError(error, path: self.path) }
    }

    private static var options: Database.Options {
        var options = Database.Options()
        // Readers keep nobody from writing. Somebody else who writes is waited for by trying again.
        options.busyTimeout = .seconds(1)
        options.durability = .full
        return options
    }

    /// Opens the file; the tables are there.
    @discardableResult private func connect() throws(TrackError) -> Database {
        if let database { return database }
        do throws(PersistenceError) {
            var options = Self.options
            options.usesWriteAheadLog = true
            let opened = try Database(path, .readWrite, options: options)
            guard case .trackLog = try TrackLogFormat.kind(of: opened) else {
                throw PersistenceError(.corrupt, "\(path) is no track log any more; restore it from a copy")
            }
            statements = try LogStatements(opened)
            files = LogFiles(of: path)
            database = opened
            return opened
        } catch { throw TrackError(error, path: path) }
    }

    // MARK: Writing

    /// Appends a batch, all of it or nothing.
    ///
    /// - Parameters:
    ///   - items: What there is to write, in order.
    ///   - state: What the recording is doing.
    ///   - suppressed: How many fixes were not kept, in all.
    /// - Throws: ``TrackError``.
    func write(
        _ items: [LogItem], state: TrackLog.State, suppressed: [SuppressionReason: Int]
    ) throws(TrackError) {
        try reconnect()
        guard let database, statements != nil else { return }
        var next = position
        next.state = state
        next.suppressed = suppressed
        do throws(PersistenceError) {
            try database.transaction { () throws(PersistenceError) in
                for item in items { try statements?.write(item, &next) }
                try statements?.finish(next, before: position)
            }
            position = next
            files?.note(path)
        } catch {
            // After an error of the device nothing that was cached is to be trusted.
            let isFull = [ENOSPC, EDQUOT, EFBIG].contains(error.systemError ?? 0)
            if error.code != .locked, !isFull { disconnect() }
            var failure = TrackError(error, path: path)
            if !failure.message.contains("; ") {
                failure.message += "; see to the disk, and what waits is written when it works again"
            }
            throw failure
        }
    }

    private func disconnect() {
        statements = nil
        database = nil
    }

    /// Sees to it that what is open is what the path names, and that nothing is in it beyond ``position``.
    private func reconnect() throws(TrackError) {
        let present = LogFiles.identity(path)
        if let database, let files, present == files.log { return try keep(database, files) }
        if present == nil {
            // Where the folder is another one too, the medium was taken away and may come back.
            let isSameFolder = LogFiles.identity(Folder.split(path).folder) == files?.folder
            guard database != nil, isSameFolder else { throw LogPlace.removed(path) }
            return try restore()
        }
        // A medium that comes back may be another device to the system.
        guard present == files?.log || LogPlace.holds(position, path) else { throw LogPlace.replaced(path) }
        disconnect()
        let database = try connect()
        do throws(PersistenceError) {
            // What was refused may be there all the same, when only the last step failed.
            try database.transaction { () throws(PersistenceError) in
                try LogStatements.remove(after: position, from: database)
            }
        } catch { throw TrackError(error, path: path) }
    }

    /// Looks for what other programs have done to the files that are open.
    private func keep(_ database: Database, _ files: LogFiles) throws(TrackError) {
        let isCutOff = files.isCutOff(path)
        guard isCutOff || files.hasLostWriteAheadLog(path) else { return }
        do throws(PersistenceError) {
            // All that the log lacks is still open: it goes where the name leads.
            try database.execute("PRAGMA wal_checkpoint(FULL)")
        } catch { throw TrackError(error, path: path) }
        disconnect()
        try verify(isCutOff: isCutOff)
        try connect()
    }

    /// Refuses a closed file that does not hold what was written.
    private func verify(isCutOff: Bool) throws(TrackError) {
        var isWhole = position.arrival == nil || LogPlace.holds(position, path)
        // Cut off, it may have lost more than its end.
        if isWhole, isCutOff { isWhole = try LogPlace.isSound(path) }
        guard isWhole else { throw LogPlace.spoiled(path) }
    }

    /// Writes a removed file anew, since all of it is still open.
    private func restore() throws(TrackError) {
        do throws(PersistenceError) {
            try LogPlace.putCopy(at: path) { (copy) throws(PersistenceError) in
                let statement = try database?.statement("VACUUM INTO ?")
                statement?.bind(copy, at: 1)
                try statement?.run()
                // Closing removes the logs of this name, which would soon belong to the new file.
                disconnect()
            }
        } catch {
            throw TrackError(.removed, LogPlace.removed(path).message, underlying: error)
        }
        files = nil
        try connect()
    }

    /// Leaves one file that can be read anywhere, and lets others write it.
    ///
    /// - Throws: ``TrackError/Code/damaged`` when others have changed the file so that it does not hold what was written.
    func close() throws(TrackError) {
        defer { lock = nil }
        let isCutOff = files?.isCutOff(path) == true
        // With readers about, or without room, the write-ahead log stays, and nothing is lost.
        try? database?.execute("PRAGMA journal_mode=DELETE")
        disconnect()
        try verify(isCutOff: isCutOff)
    }
}
