import LKStorage

/// The tables of a track log, described in `Docs/Formats/TrackLog.md`.
enum TrackLogFormat {
    /// `LKTL` in ASCII, SQLite's application identifier at byte offset 68.
    static let application: Int64 = 0x4C4B_544C
    /// The version of the tables, SQLite's user version at byte offset 60.
    static let version: Int32 = 1

    private static let location = """
        latitude REAL NOT NULL, longitude REAL NOT NULL, altitude REAL, ellipsoidal_altitude REAL,
        horizontal_accuracy REAL, accuracy_estimator TEXT, vertical_accuracy REAL, speed REAL, speed_accuracy REAL,
        course REAL, course_accuracy REAL, vertical_speed REAL, time REAL, time_doubt TEXT, fix TEXT, correction TEXT,
        satellites_used INTEGER, satellites_visible INTEGER, horizontal_dilution REAL, source TEXT NOT NULL,
        simulated INTEGER NOT NULL
        """

    private static let tables = """
        CREATE TABLE track (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT, note TEXT, software TEXT,
            created REAL NOT NULL, state TEXT NOT NULL, distance REAL NOT NULL);
        CREATE TABLE segment (id INTEGER PRIMARY KEY, reason TEXT NOT NULL, device TEXT);
        CREATE TABLE point (id INTEGER PRIMARY KEY, segment INTEGER NOT NULL, arrival REAL NOT NULL, \(location));
        CREATE TABLE waypoint (id INTEGER PRIMARY KEY, point INTEGER NOT NULL, name TEXT, note TEXT, symbol TEXT,
            device TEXT, \(location));
        CREATE TABLE note (id INTEGER PRIMARY KEY, point INTEGER NOT NULL, written REAL NOT NULL, text TEXT NOT NULL);
        CREATE TABLE visit (id INTEGER PRIMARY KEY, arrival REAL NOT NULL, departure REAL NOT NULL,
            latitude REAL NOT NULL, longitude REAL NOT NULL, spread REAL NOT NULL, count INTEGER NOT NULL,
            under_way INTEGER NOT NULL);
        CREATE TABLE suppressed (reason TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
        """

    /// The kind of a database.
    enum Kind { case empty, trackLog, newer(Int32), foreign }

    static func kind(of database: Database) throws(StorageError) -> Kind {
        guard try database.integer("PRAGMA application_id") == application else {
            let objects = try database.integer("SELECT count(*) FROM sqlite_master")
            return objects == 0 ? .empty : .foreign
        }
        let found = try database.userVersion
        return found == version ? .trackLog : found > version ? .newer(found) : .foreign
    }

    /// Creates the tables in an empty database, atomically.
    static func make(
        in database: Database, name: String?, note: String?, software: String, created: Double
    ) throws(StorageError) {
        try database.transaction { () throws(StorageError) in
            try database.execute(tables)
            try database.execute("PRAGMA application_id=\(application)")
            try database.setUserVersion(version)
            let statement = try database.statement(
                """
                INSERT INTO track (id, name, note, software, created, state, distance)
                VALUES (1, ?, ?, ?, ?, 'recording', 0)
                """)
            statement.bind(name, at: 1)
            statement.bind(note, at: 2)
            statement.bind(software, at: 3)
            statement.bind(created, at: 4)
            try statement.run()
        }
    }

    /// Rejects a database that is not a log of this version.
    ///
    /// - Returns: `false` when the database is still empty.
    static func check(_ database: Database) throws(TrackError) -> Bool {
        let path = database.path
        let kind: Kind
        do throws(StorageError) { kind = try Self.kind(of: database) } catch { throw TrackError(error, path: path) }
        switch kind {
        case .empty: return false
        case .trackLog: return true
        case .newer(let found):
            throw TrackError(
                .newerVersion,
                "\(path) is a track log of version \(found), and this program supports version \(version)",
                advice: "use a newer program"
            )
        case .foreign:
            throw TrackError(
                .notATrackLog, "\(path) is a database of another program, not a track log", advice: "name another file")
        }
    }

    /// Opens an existing log for reading.
    ///
    /// - Returns: `nil` when the file is empty.
    static func open(_ path: String) throws(TrackError) -> Database? {
        let database: Database
        do throws(StorageError) { database = try Database(path, .readOnly) } catch {
            guard error.code == .corrupt else { throw TrackError(error, path: path) }
            // A truncated log, or one whose header is damaged.
            if TrackLogFile.hasApplicationID(path) || TrackLogSalvage.isLikely(path) {
                throw TrackLogFile.damaged(path, underlying: error)
            }
            throw TrackError(
                .notATrackLog, "\(path) is not a track log, or its beginning is damaged", advice: "name another file",
                underlying: error)
        }
        let isLog = try check(database)
        if DatabasePages.hidesTransactions(path) { throw TrackLogFile.damaged(path) }
        return isLog ? database : nil
    }
}
