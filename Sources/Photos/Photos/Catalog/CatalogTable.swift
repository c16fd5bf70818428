import LKStorage

/// The tables of `photos.sqlite`, described in `Docs/Formats/PhotoCatalog.md`.
final class CatalogTable {
    /// "LKPH".
    ///
    /// It keeps us from writing to another program's database.
    private static let application: Int64 = 0x4C4B_5048
    private static let version: Int32 = 1
    /// The number of changes kept.
    private static let maximumChanges: Int64 = 100_000

    private let database: Database
    private var folders: [RawPath: Int64] = [:]
    /// Folders that the current transaction has inserted.
    private var newFolders: Set<Int64> = []

    /// Creates the table by opening its database.
    ///
    /// - Throws: `StorageError`: `newerVersion` for a catalog of a newer LocationKit, `wrongType` for another
    ///   program's database.
    init(_ path: String) throws(StorageError) {
        var options = Database.Options()
        options.usesWriteAheadLog = true
        // Rows lost in a power failure are read from the photos again. A new file may be lost entirely, so creating
        // it does not wait for the disk.
        let isNew = Database.Identity(path: path) == nil
        options.durability = isNew ? .off : .normal
        try Database.checkOwner(of: path, application: Self.application, version: Self.version)
        database = try Database(path, .create, options: options)
        try checkTables()
        if isNew { try database.setDurability(.normal) }
        guard try database.integer("SELECT name FROM catalog") != nil else {
            throw StorageError(.corrupt, "\(path) has no catalog identifier")
        }
    }

    /// Creates the tables of a new file, and checks those of an existing one.
    ///
    /// - Throws: `corrupt` when a table is wrong although owner and version are right.
    private func checkTables() throws(StorageError) {
        do throws(StorageError) {
            if try database.userVersion == 0 { try create() }
            for text in [Self.find, Self.insert, Self.list, Self.journal, Self.catalog, Self.folder, Self.change] {
                _ = try database.statement(text)
            }
        } catch {
            // A held lock or a full disk does not mean that the tables are wrong.
            let isItself = [.locked, .system, .stopping, .interrupted, .corrupt].contains(error.code)
            throw isItself ? error : StorageError(.corrupt, error.message, systemError: error.systemError)
        }
    }

    private static let catalog = "SELECT id, name, sequence, forgotten FROM catalog"
    private static let folder = "SELECT id, path FROM folder"
    private static let change = "SELECT sequence, asset, folder, name, wall, nanosecond FROM change"

