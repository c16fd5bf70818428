import Persistence

/// The tables of `photos.sqlite`; see `Docs/Formats/PhotoCatalog.md`.
final class CatalogTable {
    /// "LKPH", so that another program's database is never written to.
    static let application: Int64 = 0x4C4B_5048
    static let version: Int32 = 1
    /// How many changes are kept.
    static let changeLimit: Int64 = 100_000

    let database: Database
    var folders: [RawPath: Int64] = [:]
    /// Of these, the ones that the transaction under way has made.
    var newFolders: Set<Int64> = []

    /// - Throws: `PersistenceError`: `newerVersion` for one of a newer kit, `wrongType` for another program's.
    init(_ path: String) throws(PersistenceError) {
        var options = Database.Options()
        options.usesWriteAheadLog = true
        // What a power failure takes is read again. A file that is just being made may be lost as a whole: it is then
        // empty or damaged, and begun anew; so the first listing waits for no disk.
        let isNew = Database.Identity(path: path) == nil
        options.durability = isNew ? .off : .normal
        try Database.checkOwner(of: path, application: Self.application, version: Self.version)
        database = try Database(path, .create, options: options)
        try checkTables()
        if isNew { try database.setDurability(.normal) }
        guard try database.integer("SELECT name FROM catalog") != nil else {
            throw PersistenceError(.corrupt, "\(path) has lost its name")
        }
    }

    /// Makes the tables of a new file, and looks whether those of another are what they should be.
    ///
    /// - Throws: `corrupt` when they are not: the owner and the version were right, so nobody else can have made them.
    private func checkTables() throws(PersistenceError) {
        do throws(PersistenceError) {
            if try database.userVersion == 0 { try create() }
            for text in [Self.find, Self.insert, Self.list, Self.journal, Self.catalog, Self.folder, Self.change] {
                _ = try database.statement(text)
            }
        } catch {
            // A lock or a full disk says nothing of the tables.
            let isAboutTheSystem = [.locked, .system, .stopping, .interrupted].contains(error.code)
            throw isAboutTheSystem ? error : PersistenceError(.corrupt, error.message, systemError: error.systemError)
        }
    }

    private static let catalog = "SELECT id, name, sequence, forgotten FROM catalog"
    private static let folder = "SELECT id, path FROM folder"
    private static let change = "SELECT sequence, asset, folder, name, wall, nanosecond FROM change"

    static let find = "SELECT asset, state, wall, nanosecond FROM file WHERE folder = ? AND name = ?"
    static let insert = "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    static let list = """
        SELECT name, device, inode, size, modified, changed, sidecars, version, asset, state, wall, nanosecond, content
        FROM file WHERE folder = ?
        """
    static let journal = "INSERT OR IGNORE INTO change VALUES (?, ?, ?, ?, ?, ?)"

    private func create() throws(PersistenceError) {
        try database.transaction { () throws(PersistenceError) in
            // Another process may have been faster.
            guard try database.userVersion == 0 else { return }
            try database.execute(
                """
                PRAGMA application_id=\(Self.application);
                CREATE TABLE catalog (
                    id INTEGER PRIMARY KEY CHECK (id = 1), name INTEGER NOT NULL, sequence INTEGER NOT NULL,
                    forgotten INTEGER NOT NULL
                );
                INSERT INTO catalog VALUES (1, \(Int64.random(in: 1...Int64.max)), 0, 0);
                CREATE TABLE folder (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE);
                CREATE TABLE file (
                    folder INTEGER NOT NULL, name BLOB NOT NULL, device INTEGER NOT NULL, inode INTEGER NOT NULL,
                    size INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL,
                    sidecars INTEGER NOT NULL, version INTEGER NOT NULL, asset INTEGER NOT NULL, state INTEGER NOT NULL,
                    wall INTEGER, nanosecond INTEGER, content BLOB, PRIMARY KEY (folder, name)
                ) WITHOUT ROWID;
                CREATE TABLE change (
                    sequence INTEGER NOT NULL, asset INTEGER NOT NULL, folder BLOB, name BLOB, wall INTEGER,
                    nanosecond INTEGER, PRIMARY KEY (sequence, asset)
                ) WITHOUT ROWID;
                """)
            try database.setUserVersion(Self.version)
        }
    }

    /// The present state, as a token.
    func token() throws(PersistenceError) -> PhotoChangeToken {
        let statement = try database.statement("SELECT name, sequence FROM catalog")
        defer { statement.reset() }
        guard try statement.step(), let name = statement.integer(0), let sequence = statement.integer(1) else {
            throw PersistenceError(.corrupt, "\(database.path) has lost its name")
        }
        return PhotoChangeToken(catalog: UInt64(bitPattern: name), sequence: sequence)
    }
}
