import LKThreads
import Synchronization

/// Runs a library's thread and queues requests to it.
final class LibraryEngine: Sendable {
    /// What the library posts as notifications.
    enum Announcement: Sendable {
        case setUp
        case changed(GroupBuilder.Step)
        case failed(PhotosError)
    }

    private struct Requests: Sendable {
        var job: ReloadJob?
        /// Whether the thread has not started the job yet.
        var isJobNew = false
        var wantsWatching = false
        var isRunning = false
    }

    let hub: ChangeHub
    let catalog: CatalogStore?
    private let wake = WakeDescriptor()
    private let requests = Mutex(Requests())
    private let makeScanner: @Sendable () -> LibraryScanner
    private let announce: @Sendable (Announcement) -> Void

    init(
        hub: ChangeHub, catalog: CatalogStore?, makeScanner: @escaping @Sendable () -> LibraryScanner,
        announce: @escaping @Sendable (Announcement) -> Void
    ) {
        self.hub = hub
        self.catalog = catalog
        self.makeScanner = makeScanner
        self.announce = announce
    }

    /// Ends the thread.
    func end() {
        wake.cancel()
        // Without a running thread, finish the sequences here.
        if !requests.withLock({ $0.isRunning }) { hub.close() }
    }

    /// How many wait for the reload that is under way.
    var waiting: Int { requests.withLock { $0.job }?.waiting ?? 0 }

    var wantsWatching: Bool { requests.withLock { $0.wantsWatching } }

    func stopWatching() {
        requests.withLock { $0.wantsWatching = false }
        wake.wake()
    }

    /// Scans everything, joining a scan that is already under way.
    func reload(watching: Bool, _ progress: ReloadJob.Progress?) async -> ReloadJob.Outcome {
        let begun = requests.withLock { requests -> Result<(ReloadJob, Int), PhotosError> in
            // A running job that does not watch cannot serve a caller that wants to.
            let isUseful = !watching || requests.wantsWatching || requests.isJobNew
            if watching { requests.wantsWatching = true }
            if isUseful, let job = requests.job, let id = job.join(progress) { return .success((job, id)) }
            let job = ReloadJob()
            guard let id = job.join(progress) else { return .failure(ReloadJob.cancellation) }
            if !requests.isRunning {
                let code = SystemThread.start("locate-photos") { @Sendable [self] in run() }
                guard code == 0 else { return .failure(.refusedThread(code)) }
                requests.isRunning = true
            }
            requests.job = job
            requests.isJobNew = true
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
        let scanner = makeScanner()
        while !wake.isCancelled {
            let (job, wantsWatching) = requests.withLock { requests -> (ReloadJob?, Bool) in
                defer { requests.isJobNew = false }
                return (requests.isJobNew ? requests.job : nil, requests.wantsWatching)
            }
            if !wantsWatching { scanner.stopWatching() }
            if let job {
                let outcome = reload(scanner, job, watching: wantsWatching)
                requests.withLock { if $0.job === job { $0.job = nil } }
                job.finish(outcome)
            } else if let events = scanner.watcher?.nextEvents(), !events.isEmpty {
                process(events, scanner)
            } else {
                _ = wake.wait(until: nil)
            }
        }
        requests.withLock { $0.job }?.finish(.failure(ReloadJob.cancellation))
        scanner.stopWatching()
        hub.close()
    }

    private func reload(_ scanner: LibraryScanner, _ job: ReloadJob, watching: Bool) -> ReloadJob.Outcome {
        do throws(PhotosError) {
            if watching {
                do throws(PhotosError) {
                    try scanner.startWatching { [wake] in wake.wake() }
                } catch {
                    stopWatching()
                    throw error
                }
            }
            // Load the catalog while the folders are being listed.
            let stored = scanner.isSetUp ? nil : catalog?.load(scanner.roots, single: scanner.files.folders)
            let findings = try scanner.scanEverything(
                isCancelled: { [wake] in job.isCancelled || wake.isCancelled }, progress: job.report,
                stored: { stored?.value })
            guard let findings else { return .failure(ReloadJob.cancellation) }
            // The report includes a failure to open the catalog.
            if stored != nil { catalog?.waitUntilIdle() }
            let report = apply(findings, scanner)
            scanner.missingRoots = scanner.missingRoots(in: report.problems)
            let missing = findings.problems.filter { problem in scanner.roots.contains { $0.text == problem.path } }
            if missing.count == scanner.roots.count, scanner.files.isEmpty, let first = missing.first { throw first }
            return .success(report)
        } catch {
            announce(.failed(error))
            return .failure(error)
        }
    }

    /// Applies the results of a scan and announces the changes.
    @discardableResult private func apply(_ findings: LibraryScanner.Findings, _ scanner: LibraryScanner)
        -> PhotoLibrary.Report
    {
        let (changes, stored) = scanner.commit(findings)
        var problems = findings.problems
        if let problem = scanner.watchProblem { problems.append(problem) }
        if !scanner.isSetUp {
            scanner.isSetUp = true
            scanner.groups = scanner.builder.groups(of: scanner.tree.records.values)
            // The list is available at once; the catalog is written in the background.
            catalog?.write(stored)
            hub.publish(scanner.groups, [], token: nil)
            announce(.setUp)
        } else {
            let step = scanner.builder.step(from: scanner.groups, changes)
            scanner.groups = step.groups
            catalog?.write(stored)
            if !step.changes.isEmpty {
                // A subscriber may exit right after a change and resume from its token.
                let token = catalog?.token()
                hub.publish(step.groups, step.changes, token: token)
                announce(.changed(step))
            }
        }
        if let problem = catalog?.problem { problems.append(problem) }
        return PhotoLibrary.Report(
            assetCount: scanner.tree.records.count, readCount: findings.read.count, problems: problems,
            knownProblems: findings.knownProblems, unreadPaths: findings.unreadPaths)
    }

    private func process(_ events: [FolderEvent], _ scanner: LibraryScanner) {
        var events = events
        // The second event of a move follows right after the first. Wake-ups for events already read must not end the
        // wait early.
        let end = MonotonicInstant.now + .milliseconds(10)
        while events.last?.kind.contains(.movedFrom) == true, MonotonicInstant.now < end, !wake.isCancelled {
            _ = wake.wait(until: end)
            events += scanner.watcher?.nextEvents() ?? []
        }
        let digest = scanner.digest(events)
        if digest.isEmpty { return }
        do throws(PhotosError) {
            let isRescan = digest.needsRescan || scanner.needsRescan(digest)
            let findings =
                isRescan
                ? try scanner.scanEverything(
                    isCancelled: { [wake] in wake.isCancelled }, progress: { _ in }, stored: { nil })
                : scanner.scan(digest)
            guard let findings else { return }
            let report = apply(findings, scanner)
            let missing = isRescan ? scanner.missingRoots(in: report.problems) : []
            let expected = missing.filter { scanner.watchForAppearance(of: $0) }
            for problem in report.problems where !report.knownProblems.contains(problem) {
                let root = missing.first { $0.text == problem.path }
                if let root, scanner.missingRoots.contains(root) { continue }
                let reported = root.map { PhotosError.goneWhileWatched($0, isExpected: expected.contains($0)) }
                announce(.failed(reported ?? problem))
            }
            if isRescan { scanner.missingRoots = missing }
            // A folder may have come back before it was watched for.
            if missing.contains(where: LibraryScanner.exists) {
                process([FolderEvent(watch: -1, kind: .overflow, name: nil)], scanner)
            }
        } catch {
            announce(.failed(error))
        }
    }
}

/// A running reload and its waiters.
final class ReloadJob: Sendable {
    typealias Outcome = Result<PhotoLibrary.Report, PhotosError>
    typealias Progress = @Sendable (PhotoLibrary.Progress) -> Void

