import Glibc
import LKPlanning
import LKStorage

/// Replaces photos by their new files: journal, sync, renames, sync.
struct PhotoCommit {
    /// The identifier and start of the run; `nil` when changes are undone.
    let run: (number: UInt64, began: Int64)?
    let options: TaggingRun.Options

    /// From this many new files on, the folder's file system is synchronized as a whole rather than each file.
    ///
    /// `syncfs` commits the journal of the file system once for all of them; for a few files it would wait for other
    /// programs' data. The number is a choice, not yet a measurement.
    private static let manyFiles = 16

    /// Commits all changes, each completely or not at all.
    ///
    /// - Parameters:
    ///   - changes: Prepared changes.
    ///   - journals: The journals of their folders.
    /// - Returns: The outcomes, by ``FileChange/index``.
    func commit(
        _ changes: [FileChange], _ journals: [FolderHandle.ID: FolderJournal]
    ) -> [Int: PhotoOutcome.Action] {
        var actions: [Int: PhotoOutcome.Action] = [:]
        var ready: [(journal: FolderJournal, group: [FileChange])] = []
        for var group in byFolder(changes) {
            guard let journal = journals[group[0].folder.id] else {
                preconditionFailure("the folder of a change has been opened")
            }
            do throws(TaggingError) {
                if let run {
                    let numbers = try journal.append(group.map(\.record), run: run.number, began: run.began)
                    for (index, number) in numbers.enumerated() { group[index].record.number = number }
                }
                ready.append((journal, group))
            } catch {
                fail(group, error, &actions)
            }
        }
        for (journal, group) in ready {
            do throws(TaggingError) {
                try makeDurable(group, journal)
            } catch {
                fail(group, error, &actions)
                leaveOut(group.map(\.record.number), journal)
                continue
            }
            replaceAll(group, journal, &actions)
        }
        return actions
    }

    private func byFolder(_ changes: [FileChange]) -> [[FileChange]] {
        var groups: [[FileChange]] = []
        var indices: [FolderHandle.ID: Int] = [:]
        for change in changes {
            if let index = indices[change.folder.id] {
                groups[index].append(change)
            } else {
                indices[change.folder.id] = groups.count
                groups.append([change])
            }
        }
        return groups
    }

    private func makeDurable(_ group: [FileChange], _ journal: FolderJournal) throws(TaggingError) {
        let names = group.filter(\.hasTemporary).map(\.temporaryName)
        if names.count >= Self.manyFiles {
            try journal.folder.syncFileSystem()
            journal.markDurable()
            return
        }
        for name in names { try journal.folder.sync(name) }
        if run != nil { try journal.sync() }
    }

    private func replaceAll(
        _ group: [FileChange], _ journal: FolderJournal, _ actions: inout [Int: PhotoOutcome.Action]
    ) {
        var (settled, leftOut): ([UInt32], [UInt32]) = ([], [])
        var replaced: [Int] = []
        for change in group {
            do throws(TaggingError) {
                var leftover: TaggingError?
                if change.isInPlace {
                    try changeInPlace(change, journal)
                } else {
                    leftover = try replace(change)
                }
                actions[change.index] = leftover.map { .failed($0) } ?? (run == nil ? .restored : .written)
                replaced.append(change.index)
                // As long as the journal exists, the next run finds the leftovers.
                if run == nil, leftover == nil { settled.append(change.record.number) }
            } catch {
                fail([change], error, &actions)
                if run != nil { leftOut.append(change.record.number) }
            }
        }
        do throws(TaggingError) {
            if !replaced.isEmpty { try journal.folder.sync() }
            try? journal.append(settled.map { .undone($0) })
        } catch {
            // They are replaced and recorded in the journal; only a power failure could still restore the old ones.
            for index in replaced { actions[index] = .failed(error) }
        }
        leaveOut(leftOut, journal)
    }

    /// Replaces a photo by its new file, or removes a photo that a run had created.
    ///
    /// - Returns: A failure after the replacement: the old file could not be removed, or a version saved meanwhile by
    ///   another program could not get its name back and is kept beside it.
    private func replace(_ change: FileChange) throws(TaggingError) -> TaggingError? {
        let path = change.path
        var linkCount: nlink_t = 1
        if let stamp = change.stamp {
            let isUnchanged = try options.isUnchanged(since: stamp) { () throws(TaggingError) in
                guard let present = try change.folder.status(of: change.name), present.st_mode & S_IFMT == S_IFREG
                else { return nil }
                linkCount = present.st_nlink
                return PhotoStamp(present)
            }
            guard isUnchanged else { throw PhotoPreparer.changed(path) }
        } else if try change.folder.status(of: change.name) != nil {
            throw PhotoPreparer.changed(path)
        }
        options.willReplace?(path)
        if !change.hasTemporary, let stamp = change.stamp {
            try remove(change, stamp, path)
        } else if let stamp = change.stamp {
            guard linkCount > 1 else { return try exchange(change, stamp, path) }
            return try options.detached.detach(change.name, in: change.folder, stamp) { () throws(TaggingError) in
                try exchange(change, stamp, path)
            }
        } else {
            try create(change, path)
        }
        return nil
    }

