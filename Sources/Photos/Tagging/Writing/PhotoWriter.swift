import Glibc
import LKLifetime
import LKPlanning
import LKStorage
import LKThreads

/// Carries out planned edits.
///
/// Use it from one thread at a time.
final class PhotoWriter {
    private let batch: PhotoBatch
    private let folders = OpenFolders()
    private let options: TaggingRun.Options
    private let run: UInt64
    private var count = 0

    init(_ options: TaggingRun.Options) {
        self.options = options
        run = .random(in: 1 ... .max)
        batch = PhotoBatch(PhotoCommit(run: (run, WallClock.nanoseconds), options: options))
    }

    /// Writes photos.
    ///
    /// - Parameters:
    ///   - edits: The edits to write.
    ///   - isCanceled: Asked before each photo.
    /// - Returns: An outcome for each, in the same order.
    func write(_ edits: [PhotoEdit], isCanceled: @Sendable () -> Bool) -> [PhotoOutcome] {
        FileSizeSignal.block()
        var outcomes = edits.map { PhotoOutcome(path: $0.path, action: .notBegun) }
        guard let token = try? options.completion.begin("write into photos") else { return outcomes }
        defer { token.end() }
        var changes: [FileChange] = []
        var journals: [FolderHandle.ID: FolderJournal] = [:]
        func runBatch() {
            for (index, action) in batch.run(changes, journals, isCanceled: isCanceled) {
                outcomes[index].action = action
            }
            (changes, journals) = ([], [:])
        }
        for (index, edit) in edits.enumerated() {
            if !folders.hasRoom(for: edit.path) {
                runBatch()
                folders.closeAll()
            }
            do throws(TaggingError) {
                let (journal, name) = try folders.open(folderOf: edit.path)
                count += 1
                let temporary = "\(FolderJournal.temporaryPrefix)\(String(run, radix: 16))-\(count)"
                journals[journal.folder.id] = journal
                changes.append(
                    FileChange(
                        index: index, edit, of: name, in: journal.folder,
                        temporaryName: temporary + FolderJournal.temporarySuffix))
            } catch {
                outcomes[index].action = .failed(error)
            }
        }
        runBatch()
        folders.trim()
        return outcomes
    }

    /// Unlocks all folders.
    func close() { folders.closeAll() }
}

/// Prepares changes on several threads and commits them in groups.
///
/// Use it from one thread at a time.
final class PhotoBatch {
    /// Maximum total size of prepared files, in bytes: until a group is committed, they take disk space beside the originals.
    static let groupSize = 256 << 20
    static let groupCount = 256

    private let commit: PhotoCommit
    private let options: TaggingRun.Options
    private let workers: OrderedWorkers<FileChange, FileChange>
    private let lookahead: Int
    private var journals: [FolderHandle.ID: FolderJournal] = [:]
    private var submitted: [FileChange] = []
    /// Each prepared change with the planned change it came from.
    private var group: [(prepared: FileChange, planned: FileChange)] = []
    private var size = 0
    private var actions: [Int: PhotoOutcome.Action] = [:]
    /// Changes that failed for lack of disk space, to be retried one at a time.
    private var lackingRoom: [FileChange] = []

    init(_ commit: PhotoCommit) {
        self.commit = commit
        let options = commit.options
        self.options = options
        lookahead = max(1, options.jobs) * 2
        workers = OrderedWorkers(count: options.jobs > 1 ? options.jobs : 0, name: "locate-photo") { @Sendable in
            let preparer = PhotoPreparer(options)
            return { preparer.prepared($0) }
        }
    }

    /// Prepares and commits changes.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - journals: The journals of their folders.
    ///   - isCanceled: Called before each change.
    /// - Returns: The outcome of each change, by ``FileChange/index``.
    func run(
        _ changes: [FileChange], _ journals: [FolderHandle.ID: FolderJournal], isCanceled: @Sendable () -> Bool
    ) -> [Int: PhotoOutcome.Action] {
        self.journals = journals
        // Releasing the last reference to a journal unlocks its folder.
        defer { self.journals = [:] }
        actions = [:]
        for change in changes {
            if isCanceled() || options.completion.isStopping {
                actions[change.index] = .notBegun
                continue
            }
            while workers.underWay >= lookahead { collectPrepared() }
            submit(change)
        }
        while workers.underWay > 0 { collectPrepared() }
        commitGroup()
        // Each needs disk space only for itself: the previous one has already freed its old file.
        let again = lackingRoom
        lackingRoom = []
        for change in again where !isCanceled() {
            submit(change)
            collectPrepared()
            commitGroup()
            lackingRoom = []
        }
        return actions
    }

    private func submit(_ change: FileChange) {
        submitted.append(change)
        workers.submit(change)
    }

    private func collectPrepared() {
        guard let prepared = workers.next() else { return }
        let planned = submitted.removeFirst()
        if let action = prepared.action {
            actions[planned.index] = action
            if case .failed(let error) = action, error.isLackOfRoom { lackingRoom.append(planned) }
            return
        }
        group.append((prepared, planned))
        size += prepared.size
        if size >= Self.groupSize || group.count >= Self.groupCount { commitGroup() }
    }

