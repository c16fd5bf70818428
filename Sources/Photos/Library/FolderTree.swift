import Synchronization

/// What has changed in the assets of a library.
struct RecordChanges: Sendable {
    var removed: [AssetRecord] = []
    var inserted: [AssetRecord] = []
    var updated: [(old: AssetRecord, new: AssetRecord)] = []

    var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && updated.isEmpty }
}

/// What is to be written to the catalog.
struct StoredChanges: Sendable {
    var stored: [(folder: RawPath, entry: FileEntry)] = []
    var removed: [(folder: RawPath, name: RawPath)] = []

    var isEmpty: Bool { stored.isEmpty && removed.isEmpty }
}

/// The folders of a library, their files, and the assets made of them.
///
/// A plan is made and carried out without touching it; ``commit(_:read:absent:)`` then takes everything over at once.
/// So a scan that is cancelled has changed nothing.
struct FolderTree {
    private(set) var folders: [RawPath: FolderState] = [:]
    private(set) var records: [PhotoAsset.ID: AssetRecord] = [:]
    /// What the catalog knew of folders that were not yet listed.
    var stored: [RawPath: [RawPath: FileEntry]] = [:]

    /// What is known of a folder's files.
    func files(of folder: RawPath) -> [RawPath: FileEntry]? { folders[folder]?.files ?? stored[folder] }

    /// All files of which something is known, but which are not where they were.
    ///
    /// - Parameters:
    ///   - listings: What is there now.
    ///   - absent: Folders of which nothing is there any more; `nil` stands for all that are not listed.
    /// - Returns: What was known of them.
    func vanished(after listings: [FolderListing], absent: [RawPath]?) -> [FileIdentity: FileEntry] {
        var result: [FileIdentity: FileEntry] = [:]
        var listed: Set<RawPath> = []
        for listing in listings {
            listed.insert(listing.folder)
            guard let known = files(of: listing.folder) else { continue }
            if listing.isPartial {
                for name in listing.gone { if let entry = known[name] { result[entry.stamp.identity] = entry } }
            } else {
                let present = Set(listing.files.lazy.map(\.name))
                for (name, entry) in known where !present.contains(name) {
                    // Of the others nothing is known now.
                    if listing.selection?.mayInclude(name) == false { continue }
                    result[entry.stamp.identity] = entry
                }
            }
            // Another file has come in the place of this one, which may be elsewhere now.
            for (name, stamp) in listing.files {
                if let entry = known[name], entry.stamp.identity != stamp.identity {
                    result[entry.stamp.identity] = entry
                }
            }
        }
        let gone =
            absent ?? Array(folders.keys.filter { !listed.contains($0) }) + stored.keys.filter { !listed.contains($0) }
        for folder in gone {
            for entry in (files(of: folder) ?? [:]).values { result[entry.stamp.identity] = entry }
        }
        return result
    }

    /// Takes over what was found.
    ///
    /// - Parameters:
    ///   - plan: What was listed.
    ///   - read: For each item of the plan what was read; `nil` for a file that has gone meanwhile.
    ///   - absent: Folders of which nothing is there any more; `nil` stands for all that are not listed.
    ///   - isKept: Whether the catalog keeps what it knows of a folder that is absent, since its disk may come back.
    /// - Returns: What has changed in the assets, and what the catalog has to learn.
    mutating func commit(
        _ plan: ScanPlan, read: [FileEntry?], absent: [RawPath]?, isKept: (RawPath) -> Bool
    ) -> (RecordChanges, StoredChanges) {
        var plan = plan
        for (index, place) in plan.places.enumerated() {
            let entry = read[index]
            let previous = plan.folders[place.folder].files[place.file].previous
            if let entry, let previous { entry.asset = previous.asset }
            plan.folders[place.folder].files[place.file].entry = entry
        }
        var changes = StoredChanges()
        var old: [PhotoAsset.ID: AssetRecord] = [:]
        var touched: [FolderState] = []
        var listed: Set<RawPath> = []
        for folder in plan.folders {
            listed.insert(folder.path)
            if let state = merge(folder, into: &changes) { touched.append(state) }
        }
        for path in absent ?? folders.keys.filter({ !listed.contains($0) }) {
            guard let state = folders.removeValue(forKey: path) else { continue }
            for record in state.assets { old[record.id] = record }
            if !isKept(path) { changes.removed += state.files.keys.map { (path, $0) } }
        }
        if absent == nil {
            for (path, files) in stored where !isKept(path) { changes.removed += files.keys.map { (path, $0) } }
            stored = [:]
        }
        for state in touched { for record in state.assets { old[record.id] = record } }
        let new = makeAssets(touched)
        for state in touched {
            for entry in state.files.values
            where !entry.isStored && (entry.problem == nil || entry.problem?.code == .damaged) {
                entry.isStored = true
                changes.stored.append((state.place.path, entry))
            }
        }
        return (takeOver(old, new), changes)
    }

    /// Takes over the files of one folder; `nil` when nothing has changed.
    private mutating func merge(_ folder: ScanPlan.Folder, into changes: inout StoredChanges) -> FolderState? {
        let isNew = folders[folder.path] == nil
        let state = folders[folder.path] ?? FolderState(folder.path)
        if let identity = folder.identity { state.identity = identity }
        var known = isNew ? stored.removeValue(forKey: folder.path) ?? [:] : state.files
        state.selection = folder.selection
        // The catalog keeps what it knows of the others.
        if let selection = folder.selection { known = known.filter { selection.mayInclude($0.key) } }
        var files = folder.isPartial ? known : [:]
        if !folder.isPartial { files.reserveCapacity(folder.files.count) }
        for name in folder.gone { files[name] = nil }
        var isChanged = isNew
        for file in folder.files {
            files[file.name] = file.entry
            if known[file.name] !== file.entry { isChanged = true }
        }
        if isChanged || files.count != known.count {
            for name in known.keys where files[name] == nil {
                changes.removed.append((folder.path, name))
                isChanged = true
            }
        }
        guard isChanged else { return nil }
        state.files = files
        folders[folder.path] = state
        return state
    }

    private mutating func takeOver(
        _ old: [PhotoAsset.ID: AssetRecord], _ new: [PhotoAsset.ID: AssetRecord]
    ) -> RecordChanges {
        var changes = RecordChanges()
        for (id, record) in old where new[id] == nil {
            record.life.isOver.store(true, ordering: .releasing)
            records[id] = nil
            changes.removed.append(record)
        }
        for (id, record) in new {
            records[id] = record
            if let known = old[id] {
                if known !== record { changes.updated.append((known, record)) }
            } else {
                changes.inserted.append(record)
            }
        }
        return changes
    }
}
