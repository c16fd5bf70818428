import Glibc
import LKLifetime
import LKPlanning
import LKStorage
import LKThreads

/// Carries out a plan made by ``FolderSorter``.
///
/// At any moment each file is complete in its old or new folder, and can be moved back.
///
/// ```swift
/// let run = SortingRun()
/// for photo in await run.carryOut(plan.moved) { print(photo.path, photo.action) }
/// await run.finish()
/// ```
///
/// No file is overwritten. Within a file system, files are renamed; to another one they are copied, made durable and
/// compared before the originals are removed. A photo with an outcome is durable. The journals of the new folders
/// contain what ``TaggingJournal/undo(_:in:options:)`` needs. Either all files of a photo are moved or none: the next
/// run moves back what an interrupted run has left incomplete.
package final class SortingRun: Sendable {
    private let thread: WorkThread<PhotoMover>

    /// Creates a run; nothing is opened yet.
    ///
    /// - Parameter options: How files are written; the modification time is always kept.
    package init(options: TaggingRun.Options = .init()) {
        thread = WorkThread("locate-sorting", PhotoMover(options))
    }

    /// Moves or copies photos as planned; everything is durable on return.
    ///
    /// If the caller's task is cancelled, or the process is asked to stop, the current photos are finished and the rest
    /// are ``PhotoOutcome/Action/notBegun``.
    ///
    /// - Parameter photos: Photos of a plan; those planned to stay are not touched.
    /// - Returns: An outcome for each, in the same order.
    package func carryOut(_ photos: [SortedPhoto]) async -> [PhotoOutcome] {
        await thread.run { mover, isCanceled in mover.move(photos, isCanceled: isCanceled) }
    }

    /// Unlocks the folders and removes new ones that stayed empty; the run can be used again afterwards.
    package func finish() async { await thread.run { mover, _ in mover.close() } }
}

/// Moves and copies photos: journal, sync, renames, sync.
///
/// Use it from one thread at a time.
final class PhotoMover {
    /// A file being moved.
    private struct Pending {
        var file: SortedPhoto.File
        /// Its present folder, locked if the file is to be removed from it.
        var source: FolderHandle
        var name: String
        var newName: String
        var move: JournalMove
        /// The name of the temporary copy; empty for a file that is renamed.
        var temporary = ""
        var number: UInt32 = 0
    }

    /// A photo being moved; all of its files go to one folder.
    private struct Photo {
        var index: Int
        var files: [Pending]
        var target: FolderJournal
        var path: String
    }

    /// Maximum number of files made durable together.
    private static let groupCount = 256
    /// Maximum bytes of copies in a batch.
    private static let groupSize = 256 << 20
    /// Maximum number of open folders; each uses two descriptors.
    private static let groupFolders = 48

    private let options: TaggingRun.Options
    private let transfer: FileTransfer
    private let folders = OpenFolders()
    private let run = UInt64.random(in: 1 ... .max)
    private let began = WallClock.nanoseconds
    /// Folders created by this run.
    private var made: Set<String> = []
    /// Created folders that contain photos, or were about to.
    private var used: Set<String> = []
    private var count = 0
    /// What is remembered of this run already.
    private var remembered: SortDestinations.Sort?

    init(_ options: TaggingRun.Options) {
        self.options = options
        transfer = FileTransfer(PatchedCopy())
    }

