extension FolderTree {
    /// A photo that is about to become an asset.
    private struct Candidate {
        var state: FolderState
        var members: [Pairing.Member]
        var id: PhotoAsset.ID?

        var main: FileEntry { members[0].entry }
    }

    /// Makes the assets of folders whose files have changed, and keeps those that are as they were.
    func makeAssets(_ touched: [FolderState]) -> [PhotoAsset.ID: AssetRecord] {
        var candidates: [Candidate] = []
        for state in touched {
            for members in Pairing.photos(state.files.values) {
                if let selection = state.selection, !selection.includes(members.map(\.entry.name)) { continue }
                candidates.append(Candidate(state: state, members: members))
            }
        }
        name(&candidates)
        var made: [PhotoAsset.ID: AssetRecord] = [:]
        made.reserveCapacity(candidates.count)
        for state in touched { state.assets = [] }
        for candidate in candidates {
            guard let id = candidate.id else { continue }
            let record = record(candidate, id)
            for (index, member) in candidate.members.enumerated() { member.entry.join(record, isMain: index == 0) }
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
            content: FileContent.merged(candidate.members),
            companions: candidate.members.dropFirst().map(\.entry.name), version: version,
            life: known?.life ?? AssetLife())
    }

    /// Gives each photo the identifier it had, or a new one.
    private func name(_ candidates: inout [Candidate]) {
        var taken: Set<UInt64> = []
        // Who is where the asset was goes first: a copy that was once moved away must not take its name.
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

    /// Whether no other file that is still there has the identifier.
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
    /// Makes the file one of an asset; the catalog has to learn it if it is news.
    fileprivate func join(_ record: AssetRecord, isMain: Bool) {
        let date = isMain ? record.content.date : nil
        let (seconds, fraction) = (date?.wallSeconds ?? .max, date?.nanosecond ?? 0)
        let version = isMain ? record.version : 0
        if (asset, state, wallSeconds, nanosecond) == (record.id.rawValue, version, seconds, fraction) { return }
        (asset, state, wallSeconds, nanosecond) = (record.id.rawValue, version, seconds, fraction)
        isStored = false
    }
}