    private static let find = "SELECT asset, state, wall, nanosecond FROM file WHERE folder = ? AND name = ?"
    private static let insert = "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    private static let list = """
        SELECT name, device, inode, size, modified, changed, sidecars, version, asset, state, wall, nanosecond, content
        FROM file WHERE folder = ?
        """
    private static let journal = "INSERT OR IGNORE INTO change VALUES (?, ?, ?, ?, ?, ?)"

    private func create() throws(StorageError) {
        try database.transaction { () throws(StorageError) in
            // Another process may have done so already.
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

    /// Returns the present state as a token.
    func token() throws(StorageError) -> PhotoChanges.Token {
        let statement = try database.statement("SELECT name, sequence FROM catalog")
        defer { statement.reset() }
        guard try statement.step(), let name = statement.integer(0), let sequence = statement.integer(1) else {
            throw StorageError(.corrupt, "\(database.path) has no catalog identifier")
        }
        return PhotoChanges.Token(catalog: UInt64(bitPattern: name), sequence: sequence)
    }
}

extension CatalogTable {
    /// Returns all files of some folders.
    ///
    /// - Parameters:
    ///   - roots: Folders to load recursively.
    ///   - single: Folders to load without their subfolders.
    /// - Returns: The files, by folder and name.
    /// - Throws: `StorageError`.
    func files(
        inside roots: [RawPath], of single: Set<RawPath> = []
    ) throws(StorageError) -> [RawPath: [RawPath: FileEntry]] {
        var result: [RawPath: [RawPath: FileEntry]] = [:]
        let pool = ContentPool()
        var ids: [(RawPath, Int64)] = []
        let folders = try database.statement("SELECT path, id FROM folder")
        while try folders.step() {
            let path = folders.withBytes(0) { RawPath(bytes: $0) }
            if let id = folders.integer(1), single.contains(path) || roots.contains(where: path.isInside) {
                ids.append((path, id))
            }
        }
        for (path, id) in ids {
            self.folders[path] = id
            var files: [RawPath: FileEntry] = [:]
            let statement = try database.statement(Self.list)
            statement.bind(id, at: 1)
            while try statement.step() {
                if let entry = Self.entry(statement, in: path, pool) { files[entry.name] = entry }
            }
            result[path] = files
        }
        return result
    }

    private static func entry(_ row: Database.Statement, in folder: RawPath, _ pool: ContentPool) -> FileEntry? {
        guard let device = row.integer(1), let inode = row.integer(2), let size = row.integer(3),
            let modified = row.integer(4), let changed = row.integer(5), let sidecars = row.integer(6),
            let version = row.integer(7), let asset = row.integer(8), let state = row.integer(9)
        else { return nil }
        let name = row.withBytes(0) { RawPath(bytes: $0) }
        var content: FileContent?
        var problem: PhotosError?
        if row.withBytes(12, { $0.elementsEqual(ContentCoding.damage) }) {
            problem = PhotosError(.damaged, "", path: folder.appending(name).text)
        } else if !row.isNull(12) {
            content = row.withBytes(12) { ContentDecoder.content($0, sharing: pool) }
            // An undecodable row makes the file be read again.
            if content == nil { return nil }
        }
        let stamp = FileStamp(
            device: UInt64(bitPattern: device), inode: UInt64(bitPattern: inode), size: size, modified: modified,
            changed: changed)
        let entry = FileEntry(
            name: name, stamp: stamp, content: content, sidecars: UInt64(bitPattern: sidecars),
            version: UInt64(bitPattern: version), problem: problem)
        entry.asset = UInt64(bitPattern: asset)
        entry.state = UInt64(bitPattern: state)
        entry.wallSeconds = row.integer(10) ?? .max
        entry.nanosecond = Int32(clamping: row.integer(11) ?? 0)
        entry.isStored = true
        return entry
    }

    /// Returns the former states of the photos that have changed since a token, or `nil` when the catalog no longer has
    /// them.
    ///
    /// - Returns: For each such photo its former sort key; `nil` for one that did not exist.
    /// - Throws: `StorageError`.
    func states(at token: PhotoChanges.Token) throws(StorageError) -> [PhotoAsset.ID: SortKey?]? {
        let forgotten = try database.integer("SELECT forgotten FROM catalog") ?? .max
        let present = try self.token()
        guard token.catalog == present.catalog, token.sequence <= present.sequence, token.sequence >= forgotten else {
            return nil
        }
        var states: [PhotoAsset.ID: SortKey?] = [:]
        let statement = try database.statement(
            "SELECT asset, folder, name, wall, nanosecond FROM change WHERE sequence > ? ORDER BY sequence")
        statement.bind(token.sequence, at: 1)
        while try statement.step() {
            guard let number = statement.integer(0) else { continue }
            let id = PhotoAsset.ID(rawValue: UInt64(bitPattern: number))
            if states[id] != nil { continue }
            if statement.isNull(1) {
                states.updateValue(nil, forKey: id)
            } else {
                let key = SortKey(
                    wallSeconds: statement.integer(3) ?? .max, nanosecond: Int32(clamping: statement.integer(4) ?? 0),
                    folder: statement.withBytes(1) { RawPath(bytes: $0) },
                    name: statement.withBytes(2) { RawPath(bytes: $0) })
                states.updateValue(key, forKey: id)
            }
        }
        return states
    }
}

extension CatalogTable {
    /// The state of a photo before a batch of writes; without `place` when it did not exist.
    private struct PreviousState {
        var place: (folder: RawPath, name: RawPath)?
        var wall: Int64?
        var nanosecond: Int64?
    }

    /// Writes changes, and the photos' previous states, in one transaction.
    ///
    /// - Throws: `StorageError`; nothing is written then.
    func write(_ changes: StoredChanges) throws(StorageError) {
        if changes.isEmpty { return }
        do throws(StorageError) {
            try database.transaction { () throws(StorageError) in
                var before: [UInt64: PreviousState] = [:]
                var coming: Set<UInt64> = []
                for (folder, name) in changes.removed { try remove(name, in: folder, &before) }
                // In primary-key order, so that pages fill up sequentially.
                let stored = changes.stored.sorted { left, right in
                    left.folder == right.folder ? left.entry.name < right.entry.name : left.folder < right.folder
                }
                for (folder, entry) in stored { try store(entry, in: folder, &before, &coming) }
                for asset in coming where before[asset] == nil { before[asset] = PreviousState() }
                try removeEmptyFolders(Set(changes.removed.map(\.folder)))
                if !before.isEmpty { try appendChanges(before) }
            }
        } catch {
            // Row identifiers from a transaction that was rolled back are invalid.
            folders = [:]
            newFolders = []
            throw error
        }
        newFolders = []
    }

    private func remove(
        _ name: RawPath, in folder: RawPath, _ before: inout [UInt64: PreviousState]
    ) throws(StorageError) {
        guard let id = try folderID(of: folder, creating: false) else { return }
        _ = try notePreviousState(of: name, in: folder, id, &before, becoming: nil)
        let statement = try database.statement("DELETE FROM file WHERE folder = ? AND name = ?")
        statement.bind(id, at: 1)
        statement.bind(name.bytes, at: 2)
        try statement.run()
    }

    private func store(
        _ entry: FileEntry, in folder: RawPath, _ before: inout [UInt64: PreviousState], _ coming: inout Set<UInt64>
    ) throws(StorageError) {
        guard let id = try folderID(of: folder, creating: true) else { return }
        let isNews = try notePreviousState(of: entry.name, in: folder, id, &before, becoming: entry)
        if isNews, entry.state != 0 { coming.insert(entry.asset) }
        let statement = try database.statement(Self.insert)
        statement.bind(id, at: 1)
        statement.bind(entry.name.bytes, at: 2)
        let numbers = [
            Int64(bitPattern: entry.stamp.device), Int64(bitPattern: entry.stamp.inode), entry.stamp.size,
            entry.stamp.modified, entry.stamp.changed, Int64(bitPattern: entry.sidecars),
            Int64(bitPattern: entry.version), Int64(bitPattern: entry.asset), Int64(bitPattern: entry.state),
        ]
        for (index, number) in numbers.enumerated() { statement.bind(number, at: index + 3) }
        let isDated = entry.wallSeconds != .max
        statement.bind(isDated ? entry.wallSeconds : nil, at: 12)
        statement.bind(isDated ? Int64(entry.nanosecond) : nil, at: 13)
        if let content = entry.content {
            statement.bind(ContentEncoder.bytes(content), at: 14)
        } else if entry.problem != nil {
            statement.bind(ContentCoding.damage, at: 14)
        }
        try statement.run()
    }

    /// Records the previous state of the photo whose main file this row is, unless the row stays the same.
    ///
    /// - Returns: Whether the row changes.
    private func notePreviousState(
        of name: RawPath, in folder: RawPath, _ id: Int64, _ before: inout [UInt64: PreviousState],
        becoming entry: FileEntry?
    ) throws(StorageError) -> Bool {
        // A new folder has no rows. Most folders are new when many files are.
        if newFolders.contains(id), entry != nil { return true }
        let row = try database.statement(Self.find)
        defer { row.reset() }
        row.bind(id, at: 1)
        row.bind(name.bytes, at: 2)
        guard try row.step(), let asset = row.integer(0), let state = row.integer(1), state != 0 else { return true }
        let known = UInt64(bitPattern: asset)
        if let entry, entry.asset == known, entry.state == UInt64(bitPattern: state) { return false }
        if before[known] == nil {
            before[known] = PreviousState(place: (folder, name), wall: row.integer(2), nanosecond: row.integer(3))
        }
        return true
    }

    private func appendChanges(_ before: [UInt64: PreviousState]) throws(StorageError) {
        try database.execute("UPDATE catalog SET sequence = sequence + 1")
        let sequence = try database.integer("SELECT sequence FROM catalog")
        let statement = try database.statement(Self.journal)
        for (asset, state) in before.sorted(by: { $0.key < $1.key }) {
            statement.reset()
            statement.clear()
            statement.bind(sequence, at: 1)
            statement.bind(Int64(bitPattern: asset), at: 2)
            if let place = state.place {
                statement.bind(place.folder.bytes, at: 3)
                statement.bind(place.name.bytes, at: 4)
                statement.bind(state.wall, at: 5)
                statement.bind(state.nanosecond, at: 6)
            }
            try statement.run()
        }
        try trimChanges()
    }

    private func trimChanges() throws(StorageError) {
        // Delete the first row beyond the limit and all older sequences.
        let last = try database.integer(
            "SELECT sequence FROM change ORDER BY sequence DESC, asset DESC LIMIT 1 OFFSET \(Self.maximumChanges)")
        guard let last else { return }
        try database.execute(
            "DELETE FROM change WHERE sequence <= \(last); UPDATE catalog SET forgotten = max(forgotten, \(last))")
    }

    private func folderID(of folder: RawPath, creating: Bool) throws(StorageError) -> Int64? {
        if let known = folders[folder] { return known }
        let bytes = folder.bytes
        let find = try database.statement("SELECT id FROM folder WHERE path = ?")
        find.bind(bytes, at: 1)
        if try find.step(), let id = find.integer(0) {
            find.reset()
            folders[folder] = id
            return id
        }
        guard creating else { return nil }
        let insert = try database.statement("INSERT INTO folder (path) VALUES (?)")
        insert.bind(bytes, at: 1)
        try insert.run()
        folders[folder] = database.lastRow
        newFolders.insert(database.lastRow)
        return database.lastRow
    }

    private func removeEmptyFolders(_ paths: Set<RawPath>) throws(StorageError) {
        for path in paths {
            guard let id = folders[path] else { continue }
            try database.execute(
                "DELETE FROM folder WHERE id = \(id) AND NOT EXISTS (SELECT 1 FROM file WHERE folder = \(id))")
            if database.changes > 0 { folders[path] = nil }
        }
    }
}
