import Glibc
import Persistence

/// Carries out a plan of ``FolderSorter``, so that each file is at any moment where it was or where it is to be, whole, and can be
/// put back.
///
/// ```swift
/// let run = SortingRun()
/// for photo in await run.carryOut(plan.moved) { print(photo.path, photo.action) }
/// await run.finish()
/// ```
///
/// Nothing is overwritten. Within a file system files are renamed; to another one they are copied, made durable and compared before
/// they are removed. Durable is what has an outcome. The journals of the new folders have what ``TaggingJournal/undo(_:in:options:)``
/// needs. Of a photo with several files all are moved or none: what an interrupted run has left half done is moved back by the next.
public final class SortingRun: Sendable {
    private let thread: TaggingThread<PhotoMover>

    /// Begins a run; nothing is opened yet.
    ///
    /// - Parameter options: How files are written; of these the modification time is always kept.
    public init(options: TaggingRun.Options = .init()) { thread = TaggingThread("locate-sorting", PhotoMover(options)) }

    /// Moves or copies some photos, as they were planned; all is durable when this returns.
    ///
    /// When the caller's task is cancelled, or the process asked to stop, photos under way are finished and the rest are
    /// ``PhotoOutcome/Action/notBegun``.
    ///
    /// - Parameter photos: Photos of a plan; of those that stay where they are nothing is done.
    /// - Returns: An outcome for each, in the same order.
    public func carryOut(_ photos: [SortedPhoto]) async -> [PhotoOutcome] {
        await thread.run { mover, isCanceled in mover.move(photos, isCanceled: isCanceled) }
    }

    /// Unlocks the folders, and removes new ones that stayed empty; the run can be continued afterwards.
    public func finish() async { await thread.run { mover, _ in mover.close() } }
}

/// Moves and copies photos: journal, durability, renames, durability; for one thread at a time.
final class PhotoMover {
    /// A file on its way.
    private struct Pending {
        var file: SortedPhoto.File
        /// Where it is; its folder is locked where the file is to go from there.
        var source: PhotoFolder
        var name: String
        var newName: String
        var move: JournalMove
        /// The copy, where there is one; empty for a file that is renamed.
        var temporary = ""
        var number: UInt32 = 0
    }

    /// A photo on its way; all of its files go to one folder.
    private struct Photo {
        var index: Int
        var files: [Pending]
        var target: FolderJournal
        var path: String
    }

    /// So many files are made durable together.
    private static let groupCount = 256
    /// The most bytes of copies in a batch.
    private static let groupSize = 256 << 20
    /// The most folders open at once; each takes two descriptors.
    private static let groupFolders = 48

    private let options: TaggingRun.Options
    private let transfer: FileTransfer
    private let folders = OpenFolders()
    private let run = UInt64.random(in: 1 ... .max)
    private let began = WallClock.nanoseconds
    /// Folders that this run has made.
    private var made: Set<String> = []
    /// Those folders to which photos have come, or were about to.
    private var used: Set<String> = []
    private var count = 0

    init(_ options: TaggingRun.Options) {
        self.options = options
        transfer = FileTransfer(PatchedCopy())
    }

