import Persistence

/// Takes changes back, folder by folder and from the last to the first; for one thread at a time.
final class PhotoRestorer {
    private let batch: PhotoBatch
    private let options: TaggingRun.Options
    private let copier = PatchedCopy()
    private var folders: ArraySlice<String> = []
    private var scope = UndoScope()
    private var journal: TagJournal?
    private var entries: ArraySlice<TagJournal.Entry> = []
    /// Photos whose later change could not be taken back, so that earlier ones cannot either.
    private var stuck: Set<String> = []
    private var count = 0

    init(_ options: TaggingRun.Options) {
        self.options = options
        batch = PhotoBatch(PhotoCommit(run: nil, options: options))
    }

    /// Finds out what is to be undone.
    ///
    /// - Parameters:
    ///   - extent: The newest run or all.
    ///   - roots: The folders, with all below them.
    ///   - photos: The files of single photos.
    /// - Returns: How many changes that are.
    /// - Throws: ``TaggingError/Code/unreadable`` when there is no such folder. For the newest run also
    ///   ``TaggingError/Code/busy``, ``TaggingError/Code/journal``, ``TaggingError/Code/unwritable``: a journal that cannot be read
    ///   may have a newer one.
    func begin(
        _ extent: TaggingJournal.Extent, in roots: [String], photos: [[String]]
    ) throws(TaggingError) -> Int {
        scope = UndoScope(extent, photos: photos)
        for root in roots { scope.whole.formUnion(try JournalFolders.all(in: root)) }
        var order = RunOrder()
        for path in scope.whole.sorted() {
            do throws(TaggingError) {
                if let journal = try TagJournal.open(in: PhotoFolder(path), creating: false) { order.add(journal) }
            } catch {
                // Of all runs what cannot be opened is named when its turn comes.
                if extent == .newestRun { throw error }
            }
        }
        // With a number that no run has, leftovers are cleared away all the same.
        scope.run = extent == .newestRun ? order.newest ?? 0 : nil
        folders = scope.folders[...]
        var count = 0
        for path in scope.folders {
            do throws(TaggingError) {
                guard let opened = try TagJournal.open(in: PhotoFolder(path), creating: false) else { continue }
                count += scope.entries(of: opened, in: path).count
            } catch {
                // A folder that is not there, or of all runs what cannot be opened, is named when its turn comes.
                if extent == .newestRun, error.code != .unreadable { throw error }
            }
        }
        return count
    }

    /// Takes back some more changes.
    ///
    /// - Parameter isCanceled: Asked before each photo.
    /// - Returns: What became of them, possibly nothing; `nil` once all is done.
    func next(isCanceled: @Sendable () -> Bool) -> [PhotoOutcome]? {
        WallClock.blockFileSizeSignal()
        guard !isCanceled(), !options.completion.isStopping else { return nil }
        do throws(TaggingError) {
            if journal == nil {
                guard let path = folders.popFirst() else { return nil }
                guard let opened = try TagJournal.open(in: PhotoFolder(path), creating: false) else { return [] }
                try opened.recover(copier)
                journal = opened
                stuck = []
                entries = scope.entries(of: opened, in: path).reversed()[...]
            }
            guard let journal else { return [] }
            if entries.isEmpty { return finish(journal) }
            guard let token = try? options.completion.begin("restore photos") else { return nil }
            defer { token.end() }
            return takeBack(journal, isCanceled)
        } catch {
            journal = nil
            return [PhotoOutcome(path: error.path, action: .failed(error))]
        }
    }

    private func finish(_ journal: TagJournal) -> [PhotoOutcome] {
        self.journal = nil
        var outcomes: [PhotoOutcome] = []
        do throws(TaggingError) {
            if journal.damagedCount > 0 {
                let message =
                    "\(journal.path) is damaged: what \(journal.damagedCount) bytes of it said cannot be undone; "
                    + "restore it from a copy, or remove it"
                let error = TaggingError(code: .journal, message: message, path: journal.path)
                outcomes.append(PhotoOutcome(path: journal.path, action: .failed(error)))
            }
            try journal.sync()
            try journal.removeIfSettled()
        } catch {
            outcomes.append(PhotoOutcome(path: journal.path, action: .failed(error)))
        }
        return outcomes
    }

    private func takeBack(_ journal: TagJournal, _ isCanceled: @Sendable () -> Bool) -> [PhotoOutcome] {
        var outcomes: [PhotoOutcome] = []
        var numbers: [UInt32] = []
        var jobs: [PhotoBatch.Job] = []
        var names: Set<String> = []
        while jobs.count < PhotoBatch.groupCount, let entry = entries.first {
            let change: JournalChange
            do throws(TaggingError) {
                change = try journal.change(entry)
            } catch {
                entries.removeFirst()
                outcomes.append(PhotoOutcome(path: error.path, action: .failed(error)))
                numbers.append(entry.number)
                continue
            }
            // An earlier change of the same photo waits until the later one is undone.
            if names.contains(change.name) { break }
            entries.removeFirst()
            if stuck.contains(change.name) { continue }
            names.insert(change.name)
            count += 1
            let temporary = "\(TagJournal.temporaryPrefix)undo-\(count)\(TagJournal.temporarySuffix)"
            let work = PhotoBatch.Work(
                kind: .undo(change, modified: entry.modified), folder: journal.folder, name: change.name,
                temporary: temporary)
            jobs.append(.init(index: outcomes.count, work: work, journal: journal))
            outcomes.append(PhotoOutcome(path: journal.folder.path(of: change.name), action: .notBegun))
            numbers.append(entry.number)
        }
        var settled: [UInt32] = []
        for (index, action) in batch.run(jobs, isCanceled: isCanceled) {
            outcomes[index].action = action
            if action == .unchanged { settled.append(numbers[index]) }
            if case .failed = action { stuck.insert(PhotoFolder.name(of: outcomes[index].path)) }
        }
        // What cannot be said now is found out again.
        if !settled.isEmpty { try? journal.append(settled.sorted().map { .undone($0) }) }
        return outcomes
    }
}
