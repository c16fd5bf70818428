import Glibc
import LKLifetime
import LKPlanning
import LKStorage

/// Undoes changes folder by folder, from the last to the first.
///
/// Use it from one thread at a time.
final class PhotoRestorer {
    private let batch: PhotoBatch
    private let options: TaggingRun.Options
    private let copier = PatchedCopy()
    /// The steps: journal by journal, or run by run if photos have moved or a folder has several journals, since earlier
    /// changes are undone in the folder where the photos were then.
    private var steps: ArraySlice<Step> = []
    private var scope = UndoScope()
    /// The changes that were found when the undo was prepared, by journal, by run.
    ///
    /// Later ones are not taken back: a single photo's newest run would be the one before as soon as it is undone.
    private var chosen: [Reference: [UInt64: Set<UInt32>]] = [:]
    private var extent = TaggingJournal.Extent.newestRun
    /// Single photos that are left alone.
    private var refused: [TaggingError] = []
    /// What the journals said when they were read.
    let readings = JournalReadings()
    /// The runs of changes that are left in journals of whole folders, and when they began.
    private var unfinished: [Reference: (runs: [UInt64], began: [UInt64: Int64])] = [:]
    /// The folders that the user has named.
    private var named: [FolderTree] = []
    private lazy var former = FormerFolders(named: named)
    /// The journals in use, the last one used last.
    private var opened: [OpenJournal] = []
    private var current: FolderJournal?
    /// The step of ``current``.
    private var step: Step?
    /// Outcomes of journals that were closed when undoing was cancelled.
    private var pending: [PhotoOutcome] = []
    /// The runs that are to be undone, in folders and of single photos.
    private var planned = RunOrder()
    private var entries: ArraySlice<FolderJournal.Entry> = []
    /// Photos with a later change that could not be undone, which blocks the earlier ones.
    private var stuck: Set<String> = []
    /// When one run is undone: the files in the folder of ``current`` that newer runs have changed as well.
    private var changedLater: Set<String> = []
    /// Folders created by runs, which may be empty now.
    private var madeFolders: Set<String> = []
    /// Former folders of moved photos: an interrupted run may have left its lock and files set aside there.
    private var formerFolders: Set<String> = []
    /// Journals already reported as not completely readable.
    private var namedJournals: Set<String> = []
    private var count = 0
    /// Whether a file of the changes to undo is where it was changed.
    private var isAnyHere = false
    /// Part of the names of temporary files, which others cannot foresee.
    private let mark = String(UInt64.random(in: 1 ... .max), radix: 16)

    /// A journal by its folder and name.
    private struct Reference: Hashable {
        var folder: String
        var name: String
    }

    private struct Step {
        var journal: Reference
        /// The only run to undo; `nil` for all of the scope.
        var run: UInt64?
    }

    /// A journal in use.
    private struct OpenJournal {
        var reference: Reference
        var journal: FolderJournal
        /// The user's own journal of the folder, which is the lock, if that is another one.
        var lock: FolderJournal?
        /// What is to be undone, by run; in the order it was made.
        var entries: [UInt64: [FolderJournal.Entry]]
    }

    /// What is to be undone.
    struct Begun: Sendable {
        /// The number of changes.
        var count: Int
        /// Whether a file of these changes is where it was changed.
        var isAnyHere: Bool
        /// The runs that are undone in the folders, the newest first.
        var runs: [TaggingJournal.Run]
        /// The same with the runs that are undone for single photos; each counts the changes that are undone.
        var allRuns: [TaggingJournal.Run]
        /// The journals that are not the user's own.
        var foreign: [TaggingJournal.ForeignJournal]
    }

