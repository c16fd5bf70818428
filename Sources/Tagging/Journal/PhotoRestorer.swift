import Glibc
import Persistence

/// Undoes changes folder by folder, from the last to the first.
///
/// Use it from one thread at a time.
final class PhotoRestorer {
    private let batch: PhotoBatch
    private let options: TaggingRun.Options
    private let copier = PatchedCopy()
    /// The steps: folder by folder, or run by run if photos have moved, since earlier changes are undone in the folder
    /// where the photos were then.
    private var steps: ArraySlice<(path: String, run: UInt64?)> = []
    private var scope = UndoScope()
    private var journal: FolderJournal?
    private var entries: ArraySlice<FolderJournal.Entry> = []
    /// Photos with a later change that could not be undone, which blocks the earlier ones.
    private var stuck: Set<String> = []
    /// Folders created by runs, which may be empty now.
    private var madeFolders: Set<String> = []
    /// Former folders of moved photos: an interrupted run may have left its lock and files set aside there.
    private var formerFolders: Set<String> = []
    /// Journals already reported as not completely readable.
    private var namedJournals: Set<String> = []
    private var count = 0

    init(_ options: TaggingRun.Options) {
        self.options = options
        batch = PhotoBatch(PhotoCommit(run: nil, options: options))
    }

    /// Determines the changes to undo.
    ///
    /// - Parameters:
    ///   - extent: The newest run or all.
    ///   - roots: The folders, including all below them.
    ///   - photos: The files of single photos.
    /// - Returns: The number of changes.
    /// - Throws: ``TaggingError/Code/unreadable`` if a folder does not exist. For the newest run also
    ///   ``TaggingError/Code/busy``, ``TaggingError/Code/journal``, ``TaggingError/Code/unwritable``: an unreadable
    ///   journal may contain a newer run.
    func begin(
        _ extent: TaggingJournal.Extent, in roots: [String], photos: [[String]]
    ) throws(TaggingError) -> Int {
        scope = UndoScope(extent, photos: photos)
        for root in roots { scope.whole.formUnion(try JournalFolders.all(in: root)) }
        var order = RunOrder()
        for path in scope.whole.sorted() {
            do throws(TaggingError) {
                if let journal = try FolderJournal.open(in: PhotoFolder(path), creating: false) { order.add(journal) }
            } catch {
                // When all runs are undone, a journal that cannot be opened is reported at its turn.
                if extent == .newestRun { throw error }
            }
        }
        // 0 is not a run: leftovers are cleaned up even if there is nothing to undo.
        scope.run = extent == .newestRun ? order.newest ?? 0 : nil
        var count = 0
        var (all, hasMoves) = (RunOrder(), false)
        var foldersOfRuns: [UInt64: [String]] = [:]
        // Folders without anything to undo are opened too, to clean up after interrupted runs.
        var others: [String] = []
        for path in scope.folders {
            var runs: Set<UInt64> = []
            do throws(TaggingError) {
                guard let opened = try FolderJournal.open(in: PhotoFolder(path), creating: false) else { continue }
                let entries = scope.entries(of: opened, in: path)
                count += entries.count
                hasMoves = hasMoves || entries.contains { $0.group != nil }
                runs = Set(entries.map(\.run))
                all.add(opened)
            } catch {
                // A missing folder, or an unreadable journal when all runs are undone, is reported at its turn.
                if extent == .newestRun, error.code != .unreadable { throw error }
            }
            if runs.isEmpty { others.append(path) }
            for run in runs { foldersOfRuns[run, default: []].append(path) }
        }
        steps = scope.folders.map { ($0, nil) }[...]
        if hasMoves {
            let ordered = all.newestFirst.flatMap { run in (foldersOfRuns[run] ?? []).map { ($0, Optional(run)) } }
            steps = (others.map { ($0, nil) } + ordered)[...]
        }
        return count
    }

    /// Undoes the next changes.
    ///
    /// - Parameter isCanceled: Called before each photo.
    /// - Returns: Their outcomes, possibly none; `nil` once everything is undone.
    func next(isCanceled: @Sendable () -> Bool) -> [PhotoOutcome]? {
        FileSizeSignal.block()
        guard !isCanceled(), !options.completion.isStopping else { return nil }
        do throws(TaggingError) {
            if journal == nil {
                guard let step = steps.popFirst() else {
                    removeEmptyFolders()
                    for path in formerFolders {
                        guard let folder = try? PhotoFolder(path) else { continue }
                        _ = try? FolderJournal.open(in: folder, creating: false)?.recover(copier)
                    }
                    formerFolders = []
                    return nil
                }
                guard let opened = try FolderJournal.open(in: PhotoFolder(step.path), creating: false) else {
                    return []
                }
                try opened.recover(copier)
                journal = opened
                let found = scope.entries(of: opened, in: step.path).filter { step.run == nil || $0.run == step.run }
                entries = found.reversed()[...]
            }
            guard let journal else { return [] }
            if entries.isEmpty { return finish(journal) }
            guard let token = try? options.completion.begin("restore photos") else { return nil }
            defer { token.end() }
            if entries.first?.group != nil { return takeBackMoves(journal, isCanceled) }
            return takeBack(journal, isCanceled)
        } catch {
            journal = nil
            return [PhotoOutcome(path: error.path, action: .failed(error))]
        }
    }

