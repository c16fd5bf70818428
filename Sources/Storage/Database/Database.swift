internal import CSQLite
import Glibc
import Synchronization
import Threads

/// A SQLite database: one file that several tables, processes and power failures can share.
///
/// One thread at a time may use a database and its statements: neither is `Sendable`, so the compiler sees to it, and
/// SQLite's own locks are left out. Every call may wait for the disk or another process, so none belongs on Swift's
/// cooperative pool; ``SerialThread`` is made for it. Only ``interrupter`` is for other threads.
///
/// A damaged file is an error and never a trap: it is read and not mapped, and its schema is not trusted.
package final class Database {
    /// Ends what is under way, from another thread.
    package var interrupter: Interrupter { connection.interrupter }

    /// The file.
    package var path: String { connection.path }

    let connection: DatabaseConnection
    private var statements: [String: Statement] = [:]

    /// Opens a database and reads its header.
    ///
    /// - Parameters:
    ///   - path: The file; may be or contain symbolic links.
    ///   - mode: What may be done with it.
    ///   - options: How it is opened.
    /// - Throws: ``PersistenceError/Code/missing``, ``PersistenceError/Code/corrupt`` for what is not a database,
    ///   ``PersistenceError/Code/locked``, ``PersistenceError/Code/system``.
    package init(_ path: String, _ mode: Mode, options: Options = Options()) throws(PersistenceError) {
        connection = try DatabaseConnection(path, mode)
        setBusyTimeout(options.busyTimeout)
        // Detects now, not at the first query, that the file is not a database.
        _ = try userVersion
        // Damaged pages are found before they are used.
        try execute("PRAGMA cell_size_check=ON")
        guard mode != .readOnly else { return }
        try setDurability(options.durability)
        if options.usesWriteAheadLog { try useWriteAheadLog(until: .now + options.busyTimeout) }
    }

    /// Changes what survives a power failure, from the next transaction on.
    ///
    /// - Parameter durability: What survives.
    /// - Throws: What reading throws.
    package func setDurability(_ durability: Durability) throws(PersistenceError) {
        try execute("PRAGMA synchronous=\(durability.rawValue)")
    }

    /// Changes how long to wait for another process; zero does not wait.
    package func setBusyTimeout(_ timeout: Duration) {
        let milliseconds = timeout / .milliseconds(1)
        csqlite_busy_timeout(connection.handle, Int32(min(max(milliseconds, 0), 3_600_000)))
    }

    /// Whether no transaction is open.
    private var isIdle: Bool { csqlite_get_autocommit(connection.handle) != 0 }

    /// How many rows the last statement changed.
    package var changes: Int { Int(csqlite_changes(connection.handle)) }

    /// The key of the row that was inserted last.
    package var lastRow: Int64 { csqlite_last_insert_rowid(connection.handle) }

    /// The number that the file's owner gives its schema; 0 in a new file.
    package var userVersion: Int32 {
        get throws(PersistenceError) { Int32(truncatingIfNeeded: try integer("PRAGMA user_version") ?? 0) }
    }

    /// Sets the number of the schema; in a transaction it comes into force with the rest.
    ///
    /// - Throws: What writing throws.
    package func setUserVersion(_ version: Int32) throws(PersistenceError) {
        try execute("PRAGMA user_version=\(version)")
    }

    /// Runs statements without parameters, one after the other.
    ///
    /// - Throws: `PersistenceError` for the first that fails.
    package func execute(_ script: String) throws(PersistenceError) {
        var rest = Substring(script)
        while !rest.isEmpty {
            guard let statement = try Statement(connection, &rest) else { continue }
            try statement.run()
        }
    }

    /// A statement that can be used again and again; made once for each text.
    ///
    /// It comes without bindings. Only one user at a time: another request for the same text meanwhile gets the same statement.
    ///
    /// - Parameter text: One statement, with `?` for its parameters.
    /// - Returns: The statement, at its beginning.
    /// - Throws: ``PersistenceError/Code/wrongType`` when the tables are others than it says, and what reading throws.
    package func statement(_ text: String) throws(PersistenceError) -> Statement {
        if let statement = statements[text] {
            statement.reset()
            statement.clear()
            return statement
        }
        var rest = Substring(text)
        guard let statement = try Statement(connection, &rest) else {
            throw PersistenceError(.wrongType, "\(path): \"\(text)\" is not a statement")
        }
        statements[text] = statement
        return statement
    }

    /// The first column of the first row.
    ///
    /// - Returns: `nil` when there is no row, or no whole number in it.
    /// - Throws: What reading throws.
    package func integer(_ text: String) throws(PersistenceError) -> Int64? {
        let statement = try statement(text)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Does all of `body` or nothing of it.
    ///
    /// The file is locked for other writers from the beginning, so that nothing fails half-way because of them.
    ///
    /// - Parameter body: The work; what it throws undoes it. It must not begin another transaction.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` or writing throws.
    @discardableResult package func transaction<Result>(
        _ body: () throws(PersistenceError) -> Result
    ) throws(PersistenceError) -> Result {
        try statement("BEGIN IMMEDIATE").run()
        do throws(PersistenceError) {
            let result = try body()
            try statement("COMMIT").run()
            return result
        } catch {
            // A full disk and an interruption have undone it already.
            if !isIdle { try? execute("ROLLBACK") }
            throw error
        }
    }

    private func useWriteAheadLog(until end: MonotonicInstant) throws(PersistenceError) {
        while true {
            do throws(PersistenceError) {
                return try execute("PRAGMA journal_mode=WAL")
            } catch  where error.code == .locked && MonotonicInstant.now < end {
                // SQLite itself does not wait when two processes change the mode at once.
                usleep(1000)
            }
        }
    }
}

extension Database {
    /// Checks which program's database a path leads to, before anything of it is changed; a missing or empty file passes.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - application: The `application_id` of the databases that may be opened.
    ///   - version: Their newest `user_version` that is understood.
    /// - Throws: ``PersistenceError/Code/wrongType`` for another program's, ``PersistenceError/Code/newerVersion`` for one of a
    ///   newer kit, and what opening throws.
    package static func checkOwner(
        of path: String, application: Int64, version: Int32
    ) throws(PersistenceError) {
        guard Identity(path: path) != nil else { return }
        let database = try Database(path, .readWrite)
        let owner = try database.integer("PRAGMA application_id")
        let tables = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
        guard tables == 0 || owner == application else {
            throw PersistenceError(.wrongType, "\(path) is a database of another program; name another file")
        }
        guard try database.userVersion <= version else {
            throw PersistenceError(.newerVersion, "\(path) is of a newer version; it is left as it is")
        }
    }
}

extension Database {
    /// Which file a path leads to at this moment, so that it can be distinguished from one that replaces it.
    package struct Identity: Hashable, Sendable {
        private var device: UInt
        private var number: UInt

        /// - Returns: `nil` when there is no file.
        package init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt(status.st_dev)
            number = UInt(status.st_ino)
        }
    }

    /// Gives a damaged database that can be made again another name, where the next damaged one replaces it.
    ///
    /// Its logs are removed first: SQLite would play them into a new file of the name. No other process may be opening
    /// the file meanwhile: hold a ``FileLock``.
    ///
    /// - Parameter path: The file.
    /// - Returns: Its new path.
    /// - Throws: ``PersistenceError/Code/system`` when it cannot be renamed.
    package static func setAside(_ path: String) throws(PersistenceError) -> String {
        for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
        let kept = path + ".damaged"
        guard rename(path, kept) == 0 else { throw .system(errno, cannot: "set aside the damaged", path) }
        return kept
    }
}

