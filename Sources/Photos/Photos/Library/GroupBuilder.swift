import LKMetadata

/// Builds and updates the groups of a library.
struct GroupBuilder {
    /// The smart groups in the library's order.
    private static let smart: [(id: PhotoGroup.Smart, name: String)] = [
        (.recent, "Recent"), (.screenshots, "Screenshots"), (.videos, "Videos"), (.withoutPlace, "Without place"),
    ]

    /// Assets from this local time on are recent.
    var recentSince: Int64

    init(now: Int64) { recentSince = now - 30 * 86_400 }

    /// The groups after an update, with their changes.
    struct Step: Sendable {
        var groups: [GroupState] = []
        var changes: [GroupChange] = []
        var inserted: [PhotoGroup.ID] = []
        var updated: [PhotoGroup.ID] = []
        var deleted: [GroupState] = []
    }

    /// Builds all groups.
    func groups(of records: some Sequence<AssetRecord>) -> [GroupState] {
        // Times are copied next to the records: looking them up in each comparison would dominate the sort.
        var keys: [(time: Int64, record: AssetRecord)] = []
        for record in records { keys.append((record.content.date?.wallSeconds ?? .max, record)) }
        keys.sort { left, right in
            left.time == right.time ? AssetRecord.precedes(left.record, right.record) : left.time < right.time
        }
        let all = keys.map { PhotoAsset($0.record) }
        var groups = [GroupState(id: .all, name: "All photos", assets: all)]
        for (id, name) in Self.smart {
            groups.append(GroupState(id: .smart(id), name: name, assets: all.filter { isMember($0.record, of: id) }))
        }
        return groups + sorted(Self.byFolder(all).map { Self.group(of: $0.path, $0.assets) })
    }

    private static func byFolder(_ assets: [PhotoAsset]) -> [(path: RawPath, assets: [PhotoAsset])] {
        var folders: [(path: RawPath, assets: [PhotoAsset])] = []
        var byPath: [RawPath: Int] = [:]
        // Assets of a folder usually share one folder object, which is faster to look up than a path.
        var byPlace: [ObjectIdentifier: Int] = [:]
        for asset in assets {
            let place = asset.record.folder
            if let index = byPlace[ObjectIdentifier(place)] {
                folders[index].assets.append(asset)
                continue
            }
            let index = byPath[place.path] ?? folders.count
            if index == folders.count { folders.append((place.path, [])) }
            byPlace[ObjectIdentifier(place)] = index
            byPath[place.path] = index
            folders[index].assets.append(asset)
        }
        return folders
    }

    static func group(of folder: RawPath, _ assets: [PhotoAsset]) -> GroupState {
        GroupState(id: .folder(folder.fileURL), name: folder.name.text, folder: folder, assets: assets)
    }

    private func sorted(_ folders: [GroupState]) -> [GroupState] {
        folders.sorted { left, right in
            guard left.name == right.name, let path = left.folder, let other = right.folder else {
                return left.name < right.name
            }
            return path < other
        }
    }

    private func isMember(_ record: AssetRecord, of group: PhotoGroup.Smart) -> Bool {
        switch group {
        case .screenshots: ScreenshotRule.isScreenshot(record.content, name: record.name)
        case .videos: record.content.format.isVideo
        case .withoutPlace: record.content.location == nil
        case .recent:
            // A modification time does not say when the photo was taken, but that it was added recently.
            record.content.date.map { $0.wallSeconds >= recentSince } ?? false
        }
    }

    /// Updates the groups after changes of assets.
    func step(from old: [GroupState], _ changes: RecordChanges) -> Step {
        var step = Step()
        let leaving = Set(changes.removed.map(ObjectIdentifier.init) + changes.updated.map { ObjectIdentifier($0.old) })
        let coming = (changes.inserted + changes.updated.map(\.new)).sorted(by: AssetRecord.precedes)
        let touched = Set(
            (changes.removed + changes.inserted + changes.updated.flatMap { [$0.old, $0.new] }).map(\.folder.path))
        var folders: [GroupState] = []
        var known: Set<RawPath> = []
        for group in old {
            if let folder = group.folder { known.insert(folder) }
            if let folder = group.folder, !touched.contains(folder) {
                folders.append(group)
                continue
            }
            var after = group
            after.assets = merged(group, leaving, coming)
            let difference = PhotoChanges.Difference(from: group.assets, to: after.assets)
            if !difference.isEmpty { step.changes.append(GroupChange(group: after, difference: difference)) }
            if group.folder == nil {
                step.groups.append(after)
            } else if !after.assets.isEmpty {
                folders.append(after)
            } else {
                step.deleted.append(group)
                continue
            }
            if !difference.isEmpty { step.updated.append(group.id) }
        }
        for folder in touched where !known.contains(folder) {
            let assets = coming.filter { $0.folder.path == folder }.map(PhotoAsset.init)
            if assets.isEmpty { continue }
            let group = Self.group(of: folder, assets)
            folders.append(group)
            step.inserted.append(group.id)
            step.changes.append(GroupChange(group: group, difference: PhotoChanges.Difference(from: [], to: assets)))
        }
        step.groups += sorted(folders)
        return step
    }

    private func merged(
        _ group: GroupState, _ leaving: Set<ObjectIdentifier>, _ coming: [AssetRecord]
    ) -> [PhotoAsset] {
        let coming = coming.filter { record in
            switch group.id {
            case .all: true
            case .smart(let smart): isMember(record, of: smart)
            case .folder: record.folder.path == group.folder
            }
        }
        var assets: [PhotoAsset] = []
        assets.reserveCapacity(group.assets.count + coming.count)
        var next = 0
        for asset in group.assets where !leaving.contains(ObjectIdentifier(asset.record)) {
            // Assets may have stopped being recent since the last update.
            if group.id == .smart(.recent), !isMember(asset.record, of: .recent) { continue }
            while next < coming.count, AssetRecord.precedes(coming[next], asset.record) {
                assets.append(PhotoAsset(coming[next]))
                next += 1
            }
            assets.append(asset)
        }
        return assets + coming[next...].map(PhotoAsset.init)
    }
}
