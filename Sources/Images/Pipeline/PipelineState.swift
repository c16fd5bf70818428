import Metadata

/// What a pipeline is doing: requests and results in, things to do out, which are done after unlocking.
struct PipelineState {
    /// Something to do without the lock.
    enum Action: Sendable {
        case tell(@Sendable (StageEvent) -> Void, StageEvent)
        case cancelDownload(@Sendable () -> Void)
        case startDownload(unit: UInt64, ContentLoading.Download)
        case startThread
    }

    let configuration: ImagePipeline.Configuration
    var cache: ImageCache
    /// By what they make, those that may still be joined.
    private var unitsByKey: [StageKey: UInt64] = [:]
    var units: [UInt64: StageUnit] = [:]
    private var unitsBySubscriber: [UInt64: UInt64] = [:]
    /// Units that wait for a thread or a download, in the order they came.
    var queue: [UInt64] = []
    /// Short things that may block, done before all else.
    var errands: [@Sendable () -> Void] = []
    /// Of files that were read and wait to be decoded, or are just decoded.
    var waitingBytes = 0
    var threads = 0
    var downloads: Set<UInt64> = []
    private var lastID: UInt64 = 0
    var actions: [Action] = []

    init(_ configuration: ImagePipeline.Configuration) {
        self.configuration = configuration
        cache = ImageCache(limit: configuration.cacheSize)
    }

    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Joins the work for a key, or begins it.
    mutating func subscribe(
        _ subscriber: UInt64, to key: StageKey, loading: ContentLoading,
        process: StageUnit.Process?, _ waiting: StageUnit.Subscriber
    ) {
        if let image = cache[key] {
            tell(waiting.receiver, .finished(.success(.image(image))))
            return
        }
        if let id = unitsByKey[key] {
            unitsBySubscriber[subscriber] = id
            units[id]?.subscribers[subscriber] = waiting
            if units[id]?.isDownloadUnderWay == true { tell(waiting.receiver, .downloadBegan) }
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
        let inner = nextID()
        unit.dependencySubscription = inner
        units[id] = unit
        subscribe(
            inner, to: dependency, loading: loading, process: nil,
            StageUnit.Subscriber(priority: waiting.priority, receiver: .unit(id)))
    }

    /// Takes a subscriber out; the last one ends the work.
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

    /// Changes how soon a subscriber wants its result.
    mutating func setPriority(_ priority: ImagePriority, of subscriber: UInt64) {
        guard let id = unitsBySubscriber[subscriber] else { return }
        units[id]?.subscribers[subscriber]?.priority = priority
        raise(id)
    }

    /// Hands the priority of a unit on to what it depends on.
    private mutating func raise(_ id: UInt64) {
        guard let unit = units[id], let dependency = unit.dependencySubscription,
            let below = unitsBySubscriber[dependency],
            units[below]?.subscribers[dependency]?.priority != unit.priority
        else { return }
        units[below]?.subscribers[dependency]?.priority = unit.priority
        raise(below)
    }

    /// The download of a unit, or of what it depends on, has begun or ended.
    mutating func setDownload(of id: UInt64, isUnderWay: Bool) {
        guard let unit = units[id], unit.isDownloadUnderWay != isUnderWay else { return }
        units[id]?.isDownloadUnderWay = isUnderWay
        tell(unit, isUnderWay ? .downloadBegan : .downloadEnded)
    }

    /// What a unit depends on has news.
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

    /// The result of a unit's work, which may be unwanted by now.
    mutating func finish(_ id: UInt64, _ result: Result<StageValue, ImageError>) {
        guard let unit = units[id] else { return }
        if case .success(.image(let image?)) = result, unit.key.isKept { cache.insert(image, for: unit.key) }
        if unit.isDownloadUnderWay { tell(unit, .downloadEnded) }
        for subscriber in unit.subscribers.keys { unitsBySubscriber[subscriber] = nil }
        remove(id)
        tell(unit, .finished(result))
    }

    private mutating func tell(_ unit: StageUnit, _ event: StageEvent) {
        // In the order they came.
        for subscriber in unit.subscribers.sorted(by: { $0.key < $1.key }) {
            tell(subscriber.value.receiver, event)
        }
    }

    private mutating func tell(_ receiver: StageUnit.Receiver, _ event: StageEvent) {
        switch receiver {
        case .unit(let id): dependency(of: id, event)
        case .caller(let receive): actions.append(.tell(receive, event))
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
