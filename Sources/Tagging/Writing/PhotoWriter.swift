import Glibc
import Persistence
import Threads

/// Prepares photos on several threads and commits them in groups; for one thread at a time.
final class PhotoBatch {
    /// One photo's work.
    struct Job {
        var index: Int
        var work: Work
        var journal: FolderJournal
    }

    /// What a worker needs to know.
    struct Work: Sendable {
        enum Kind: Sendable {
            case write(PhotoWrite)
            case undo(JournalChange, modified: Int64?)
        }
        var kind: Kind
        var folder: PhotoFolder
        var name: String
        var temporary: String
    }

    /// As many new files are made before they become photos: their room is needed besides that of the old ones.
    static let groupSize = 256 << 20
    static let groupCount = 256

    private let commit: PhotoCommit
    private let options: TaggingRun.Options
    private let workers: OrderedWorkers<Work, PreparedPhoto>
    private let lookahead: Int
    private var submitted: [Job] = []
    private var group: [PhotoCommit.Pending] = []
    private var size = 0
    private var actions: [Int: PhotoOutcome.Action] = [:]
    /// Those for which there was no room beside the others.
    private var crowded: [Job] = []

    init(_ commit: PhotoCommit) {
        self.commit = commit
        let options = commit.options
        self.options = options
        lookahead = max(1, options.jobs) * 2
        workers = OrderedWorkers(count: options.jobs > 1 ? options.jobs : 0, name: "locate-photo") { @Sendable in
            let preparer = PhotoPreparer(options)
            return { work in
                switch work.kind {
                case .write(let write): preparer.prepare(write, in: work.folder, work.name, work.temporary)
                case .undo(let change, let modified):
                    preparer.prepareUndo(change, modified: modified, in: work.folder, work.temporary)
                }
            }
        }
    }

    /// Does work for some photos.
    ///
    /// - Parameters:
    ///   - jobs: The photos.
    ///   - isCanceled: Asked before each.
    /// - Returns: What became of each, by the numbers of the jobs.
    func run(_ jobs: [Job], isCanceled: @Sendable () -> Bool) -> [Int: PhotoOutcome.Action] {
        actions = [:]
        for job in jobs {
            if isCanceled() || options.completion.isStopping {
                actions[job.index] = .notBegun
                continue
            }
            while workers.underWay >= lookahead { takeNext() }
            submitted.append(job)
            workers.submit(job.work)
        }
        while workers.underWay > 0 { takeNext() }
        finishGroup()
        // One at a time each needs no more room than itself, since the one before has given up its old file.
        let again = crowded
        crowded = []
        for job in again where !isCanceled() {
            submitted.append(job)
            workers.submit(job.work)
            takeNext()
            finishGroup()
            if crowded.isEmpty { continue }
            crowded = []
        }
        return actions
    }

    private func takeNext() {
        guard let prepared = workers.next() else { return }
        let job = submitted.removeFirst()
        switch prepared {
        case .finished(let action):
            actions[job.index] = action
            if case .failed(let error) = action, error.isLackOfRoom { crowded.append(job) }
        case .replacement(let change): add(change, job, isInPlace: false)
        case .inPlace(let change): add(change, job, isInPlace: true)
        }
    }

    private func add(_ change: PreparedChange, _ job: Job, isInPlace: Bool) {
        group.append(.init(index: job.index, change: change, isInPlace: isInPlace, journal: job.journal))
        jobs[job.index] = job
        size += change.size
        if size >= Self.groupSize || group.count >= Self.groupCount { finishGroup() }
    }

    private var jobs: [Int: Job] = [:]

    private func finishGroup() {
        guard !group.isEmpty else { return }
        let outcomes = commit.commit(group)
        for pending in group {
            guard let action = outcomes[pending.index] else { continue }
            actions[pending.index] = action
            if group.count > 1, let error = PhotoOutcome(path: "", action: action).error, error.isLackOfRoom,
                let job = jobs[pending.index]
            {
                crowded.append(job)
            }
        }
        (group, size, jobs) = ([], 0, [:])
    }
}

/// Carries out planned writes; for one thread at a time.
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
    ///   - writes: What is to be written.
    ///   - isCanceled: Asked before each photo.
    /// - Returns: An outcome for each, in the same order.
    func write(_ writes: [PhotoWrite], isCanceled: @Sendable () -> Bool) -> [PhotoOutcome] {
        WallClock.blockFileSizeSignal()
        guard let token = try? options.completion.begin("write into photos") else {
            return writes.map { PhotoOutcome(path: $0.path, action: .notBegun) }
        }
        defer { token.end() }
        var outcomes = writes.map { PhotoOutcome(path: $0.path, action: .notBegun) }
        var jobs: [PhotoBatch.Job] = []
        for (index, write) in writes.enumerated() {
            if !folders.hasRoom(for: write.path) {
                for (index, action) in batch.run(jobs, isCanceled: isCanceled) { outcomes[index].action = action }
                jobs = []
                folders.closeAll()
            }
            do throws(TaggingError) {
                let place = try folders.place(of: write.path)
                count += 1
                let temporary = "\(FolderJournal.temporaryPrefix)\(String(run, radix: 16))-\(count)"
                let work = PhotoBatch.Work(
                    kind: .write(write), folder: place.journal.folder, name: place.name,
                    temporary: temporary + FolderJournal.temporarySuffix)
                jobs.append(.init(index: index, work: work, journal: place.journal))
            } catch {
                outcomes[index].action = .failed(error)
            }
        }
        for (index, action) in batch.run(jobs, isCanceled: isCanceled) { outcomes[index].action = action }
        jobs = []
        folders.trim()
        return outcomes
    }

    /// Unlocks all folders.
    func close() { folders.closeAll() }
}