extension Database {
    /// Ends what a database is doing, from another thread.
    package final class Interrupter: Sendable {
        /// The address of the open database; 0 once it is closed.
        private let handle: Mutex<UInt>

        init(_ handle: OpaquePointer) { self.handle = Mutex(UInt(bitPattern: handle)) }

        /// Lets the statement under way end with ``PersistenceError/Code/interrupted``, and its transaction be undone.
        ///
        /// Without one under way nothing happens.
        package func interrupt() {
            // The lock keeps the database from being closed meanwhile.
            handle.withLock { if let handle = OpaquePointer(bitPattern: $0) { csqlite_interrupt(handle) } }
        }

        func end() { handle.withLock { $0 = 0 } }
    }
}

extension Database {
    /// What may be done with the file.
    package enum Mode: Sendable {
        /// It has to be there, and is not changed.
        case readOnly
        /// It has to be there.
        case readWrite
        /// It is made where it is missing, and its folder too, both for the user alone.
        case create
    }

    /// What survives a power failure; the corresponding setting is `PRAGMA synchronous`.
    package enum Durability: String, Sendable {
        /// What the kernel still holds may be lost, and the file may be damaged.
        case off = "OFF"
        /// The file stays sound. With a write-ahead log the last transactions may be lost.
        case normal = "NORMAL"
        /// Every transaction that ended is there.
        case full = "FULL"
    }

    /// How a database is opened.
    package struct Options: Sendable {
        /// How long to wait for another process; 5 s by default.
        package var busyTimeout = Duration.seconds(5)
        /// Whether readers and a writer work beside each other (`-wal` and `-shm` are next to the file); `false` by default.
        ///
        /// Stays with the file. Asked of a file system without shared memory, it is quietly not had.
        package var usesWriteAheadLog = false
        /// What survives a power failure; `full` by default.
        package var durability = Durability.full

        package init() {}
    }
}