    /// Moves or copies photos.
    ///
    /// - Parameters:
    ///   - photos: Photos of a plan.
    ///   - isCanceled: Asked before each photo.
    /// - Returns: An outcome for each, in the same order.
    func move(_ photos: [SortedPhoto], isCanceled: @Sendable () -> Bool) -> [PhotoOutcome] {
        FileSizeSignal.block()
        var outcomes = photos.map { PhotoOutcome(path: $0.path, action: .notBegun) }
        guard let token = try? options.completion.begin("sort photos") else { return outcomes }
        defer { token.end() }
        var group: [Photo] = []
        var (size, count, used) = (0, 0, Set<String>())
        func finishGroup() {
            for (index, action) in carryOut(group) {
                outcomes[index].action = action
                // Two mounts of one file system look like one until something is moved.
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

    /// Unlocks all folders, and removes those that stayed empty.
    func close() {
        folders.closeAll()
        for path in made.subtracting(used) {
            guard let folder = try? PhotoFolder(path) else { continue }
            // It says nothing but that the folder was made.
            _ = try? FolderJournal.open(in: folder, creating: false)?.removeIfSettled()
        }
        for path in made.sorted(by: { $0.utf8.count > $1.utf8.count }) where rmdir(path) == 0 { made.remove(path) }
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
        // The lock keeps others from replacing a photo that has just gone.
        let source = isCopied ? try PhotoFolder(folder) : try folders.journal(of: folder).folder
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

    private static func inode(of folder: PhotoFolder) throws(TaggingError) -> UInt64 {
        var status = stat()
        guard fstat(folder.descriptor, &status) == 0 else { throw .system(errno, .unreadable, "read", folder.path) }
        return UInt64(status.st_ino)
    }

    private func removeTemporaries(of photo: Photo) {
        for file in photo.files where !file.temporary.isEmpty { photo.target.folder.discard(file.temporary) }
    }

    /// Makes a folder and what is missing above it, and opens its journal.
    private func journal(makingFolder path: String) throws(TaggingError) -> FolderJournal {
        var missing: [String] = []
        var place = path
        var status = stat()
        while stat(place, &status) != 0, errno == ENOENT, place != "/" {
            missing.append(place)
            place = Folder.split(place).folder
        }
        var parents: [PhotoFolder] = []
        for folder in missing.reversed() {
            guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
                throw .system(errno, .unwritable, "make the folder", folder)
            }
            // As other programs make folders, and not root's in a user's folder.
            let parent = try PhotoFolder(Folder.split(folder).folder)
            if geteuid() == 0, fstat(parent.descriptor, &status) == 0 {
                _ = chown(folder, status.st_uid, status.st_gid)
            }
            parents.append(parent)
            made.insert(LinkResolution(folder).path)
        }
        let journal = try folders.journal(of: LinkResolution(path).path)
        // At once: of a run that is killed before its first photo comes here, undo removes the folder all the same.
        if !missing.isEmpty {
            try journal.append([.madeFolders(run, levels: UInt16(clamping: levels(journal.folder.path)))])
        }
        for parent in parents { try parent.sync() }
        return journal
    }

    /// How many folders this run has made, from one upwards.
    private func levels(_ path: String) -> Int {
        var (path, count) = (path, 0)
        while made.contains(path) { (path, count) = (Folder.split(path).folder, count + 1) }
        return count
    }

    // MARK: What moves them

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
                        // What cannot be said now, or could not be moved back, is left to the next run.
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
                // They may be at their new places or not; the next run moves them back.
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

    private func sync(_ folders: [PhotoFolder]) throws(TaggingError) {
        var done: Set<String> = []
        for folder in folders where done.insert(folder.path).inserted { try folder.sync() }
    }

    /// Why a photo did not get to its new place.
    private struct Misplaced: Error {
        var error: TaggingError
        /// Whether all of its files are where they were.
        var isBack = true
    }

    /// Gives all files of a photo their new names, or none.
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
                        target.discard(file.newName)
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

    /// Removes what was copied to another file system, if all of it is still what was copied.
    ///
    /// It is set aside first and checked there: what another program has saved in the last moment would be lost otherwise.
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
            // The old one counts; the copy is the one to go.
            for aside in asides[..<index] { _ = aside.giveBack() }
            withdraw(files, photo)
            throw error
        }
        for (index, file) in files.enumerated() {
            do throws(TaggingError) {
                try file.source.remove(asides[index].name)
            } catch {
                for aside in asides[index...] { _ = aside.giveBack() }
                // Otherwise some of the photo is only at its new place, and the next run moves all of it back.
                if index == 0 { withdraw(files, photo) }
                throw error
            }
        }
    }

    /// Removes the copies of files that stay where they are.
    private func withdraw(_ files: [Pending], _ photo: Photo) {
        for file in files {
            var status = stat()
            // As long as the old one is there.
            guard fstatat(file.source.descriptor, file.name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            photo.target.folder.discard(file.newName)
            try? photo.target.append([.leftOut(file.number)])
        }
    }
}
