/// The order of work.
extension PipelineState {
    /// Puts a unit among those that wait for a thread or, a download, for its turn.
    mutating func enqueue(_ id: UInt64, _ job: StageJob) {
        units[id]?.phase = .queued(job)
        queue.append(id)
        if case .decode(let bytes, _) = job { waitingBytes += bytes.count }
        if case .download = job { startDownloads() } else { needThread() }
    }

    /// Puts something short that may block before all else.
    mutating func enqueue(errand: @escaping @Sendable () -> Void) {
        errands.append(errand)
        needThread()
    }

    private mutating func needThread() {
        guard threads < max(configuration.threads, 1) else { return }
        threads += 1
        actions.append(.startThread)
    }

    /// What a thread does next; `nil` ends it.
    mutating func takeWork() -> PipelineWork? {
        if !errands.isEmpty { return .errand(errands.removeFirst()) }
        // Whoever waits longest among the most wanted, and what is nearest to its end first.
        var best: (place: Int, job: StageJob, priority: ImagePriority)?
        for (place, id) in queue.enumerated() {
            guard let unit = units[id], case .queued(let job) = unit.phase else { continue }
            switch job {
            case .download: continue
            case .load where waitingBytes > configuration.waitingBytes: continue
            default: break
            }
            let priority = unit.priority
            if let best, (best.priority, best.job.rank) >= (priority, job.rank) { continue }
            best = (place, job, priority)
        }
        guard let best else {
            threads -= 1
            return nil
        }
        let id = queue.remove(at: best.place)
        units[id]?.phase = .running
        return .job(id, best.job, units[id]?.cancellation ?? CancellationFlag())
    }

    /// Gives back what a job held, when it was done or taken out of the queue.
    mutating func release(_ job: StageJob) {
        if case .decode(let bytes, _) = job { waitingBytes -= bytes.count }
    }

    /// A job was done, wanted or not.
    mutating func end(_ id: UInt64, _ job: StageJob, _ result: Result<StageValue, ImageError>) {
        release(job)
        finish(id, result)
        // What waited for memory may go on.
        if !queue.isEmpty { needThread() }
    }

    private mutating func startDownloads() {
        while downloads.count < max(configuration.downloads, 1) {
            var best: (place: Int, priority: ImagePriority, download: ContentLoading.Download)?
            for (place, id) in queue.enumerated() {
                guard let unit = units[id], case .queued(.download(let download)) = unit.phase else { continue }
                if let best, best.priority >= unit.priority { continue }
                best = (place, unit.priority, download)
            }
            guard let best else { return }
            let id = queue.remove(at: best.place)
            units[id]?.phase = .downloading(cancel: nil)
            downloads.insert(id)
            actions.append(.startDownload(unit: id, best.download))
        }
    }

    /// What ends a download that has begun; `false` when it is unwanted already.
    mutating func setCancel(_ cancel: @escaping @Sendable () -> Void, of id: UInt64) -> Bool {
        guard case .downloading = units[id]?.phase else { return false }
        units[id]?.phase = .downloading(cancel: cancel)
        return true
    }

    /// A download is over, by itself or cancelled.
    mutating func endDownload(_ id: UInt64) {
        if downloads.remove(id) != nil { startDownloads() }
    }
}

/// What a thread of a pipeline is given.
enum PipelineWork: Sendable {
    case errand(@Sendable () -> Void)
    case job(UInt64, StageJob, CancellationFlag)
}

extension StageKey {
    /// Whether the cache takes it: files' bytes are large, and coarse pictures are followed by the picture itself.
    var isKept: Bool {
        switch self {
        case .load, .decode(_, .coarse), .process(_, .coarse, _): false
        default: true
        }
    }
}