    /// Moves or copies photos.
    ///
    /// - Parameters:
    ///   - photos: Photos of a plan.
    ///   - isCanceled: Called before each photo.
    /// - Returns: An outcome for each, in the same order.
    func move(_ photos: [SortedPhoto], isCanceled: @Sendable () -> Bool) -> [PhotoOutcome] {
        FileSizeSignal.block()
        var outcomes = photos.map { PhotoOutcome(path: $0.path, action: .notBegun) }
        guard let token = try? options.completion.begin("sort photos") else { return outcomes }
        defer { token.end() }
        remember(photos)
        var group: [Photo] = []
        var (size, count, used) = (0, 0, Set<String>())
        func finishGroup() {
            for (index, action) in carryOut(group) {
                outcomes[index].action = action
                // Two mounts of one file system look like one until a rename fails.
                guard outcomes[index].error?.errno == EXDEV else { continue }
                do throws(TaggingError) {
                    let photo = try prepare(photos[index], index, transferring: true)
                    outcomes[index].action = carryOut([photo])[index] ?? action
                } catch {
                    outcomes[index].action = .failed(error)
                }
            }
            (group, size, count, used) = ([], 0, 0, [])
            folders.trim()
        }
        for (index, photo) in photos.enumerated() {
            switch photo.action {
            case .fail(let error): outcomes[index].action = .failed(error)
            case .keep, .skip: outcomes[index].action = .unchanged
            case .move, .copy:
                if isCanceled() || options.completion.isStopping { continue }
                let places = Set(
                    photo.files.flatMap { [Folder.split($0.path).folder, Folder.split($0.newPath).folder] })
                if used.union(places).count > Self.groupFolders { finishGroup() }
                used.formUnion(places)
                do throws(TaggingError) {
                    group.append(try prepare(photo, index, transferring: photo.isTransferred))
                    count += photo.files.count
                    if photo.isTransferred || photo.action == .copy {
                        size += photo.files.reduce(0) { $0 + Int($1.stamp.size) }
                    }
                } catch {
                    outcomes[index].action = .failed(error)
                }
                if count >= Self.groupCount || size >= Self.groupSize { finishGroup() }
            }
        }
        finishGroup()
        return outcomes
    }

    /// Remembers where photos are moved to, so that undo in their former folders can name it.
    private func remember(_ photos: [SortedPhoto]) {
        var source = remembered?.source
        var destination: String?
        for photo in photos where photo.action == .move || photo.action == .copy {
            guard let file = photo.files.first, !photo.destination.isEmpty else { continue }
            destination = photo.destination
            let folder = Folder.split(file.path).folder
            source = source.map { Self.common($0, folder) } ?? folder
        }
        guard let source, let destination else { return }
        let sort = SortDestinations.Sort(source: source, destination: destination)
        guard sort != remembered else { return }
        remembered = sort
        // Without it, undo works in the new folder all the same.
        try? SortDestinations.own().add(sort)
    }

    /// Returns the deepest folder that contains both.
    private static func common(_ first: String, _ second: String) -> String {
        let pairs = zip(first.split(separator: "/"), second.split(separator: "/"))
        return "/" + pairs.prefix { $0 == $1 }.map(\.0).joined(separator: "/")
    }

    /// Unlocks all folders, and removes those that stayed empty.
    func close() {
        folders.closeAll()
        for path in made.subtracting(used) {
            guard let folder = try? FolderTree.folder(atReal: path) else { continue }
            // Its journal records only that the folder was created.
            _ = try? FolderJournal.open(in: folder, creating: false)?.removeIfSettled()
        }
        FolderTree.removeEmpty(&made)
    }

    // MARK: Before anything is moved

    private func prepare(_ photo: SortedPhoto, _ index: Int, transferring: Bool) throws(TaggingError) -> Photo {
        guard let first = photo.files.first else {
            throw TaggingError(code: .unreadable, message: "\(photo.path) has no files", path: photo.path)
        }
        let target = try journal(makingFolder: Folder.split(first.newPath).folder)
        var result = Photo(index: index, files: [], target: target, path: photo.path)
        var isWhole = false
        defer { if !isWhole { removeTemporaries(of: result) } }
        for file in photo.files where file.path != file.newPath {
            result.files.append(try prepare(file, photo.action == .copy, transferring, target))
        }
        isWhole = true
        return result
    }

