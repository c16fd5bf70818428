import Glibc
import Persistence

/// Puts new files into the places of photos: journal, durability, renames, durability.
struct PhotoCommit {
    /// A change that is ready.
    struct Pending {
        /// The caller's number for it.
        var index: Int
        var change: PreparedChange
        var isInPlace: Bool
        var journal: FolderJournal
        /// The change's number in the journal.
        var number: UInt32 = 0
    }

    /// The run that changes photos and when it began; `nil` when changes are taken back.
    let run: (number: UInt64, began: Int64)?
    let options: TaggingRun.Options

    /// From so many new files on a folder's file system is synchronized at once rather than each file.
    ///
    /// `syncfs` writes the journal of the file system once for all of them; with few it would wait for other programs' data.
    /// The number is a choice, not yet a measurement.
    private static let manyFiles = 16

    /// Makes all changes, each or none of it.
    ///
    /// - Parameter pending: What is ready.
    /// - Returns: What became of each, by the caller's numbers.
    func commit(_ pending: [Pending]) -> [Int: PhotoOutcome.Action] {
        var actions: [Int: PhotoOutcome.Action] = [:]
        var ready: [[Pending]] = []
        for var group in grouped(pending) {
            do throws(TaggingError) {
                if let run {
                    let numbers = try group[0].journal.append(
                        group.map(\.change.change), run: run.number, began: run.began)
                    for (index, number) in numbers.enumerated() { group[index].number = number }
                } else {
                    for index in group.indices { group[index].number = group[index].change.change.number }
                }
                ready.append(group)
            } catch {
                fail(group, error, &actions)
            }
        }
        var synchronized: Set<UInt64> = []
        for group in ready {
            do throws(TaggingError) {
                try makeDurable(group, &synchronized)
            } catch {
                fail(group, error, &actions)
                leaveOut(group.map(\.number), group[0].journal)
                continue
            }
            place(group, &actions)
        }
        return actions
    }

    private func grouped(_ pending: [Pending]) -> [[Pending]] {
        var groups: [[Pending]] = []
        var indices: [ObjectIdentifier: Int] = [:]
        for pending in pending {
            if let index = indices[ObjectIdentifier(pending.journal)] {
                groups[index].append(pending)
            } else {
                indices[ObjectIdentifier(pending.journal)] = groups.count
                groups.append([pending])
            }
        }
        return groups
    }

    private func makeDurable(_ group: [Pending], _ synchronized: inout Set<UInt64>) throws(TaggingError) {
        let (journal, folder) = (group[0].journal, group[0].journal.folder)
        let names = group.map(\.change.temporary).filter { !$0.isEmpty }
        if names.count >= Self.manyFiles {
            try folder.syncFileSystem()
            journal.isDurable()
            return
        }
        for name in names { try folder.sync(name) }
        if run != nil { try journal.sync() }
    }

    private func place(_ group: [Pending], _ actions: inout [Int: PhotoOutcome.Action]) {
        let journal = group[0].journal
        var (settled, leftOut): ([UInt32], [UInt32]) = ([], [])
        var replaced: [Int] = []
        for pending in group {
            do throws(TaggingError) {
                var leftover: TaggingError?
                if pending.isInPlace { try changeInPlace(pending) } else { leftover = try replace(pending) }
                actions[pending.index] = leftover.map { .failed($0) } ?? (run == nil ? .restored : .written)
                replaced.append(pending.index)
                // With the journal the next run finds what is left.
                if run == nil, leftover == nil { settled.append(pending.number) }
            } catch {
                fail([pending], error, &actions)
                if run != nil { leftOut.append(pending.number) }
            }
        }
        do throws(TaggingError) {
            if !replaced.isEmpty { try journal.folder.sync() }
            try? journal.append(settled.map { .undone($0) })
        } catch {
            // They are new, and the journal knows them; only a power failure could still make them old.
            for index in replaced { actions[index] = .failed(error) }
        }
        leaveOut(leftOut, journal)
    }

    /// Puts a new file into the place of a photo, or a photo away that a run had made.
    ///
    /// - Returns: What went wrong all the same though the new file has its place: the old one could not be removed, or a version
    ///   that another program has saved meanwhile could not have its place again and lies beside it.
    private func replace(_ pending: Pending) throws(TaggingError) -> TaggingError? {
        let (change, folder) = (pending.change, pending.change.folder)
        let path = folder.path(of: change.name)
        let present = try folder.status(of: change.name)
        guard present.map(PhotoStamp.init) == change.stamp, present.map({ $0.st_mode & S_IFMT == S_IFREG }) ?? true
        else { throw PhotoPreparer.changed(path) }
        options.willReplace?(path)
        if change.temporary.isEmpty, let stamp = change.stamp {
            try remove(change, stamp, path)
        } else if let stamp = change.stamp {
            return try exchange(change, stamp, path)
        } else {
            try create(change, path)
        }
        return nil
    }

