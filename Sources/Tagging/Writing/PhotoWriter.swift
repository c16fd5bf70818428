import Glibc
import Persistence
import Threads

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
        var journals: [PhotoFolder.ID: FolderJournal] = [:]
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
                let place = try folders.place(of: edit.path)
                count += 1
                let temporary = "\(FolderJournal.temporaryPrefix)\(String(run, radix: 16))-\(count)"
                journals[place.journal.folder.id] = place.journal
                changes.append(
                    FileChange(
                        index: index, edit, of: place.name, in: place.journal.folder,
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
    private var journals: [PhotoFolder.ID: FolderJournal] = [:]
    private var submitted: [FileChange] = []
    /// Each prepared change with the planned change it came from.
    private var group: [(prepared: FileChange, planned: FileChange)] = []
    private var size = 0
    private var actions: [Int: PhotoOutcome.Action] = [:]
    /// Changes that failed for lack of disk space beside others, to be tried again alone.
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
    ///   - isCanceled: Asked before each.
    /// - Returns: The outcome of each change, by ``FileChange/index``.
    func run(
        _ changes: [FileChange], _ journals: [PhotoFolder.ID: FolderJournal], isCanceled: @Sendable () -> Bool
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
        // Retried one at a time, each needs only its own room: the previous one has already freed its old file.
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
