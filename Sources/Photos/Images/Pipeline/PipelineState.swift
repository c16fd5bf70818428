import LKMetadata

/// A pipeline's state machine: requests and results in, actions out, which are performed after unlocking.
struct PipelineState {
    /// An action to perform after unlocking.
    enum Action: Sendable {
        case notify(@Sendable (StageEvent) -> Void, StageEvent)
        case cancelDownload(@Sendable () -> Void)
        case startDownload(unit: UInt64, ContentLoading.Download)
        case startThread
    }

    let configuration: ImagePipeline.Configuration
    var cache: ImageCache
    var files: DownloadCache
    /// Units that can still be joined, by key.
    private var unitsByKey: [StageKey: UInt64] = [:]
    var units: [UInt64: StageUnit] = [:]
    private var unitsBySubscriber: [UInt64: UInt64] = [:]
    /// Units that wait for a thread or a download slot, in order of arrival.
    var queue: [UInt64] = []
    /// Short tasks that may block, run before all jobs.
    var errands: [@Sendable () -> Void] = []
    /// The size of files that wait to be decoded or are being decoded, in bytes.
    var waitingBytes = 0
    var threads = 0
    var downloads: Set<UInt64> = []
    private var lastID: UInt64 = 0
    var actions: [Action] = []

    init(_ configuration: ImagePipeline.Configuration) {
        self.configuration = configuration
        cache = ImageCache(maximumSize: configuration.cacheSize)
        files = DownloadCache(maximumSize: configuration.downloadCacheSize)
    }

    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Joins the unit for a key, or starts one.
    mutating func subscribe(
        _ subscriber: UInt64, to key: StageKey, loading: ContentLoading,
        process: StageUnit.Process?, _ waiting: StageUnit.Subscriber
    ) {
        if let image = cache[key] {
            notify(waiting.receiver, .finished(.success(.image(image))))
            return
        }
        if case .load(let content) = key, let bytes = files[content] {
            notify(waiting.receiver, .finished(.success(.bytes(bytes))))
            return
        }
        if let id = unitsByKey[key] {
            unitsBySubscriber[subscriber] = id
            units[id]?.subscribers[subscriber] = waiting
            if units[id]?.isDownloadUnderWay == true { notify(waiting.receiver, .downloadBegan) }
            raise(id)
            return
        }
        let id = nextID()
        var unit = StageUnit(id: id, key: key, loading: loading, process: process)
        unit.subscribers[subscriber] = waiting
        unitsBySubscriber[subscriber] = id
        unitsByKey[key] = id
        guard let dependency = key.dependency else {
            units[id] = unit
            switch loading {
            case .blocking(let read): enqueue(id, .load(read))
            case .download(let download): enqueue(id, .download(download))
            }
            return
        }
        if case .download = loading, !hasFile(of: key.content), let (image, process) = scaling(to: key) {
            units[id] = unit
            return enqueue(id, .process(image, process))
        }
        let inner = nextID()
        unit.dependencySubscription = inner
        units[id] = unit
        subscribe(
            inner, to: dependency, loading: loading, process: nil,
            StageUnit.Subscriber(priority: waiting.priority, receiver: .unit(id)))
    }

    /// Returns whether a file is in memory or being downloaded.
    mutating func hasFile(of content: ContentKey) -> Bool {
        files[content] != nil || unitsByKey[.load(content)] != nil
    }

    /// Removes a downloaded file that is not an image, since a server may answer with one another time.
    mutating func reject(_ content: ContentKey, after error: ImageError) {
        if error.code == .damaged || error.code == .unsupported { files.remove(content) }
    }

    /// Returns a larger copy of an image, and how to scale it to the size of a key, which avoids downloading the file
    /// again.
    private func scaling(to key: StageKey) -> (image: DecodedImage, process: StageUnit.Process)? {
        guard case .decode(let content, .size(let size)) = key, let copy = cache.copy(of: content, for: size),
            copy.isLargeEnough
        else { return nil }
        return (copy.image, { @Sendable image throws(ImageError) in try image.downscaled(size) })
    }

    /// Removes a subscriber; removing the last one cancels the unit.
    mutating func unsubscribe(_ subscriber: UInt64) {
        guard let id = unitsBySubscriber.removeValue(forKey: subscriber) else { return }
        units[id]?.subscribers[subscriber] = nil
        guard let unit = units[id] else { return }
        guard unit.subscribers.isEmpty else { return raise(id) }
        remove(id)
        if let dependency = unit.dependencySubscription { unsubscribe(dependency) }
        if case .downloading(let cancel) = unit.phase {
            if let cancel { actions.append(.cancelDownload(cancel)) }
            endDownload(id)
        }
    }

    /// Changes the priority of a subscriber.
    mutating func setPriority(_ priority: ImageRequest.Priority, of subscriber: UInt64) {
        guard let id = unitsBySubscriber[subscriber] else { return }
        units[id]?.subscribers[subscriber]?.priority = priority
        raise(id)
    }

    /// Propagates the priority of a unit to its dependency.
    private mutating func raise(_ id: UInt64) {
        guard let unit = units[id], let dependency = unit.dependencySubscription,
            let below = unitsBySubscriber[dependency],
            units[below]?.subscribers[dependency]?.priority != unit.priority
        else { return }
        units[below]?.subscribers[dependency]?.priority = unit.priority
        raise(below)
    }

    /// Records that the download of a unit, or of its dependency, has started or ended.
    mutating func setDownload(of id: UInt64, isUnderWay: Bool) {
        guard let unit = units[id], unit.isDownloadUnderWay != isUnderWay else { return }
        units[id]?.isDownloadUnderWay = isUnderWay
        notify(unit, isUnderWay ? .downloadBegan : .downloadEnded)
    }

