import CLinux
import Glibc

/// Puts new files into the places of photos: journal, durability, renames, durability.
struct PhotoCommit {
    /// A change that is ready.
    struct Pending {
        /// The caller's number for it.
        var index: Int
        var change: PreparedChange
        var isInPlace: Bool
        var journal: TagJournal
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
                if pending.isInPlace { try changeInPlace(pending) } else { try replace(pending) }
                actions[pending.index] = run == nil ? .restored : .written
                replaced.append(pending.index)
                if run == nil { settled.append(pending.number) }
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

    private func replace(_ pending: Pending) throws(TaggingError) {
        let (change, folder) = (pending.change, pending.change.folder)
        let path = folder.path(of: change.name)
        let present = try folder.status(of: change.name)
        guard present.map(PhotoStamp.init) == change.stamp, present.map({ $0.st_mode & S_IFMT == S_IFREG }) ?? true
        else { throw PhotoPreparer.changed(path) }
        options.willReplace?(path)
        if change.temporary.isEmpty, let stamp = change.stamp {
            try remove(change, stamp, path)
        } else if let stamp = change.stamp {
            try exchange(change, stamp, path)
        } else {
            try create(change, path)
        }
    }

    /// Removes a file that a run had made.
    ///
    /// It is put aside first, and looked at there, lest a version be lost that another program put there after the last look.
    private func remove(_ change: PreparedChange, _ stamp: PhotoStamp, _ path: String) throws(TaggingError) {
        let folder = change.folder
        let aside = "\(TagJournal.temporaryPrefix)removed-\(change.change.number)\(TagJournal.temporarySuffix)"
        guard renameat(folder.descriptor, change.name, folder.descriptor, aside) == 0 else {
            throw .system(errno, .unwritable, "remove", path)
        }
        if let former = try folder.status(of: aside).map(PhotoStamp.init), former.isContent(of: stamp) {
            folder.remove(aside)
            return
        }
        // A still newer version may have the name by now; then that is the one that counts.
        if clinux_rename_new(folder.descriptor, aside, change.name) != 0 {
            if errno == EINVAL || errno == ENOSYS {
                linkat(folder.descriptor, aside, folder.descriptor, change.name, 0)
            }
            folder.remove(aside)
        }
        throw PhotoPreparer.changed(path)
    }

    /// Puts a new file into the place of a photo.
    ///
    /// The two change places, and what came out is looked at before it is removed: a version that another program put there
    /// after the last look would be lost by a mere rename. It goes back.
    private func exchange(_ change: PreparedChange, _ stamp: PhotoStamp, _ path: String) throws(TaggingError) {
        let (folder, temporary) = (change.folder, change.temporary)
        var placed = try folder.status(of: temporary)?.st_ino
        guard clinux_exchange(folder.descriptor, temporary, change.name) == 0 else {
            let number = errno
            if number == ENOENT { throw PhotoPreparer.changed(path) }
            // NFS, FAT and others know no such exchange.
            guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(number),
                renameat(folder.descriptor, temporary, folder.descriptor, change.name) == 0
            else { throw .system(number, .unwritable, "replace", path) }
            return
        }
        if let former = try folder.status(of: temporary).map(PhotoStamp.init), former.isContent(of: stamp) {
            folder.remove(temporary)
            return
        }
        // While it goes back a still newer version may come, which goes back in its turn.
        while let foreign = try folder.status(of: temporary)?.st_ino {
            guard clinux_exchange(folder.descriptor, temporary, change.name) == 0 else {
                // The name is free: somebody has removed the new file.
                _ = clinux_rename_new(folder.descriptor, temporary, change.name)
                break
            }
            if try folder.status(of: temporary)?.st_ino == placed { break }
            placed = foreign
        }
        throw PhotoPreparer.changed(path)
    }

    private func create(_ change: PreparedChange, _ path: String) throws(TaggingError) {
        let folder = change.folder
        if clinux_rename_new(folder.descriptor, change.temporary, change.name) == 0 { return }
        // NFS and others know no such rename.
        if errno == EINVAL || errno == ENOSYS,
            linkat(folder.descriptor, change.temporary, folder.descriptor, change.name, 0) == 0
        {
            folder.remove(change.temporary)
            return
        }
        if errno == EEXIST { throw PhotoPreparer.changed(path) }
        throw .system(errno, .unwritable, "write", path)
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
            if !pending.change.temporary.isEmpty { pending.change.folder.remove(pending.change.temporary) }
            actions[pending.index] = .failed(error)
        }
    }

    private func leaveOut(_ numbers: [UInt32], _ journal: TagJournal) {
        // What cannot be said now, undo finds out: the photos are as they were.
        guard run != nil, !numbers.isEmpty else { return }
        try? journal.append(numbers.map { .leftOut($0) })
    }
}
