import CLKSQLite
import Glibc
import LKThreads
import Synchronization

/// A SQLite database in a file that several processes can share and that survives power failures.
///
/// Only one thread at a time may use a database and its statements; since neither is `Sendable`, the compiler enforces
/// this and SQLite's own locks are disabled. Every call may wait for the disk or another process, so do not call it on
/// Swift's cooperative pool; use ``SerialThread``. Only ``interrupter`` is for other threads.
///
/// A damaged file causes an error and never a trap: it is read instead of mapped, and its schema is not trusted.
package final class Database {
    /// Interrupts work in progress, from another thread.
    package var interrupter: Interrupter { connection.interrupter }

    /// The file.
    package var path: String { connection.path }

    let connection: DatabaseConnection
    private var statements: [String: Statement] = [:]

    /// Opens a database and reads its header.
    ///
    /// - Parameters:
    ///   - path: The file; may be or contain symbolic links.
    ///   - mode: The access needed.
    ///   - options: Further options.
    /// - Throws: ``StorageError/Code/missing``, ``StorageError/Code/corrupt`` if it is not a database,
    ///   ``StorageError/Code/locked``, ``StorageError/Code/system``.
    package init(_ path: String, _ mode: Mode, options: Options = Options()) throws(StorageError) {
        connection = try DatabaseConnection(path, mode)
        setBusyTimeout(options.busyTimeout)
        // Detects a file that is not a database now rather than at the first query.
        _ = try userVersion
        // Detects damaged pages before they are used.
        try execute("PRAGMA cell_size_check=ON")
        guard mode != .readOnly else { return }
        try setDurability(options.durability)
        if options.usesWriteAheadLog { try useWriteAheadLog(until: .now + options.busyTimeout) }
    }

    /// Changes what survives a power failure, from the next transaction on.
    ///
    /// - Parameter durability: What survives.
    /// - Throws: The errors of reading.
    package func setDurability(_ durability: Durability) throws(StorageError) {
        try execute("PRAGMA synchronous=\(durability.rawValue)")
    }

    /// Changes how long to wait for another process; zero does not wait.
    package func setBusyTimeout(_ timeout: Duration) {
        let milliseconds = timeout / .milliseconds(1)
        csqlite_busy_timeout(connection.handle, Int32(min(max(milliseconds, 0), 3_600_000)))
    }

    /// Whether no transaction is open.
    private var isIdle: Bool { csqlite_get_autocommit(connection.handle) != 0 }

    /// The number of rows that the last statement changed.
    package var changes: Int { Int(csqlite_changes(connection.handle)) }

    /// The key of the last inserted row.
    package var lastRow: Int64 { csqlite_last_insert_rowid(connection.handle) }

    /// The schema version set by the file's owner; 0 in a new file.
    package var userVersion: Int32 {
        get throws(StorageError) { Int32(truncatingIfNeeded: try integer("PRAGMA user_version") ?? 0) }
    }

    /// Sets the schema version, as part of the current transaction if there is one.
    ///
    /// - Throws: The errors of writing.
    package func setUserVersion(_ version: Int32) throws(StorageError) {
        try execute("PRAGMA user_version=\(version)")
    }

    /// Runs statements without parameters, one after the other.
    ///
    /// - Throws: `StorageError` for the first statement that fails.
    package func execute(_ script: String) throws(StorageError) {
        var rest = Substring(script)
        while !rest.isEmpty {
            guard let statement = try Statement(connection, &rest) else { continue }
            try statement.run()
        }
    }

    /// Returns a reusable statement, prepared once for each text.
    ///
    /// Its bindings are cleared. Only one user at a time: another request for the same text meanwhile returns the same
    /// statement.
    ///
    /// - Parameter text: One statement, with `?` for its parameters.
    /// - Returns: The statement, at its beginning.
    /// - Throws: ``StorageError/Code/wrongType`` when a table or column does not exist, and the errors of reading.
    package func statement(_ text: String) throws(StorageError) -> Statement {
        if let statement = statements[text] {
            statement.reset()
            statement.clear()
            return statement
        }
        var rest = Substring(text)
        guard let statement = try Statement(connection, &rest) else {
            throw StorageError(.wrongType, "\(path): \"\(text)\" is not a statement")
        }
        statements[text] = statement
        return statement
    }

    /// Returns the first column of the first row.
    ///
    /// - Returns: `nil` when there is no row or its value is not an integer.
    /// - Throws: The errors of reading.
    package func integer(_ text: String) throws(StorageError) -> Int64? {
        let statement = try statement(text)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Runs `body` in a transaction, all or nothing.
    ///
    /// The file is locked for other writers from the beginning, so that they cannot make it fail half-way.
    ///
    /// - Parameter body: The work; if it throws, the transaction is rolled back. It must not begin another transaction.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, or the errors of writing.
    @discardableResult package func transaction<Result>(
        _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        try statement("BEGIN IMMEDIATE").run()
        do throws(StorageError) {
            let result = try body()
            try statement("COMMIT").run()
            return result
        } catch {
            // A full disk or an interruption has rolled it back already.
            if !isIdle { try? execute("ROLLBACK") }
            throw error
        }
    }

    private func useWriteAheadLog(until end: MonotonicInstant) throws(StorageError) {
        while true {
            do throws(StorageError) {
                return try execute("PRAGMA journal_mode=WAL")
            } catch  where error.code == .locked && MonotonicInstant.now < end {
                // SQLite itself does not wait when two processes change the mode at once.
                usleep(1000)
            }
        }
    }
}

extension Database {
    /// Checks which program owns the database at a path before changing anything; a missing or empty file passes.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - application: The `application_id` of databases that may be opened.
    ///   - version: The newest `user_version` supported.
    /// - Throws: ``StorageError/Code/wrongType`` for another program's database,
    ///   ``StorageError/Code/newerVersion`` for one written by a newer version of LocationKit, and the errors of
    ///   opening.
    package static func checkOwner(
        of path: String, application: Int64, version: Int32
    ) throws(StorageError) {
        guard Identity(path: path) != nil else { return }
        let database = try Database(path, .readWrite)
        let owner = try database.integer("PRAGMA application_id")
        let tables = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
        guard tables == 0 || owner == application else {
            throw StorageError(.wrongType, "\(path) is a database of another program", advice: "name another file")
        }
        guard try database.userVersion <= version else {
            throw StorageError(.newerVersion, "\(path) is of a newer version; it is left as it is")
        }
    }
}

extension Database {
    /// Identifies the file at a path, so that a replacement can be detected.
    package struct Identity: Hashable, Sendable {
        private var device: UInt
        private var number: UInt

        /// Creates the identity of the file at a path.
        ///
        /// - Returns: `nil` when there is no file.
        package init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt(status.st_dev)
            number = UInt(status.st_ino)
        }
    }

    /// Renames a damaged database that can be recreated, replacing an earlier damaged one.
    ///
    /// Its logs are removed first: SQLite would replay them into a new file of that name. No other process may open the
    /// file meanwhile: hold a ``FileLock``.
    ///
    /// - Parameter path: The file.
    /// - Returns: Its new path.
    /// - Throws: ``StorageError/Code/system`` when it cannot be renamed.
    package static func setAside(_ path: String) throws(StorageError) -> String {
        let (parent, name) = Folder.split(path)
        guard let folder = try Folder.open(parent, creating: false) else {
            throw .system(ENOENT, cannot: "set aside the damaged", path)
        }
        for suffix in ["-wal", "-shm", "-journal"] { unlinkat(folder.descriptor, name + suffix, 0) }
        guard renameat(folder.descriptor, name, folder.descriptor, name + ".damaged") == 0 else {
            throw .system(errno, cannot: "set aside the damaged", path)
        }
        return path + ".damaged"
    }
}

