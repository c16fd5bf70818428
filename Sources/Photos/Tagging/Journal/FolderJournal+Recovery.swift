import Glibc
import LKPlanning
import LKStorage

extension FolderJournal {
    /// The prefix of temporary file names; photos do not have it.
    static let temporaryPrefix = ".locationkit-"
    static let temporarySuffix = ".part"

    /// Cleans up after an interrupted run of the user; the lock of the user's own journal guarantees that none is
    /// active.
    ///
    /// Changes and moves are only taken back if their records are authenticated, and moves only in the folder where they
    /// were written: all others wait until the user asks for them with undo.
    ///
    /// - Parameter copier: Reads files.
    /// - Returns: The photos that were restored.
    /// - Throws: ``TaggingError/Code/unwritable`` if a partially changed photo cannot be restored, or leftovers cannot
    ///   be removed; ``TaggingError/Code/changed`` once for an unknown version of a photo, which is kept beside it.
    @discardableResult
    func recover(_ copier: PatchedCopy) throws(TaggingError) -> [TaggingJournal.PutBack] {
        try clearLeftovers(copier)
        return try putBackUnfinished(copier, FormerFolders(named: []), isAskedFor: false)
    }

    /// Removes the temporary files of interrupted runs.
    private func clearLeftovers(_ copier: PatchedCopy) throws(TaggingError) {
        // In a folder that the user may not list, other runs have not found any either.
        guard try folder.isListable() else { return }
        // Another user's run, or one with another key, may be at work here.
        guard try !JournalFile.isAnyLocked(in: folder, besides: name) else { return }
        // They do no harm, and photos of a write-protected card can still be copied.
        guard !isWriteProtected else { return }
        let asides = try AsideFile.left(in: folder)
        let kept = Set(asides.map(\.name))
        for name in try folder.names(beginning: Self.temporaryPrefix)
        where name.hasSuffix(Self.temporarySuffix) && !kept.contains(name) {
            // Runs do not create folders with that name.
            guard let status = try folder.status(of: name), status.st_mode & S_IFMT != S_IFDIR else { continue }
            if isUsers(status) { try folder.remove(name) }
        }
        for aside in asides { try settle(aside, copier) }
        markCleared()
    }

    private var isWriteProtected: Bool {
        var status = statvfs()
        return fstatvfs(folder.descriptor, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
    }

    /// Returns whether a leftover is the user's: another user's run may be at work in a folder that both can write to.
    private func isUsers(_ status: stat) -> Bool {
        status.st_uid == geteuid() || geteuid() == 0 || FileSystemKind(of: folder.descriptor).hasNoOwners
    }

    /// Rolls back changes in place and moves that an interrupted run has not finished.
    ///
    /// - Parameters:
    ///   - copier: Reads files.
    ///   - folders: Opens the former folders of files.
    ///   - isAskedFor: Whether the user has asked to undo what the journal says, even if it is not the user's.
    /// - Returns: The photos that were restored.
    /// - Throws: As ``recover(_:)``.
    func putBackUnfinished(
        _ copier: PatchedCopy, _ folders: FormerFolders, isAskedFor: Bool
    ) throws(TaggingError) -> [TaggingJournal.PutBack] {
        guard isAuthentic || isAskedFor else { return [] }
        var putBack = try putBackMoves(copier, folders, isAskedFor: isAskedFor)
        let interrupted = entries.filter { $0.kind == .inPlace && !$0.isSettled && $0.modified == nil }
        for entry in interrupted {
            guard isAuthentic || FormerFolders.isOfPhoto(entry.name) else { continue }
            let change = try change(entry)
            // A missing photo cannot be restored; undo reports it.
            guard try folder.status(of: change.name) != nil else { continue }
            let file = try InPlaceChange(change, in: folder)
            defer { file.close() }
            switch try file.state(copier) {
            case .other: continue
            case .between:
                try file.takeBack()
                putBack.append(.init(path: folder.path(of: change.name), cause: .change))
            // An interrupted recovery may have left the old bytes with a new modification time.
            case .old: if try file.stamp().modified != change.stamp.modified { try file.takeBackTime() }
            }
            try append([.undone(entry.number)])
        }
        if !interrupted.isEmpty { try sync() }
        return putBack
    }

    /// Removes a file that was set aside if its content is known; otherwise renames it to a visible name.
    private func settle(_ aside: AsideFile, _ copier: PatchedCopy) throws(TaggingError) {
        guard let status = try aside.status(), status.st_mode & S_IFMT == S_IFREG, isUsers(status) else { return }
        if try folder.status(of: aside.original) != nil, try isKnown(aside, Int(status.st_size), copier) {
            return try folder.remove(aside.name)
        }
        let name = aside.giveBack()
        guard name == aside.original else { throw aside.kept(as: name) }
    }

    /// Returns whether a file that was set aside equals the photo that replaced it, or that photo before or after a
    /// run.
    private func isKnown(_ aside: AsideFile, _ size: Int, _ copier: PatchedCopy) throws(TaggingError) -> Bool {
        let file = try folder.open(aside.name)
        defer { close(file) }
        let sum = try copier.sum(of: file, aside.path)
        if let present = try folder.status(of: aside.original), Int(present.st_size) == size,
            present.st_mode & S_IFMT == S_IFREG
        {
            let original = try folder.open(aside.original)
            defer { close(original) }
            if try copier.sum(of: original, folder.path(of: aside.original)) == sum { return true }
        }
        // The name of a file set aside contains only the start of a long name.
        for entry in entries where entry.name.hasSuffix(aside.original) && entry.group == nil {
            // A damaged record says nothing about the file; undo reports it.
            guard let change = try? change(entry) else { continue }
            switch change.kind {
            case .inPlace: continue
            case .created: if size == change.newCount, sum == change.newSum { return true }
            case .replaced:
                if size == change.stamp.size, sum == change.oldSum { return true }
                if size == change.newCount, try copier.isNew(file, of: change, aside.path) { return true }
            }
        }
        return false
    }

    /// Completes photos whose arrival was not recorded: those with all files present stay, the others are moved back so
    /// that no photo is split; undo reports what cannot be moved back.
    private func putBackMoves(
        _ copier: PatchedCopy, _ folders: FormerFolders, isAskedFor: Bool
    ) throws(TaggingError) -> [TaggingJournal.PutBack] {
        var putBack: [TaggingJournal.PutBack] = []
        var groups: [UInt32: [Entry]] = [:]
        for entry in entries where !entry.isSettled {
            if let group = entry.group { groups[group, default: []].append(entry) }
        }
        let unfinished = groups.filter { $0.value.contains { !$0.hasCome } }
        for (_, files) in unfinished.sorted(by: { $0.key > $1.key }) {
            let isHere = files.allSatisfy(\.isHere)
            guard isHere || isAskedFor else { continue }
            var moves: [JournalMove] = []
            for file in files { moves.append(try move(file)) }
            let restorer = MoveRestorer(copier, folders, isHere ? .anywhere : .named)
            if (try? restorer.haveArrived(moves, in: folder)) == true {
                restorer.syncFormerFolders(of: moves, in: folder)
                try folder.sync()
                try append(files.map { .moved($0.number) })
                continue
            }
            guard (try? restorer.takeBack(moves, in: folder)) != nil else { continue }
            try append(files.map { .undone($0.number) })
            if let first = moves.min(by: { $0.number < $1.number }) {
                putBack.append(.init(path: first.formerPath, cause: first.way == .copied ? .copy : .move))
            }
        }
        if !unfinished.isEmpty { try sync() }
        return putBack
    }
}
