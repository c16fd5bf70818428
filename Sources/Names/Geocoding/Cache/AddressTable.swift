import LKStorage

/// The table of `addresses.sqlite`; see `Docs/Formats/AddressCache.md`.
final class AddressTable {
    /// "LKAD", so that another program's database is never written to.
    static let application: Int64 = 0x4C4B_4144
    static let version: Int32 = 1

    /// Answers must not wait for others: after this time the provider is asked again.
    private static let busyTimeout = Duration.milliseconds(250)

    private let database: Database
    private let maximumSize: Int
    private var keptSinceLook = 0

    /// Creates the table by opening its database.
    ///
    /// - Throws: `StorageError`: `newerVersion` for a file of a newer version, `wrongType` for another program's.
    init(_ path: String, maximumSize: Int) throws(StorageError) {
        var options = Database.Options()
        options.busyTimeout = Self.busyTimeout
        options.usesWriteAheadLog = true
        // Answers lost in a power failure are requested again.
        options.durability = .normal
        try Database.checkOwner(of: path, application: Self.application, version: Self.version)
        database = try Database(path, .create, options: options)
        self.maximumSize = maximumSize
        if try database.userVersion == 0 { try create() }
        // Preparing the statements checks the table's columns.
        _ = try database.statement(Self.find)
        _ = try database.statement(Self.insert)
        try trim()
    }

    private static let find = "SELECT made, used, answer FROM address WHERE question = ?"
    private static let insert = "INSERT OR REPLACE INTO address (question, made, used, answer) VALUES (?, ?, ?, ?)"

    private func create() throws(StorageError) {
        try database.transaction { () throws(StorageError) in
            // Another process may have created it meanwhile.
            guard try database.userVersion == 0 else { return }
            try database.execute(
                """
                PRAGMA application_id=\(Self.application);
                CREATE TABLE address (
                    question TEXT PRIMARY KEY NOT NULL, made INTEGER NOT NULL, used INTEGER NOT NULL, answer BLOB NOT NULL
                ) WITHOUT ROWID;
                CREATE INDEX address_used ON address (used);
                """)
            try database.setUserVersion(Self.version)
        }
    }

    /// Returns the answer stored for a question.
    ///
    /// - Throws: `StorageError`.
    func answer(_ question: String, now: Int64) throws(StorageError) -> StoredAnswer? {
        guard let row = try row(question) else { return nil }
        guard let answer = row.answer else {
            // The data is damaged; the next answer replaces it.
            try run("DELETE FROM address WHERE question = ?", question)
            return nil
        }
        if isOutdated(row, now) { try run("UPDATE address SET used = ?2 WHERE question = ?1", question, now) }
        return answer
    }

    /// Returns an answer if that needs neither waiting nor writing; otherwise `nil`.
    func glance(_ question: String, now: Int64) -> StoredAnswer? {
        database.setBusyTimeout(.zero)
        defer { database.setBusyTimeout(Self.busyTimeout) }
        guard let row = try? row(question), !isOutdated(row, now) else { return nil }
        return row.answer
    }

    private struct Row {
        /// The stored answer; `nil` when it is damaged.
        var answer: StoredAnswer?
        var used: Int64?
    }

    private func row(_ question: String) throws(StorageError) -> Row? {
        let statement = try database.statement(Self.find)
        defer { statement.reset() }
        statement.bind(question, at: 1)
        guard try statement.step() else { return nil }
        guard
            let placemarks = statement.withBytes(2, { PlacemarkReader.placemarks($0, to: question) }) ?? nil,
            let made = statement.integer(0), let used = statement.integer(1)
        else { return Row() }
        return Row(answer: StoredAnswer(placemarks: placemarks, made: made), used: used)
    }

    /// Returns whether a row's last use is to be recorded again; once a day is enough.
    private func isOutdated(_ row: Row, _ now: Int64) -> Bool { row.used.map { now - $0 > 86_400 } ?? false }

    /// Stores an answer to a question.
    ///
    /// - Throws: `StorageError`.
    func keep(_ answer: StoredAnswer, _ question: String, now: Int64) throws(StorageError) {
        let statement = try database.statement(Self.insert)
        statement.bind(question, at: 1)
        statement.bind(answer.made, at: 2)
        statement.bind(now, at: 3)
        statement.bind(PlacemarkWriter.bytes(answer.placemarks, to: question), at: 4)
        try statement.run()
        keptSinceLook += 1
        if keptSinceLook >= 64 { try trim() }
    }

    /// Removes all answers from the file.
    ///
    /// - Throws: `StorageError`.
    func removeAll() throws(StorageError) {
        try database.execute("PRAGMA secure_delete=ON; DELETE FROM address; PRAGMA wal_checkpoint(TRUNCATE); VACUUM")
    }

    /// Removes the least recently used tenth of the answers, repeatedly if necessary.
    private func trim() throws(StorageError) {
        keptSinceLook = 0
        while try size() > maximumSize {
            let count = try database.integer("SELECT count(*) FROM address") ?? 0
            guard count > 0 else { return }
            try database.execute(
                "DELETE FROM address WHERE question IN"
                    + " (SELECT question FROM address ORDER BY used LIMIT \(max(count / 10, 1)))")
        }
    }

    /// Returns the size in bytes of the used pages; free pages are reused before the file grows.
    private func size() throws(StorageError) -> Int64 {
        let pages = try database.integer("PRAGMA page_count") ?? 0
        let free = try database.integer("PRAGMA freelist_count") ?? 0
        return (pages - free) * (try database.integer("PRAGMA page_size") ?? 0)
    }

    private func run(_ text: String, _ question: String, _ now: Int64? = nil) throws(StorageError) {
        let statement = try database.statement(text)
        statement.bind(question, at: 1)
        if let now { statement.bind(now, at: 2) }
        try statement.run()
    }
}