    /// Removes a file that a run had made.
    ///
    /// It is put aside first, and looked at there, lest a version be lost that another program put there after the last look.
    private func remove(_ change: PreparedChange, _ stamp: PhotoStamp, _ path: String) throws(TaggingError) {
        let aside = AsideFile(of: change.name, in: change.folder)
        let number = aside.take(change.name)
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

    /// Puts a new file into the place of a photo.
    ///
    /// The two change places, and what came out is looked at before it is removed: a version that another program put there
    /// after the last look would be lost by a mere rename. It goes back.
    private func exchange(
        _ change: PreparedChange, _ stamp: PhotoStamp, _ path: String
    ) throws(TaggingError) -> TaggingError? {
        let folder = change.folder
        let aside = AsideFile(of: change.name, in: folder)
        var number = aside.take(change.temporary)
        guard number == 0, let new = try aside.status()?.st_ino else {
            throw .system(number, .unwritable, "replace", path)
        }
        guard ExclusiveRename.exchange(aside.name, with: change.name, in: folder.descriptor) == 0 else {
            number = errno
            // NFS, FAT and others know no such exchange.
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
        // While it goes back a still newer version may come, which goes back in its turn.
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

    /// The error for a photo that another program has changed in the last moment, once that version has its name again.
    private static func changed(_ path: String, _ aside: AsideFile) -> TaggingError {
        let name = aside.giveBack()
        if name == aside.original { return PhotoPreparer.changed(path) }
        return aside.kept(as: name)
    }

    private func create(_ change: PreparedChange, _ path: String) throws(TaggingError) {
        switch change.folder.rename(change.temporary, to: change.name) {
        case 0: return
        case EEXIST: throw PhotoPreparer.changed(path)
        case let number: throw .system(number, .unwritable, "write", path)
        }
    }

    private func changeInPlace(_ pending: Pending) throws(TaggingError) {
        let journal = pending.journal
        let file = try InPlaceChange(pending.change.change, in: pending.change.folder)
        defer { file.close() }
        guard try file.stamp() == pending.change.stamp else { throw PhotoPreparer.changed(file.path) }
        guard run != nil else {
            try journal.append([.madeInPlace(pending.number, modified: .min)])
            try journal.sync()
            return try file.takeBack()
        }
        try file.make()
        do {
            if options.keepsModificationTime { try file.setModificationTime(of: pending.change.change.stamp) }
            try journal.append([.madeInPlace(pending.number, modified: try file.stamp().modified)])
            try journal.sync()
        } catch {
            let failure = PhotoPreparer.tagging(error, file.path)
            try file.takeBack()
            throw failure
        }
    }

    private func fail(_ group: [Pending], _ error: TaggingError, _ actions: inout [Int: PhotoOutcome.Action]) {
        for pending in group {
            if !pending.change.temporary.isEmpty { pending.change.folder.discard(pending.change.temporary) }
            actions[pending.index] = .failed(error)
        }
    }

    private func leaveOut(_ numbers: [UInt32], _ journal: FolderJournal) {
        // What cannot be said now, undo finds out: the photos are as they were.
        guard run != nil, !numbers.isEmpty else { return }
        try? journal.append(numbers.map { .leftOut($0) })
    }
}

/// What a worker has made ready, still without effect on the photo.
enum PreparedPhoto: Sendable {
    /// Nothing is left to be done.
    case finished(PhotoOutcome.Action)
    /// A temporary file that can take the photo's place.
    case replacement(PreparedChange)
    /// A file that is large and is to be changed where it lies.
    case inPlace(PreparedChange)
}

/// A change that can be made.
struct PreparedChange: Sendable {
    var folder: PhotoFolder
    var name: String
    /// The temporary file's name; empty for a change in place.
    var temporary = ""
    /// The photo when it was read; `nil` for one that must not be there.
    var stamp: PhotoStamp?
    /// What the journal keeps; when it is undone, what it had kept.
    var change: JournalChange
    /// How many bytes the temporary file takes.
    var size = 0
}
