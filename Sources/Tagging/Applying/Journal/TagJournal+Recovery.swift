extension TagJournal {
    /// How temporary files are called: nobody's photo is.
    static let temporaryPrefix = ".locationkit-"
    static let temporarySuffix = ".part"

    /// Clears away what an interrupted run has left; the lock says that none is under way.
    ///
    /// - Parameter copier: Reads files.
    /// - Throws: ``TaggingError/Code/unwritable`` when a photo that is half changed cannot be mended.
    func recover(_ copier: PatchedCopy) throws(TaggingError) {
        for name in folder.names(beginning: Self.temporaryPrefix) where name.hasSuffix(Self.temporarySuffix) {
            folder.remove(name)
        }
        isCleared()
        try putBackUnfinished(copier)
        let interrupted = entries.filter { $0.kind == .inPlace && !$0.isSettled && $0.modified == nil }
        for entry in interrupted {
            let change = try change(entry)
            // One that is not there any more needs no mending; undo names it.
            guard try folder.status(of: change.name) != nil else { continue }
            let file = try InPlaceChange(change, in: folder)
            defer { file.close() }
            switch try file.state(copier) {
            case .other: continue
            case .between: try file.takeBack()
            // A mending that was itself interrupted may have left the old bytes with a new time.
            case .old: if try file.stamp().modified != change.stamp.modified { try file.takeBackTime() }
            }
            try append([.undone(entry.number)])
        }
        if !interrupted.isEmpty { try sync() }
    }

    /// Puts back photos of which not all files have come, so that none is torn apart; what cannot be put back undo names.
    private func putBackUnfinished(_ copier: PatchedCopy) throws(TaggingError) {
        var groups: [UInt32: [Entry]] = [:]
        for entry in entries where !entry.isSettled {
            if let group = entry.group { groups[group, default: []].append(entry) }
        }
        let unfinished = groups.filter { $0.value.contains { !$0.hasCome } }
        for (_, files) in unfinished.sorted(by: { $0.key > $1.key }) {
            var moves: [JournalMove] = []
            for file in files { moves.append(try move(file)) }
            guard (try? MoveRestorer(copier).takeBack(moves, in: folder)) != nil else { continue }
            try append(files.map { .undone($0.number) })
        }
        if !unfinished.isEmpty { try sync() }
    }
}