extension Database {
    /// Interrupts a database's work from another thread.
    package final class Interrupter: Sendable {
        /// The address of the open database; 0 once it is closed.
        private let handle: Mutex<UInt>

        init(_ handle: OpaquePointer) { self.handle = Mutex(UInt(bitPattern: handle)) }

        /// Ends the statement in progress with ``StorageError/Code/interrupted`` and rolls its transaction back.
        ///
        /// Does nothing if no statement is running.
        package func interrupt() {
            // The lock keeps the database from being closed meanwhile.
            handle.withLock { if let handle = OpaquePointer(bitPattern: $0) { csqlite_interrupt(handle) } }
        }

        func end() { handle.withLock { $0 = 0 } }
    }
}

extension Database {
    /// The access to the file.
    package enum Mode: Sendable {
        /// The file must exist and is not changed.
        case readOnly
        /// The file must exist.
        case readWrite
        /// The file and its folder are created if missing, accessible to the user only.
        case create
    }

    /// What survives a power failure; the corresponding setting is `PRAGMA synchronous`.
    package enum Durability: String, Sendable {
        /// Data that the kernel still holds may be lost, and the file may be damaged.
        case off = "OFF"
        /// The file stays intact. With a write-ahead log the last transactions may be lost.
        case normal = "NORMAL"
        /// Every committed transaction survives.
        case full = "FULL"
    }

    /// Options for opening a database.
    package struct Options: Sendable {
        /// How long to wait for another process; 5 s by default.
        package var busyTimeout = Duration.seconds(5)
        /// Whether readers and a writer can work concurrently, with `-wal` and `-shm` files next to the file; `false`
        /// by default.
        ///
        /// The mode is stored in the file. File systems without shared memory silently ignore the request.
        package var usesWriteAheadLog = false
        /// What survives a power failure; `full` by default.
        package var durability = Durability.full

        package init() {}
    }
}
