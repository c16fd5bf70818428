import FoundationEssentials
import LKGeo
import LKThreads

extension TrackRecorder {
    /// The mutable state of a recorder, protected by one lock.
    struct State: Sendable {
        enum Phase: Sendable { case recording, finishing, finished }

        /// An action to perform outside the lock.
        enum Step: Sendable {
            case none
            case write
            case wake(at: MonotonicInstant)
        }

        /// The data of one transaction.
        struct Batch: Sendable {
            var items: [LogItem]
            var state: TrackLog.State
            var suppressed: [LocationFilter.Reason: Int]
            var isLast: Bool
        }

        /// The number of items that triggers a write before the interval has passed.
        static let portion = 1000
        /// How long counts of suppressed fixes may wait when nothing else is to be written.
        static let countInterval = Duration.seconds(60)

        let began: MonotonicInstant
        let interval: Duration
        let maximumPendingItems: Int
        var processor: FixProcessor
        var phase = Phase.recording
        var queue: [LogItem] = []
        /// The number of items being written, which are no longer in the queue.
        var underWay = 0
        /// While the queue is too long: keep only every `stride`-th fix, how many were skipped since, and whether the
        /// last one is kept only because it is the last.
        var stride = 1
        var passedOver = 0
        var isLastExtra = false
        var written: LogPosition
        var arrival: MonotonicInstant?

        var lastWrite: MonotonicInstant?
        /// Whether a write was scheduled and has not started yet.
        var isCalled = false
        /// The next scheduled wake-up.
        var timer: MonotonicInstant?
        var error: TrackError?
        var failures = 0
        var retry: MonotonicInstant?

        /// The status that was announced last.
        var announcedStatus = Status.recording
        var events: [Event] = []
        /// A reader of the events from its subscription on.
        struct Subscriber {
            let continuation: AsyncStream<Event>.Continuation
            /// The number of waiting events that are older than the subscription.
            var skipped: Int
        }
        var subscribers: [Int: Subscriber] = [:]
        var nextSubscriber = 0
        /// What to call at the end of the recording.
        var endHandlers: [Int: @Sendable () -> Void] = [:]
        /// Callers waiting until all current data are durable.
        var waiters: [@Sendable (Result<Void, TrackError>) -> Void] = []
        /// Callers waiting for room in the queue.
        var roomWaiters: [CheckedContinuation<Void, Never>] = []

        init(_ configuration: Configuration, _ position: LogPosition, at now: MonotonicInstant) {
            began = now
            interval = configuration.syncInterval
            maximumPendingItems = max(configuration.maximumPendingItems, 2)
            processor = FixProcessor(configuration, after: position)
            written = position
            queue.reserveCapacity(Self.portion)
        }

        var logState: TrackLog.State {
            phase != .recording ? .finished : processor.isPaused ? .paused : .recording
        }

        var hasRoom: Bool { phase == .finished || error != nil || queue.count < max(maximumPendingItems / 2, 1) }
    }
}

extension TrackRecorder.State {
    var status: TrackRecorder.Status {
        phase == .finished ? .finished : error != nil ? .failing : processor.isPaused ? .paused : .recording
    }

    func snapshot(at now: MonotonicInstant) -> TrackRecorder.Snapshot {
        TrackRecorder.Snapshot(
            status: status, pointCount: Int(written.point), pendingCount: queue.count + underWay,
            distance: processor.distance, location: processor.newest, age: arrival.map { now - $0 }, error: error,
            suppressed: processor.suppressed, visit: processor.visit)
    }

    /// Announces the status if it has changed.
    ///
    /// - Returns: Whether it has.
    @discardableResult mutating func noteStatus(at now: MonotonicInstant) -> Bool {
        guard status != announcedStatus else { return false }
        announcedStatus = status
        events.append(.stateChanged(snapshot(at: now)))
        return true
    }

    /// Thins the queue when it exceeds its limit.
    mutating func limitQueue() {
        guard queue.count > maximumPendingItems else { return }
        var count = queue.thin()
        stride = min(stride * 2, 1 << 20)
        isLastExtra = false
        passedOver = 0
        if queue.count > maximumPendingItems {
            // Only marks and notes are left: drop the newest.
            count += queue.count - maximumPendingItems
            queue.removeLast(queue.count - maximumPendingItems)
        }
        processor.count(.notWritten, count)
        events.append(.thinned(count))
    }

    /// Adds a fix; while the queue is too long, at the rate to which the queue was thinned.
    mutating func add(_ location: Location, at arrival: FixProcessor.Arrival) {
        let before = queue.count
        processor.process(location, at: arrival, into: &queue)
        guard stride > 1, queue.count > before, queue.last?.canBeThinned == true else { return }
        if isLastExtra, before > 0, queue[before - 1].canBeThinned {
            queue.remove(at: before - 1)
            processor.count(.notWritten, 1)
        }
        passedOver += 1
        isLastExtra = passedOver < stride
        if !isLastExtra { passedOver = 0 }
    }

    /// Returns the action needed to write the queue in time.
    mutating func plan(at now: MonotonicInstant) -> Step {
        guard !isCalled, phase != .finished, let due = due(at: now) else { return .none }
        if due <= now {
            isCalled = true
            return .write
        }
        if let timer, timer <= due { return .none }
        timer = due
        return .wake(at: due)
    }

    private func due(at now: MonotonicInstant) -> MonotonicInstant? {
        if !waiters.isEmpty { return now }
        if let retry { return retry }
        if queue.count >= min(Self.portion, max(maximumPendingItems / 2, 1)) { return now }
        if !queue.isEmpty || logState != written.state { return lastWrite.map { $0 + interval } ?? now }
        if processor.suppressed != written.suppressed {
            return (lastWrite ?? began) + max(interval, Self.countInterval)
        }
        return nil
    }

    /// Removes everything queued as a batch.
    mutating func nextBatch() -> Batch {
        isCalled = false
        defer {
            underWay = queue.count
            queue = []
            queue.reserveCapacity(Self.portion)
        }
        return Batch(
            items: queue, state: logState, suppressed: processor.suppressed, isLast: phase == .finishing)
    }

    /// Records that a batch is durable.
    mutating func note(_ batch: Batch, writtenUpTo position: LogPosition, at now: MonotonicInstant) {
        let isNews = position.point != written.point
        written = position
        lastWrite = now
        underWay = 0
        retry = nil
        failures = 0
        stride = 1
        isLastExtra = false
        if isNews { events.append(.recorded(pointCount: Int(position.point))) }
        for item in batch.items {
            if case .visit(let visit, _, let isUnderWay) = item {
                events.append(isUnderWay ? .arrived(visit) : .departed(visit))
            }
        }
        if error != nil {
            error = nil
            events.append(.recovered)
        }
        if batch.isLast {
            phase = .finished
            // Later data are after the end.
            queue = []
        }
        noteStatus(at: now)
        if batch.isLast { events.append(.finished) }
    }

    /// Records that a batch could not be written.
    mutating func note(_ batch: Batch, refusedBy error: TrackError, at now: MonotonicInstant) {
        queue = batch.items + queue
        underWay = 0
        if batch.isLast { phase = .recording }
        // Report once, and again when the reason changes.
        if self.error?.message != error.message { events.append(.failed(error)) }
        self.error = error
        noteStatus(at: now)
        failures += 1
        // 1, 2, 4, 8, then every 10 seconds.
        retry = now + .seconds(failures > 4 ? 10 : 1 << (failures - 1))
        limitQueue()
    }
}