    private struct Waiter: Sendable {
        var continuation: CheckedContinuation<Outcome, Never>?
        var progress: Progress?
    }

    private struct State: Sendable {
        var waiters: [Int: Waiter] = [:]
        var nextID = 0
        var outcome: Outcome?
    }

    private let state = Mutex(State())
    private let canceled = Atomic(false)

    /// Whether all waiters have left.
    var isCancelled: Bool { canceled.load(ordering: .acquiring) }

    /// Number of waiters.
    var waiting: Int { state.withLock { $0.waiters.count } }

    /// Adds a waiter; `nil` when the job is already cancelled because all others have left.
    func join(_ progress: Progress?) -> Int? {
        state.withLock { state in
            if isCancelled { return nil }
            state.nextID += 1
            state.waiters[state.nextID] = Waiter(continuation: nil, progress: progress)
            return state.nextID
        }
    }

    /// Waits for the outcome, or leaves when the task is cancelled.
    func outcome(for id: Int) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    guard state.waiters[id] != nil else { return state.outcome ?? .failure(Self.cancellation) }
                    state.waiters[id]?.continuation = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            leave(id)
        }
    }

    func report(_ progress: PhotoLibrary.Progress) {
        for waiter in state.withLock({ Array($0.waiters.values) }) { waiter.progress?(progress) }
    }

    func finish(_ outcome: Outcome) {
        let waiters = state.withLock { state in
            state.outcome = outcome
            defer { state.waiters = [:] }
            return state.waiters.values.map(\.continuation)
        }
        for waiter in waiters { waiter?.resume(returning: outcome) }
    }

    private func leave(_ id: Int) {
        let waiter = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: id)
            if waiter != nil, state.waiters.isEmpty, state.outcome == nil {
                canceled.store(true, ordering: .releasing)
            }
            return waiter
        }
        waiter?.continuation?.resume(returning: .failure(Self.cancellation))
    }

    static let cancellation = PhotosError(.canceled, "the reload of the photo library was cancelled", path: "")
}