    /// Maximum number of journals in use, each with two descriptors or three.
    private static let maximumOpenJournals = 16

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
    ///   - includingSubfolders: Whether to include the folders below.
    /// - Returns: What is to be undone.
    /// - Throws: ``TaggingError/Code/unreadable`` if a folder does not exist. For the newest run also
    ///   ``TaggingError/Code/busy``, ``TaggingError/Code/journal``, ``TaggingError/Code/unwritable``: an unreadable
    ///   journal may contain a newer run.
    func begin(
        _ extent: TaggingJournal.Extent, in roots: [String], photos: [[String]], includingSubfolders: Bool = true
    ) throws(TaggingError) -> Begun {
        self.extent = extent
        scope = UndoScope(extent, photos: photos)
        refused = scope.refused
        for root in roots { named.append(try FolderTree(root)) }
        var references: [Reference] = []
        for tree in named {
            for found in try JournalFolders.all(in: tree, includingSubfolders: includingSubfolders) {
                let path = tree.path(of: found.names)
                if scope.whole.insert(path).inserted {
                    references += found.journals.map { Reference(folder: path, name: $0) }
                }
            }
        }
        var order = RunOrder()
        var foreign: [TaggingJournal.ForeignJournal] = []
        var left: Set<Reference> = []
        for reference in references {
            do throws(TaggingError) {
                switch try open(reference) {
                case nil: continue
                case .success(let journal):
                    order.add(journal)
                    if !journal.isAuthentic, !journal.isSettled { foreign.append(.undoable(journal)) }
                case .failure(let refusal):
                    left.insert(reference)
                    foreign.append(.refused("\(reference.folder)/\(reference.name)", refusal))
                }
            } catch {
                // When all runs are undone, a journal that cannot be opened is reported at its turn.
                if extent != .all { throw error }
            }
        }
        // 0 is not a run: leftovers are cleaned up even if there is nothing to undo.
        var runs = order.runs
        switch extent {
        case .all: break
        case .newestRun:
            runs = Array(runs.prefix(1))
            scope.run = runs.first?.number ?? 0
        case .run(let run):
            runs = runs.filter { $0.number == run.number }
            scope.run = run.number
        }
        for path in scope.folders where !scope.whole.contains(path) {
            // A missing folder is reported at its turn.
            guard let folder = try? folder(path) else {
                references.append(Reference(folder: path, name: JournalFile.name))
                continue
            }
            do throws(TaggingError) {
                references += try JournalFile.names(in: folder).map { Reference(folder: path, name: $0) }
            } catch {
                refused.append(error)
            }
        }
        let count = try plan(references.filter { !left.contains($0) }, extent)
        return Begun(count: count, isAnyHere: isAnyHere, runs: runs, allRuns: planned.runs, foreign: foreign)
    }

    /// Determines the steps.
    private func plan(_ references: [Reference], _ extent: TaggingJournal.Extent) throws(TaggingError) -> Int {
        var count = 0
        var (all, isByRun) = (RunOrder(), false)
        var ofRuns: [UInt64: [Reference]] = [:]
        var withEntries: Set<String> = []
        // Journals without anything to undo are opened too, to clean up after interrupted runs.
        var others: [Reference] = []
        for reference in references {
            var runs: Set<UInt64> = []
            // A missing folder is reported at its turn.
            guard (try? folder(reference.folder)) != nil else {
                others.append(reference)
                continue
            }
            do throws(TaggingError) {
                guard case .success(let journal) = try open(reference) else { continue }
                let entries = scope.entries(of: journal, in: reference.folder)
                choose(entries, of: reference)
                count += entries.count
                isAnyHere =
                    isAnyHere || entries.contains { (try? journal.folder.status(of: $0.name)).flatMap { $0 } != nil }
                isByRun = isByRun || entries.contains { $0.group != nil }
                runs = Set(entries.map(\.run))
                if !runs.isEmpty, !withEntries.insert(reference.folder).inserted { isByRun = true }
                all.add(journal)
                planned.add(entries.map(\.run), began: journal.runs)
            } catch {
                // When all runs are undone, an unreadable journal is reported at its turn.
                if extent != .all { throw error }
            }
            if runs.isEmpty { others.append(reference) }
            for run in runs { ofRuns[run, default: []].append(reference) }
        }
        steps = references.map { Step(journal: $0) }[...]
        if isByRun {
            let ordered = all.newestFirst().flatMap { run in
                (ofRuns[run] ?? []).map { Step(journal: $0, run: run) }
            }
            steps = (others.map { Step(journal: $0) } + ordered)[...]
        }
        return count
    }

    private func choose(_ entries: [FolderJournal.Entry], of reference: Reference) {
        var numbers: [UInt64: Set<UInt32>] = [:]
        for entry in entries { numbers[entry.run, default: []].insert(entry.number) }
        chosen[reference] = numbers
    }

    /// Returns what is left to undo of the changes that were found when the undo was prepared, in the order they were made.
    private func left(of journal: FolderJournal, _ reference: Reference) -> [FolderJournal.Entry] {
        if chosen[reference] == nil {
            // It could not be opened then; when all runs are undone, it is read at its turn.
            choose(extent == .all ? scope.entries(of: journal, in: reference.folder) : [], of: reference)
        }
        let numbers = chosen[reference] ?? [:]
        return journal.entries.filter { !$0.isSettled && numbers[$0.run]?.contains($0.number) == true }
    }