    private func prepare(
        _ file: SortedPhoto.File, _ isCopied: Bool, _ isTransferred: Bool, _ target: FolderJournal
    ) throws(TaggingError) -> Pending {
        let (folder, name) = Folder.split(file.path)
        // The lock prevents other runs from replacing a photo that has just been moved.
        let source = isCopied ? try FolderTree.folder(atReal: folder) : try folders.journal(of: folder).folder
        guard let status = try source.status(of: name), PhotoStamp(status).isSameContent(as: file.stamp),
            status.st_mode & S_IFMT == S_IFREG
        else { throw PhotoPreparer.changed(file.path) }
        var pending = Pending(
            file: file, source: source, name: name, newName: Folder.split(file.newPath).name,
            move: JournalMove(
                way: isCopied ? .copied : isTransferred ? .transferred : .renamed, stamp: PhotoStamp(status),
                folder: try Self.inode(of: target.folder), formerFolder: try Self.inode(of: source),
                name: Folder.split(file.newPath).name, formerPath: file.path))
        guard isCopied || isTransferred else { return pending }
        count += 1
        pending.temporary =
            "\(FolderJournal.temporaryPrefix)\(String(run, radix: 16))-\(count)\(FolderJournal.temporarySuffix)"
        pending.move.sum = try transfer.copy(
            name, in: source, to: pending.temporary, in: target.folder, keepsAll: !isCopied)
        return pending
    }

    private static func inode(of folder: FolderHandle) throws(TaggingError) -> UInt64 {
        var status = stat()
        guard fstat(folder.descriptor, &status) == 0 else { throw .system(errno, .unreadable, "read", folder.path) }
        return UInt64(status.st_ino)
    }

    private func removeTemporaries(of photo: Photo) {
        for file in photo.files where !file.temporary.isEmpty { photo.target.folder.discard(file.temporary) }
    }

    /// Creates a folder with its missing parents, and opens its journal.
    ///
    /// - Throws: ``TaggingError/Code/unsafe`` if a symbolic link is on the way, which would lead out of the destination.
    private func journal(makingFolder path: String) throws(TaggingError) -> FolderJournal {
        if let journal = folders.opened(path) { return journal }
        let tree = try FolderTree.fileSystem()
        let names = tree.names(to: path) ?? []
        var (folder, count) = try tree.nearest(names)
        let isMade = count < names.count
        var parents: [FolderHandle] = []
        while count < names.count {
            parents.append(folder)
            folder = try folder.makeFolder(names[count])
            made.insert(folder.path)
            count += 1
        }
        let journal = try folders.journal(of: path)
        // Recorded at once, so that undo removes the folder even if the run is killed before its first photo arrives.
        if isMade {
            try journal.append([.madeFolders(run, levels: UInt16(clamping: levels(journal.folder.path)))])
        }
        for parent in parents { try parent.sync() }
        return journal
    }

    /// Returns how many folders this run has created, from a path upwards.
    private func levels(_ path: String) -> Int {
        var (path, count) = (path, 0)
        while made.contains(path) { (path, count) = (Folder.split(path).folder, count + 1) }
        return count
    }

    // MARK: Moving

    private func carryOut(_ group: [Photo]) -> [Int: PhotoOutcome.Action] {
        var actions: [Int: PhotoOutcome.Action] = [:]
        func fail(_ photo: Photo, _ error: TaggingError) {
            removeTemporaries(of: photo)
            actions[photo.index] = .failed(error)
        }
        var moving: [Photo] = []
        for photos in byTarget(group) {
            let journal = photos[0].target
            do throws(TaggingError) {
                used.insert(journal.folder.path)
                let numbers = try journal.append(
                    photos.map { $0.files.map(\.move) }, run: run, began: began, levels: levels(journal.folder.path))
                for (photo, numbers) in zip(photos, numbers) {
                    var photo = photo
                    for (index, number) in numbers.enumerated() { photo.files[index].number = number }
                    do throws(Misplaced) {
                        try place(photo)
                        moving.append(photo)
                    } catch {
                        fail(photo, error.error)
                        // The next run completes what cannot be recorded or moved back now.
                        if error.isBack { try? journal.append(numbers.map { .leftOut($0) }) }
                    }
                }
            } catch {
                for photo in photos { fail(photo, error) }
            }
        }
        for photos in byTarget(moving) {
            do throws(TaggingError) {
                let journal = photos[0].target
                var settled: [Photo] = []
                try sync([journal.folder] + photos.flatMap { $0.files.map(\.source) })
                for photo in photos {
                    do throws(TaggingError) {
                        try removeSources(of: photo)
                        settled.append(photo)
                    } catch {
                        actions[photo.index] = .failed(error)
                    }
                }
                try sync(settled.flatMap { $0.files.filter { $0.move.way == .transferred }.map(\.source) })
                try journal.append(settled.flatMap(\.files).map { .moved($0.number) })
                try journal.sync()
                for photo in settled { actions[photo.index] = .written }
            } catch {
                // It is unknown which files have moved; the next run moves them back.
                for photo in photos { actions[photo.index] = .failed(error) }
            }
        }
        return actions
    }