    private func commitGroup() {
        guard !group.isEmpty else { return }
        let outcomes = commit.commit(group.map(\.prepared), journals)
        for change in group {
            guard let action = outcomes[change.planned.index] else { continue }
            actions[change.planned.index] = action
            if group.count > 1, case .failed(let error) = action, error.isLackOfRoom {
                lackingRoom.append(change.planned)
            }
        }
        (group, size) = ([], 0)
    }
}

/// The open folders of a run with their journals.
///
/// Use it from one thread at a time.
final class OpenFolders {
    /// Maximum number of open, locked folders, each with two descriptors; the rest is left for photos, catalogs and the
    /// program's own files.
    private static let maximumOpenFolders: Int = {
        var limits = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return maximumFolders }
        return min(maximumFolders, max(1, (Int(clamping: limits.rlim_cur) - keptDescriptors) / 4))
    }()
    private static let maximumFolders = 64
    private static let keptDescriptors = 40

    private enum Opened {
        case open(FolderJournal)
        case failed(TaggingError)
    }

    private let copier = PatchedCopy()
    private var folders: [String: Opened] = [:]
    /// The real paths of folders, by the path given.
    private var real: [String: String] = [:]

    /// Opens the folder of a file, and cleans up after an interrupted run.
    ///
    /// - Parameter path: The file; symbolic links are followed.
    /// - Returns: The journal of the real folder of the file, and the file's name in it.
    /// - Throws: ``TaggingError/Code/busy`` and other errors of folders that cannot be used.
    func open(folderOf path: String) throws(TaggingError) -> (journal: FolderJournal, name: String) {
        let (folder, name) = Folder.split(path)
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0) else {
            throw TaggingError(
                code: .unreadable, message: "\(path) is not the path of a file", advice: "name a photo", path: path)
        }
        let key: String
        if let known = real[folder] {
            key = known
        } else {
            key = try FolderHandle(folder).realPath
            real[folder] = key
        }
        let folderJournal = try journal(of: key)
        guard let status = try folderJournal.folder.status(of: name), status.st_mode & S_IFMT == S_IFLNK else {
            return (folderJournal, name)
        }
        let target = try realPath(ofLink: path)
        let (targetFolder, targetName) = Folder.split(target)
        return (try journal(of: targetFolder), targetName)
    }

    /// Returns where a symbolic link to a file leads.
    ///
    /// - Throws: ``TaggingError/Code/unsafe`` for a link of another user, ``TaggingError/Code/unreadable`` for one that
    ///   leads to nothing: a new file would be made wherever the link says.
    private func realPath(ofLink path: String) throws(TaggingError) -> String {
        let real = try RealPath.of(path)
        var status = stat()
        guard lstat(real, &status) == 0 else {
            throw TaggingError(
                code: .unreadable, message: "\(path) is a symbolic link to a file that does not exist",
                advice: "remove the link",
                path: path, errno: ENOENT)
        }
        return real
    }

    /// Looks for a folder that is open already.
    ///
    /// - Parameter path: The folder, without symbolic links.
    /// - Returns: Its journal; `nil` if it is not open.
    func opened(_ path: String) -> FolderJournal? {
        if case .open(let journal) = folders[path] { journal } else { nil }
    }

    /// Opens a folder, and cleans up after an interrupted run.
    ///
    /// - Parameter path: The folder, without symbolic links.
    /// - Returns: Its journal.
    /// - Throws: ``TaggingError/Code/busy`` and other errors of folders that cannot be used.
    func journal(of path: String) throws(TaggingError) -> FolderJournal {
        switch folders[path] {
        case .open(let journal): return journal
        case .failed(let error): throw error
        case nil: break
        }
        do throws(TaggingError) {
            guard let journal = try FolderJournal.open(in: FolderTree.folder(atReal: path), creating: true) else {
                throw .system(ENOENT, .unwritable, "write a journal in", path)
            }
            try journal.recover(copier)
            journal.dropEntries()
            folders[path] = .open(journal)
            return journal
        } catch {
            folders[path] = .failed(error)
            throw error
        }
    }

    /// Returns whether another folder can be opened; otherwise the photos of the open folders are written first.
    ///
    /// - Parameter path: A file in the folder.
    /// - Returns: Whether it can be opened, or is open already.
    func hasRoom(for path: String) -> Bool {
        guard folders.count >= Self.maximumOpenFolders else { return true }
        if let key = real[Folder.split(path).folder], folders[key] != nil { return true }
        return folders.count { if case .open = $0.value { true } else { false } } < Self.maximumOpenFolders
    }

    /// Closes all but a few folders, and forgets those that could not be opened, so that they are retried.
    func trim() {
        folders = folders.filter { if case .open = $0.value { true } else { false } }
        if folders.count >= Self.maximumOpenFolders { closeAll() }
    }

    /// Closes and unlocks all.
    func closeAll() {
        folders.removeAll()
        real.removeAll()
    }
}

/// SIGXFSZ, which terminates a process that writes beyond its file size limit.
enum FileSizeSignal {
    /// Blocks the signal on this thread and the threads it starts, so that such a write fails with EFBIG instead.
    static func block() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGXFSZ)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
