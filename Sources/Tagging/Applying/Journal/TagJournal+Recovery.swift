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
        let interrupted = entries.filter { $0.kind == .inPlace && !$0.isSettled && $0.modified == nil }
        for entry in interrupted {
            let change = try change(entry)
            // One that is not there any more needs no mending; undo names it.
            guard try folder.status(of: change.name) != nil else { continue }
            let file = try InPlaceChange(change, in: folder)
            defer { file.close() }
            let state = try file.state(copier)
            if state == .other { continue }
            // A mending that was itself interrupted may have left the old bytes with a new time.
            let modified = try file.stamp().modified
            if state == .between || modified != change.stamp.modified { try file.takeBack() }
            try append([.undone(entry.number)])
        }
        if !interrupted.isEmpty { try sync() }
    }
}
