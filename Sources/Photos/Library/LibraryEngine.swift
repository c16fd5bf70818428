import Synchronization
import Threads

/// The thread of a library, and what is asked of it.
final class LibraryEngine: Sendable {
    /// What the library tells by notifications.
    enum Announcement: Sendable {
        case setUp
        case changed(GroupBuilder.Step)
        case failed(PhotosError)
    }

    private struct Mailbox: Sendable {
        var job: ReloadJob?
        /// Whether the thread has not yet begun with the job.
        var isJobNew = false
        var wantsWatching = false
        var isRunning = false
    }

    let hub: ChangeHub
    let catalog: CatalogStore?
    private let wake = WakeDescriptor()
    private let mailbox = Mutex(Mailbox())
    private let makeWork: @Sendable () -> LibraryWork
    private let announce: @Sendable (Announcement) -> Void

    init(
        hub: ChangeHub, catalog: CatalogStore?, makeWork: @escaping @Sendable () -> LibraryWork,
        announce: @escaping @Sendable (Announcement) -> Void
    ) {
        self.hub = hub
        self.catalog = catalog
        self.makeWork = makeWork
        self.announce = announce
    }

    /// Ends the thread.
    func end() {
        wake.cancel()
        // Without a thread there is nobody else to end the sequences.
        if !mailbox.withLock({ $0.isRunning }) { hub.close() }
    }

    /// How many wait for the reload that is under way.
    var waiting: Int { mailbox.withLock { $0.job }?.waiting ?? 0 }

    var wantsWatching: Bool { mailbox.withLock { $0.wantsWatching } }

    func stopWatching() {
        mailbox.withLock { $0.wantsWatching = false }
        wake.wake()
    }

    /// Has everything looked at, together with others who ask for that at the same time.
    func reload(watching: Bool, _ progress: ReloadJob.Progress?) async -> ReloadJob.Outcome {
        let begun = mailbox.withLock { mailbox -> Result<(ReloadJob, Int), PhotosError> in
            // A job that does not watch yet is of no use to whoever wants that.
            let isUseful = !watching || mailbox.wantsWatching || mailbox.isJobNew
            if watching { mailbox.wantsWatching = true }
            if isUseful, let job = mailbox.job, let id = job.join(progress) { return .success((job, id)) }
            let job = ReloadJob()
            guard let id = job.join(progress) else { return .failure(ReloadJob.cancellation) }
            if !mailbox.isRunning {
                let code = SystemThread.start("locate-photos") { @Sendable [self] in run() }
                guard code == 0 else { return .failure(.refusedThread(code)) }
                mailbox.isRunning = true
            }
            mailbox.job = job
            mailbox.isJobNew = true
            return .success((job, id))
        }
        switch begun {
        case .failure(let error): return .failure(error)
        case .success((let job, let id)):
            wake.wake()
            return await job.outcome(for: id)
        }
    }

    private func run() {
        let work = makeWork()
        while !wake.isCancelled {
            let (job, wantsWatching) = mailbox.withLock { mailbox -> (ReloadJob?, Bool) in
                defer { mailbox.isJobNew = false }
                return (mailbox.isJobNew ? mailbox.job : nil, mailbox.wantsWatching)
            }
            if !wantsWatching { work.stopWatching() }
            if let job {
                let outcome = reload(work, job, watching: wantsWatching)
                mailbox.withLock { if $0.job === job { $0.job = nil } }
                job.finish(outcome)
            } else if let events = work.watcher?.take(), !events.isEmpty {
                follow(work, events)
            } else {
                _ = wake.wait(until: nil)
            }
        }
        mailbox.withLock { $0.job }?.finish(.failure(ReloadJob.cancellation))
        work.stopWatching()
        hub.close()
    }