    /// Handles an event of a unit's dependency.
    private mutating func dependency(of id: UInt64, _ event: StageEvent) {
        guard let unit = units[id] else { return }
        switch event {
        case .downloadBegan: setDownload(of: id, isUnderWay: true)
        case .downloadEnded: setDownload(of: id, isUnderWay: false)
        case .finished(.failure(let error)): finish(id, .failure(error))
        case .finished(.success(let value)):
            units[id]?.dependencySubscription = nil
            switch (value, unit.key) {
            case (.bytes(let bytes), .decode(_, let form)): enqueue(id, .decode(bytes, form))
            case (.image(let image?), .process) where unit.process != nil:
                unit.process.map { enqueue(id, .process(image, $0)) }
            default: finish(id, .success(.image(nil)))
            }
        }
    }

    /// Handles the result of a unit, which may be unwanted by now.
    mutating func finish(_ id: UInt64, _ result: Result<StageValue, ImageError>) {
        guard let unit = units[id] else { return }
        switch (result, unit.loading, unit.key) {
        case (.success(.image(let image?)), _, let key) where key.isKept: cache.insert(image, for: key)
        case (.success(.bytes(let bytes)), .download, .load(let content)): files.insert(bytes, for: content)
        case (.failure(let error), .download, .decode(let content, .size)): reject(content, after: error)
        default: break
        }
        if unit.isDownloadUnderWay { notify(unit, .downloadEnded) }
        for subscriber in unit.subscribers.keys { unitsBySubscriber[subscriber] = nil }
        remove(id)
        notify(unit, .finished(result))
    }

    private mutating func notify(_ unit: StageUnit, _ event: StageEvent) {
        // In order of subscription.
        for subscriber in unit.subscribers.sorted(by: { $0.key < $1.key }) {
            notify(subscriber.value.receiver, event)
        }
    }

    private mutating func notify(_ receiver: StageUnit.Receiver, _ event: StageEvent) {
        switch receiver {
        case .unit(let id): dependency(of: id, event)
        case .caller(let receive): actions.append(.notify(receive, event))
        }
    }

    private mutating func remove(_ id: UInt64) {
        guard let unit = units.removeValue(forKey: id) else { return }
        if unitsByKey[unit.key] == id { unitsByKey[unit.key] = nil }
        switch unit.phase {
        case .queued(let job):
            queue.removeAll { $0 == id }
            release(job)
        case .running: unit.cancellation.set()
        default: break
        }
    }
}

/// Scheduling of jobs.
extension PipelineState {
    /// Queues a unit for a thread or, for a download, for a free slot.
    mutating func enqueue(_ id: UInt64, _ job: StageJob) {
        units[id]?.phase = .queued(job)
        queue.append(id)
        if case .decode(let bytes, _) = job { waitingBytes += bytes.count }
        if case .download = job { startDownloads() } else { needThread() }
    }

    /// Queues a short task that may block, ahead of all jobs.
    mutating func enqueue(errand: @escaping @Sendable () -> Void) {
        errands.append(errand)
        needThread()
    }

    private mutating func needThread() {
        guard threads < max(configuration.threads, 1) else { return }
        threads += 1
        actions.append(.startThread)
    }

    /// Returns the next work of a thread, or `nil` to end the thread.
    mutating func nextWork() -> PipelineWork? {
        if !errands.isEmpty { return .errand(errands.removeFirst()) }
        // The highest priority first, then the latest stage, then the longest wait.
        var best: (place: Int, job: StageJob, priority: ImageRequest.Priority)?
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

    /// Releases the bytes of a job that was done or removed from the queue.
    mutating func release(_ job: StageJob) {
        if case .decode(let bytes, _) = job { waitingBytes -= bytes.count }
    }

    /// Handles the end of a job, still wanted or not.
    mutating func end(_ id: UInt64, _ job: StageJob, _ result: Result<StageValue, ImageError>) {
        release(job)
        finish(id, result)
        // Jobs waiting for memory may continue.
        if !queue.isEmpty { needThread() }
    }

    private mutating func startDownloads() {
        while downloads.count < max(configuration.downloads, 1) {
            var best: (place: Int, priority: ImageRequest.Priority, download: ContentLoading.Download)?
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

    /// Sets the cancellation of a started download; `false` when it is already unwanted.
    mutating func setCancel(_ cancel: @escaping @Sendable () -> Void, of id: UInt64) -> Bool {
        guard case .downloading = units[id]?.phase else { return false }
        units[id]?.phase = .downloading(cancel: cancel)
        return true
    }

    /// Handles the end of a download.
    mutating func endDownload(_ id: UInt64) {
        if downloads.remove(id) != nil { startDownloads() }
    }
}

/// The work of a pipeline's thread.
enum PipelineWork: Sendable {
    case errand(@Sendable () -> Void)
    case job(UInt64, StageJob, CancellationFlag)
}

extension StageKey {
    /// Whether the result is cached; not file contents, which are large, or coarse images, which are soon replaced.
    var isKept: Bool {
        switch self {
        case .load, .decode(_, .coarse), .process(_, .coarse, _): false
        default: true
        }
    }

    /// Whether the result shows the whole image at some size.
    var isWhole: Bool {
        switch self {
        case .decode(_, .size(.cropSize)): false
        case .decode(_, .size): true
        default: false
        }
    }
}

extension DecodedImage {
    /// Returns the image at a smaller size, cropped if requested.
    func downscaled(_ size: ImageRequest.Size) throws(ImageError) -> DecodedImage {
        var result = self
        result.image = try image.downscaled(to: size.scaledTarget(for: fullSize)).cropped(for: size)
        return result
    }
}
