import Persistence

extension CatalogTable {
    /// All files of the folders that are, or lie in, one of some folders.
    ///
    /// - Parameters:
    ///   - roots: Folders with all below them.
    ///   - single: Folders alone.
    /// - Returns: The files, by folder and name.
    /// - Throws: `PersistenceError`.
    func files(
        inside roots: [RawPath], of single: Set<RawPath> = []
    ) throws(PersistenceError) -> [RawPath: [RawPath: FileEntry]] {
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
        if row.withBytes(12, { $0.elementsEqual(ContentCodes.damage) }) {
            problem = PhotosError(.damaged, "", path: folder.appending(name).text)
        } else if !row.isNull(12) {
            content = row.withBytes(12) { ContentReader.content($0, sharing: pool) }
            // What does not fit the form is read from the file again.
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

    /// How the photos were that have changed since a token; `nil` when that is no longer known.
    ///
    /// - Returns: For each of these photos where it stood in the list; `nil` for one that was not there.
    /// - Throws: `PersistenceError`.
    func states(at token: PhotoChangeToken) throws(PersistenceError) -> [PhotoAsset.ID: SortKey?]? {
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
