import LKFormats
import LKStorage
import Synchronization

/// The changes of a library's assets.
struct RecordChanges: Sendable {
    var removed: [AssetRecord] = []
    var inserted: [AssetRecord] = []
    var updated: [(old: AssetRecord, new: AssetRecord)] = []

    var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && updated.isEmpty }
}

/// The changes to write to the catalog.
struct StoredChanges: Sendable {
    var stored: [(folder: RawPath, entry: FileEntry)] = []
    var removed: [(folder: RawPath, name: RawPath)] = []

    var isEmpty: Bool { stored.isEmpty && removed.isEmpty }
}

/// The folders of a library, their files and the assets made from them.
///
/// A scan leaves the tree unchanged until ``commit(_:read:absent:isKept:)`` applies its results at once, so that a
/// cancelled scan has no effect.
struct FolderTree {
    /// Finds the local time of files that state UTC only.
    let offsetLookup: PhotoLibrary.OffsetLookup?
    private(set) var folders: [RawPath: FolderState] = [:]
    private(set) var records: [PhotoAsset.ID: AssetRecord] = [:]
    /// Files from the catalog, of folders that are not listed yet.
    var stored: [RawPath: [RawPath: FileEntry]] = [:]

    init(offsetLookup: PhotoLibrary.OffsetLookup? = nil) { self.offsetLookup = offsetLookup }

    /// Returns the known files of a folder.
    func files(of folder: RawPath) -> [RawPath: FileEntry]? { folders[folder]?.files ?? stored[folder] }