    /// Opens a folder: below one that was named from there, and never through a link.
    private func folder(_ path: String) throws(TaggingError) -> FolderHandle {
        for tree in named {
            guard let names = tree.names(to: path) else { continue }
            guard let folder = try tree.folder(names) else { break }
            return folder
        }
        return try FolderTree.folder(atReal: path)
    }

    private func open(
        _ reference: Reference
    ) throws(TaggingError) -> Result<FolderJournal, JournalFile.Refusal>? {
        try FolderJournal.open(reference.name, in: folder(reference.folder), readings)
    }

    /// Undoes the next changes.
    ///
    /// - Parameter isCanceled: Called before each photo.
    /// - Returns: Their outcomes, possibly none; `nil` once everything is undone.
    func next(isCanceled: @Sendable () -> Bool) -> [PhotoOutcome]? {
        FileSizeSignal.block()
        guard !isCanceled(), !options.completion.isStopping else {
            suspend()
            return nil
        }
        if !pending.isEmpty {
            defer { pending = [] }
            return pending
        }
        if !refused.isEmpty {
            defer { refused = [] }
            return refused.map { PhotoOutcome(path: $0.path, action: .failed($0)) }
        }
        do throws(TaggingError) {
            if current == nil {
                guard let step = steps.popFirst() else {
                    if !opened.isEmpty { return finish(opened.removeFirst()) }
                    FolderTree.removeEmpty(&madeFolders)
                    for path in formerFolders {
                        guard let folder = try? FolderHandle(path) else { continue }
                        _ = try? FolderJournal.open(in: folder, creating: false)?.recover(copier)
                    }
                    formerFolders = []
                    return nil
                }
                return try begin(step)
            }
            guard let journal = current else { return [] }
            if entries.isEmpty {
                current = nil
                return opened.count > Self.maximumOpenJournals ? finish(opened.removeFirst()) : []
            }
            guard let token = try? options.completion.begin("restore photos") else {
                suspend()
                return nil
            }
            defer { token.end() }
            if entries.first?.group != nil { return takeBackMoves(journal, isCanceled) }
            return takeBack(journal, isCanceled)
        } catch {
            current = nil
            return [PhotoOutcome(path: error.path, action: .failed(error))]
        }
    }

    /// Unlocks all folders; ``next(isCanceled:)`` continues with what is not undone yet.
    private func suspend() {
        // What is left of the step's changes is read from its journal again.
        if current != nil, let step { steps = [step] + steps }
        (current, step, entries) = (nil, nil, [])
        while !opened.isEmpty { pending += finish(opened.removeFirst()) }
    }

    /// Begins a step: opens its journal, if it is not in use, and settles what an interrupted run has left.
    private func begin(_ step: Step) throws(TaggingError) -> [PhotoOutcome] {
        var restored: [PhotoOutcome] = []
        if let index = opened.firstIndex(where: { $0.reference == step.journal }) {
            opened.append(opened.remove(at: index))
        } else {
            let folder: FolderHandle
            do throws(TaggingError) { folder = try self.folder(step.journal.folder) } catch {
                throw undoneElsewhere(error, step.journal)
            }
            // The user's own journal may be in use as the lock of another one.
            let others = opened.filter { $0.reference.folder == step.journal.folder }
            let own = others.lazy.compactMap { $0.lock ?? ($0.journal.isOwn ? $0.journal : nil) }.first
            var used = own
            if used == nil {
                do throws(TaggingError) {
                    used = try FolderJournal.open(in: folder, creating: true, readings)
                } catch {
                    throw undoneElsewhere(error, step.journal)
                }
                try used?.recover(copier)
            }
            guard let present = used else { return [] }
            var (journal, lock): (FolderJournal, FolderJournal?) = (present, nil)
            if present.name != step.journal.name {
                guard case .success(let found) = try FolderJournal.open(step.journal.name, in: folder, readings)
                else {
                    return []
                }
                (journal, lock) = (found, present)
                restored = try journal.putBackUnfinished(copier, former, isAskedFor: true).map {
                    PhotoOutcome(path: $0.path, action: .restored)
                }
            }
            var entries: [UInt64: [FolderJournal.Entry]] = [:]
            for entry in left(of: journal, step.journal) { entries[entry.run, default: []].append(entry) }
            opened.append(OpenJournal(reference: step.journal, journal: journal, lock: lock, entries: entries))
        }
        let last = opened[opened.count - 1]
        (current, self.step) = (last.journal, step)
        changedLater = laterChanges(last.journal)
        if let run = step.run {
            entries = (last.entries[run] ?? []).reversed()[...]
        } else {
            entries = last.entries.values.joined().sorted { $0.range.lowerBound > $1.range.lowerBound }[...]
        }
        return restored
    }