    private func reload(_ work: LibraryWork, _ job: ReloadJob, watching: Bool) -> ReloadJob.Outcome {
        do throws(PhotosError) {
            if watching {
                do throws(PhotosError) {
                    try work.startWatching { [wake] in wake.wake() }
                } catch {
                    stopWatching()
                    throw error
                }
            }
            // The catalog is read while the folders are listed.
            let stored = work.isSetUp ? nil : catalog?.load(work.roots, single: work.files.folders)
            let findings = try work.lookAtEverything(
                isCancelled: { [wake] in job.isCancelled || wake.isCancelled }, progress: job.tell,
                stored: { stored?.value })
            guard let findings else { return .failure(ReloadJob.cancellation) }
            // What keeps the catalog from being opened is to be in the report.
            if stored != nil { catalog?.settle() }
            let report = take(work, findings)
            work.missingRoots = work.missingRoots(in: report.problems)
            let missing = findings.problems.filter { problem in work.roots.contains { $0.text == problem.path } }
            if missing.count == work.roots.count, work.files.isEmpty, let first = missing.first { throw first }
            return .success(report)
        } catch {
            announce(.failed(error))
            return .failure(error)
        }
    }

    /// Takes over what was found, and tells it.
    @discardableResult private func take(_ work: LibraryWork, _ findings: LibraryWork.Findings) -> PhotoLibrary.Report {
        let (changes, stored) = work.commit(findings)
        var problems = findings.problems
        if let problem = work.watchProblem { problems.append(problem) }
        if !work.isSetUp {
            work.isSetUp = true
            work.groups = work.builder.groups(of: work.tree.records.values)
            // The list is there at once; the catalog is written meanwhile.
            catalog?.write(stored)
            hub.publish(work.groups, [], token: nil)
            announce(.setUp)
        } else {
            let step = work.builder.step(from: work.groups, changes)
            work.groups = step.groups
            catalog?.write(stored)
            if !step.changes.isEmpty {
                // Who is told of a change may stop at once, and begin with its token the next time.
                let token = catalog?.token()
                hub.publish(step.groups, step.changes, token: token)
                announce(.changed(step))
            }
        }
        if let problem = catalog?.problem { problems.append(problem) }
        return PhotoLibrary.Report(
            assetCount: work.tree.records.count, readCount: findings.read.count, problems: problems,
            knownProblems: findings.knownProblems)
    }

    private func follow(_ work: LibraryWork, _ events: [FolderEvent]) {
        var events = events
        // The other half of a move comes right behind the first. Wake-ups that tell of what was taken already are no reason to
        // go on without it.
        let end = MonotonicInstant.now + .milliseconds(10)
        while events.last?.kind.contains(.movedFrom) == true, MonotonicInstant.now < end, !wake.isCancelled {
            _ = wake.wait(until: end)
            events += work.watcher?.take() ?? []
        }
        let digest = work.digest(events)
        if digest.isEmpty { return }
        do throws(PhotosError) {
            let isRescan = digest.needsRescan || work.needsRescan(digest)
            let findings =
                isRescan
                ? try work.lookAtEverything(
                    isCancelled: { [wake] in wake.isCancelled }, progress: { _ in }, stored: { nil })
                : work.look(at: digest)
            guard let findings else { return }
            let report = take(work, findings)
            let missing = isRescan ? work.missingRoots(in: report.problems) : []
            let expected = missing.filter { work.expect($0) }
            for problem in report.problems where !report.knownProblems.contains(problem) {
                let root = missing.first { $0.text == problem.path }
                if let root, work.missingRoots.contains(root) { continue }
                let told = root.map { PhotosError.goneWhileWatched($0, isExpected: expected.contains($0)) }
                announce(.failed(told ?? problem))
            }
            if isRescan { work.missingRoots = missing }
            // One that came back before its coming was waited for.
            if missing.contains(where: LibraryWork.isThere) {
                follow(work, [FolderEvent(watch: -1, kind: .overflow, name: nil)])
            }
        } catch {
            announce(.failed(error))
        }
    }
}