    private func finish(_ journal: FolderJournal) -> [PhotoOutcome] {
        self.journal = nil
        var outcomes: [PhotoOutcome] = []
        do throws(TaggingError) {
            if namedJournals.insert(journal.path).inserted {
                for error in [journal.damage, journal.notUnderstood].compactMap(\.self) {
                    outcomes.append(PhotoOutcome(path: journal.path, action: .failed(error)))
                }
            }
            try journal.sync()
            if try journal.removeIfSettled(), journal.madeLevels > 0 {
                var path = LinkResolution(journal.folder.path).path
                for _ in 0..<min(journal.madeLevels, 64) where path != "/" {
                    madeFolders.insert(path)
                    path = Folder.split(path).folder
                }
                removeEmptyFolders()
            }
        } catch {
            outcomes.append(PhotoOutcome(path: journal.path, action: .failed(error)))
        }
        return outcomes
    }

    /// Removes folders that runs have created, if they are empty.
    private func removeEmptyFolders() {
        for path in madeFolders.sorted(by: { $0.utf8.count > $1.utf8.count }) where rmdir(path) == 0 {
            madeFolders.remove(path)
        }
    }

    /// Moves photos back that came from elsewhere.
    private func takeBackMoves(_ journal: FolderJournal, _ isCanceled: @Sendable () -> Bool) -> [PhotoOutcome] {
        var outcomes: [PhotoOutcome] = []
        while outcomes.count < PhotoBatch.groupCount, let group = entries.first?.group {
            if isCanceled() || options.completion.isStopping { break }
            let files = entries.prefix { $0.group == group }.reversed()
            entries = entries.dropFirst(files.count)
            let paths = files.map { journal.folder.path(of: $0.name) }
            if paths.contains(where: stuck.contains) { continue }
            do throws(TaggingError) {
                var moves: [JournalMove] = []
                for file in files { moves.append(try journal.move(file)) }
                formerFolders.formUnion(moves.map { Folder.split($0.formerPath).folder })
                let isDone = try MoveRestorer(copier).takeBack(moves, in: journal.folder)
                // If this cannot be recorded now, the next run detects it again.
                try? journal.append(files.map { .undone($0.number) })
                for (move, path) in zip(moves, paths) {
                    let isCopy = move.way == .copied
                    outcomes.append(
                        PhotoOutcome(
                            path: isCopy ? path : move.formerPath, action: isDone ? .restored : .unchanged,
                            formerPath: isCopy ? nil : path))
                }
            } catch {
                stuck.formUnion(paths)
                outcomes.append(PhotoOutcome(path: paths[0], action: .failed(error)))
            }
        }
        return outcomes
    }

    private func takeBack(_ journal: FolderJournal, _ isCanceled: @Sendable () -> Bool) -> [PhotoOutcome] {
        var outcomes: [PhotoOutcome] = []
        var numbers: [UInt32] = []
        var changes: [FileChange] = []
        var names: Set<String> = []
        while changes.count < PhotoBatch.groupCount, let entry = entries.first, entry.group == nil {
            let record: JournalChange
            do throws(TaggingError) {
                record = try journal.change(entry)
            } catch {
                entries.removeFirst()
                outcomes.append(PhotoOutcome(path: error.path, action: .failed(error)))
                numbers.append(entry.number)
                continue
            }
            // An earlier change of the same photo waits until the later one is undone.
            if names.contains(record.name) { break }
            entries.removeFirst()
            let path = journal.folder.path(of: record.name)
            if stuck.contains(path) { continue }
            names.insert(record.name)
            count += 1
            changes.append(
                FileChange(
                    index: outcomes.count, undoing: record, modified: entry.modified, in: journal.folder,
                    temporaryName: "\(FolderJournal.temporaryPrefix)undo-\(count)\(FolderJournal.temporarySuffix)"))
            outcomes.append(PhotoOutcome(path: path, action: .notBegun))
            numbers.append(entry.number)
        }
        var settled: [UInt32] = []
        for (index, action) in batch.run(changes, [journal.folder.id: journal], isCanceled: isCanceled) {
            outcomes[index].action = action
            if action == .unchanged { settled.append(numbers[index]) }
            if case .failed = action { stuck.insert(outcomes[index].path) }
        }
        // If this cannot be recorded now, the next run detects it again.
        if !settled.isEmpty { try? journal.append(settled.sorted().map { .undone($0) }) }
        return outcomes
    }
}