    /// Removes a file that a run had created.
    ///
    /// It is set aside first and checked there, so that a version that another program saved after the last check is
    /// not lost.
    private func remove(_ change: FileChange, _ stamp: PhotoStamp, _ path: String) throws(TaggingError) {
        let aside = AsideFile(of: change.name, in: change.folder)
        let number = aside.hide(change.name)
        guard number == 0 else { throw .system(number, .unwritable, "remove", path) }
        guard let former = try aside.status().map(PhotoStamp.init), former.isSameContent(as: stamp) else {
            throw Self.changed(path, aside)
        }
        do throws(TaggingError) {
            try change.folder.remove(aside.name)
        } catch {
            guard aside.giveBack() == change.name else { throw error }
            throw .system(error.errno ?? EIO, .unwritable, "remove", path)
        }
    }

    /// Exchanges a photo with its new file.
    ///
    /// The old file is checked after the exchange and before it is removed: a plain rename would lose a version that
    /// another program saved after the last check. Such a version is put back.
    private func exchange(
        _ change: FileChange, _ stamp: PhotoStamp, _ path: String
    ) throws(TaggingError) -> TaggingError? {
        let folder = change.folder
        let aside = AsideFile(of: change.name, in: folder)
        var number = aside.hide(change.temporaryName)
        if number == EEXIST {
            throw TaggingError(
                code: .unwritable, message: "\(aside.path) is in the way of changing \(path)", advice: "remove it",
                path: path,
                errno: number)
        }
        guard number == 0, let new = try aside.status()?.st_ino else {
            throw .system(number, .unwritable, "replace", path)
        }
        guard ExclusiveRename.exchange(aside.name, with: change.name, in: folder.descriptor) == 0 else {
            number = errno
            // NFS, FAT and others do not support this exchange.
            if [EINVAL, ENOSYS, EOPNOTSUPP].contains(number) {
                if renameat(folder.descriptor, aside.name, folder.descriptor, change.name) == 0 { return nil }
                number = errno
            }
            folder.discard(aside.name)
            throw number == ENOENT ? PhotoPreparer.changed(path) : .system(number, .unwritable, "replace", path)
        }
        if let former = try aside.status().map(PhotoStamp.init), former.isSameContent(as: stamp) {
            do throws(TaggingError) {
                try folder.remove(aside.name)
                return nil
            } catch {
                return error
            }
        }
        var placed = new
        // While it is put back, an even newer version may be saved, which is put back in turn.
        while let foreign = try aside.status()?.st_ino {
            guard ExclusiveRename.exchange(aside.name, with: change.name, in: folder.descriptor) == 0 else {
                let error = Self.changed(path, aside)
                if try folder.status(of: change.name)?.st_ino == new { return error }
                throw error
            }
            if try aside.status()?.st_ino == placed {
                folder.discard(aside.name)
                break
            }
            placed = foreign
        }
        throw PhotoPreparer.changed(path)
    }

    /// Returns the error for a photo that another program changed just before, after restoring the name of that
    /// version.
    private static func changed(_ path: String, _ aside: AsideFile) -> TaggingError {
        let name = aside.giveBack()
        if name == aside.original { return PhotoPreparer.changed(path) }
        return aside.kept(as: name)
    }

    private func create(_ change: FileChange, _ path: String) throws(TaggingError) {
        switch change.folder.rename(change.temporaryName, to: change.name) {
        case 0: return
        case EEXIST: throw PhotoPreparer.changed(path)
        case let number: throw .system(number, .unwritable, "write", path)
        }
    }

    private func changeInPlace(_ change: FileChange, _ journal: FolderJournal) throws(TaggingError) {
        let file = try InPlaceChange(change.record, in: change.folder)
        defer { file.close() }
        guard try file.stamp() == change.stamp else { throw PhotoPreparer.changed(file.path) }
        guard run != nil else {
            try journal.append([.madeInPlace(change.record.number, modified: .min)])
            try journal.sync()
            return try file.takeBack()
        }
        try file.make()
        do {
            if options.keepsModificationTime { try file.setModificationTime(of: change.record.stamp) }
            try journal.append([.madeInPlace(change.record.number, modified: try file.stamp().modified)])
            try journal.sync()
        } catch {
            let failure = PhotoPreparer.tagging(error, file.path)
            try file.takeBack()
            throw failure
        }
    }

    private func fail(
        _ group: [FileChange], _ error: TaggingError, _ actions: inout [Int: PhotoOutcome.Action]
    ) {
        for change in group {
            if change.hasTemporary { change.folder.discard(change.temporaryName) }
            actions[change.index] = .failed(error)
        }
    }

    private func leaveOut(_ numbers: [UInt32], _ journal: FolderJournal) {
        // If this cannot be recorded now, undo detects it: the photos are unchanged.
        guard run != nil, !numbers.isEmpty else { return }
        try? journal.append(numbers.map { .leftOut($0) })
    }
}