    /// Returns the error for a folder that was there, as were its changes, when the undo was prepared: another undo removes
    /// folders.
    private func undoneElsewhere(_ error: TaggingError, _ journal: Reference) -> TaggingError {
        guard error.errno == ENOENT, chosen[journal]?.isEmpty == false else { return error }
        return TaggingError(
            code: .busy, message: "another run has undone what was to be undone in \(journal.folder) meanwhile",
            advice: "run the same command again to undo the rest", path: journal.folder)
    }

    /// Ends the use of a journal, which is removed if nothing is left to undo.
    private func finish(_ used: OpenJournal) -> [PhotoOutcome] {
        let journal = used.journal
        var outcomes: [PhotoOutcome] = []
        do throws(TaggingError) {
            if namedJournals.insert(journal.path).inserted {
                for error in [journal.damage, journal.notUnderstood].compactMap(\.self) {
                    outcomes.append(PhotoOutcome(path: journal.path, action: .failed(error)))
                }
            }
            try journal.sync()
            journal.keep(in: readings)
            if scope.whole.contains(used.reference.folder) {
                unfinished[used.reference] = (journal.entries.filter { !$0.isSettled }.map(\.run), journal.runs)
            }
            if try journal.removeIfSettled(), journal.madeLevels > 0 {
                var path = journal.folder.realPath
                for _ in 0..<min(journal.madeLevels, 64) where path != "/" {
                    madeFolders.insert(path)
                    path = Folder.split(path).folder
                }
                FolderTree.removeEmpty(&madeFolders)
            }
        } catch {
            outcomes.append(PhotoOutcome(path: journal.path, action: .failed(error)))
        }
        return outcomes
    }

    /// The runs that are left in the folders once everything in the scope is undone, the newest first.
    var remainingRuns: [TaggingJournal.Run] {
        var order = RunOrder()
        for journal in unfinished.values { order.add(journal.runs, began: journal.began) }
        return order.runs
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
            if let later = files.first(where: { changedLater.contains($0.name) }) {
                stuck.formUnion(paths)
                let path = journal.folder.path(of: later.name)
                outcomes.append(PhotoOutcome(path: path, action: .failed(Self.changedLater(path))))
                continue
            }
            do throws(TaggingError) {
                var moves: [JournalMove] = []
                for file in files { moves.append(try journal.move(file)) }
                let isHere = files.allSatisfy(\.isHere)
                let isDone = try MoveRestorer(copier, former, isHere ? .anywhere : .named)
                    .takeBack(moves, in: journal.folder)
                formerFolders.formUnion(moves.map { Folder.split($0.formerPath).folder })
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

    /// Returns the files of a journal that other runs have changed after the only one that is undone.
    private func laterChanges(_ journal: FolderJournal) -> Set<String> {
        guard case .run(let run) = extent else { return [] }
        var (names, found): (Set<String>, Set<String>) = ([], [])
        for entry in journal.entries where !entry.isSettled {
            if entry.run == run.number {
                names.insert(entry.name)
            } else if names.contains(entry.name) {
                found.insert(entry.name)
            }
        }
        return found
    }

    private static func changedLater(_ path: String) -> TaggingError {
        TaggingError(
            code: .changed, message: "\(path) is left as it is: a newer run has changed it too",
            advice: "undo that run first", path: path)
    }

    private static func notAPhoto(_ path: String) -> TaggingError {
        TaggingError(
            code: .unsafe,
            message:
                "\(path) is left as it is: its journal was not written by you in this folder, and the name is not that "
                + "of a photo, a video or a sidecar", path: path)
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
            if changedLater.contains(record.name) {
                stuck.insert(path)
                outcomes.append(PhotoOutcome(path: path, action: .failed(Self.changedLater(path))))
                numbers.append(entry.number)
                continue
            }
            guard journal.isAuthentic || FormerFolders.isOfPhoto(record.name) else {
                stuck.insert(path)
                outcomes.append(PhotoOutcome(path: path, action: .failed(Self.notAPhoto(path))))
                numbers.append(entry.number)
                continue
            }
            names.insert(record.name)
            count += 1
            changes.append(
                FileChange(
                    index: outcomes.count, undoing: record, modified: entry.modified, in: journal.folder,
                    temporaryName:
                        "\(FolderJournal.temporaryPrefix)undo-\(mark)-\(count)\(FolderJournal.temporarySuffix)"))
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
