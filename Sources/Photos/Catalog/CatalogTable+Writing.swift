import Persistence

extension CatalogTable {
    /// How a photo was before a batch; without folder when it was not there.
    private struct Before {
        var place: (folder: RawPath, name: RawPath)?
        var wall: Int64?
        var nanosecond: Int64?
    }

    /// Writes what was found, and how the photos were before, in one transaction.
    ///
    /// - Throws: `PersistenceError`; then nothing is written.
    func write(_ changes: StoredChanges) throws(PersistenceError) {
        if changes.isEmpty { return }
        do throws(PersistenceError) {
            try database.transaction { () throws(PersistenceError) in
                var before: [UInt64: Before] = [:]
                var coming: Set<UInt64> = []
                for (folder, name) in changes.removed { try remove(name, in: folder, &before) }
                // In the table's order, so that pages are filled one after the other.
                let stored = changes.stored.sorted { left, right in
                    left.folder == right.folder ? left.entry.name < right.entry.name : left.folder < right.folder
                }
                for (folder, entry) in stored { try store(entry, in: folder, &before, &coming) }
                for asset in coming where before[asset] == nil { before[asset] = Before() }
                try removeEmptyFolders(Set(changes.removed.map(\.folder)))
                if !before.isEmpty { try keep(before) }
            }
        } catch {
            // What was numbered in a transaction that was undone has no number.
            folders = [:]
            newFolders = []
            throw error
        }
        newFolders = []
    }

    private func remove(
        _ name: RawPath, in folder: RawPath, _ before: inout [UInt64: Before]
    ) throws(PersistenceError) {
        guard let id = try number(of: folder, making: false) else { return }
        _ = try look(at: name, in: folder, id, &before, becoming: nil)
        let statement = try database.statement("DELETE FROM file WHERE folder = ? AND name = ?")
        statement.bind(id, at: 1)
        statement.bind(name.bytes, at: 2)
        try statement.run()
    }

    private func store(
        _ entry: FileEntry, in folder: RawPath, _ before: inout [UInt64: Before], _ coming: inout Set<UInt64>
    ) throws(PersistenceError) {
        guard let id = try number(of: folder, making: true) else { return }
        let isNews = try look(at: entry.name, in: folder, id, &before, becoming: entry)
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
            statement.bind(ContentWriter.bytes(content), at: 14)
        } else if entry.problem != nil {
            statement.bind(ContentCodes.damage, at: 14)
        }
        try statement.run()
    }

    /// Notes how the photo was whose shown file a row is, unless the row is already what it becomes.
    ///
    /// - Returns: Whether it becomes something else.
    private func look(
        at name: RawPath, in folder: RawPath, _ id: Int64, _ before: inout [UInt64: Before], becoming entry: FileEntry?
    ) throws(PersistenceError) -> Bool {
        // What has no rows yet needs no look; most folders are new when many files are.
        if newFolders.contains(id), entry != nil { return true }
        let row = try database.statement(Self.find)
        defer { row.reset() }
        row.bind(id, at: 1)
        row.bind(name.bytes, at: 2)
        guard try row.step(), let asset = row.integer(0), let state = row.integer(1), state != 0 else { return true }
        let known = UInt64(bitPattern: asset)
        if let entry, entry.asset == known, entry.state == UInt64(bitPattern: state) { return false }
        if before[known] == nil {
            before[known] = Before(place: (folder, name), wall: row.integer(2), nanosecond: row.integer(3))
        }
        return true
    }

    private func keep(_ before: [UInt64: Before]) throws(PersistenceError) {
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
        try forgetOld()
    }

    private func forgetOld() throws(PersistenceError) {
        // The sequence of the row that is one too many goes with all before it.
        let last = try database.integer(
            "SELECT sequence FROM change ORDER BY sequence DESC, asset DESC LIMIT 1 OFFSET \(Self.changeLimit)")
        guard let last else { return }
        try database.execute(
            "DELETE FROM change WHERE sequence <= \(last); UPDATE catalog SET forgotten = max(forgotten, \(last))")
    }

    private func number(of folder: RawPath, making: Bool) throws(PersistenceError) -> Int64? {
        if let known = folders[folder] { return known }
        let bytes = folder.bytes
        let find = try database.statement("SELECT id FROM folder WHERE path = ?")
        find.bind(bytes, at: 1)
        if try find.step(), let id = find.integer(0) {
            find.reset()
            folders[folder] = id
            return id
        }
        guard making else { return nil }
        let insert = try database.statement("INSERT INTO folder (path) VALUES (?)")
        insert.bind(bytes, at: 1)
        try insert.run()
        folders[folder] = database.lastRow
        newFolders.insert(database.lastRow)
        return database.lastRow
    }

    private func removeEmptyFolders(_ paths: Set<RawPath>) throws(PersistenceError) {
        for path in paths {
            guard let id = folders[path] else { continue }
            try database.execute(
                "DELETE FROM folder WHERE id = \(id) AND NOT EXISTS (SELECT 1 FROM file WHERE folder = \(id))")
            if database.changes > 0 { folders[path] = nil }
        }
    }
}