    private func byTarget(_ photos: [Photo]) -> [[Photo]] {
        var groups: [[Photo]] = []
        var indices: [ObjectIdentifier: Int] = [:]
        for photo in photos {
            if let index = indices[ObjectIdentifier(photo.target)] {
                groups[index].append(photo)
            } else {
                indices[ObjectIdentifier(photo.target)] = groups.count
                groups.append([photo])
            }
        }
        return groups
    }

    private func sync(_ folders: [FolderHandle]) throws(TaggingError) {
        var done: Set<String> = []
        for folder in folders where done.insert(folder.path).inserted { try folder.sync() }
    }

    /// Why a photo was not moved.
    private struct Misplaced: Error {
        var error: TaggingError
        /// Whether all of its files are in their old folder, and none in the new one.
        var isBack = true
    }

    /// Renames all files of a photo, or none.
    private func place(_ photo: Photo) throws(Misplaced) {
        let target = photo.target.folder
        for (index, file) in photo.files.enumerated() {
            do throws(TaggingError) {
                if !file.temporary.isEmpty {
                    try transfer.rename(
                        file.temporary, in: target, to: file.newName, in: target, file.file.path)
                } else {
                    guard let status = try file.source.status(of: file.name),
                        PhotoStamp(status).isSameContent(as: file.file.stamp)
                    else { throw PhotoPreparer.changed(file.file.path) }
                    try transfer.rename(file.name, in: file.source, to: file.newName, in: target, file.file.path)
                }
            } catch {
                var failure = Misplaced(error: error)
                for file in photo.files[..<index].reversed() {
                    if !file.temporary.isEmpty {
                        if (try? target.remove(file.newName)) == nil { failure.isBack = false }
                    } else if (try? transfer.rename(
                        file.newName, in: target, to: file.name, in: file.source, file.file.path)) == nil
                    {
                        failure.isBack = false
                    }
                }
                throw failure
            }
        }
    }

    /// Removes files that were copied to another file system, if they all equal their copies.
    ///
    /// Each is set aside first and checked there, since another program may have saved a new version just before.
    private func removeSources(of photo: Photo) throws(TaggingError) {
        let files = photo.files.filter { $0.move.way == .transferred }
        let asides = files.map { AsideFile(of: $0.name, in: $0.source) }
        for (index, file) in files.enumerated() {
            let number = asides[index].hide(file.name)
            var error = PhotoPreparer.changed(file.file.path)
            if number == 0 {
                if let status = try? asides[index].status(), PhotoStamp(status).isSameContent(as: file.move.stamp) {
                    continue
                }
                let name = asides[index].giveBack()
                if name != file.name { error = asides[index].kept(as: name) }
            } else if number != ENOENT {
                error = .system(number, .unwritable, "remove", file.file.path)
            }
            // The original counts; its copy is removed.
            for aside in asides[..<index] { _ = aside.giveBack() }
            withdraw(files, photo)
            throw error
        }
        for (index, file) in files.enumerated() {
            do throws(TaggingError) {
                try file.source.remove(asides[index].name)
            } catch {
                for aside in asides[index...] { _ = aside.giveBack() }
                // Otherwise part of the photo is only in the new folder, and the next run moves all of it back.
                if index == 0 { withdraw(files, photo) }
                throw error
            }
        }
    }

    /// Removes the copies of files that are not moved.
    private func withdraw(_ files: [Pending], _ photo: Photo) {
        for file in files {
            var status = stat()
            // Only if the original still exists.
            guard fstatat(file.source.descriptor, file.name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            // Recorded only once the copy is gone: the next run removes what is still there.
            guard (try? photo.target.folder.remove(file.newName)) != nil else { continue }
            try? photo.target.append([.leftOut(file.number)])
        }
    }
}