    /// Returns all known files that are no longer where they were.
    ///
    /// - Parameters:
    ///   - listings: The current listings.
    ///   - absent: Folders that are gone; `nil` means all that are not listed.
    /// - Returns: Their last known state.
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
                    // The listing says nothing about files outside the selection.
                    if listing.selection?.mayInclude(name) == false { continue }
                    result[entry.stamp.identity] = entry
                }
            }
            // Another file has replaced this one, which may have moved.
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

    /// Applies the results of a scan.
    ///
    /// - Parameters:
    ///   - plan: The listings.
    ///   - read: The file read for each item of the plan; `nil` for one that has since disappeared.
    ///   - absent: Folders that are gone; `nil` means all that are not listed.
    ///   - isKept: Whether the catalog keeps the files of an absent folder, whose disk may come back.
    /// - Returns: The changes of the assets, and what to write to the catalog.
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
        return (replaceRecords(old, new), changes)
    }

    /// Merges the files of one folder; `nil` when nothing has changed.
    private mutating func merge(_ folder: ScanPlan.Folder, into changes: inout StoredChanges) -> FolderState? {
        let isNew = folders[folder.path] == nil
        let state = folders[folder.path] ?? FolderState(folder.path)
        if let identity = folder.identity { state.identity = identity }
        var known = isNew ? stored.removeValue(forKey: folder.path) ?? [:] : state.files
        state.selection = folder.selection
        // The catalog keeps the files outside the selection.
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

    private mutating func replaceRecords(
        _ old: [PhotoAsset.ID: AssetRecord], _ new: [PhotoAsset.ID: AssetRecord]
    ) -> RecordChanges {
        var changes = RecordChanges()
        for (id, record) in old where new[id] == nil {
            record.deletion.isSet.store(true, ordering: .releasing)
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

extension FolderTree {
    /// The files of one photo, before an asset is made of them.
    private struct Candidate {
        var state: FolderState
        var members: [Pairing.Member]
        var id: PhotoAsset.ID?

        var main: FileEntry { members[0].entry }
    }

    /// Creates the assets of folders whose files have changed, reusing those that are unchanged.
    func makeAssets(_ touched: [FolderState]) -> [PhotoAsset.ID: AssetRecord] {
        var candidates: [Candidate] = []
        for state in touched {
            for members in Pairing.photos(state.files.values) {
                if let selection = state.selection, !selection.includes(members.map(\.entry.name)) { continue }
                candidates.append(Candidate(state: state, members: members))
            }
        }
        assignIdentifiers(&candidates)
        var made: [PhotoAsset.ID: AssetRecord] = [:]
        made.reserveCapacity(candidates.count)
        for state in touched { state.assets = [] }
        for candidate in candidates {
            guard let id = candidate.id else { continue }
            let record = record(candidate, id)
            for (index, member) in candidate.members.enumerated() {
                member.entry.assign(to: record, isMain: index == 0)
            }
            made[id] = record
            candidate.state.assets.append(record)
        }
        return made
    }

    private func record(_ candidate: Candidate, _ id: PhotoAsset.ID) -> AssetRecord {
        let known = records[id]
        var version = candidate.main.version
        if candidate.members.count > 1 {
            var hash = StableHash()
            for member in candidate.members { hash.combine(member.entry.version) }
            version = hash.value
        }
        let isSamePlace = known.map { $0.name == candidate.main.name && $0.folder.path == candidate.state.place.path }
        if let known, known.version == version, isSamePlace == true { return known }
        return AssetRecord(
            id: id, folder: candidate.state.place, name: candidate.main.name,
            content: FileContent.merged(candidate.members).localized(by: offsetLookup),
            companions: candidate.members.dropFirst().map(\.entry.name), version: version,
            deletion: known?.deletion ?? DeletionFlag())
    }

    /// Assigns each photo its previous identifier, or a new one.
    private func assignIdentifiers(_ candidates: inout [Candidate]) {
        var taken: Set<UInt64> = []
        // A file at the asset's path comes first: a copy that was once moved away must not take its identifier.
        for index in candidates.indices {
            let candidate = candidates[index]
            guard candidate.main.asset != 0, let record = records[PhotoAsset.ID(rawValue: candidate.main.asset)],
                record.name == candidate.main.name, record.folder.path == candidate.state.place.path
            else { continue }
            if taken.insert(candidate.main.asset).inserted { candidates[index].id = record.id }
        }
        for index in candidates.indices where candidates[index].id == nil {
            let candidate = candidates[index]
            for member in candidate.members where member.entry.asset != 0 {
                let id = PhotoAsset.ID(rawValue: member.entry.asset)
                guard !taken.contains(id.rawValue), isFree(id, for: candidate) else { continue }
                taken.insert(id.rawValue)
                candidates[index].id = id
                break
            }
        }
        for index in candidates.indices where candidates[index].id == nil {
            let id = newID(for: candidates[index], taken)
            taken.insert(id.rawValue)
            candidates[index].id = id
        }
    }

    /// Returns whether no other existing file has the identifier.
    private func isFree(_ id: PhotoAsset.ID, for candidate: Candidate) -> Bool {
        guard let record = records[id], let present = folders[record.folder.path]?.files[record.name] else {
            return true
        }
        return present.asset != id.rawValue || candidate.members.contains { $0.entry === present }
    }

    private func newID(for candidate: Candidate, _ taken: Set<UInt64>) -> PhotoAsset.ID {
        var hash = StableHash()
        hash.combine(candidate.state.place.path.appending(candidate.main.name).bytes)
        while true {
            let id = PhotoAsset.ID(rawValue: hash.value)
            if !taken.contains(id.rawValue), isFree(id, for: candidate) { return id }
            hash.combine([0])
        }
    }
}

extension FileEntry {
    /// Assigns the file to an asset, and marks it for the catalog if that has changed.
    fileprivate func assign(to record: AssetRecord, isMain: Bool) {
        let date = isMain ? record.content.date : nil
        let (seconds, fraction) = (date?.wallSeconds ?? .max, date?.nanosecond ?? 0)
        let version = isMain ? record.version : 0
        if (asset, state, wallSeconds, nanosecond) == (record.id.rawValue, version, seconds, fraction) { return }
        (asset, state, wallSeconds, nanosecond) = (record.id.rawValue, version, seconds, fraction)
        isStored = false
    }
}
