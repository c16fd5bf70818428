import FoundationEssentials
import Geo
import Threads

extension TrackRecorder {
    /// All that changes in a recorder, behind one lock.
    struct State: Sendable {
        enum Phase: Sendable { case recording, finishing, finished }

        /// What is to be done outside the lock to get things written.
        enum Step: Sendable {
            case none
            case write
            case wake(at: MonotonicInstant)
        }

        /// What one transaction takes.
        struct Batch: Sendable {
            var items: [LogItem]
            var state: TrackLog.State
            var suppressed: [SuppressionReason: Int]
            var isLast: Bool
        }

        /// From how many items on is not waited for the interval.
        static let portion = 1000
        /// How long counts of what was held back may wait when nothing else is to be written.
        static let countInterval = Duration.seconds(60)

        let began: MonotonicInstant
        let interval: Duration
        let limit: Int
        var intake: Intake
        var phase = Phase.recording
        var queue: [LogItem] = []
        /// How many items are being written, and not in the queue.
        var underWay = 0
        /// While too much waits: that only every so many-th fix is kept, how many were passed over since, and whether the
        /// last one is there only for being the last.
        var stride = 1
        var passedOver = 0
        var isLastExtra = false
        var written: LogPosition
        var arrival: MonotonicInstant?

        var lastWrite: MonotonicInstant?
        /// Whether the thread has been told to write and has not yet begun.
        var isCalled = false
        /// The next wake-up that is arranged.
        var timer: MonotonicInstant?
        var error: TrackError?
        var failures = 0
        var retry: MonotonicInstant?

        var events: [Event] = []
        var subscribers: [Int: AsyncStream<Event>.Continuation] = [:]
        var nextSubscriber = 0
        /// Who waits until all that is there now is durable.
        var waiters: [@Sendable (Result<Void, TrackError>) -> Void] = []
        /// Who waits for room in the queue.
        var roomWaiters: [CheckedContinuation<Void, Never>] = []

        init(_ configuration: Configuration, _ position: LogPosition, at now: MonotonicInstant) {
            began = now
            interval = configuration.syncInterval
            limit = max(configuration.pendingLimit, 2)
            intake = Intake(configuration, after: position)
            written = position
            queue.reserveCapacity(Self.portion)
        }

        var logState: TrackLog.State {
            phase != .recording ? .finished : intake.isPaused ? .paused : .recording
        }

        var hasRoom: Bool { phase == .finished || error != nil || queue.count < max(limit / 2, 1) }
    }
}

extension TrackRecorder.State {
    /// Sees to it that no more waits than may.
    mutating func bound() {
        guard queue.count > limit else { return }
        var count = queue.thin()
        stride = min(stride * 2, 1 << 20)
        isLastExtra = false
        passedOver = 0
        if queue.count > limit {
            // Marks and notes alone: the newest are given up.
            count += queue.count - limit
            queue.removeLast(queue.count - limit)
        }
        intake.count(.notWritten, count)
        events.append(.thinned(count))
    }

    /// Takes a fix; of those that come while too much waits, as many as are kept of those before.
    mutating func take(_ location: Location, at arrival: Intake.Arrival) {
        let before = queue.count
        intake.take(location, at: arrival, into: &queue)
        guard stride > 1, queue.count > before, queue.last?.canBeThinned == true else { return }
        if isLastExtra, before > 0, queue[before - 1].canBeThinned {
            queue.remove(at: before - 1)
            intake.count(.notWritten, 1)
        }
        passedOver += 1
        isLastExtra = passedOver < stride
        if !isLastExtra { passedOver = 0 }
    }

    /// What has to be done so that what waits is written in time.
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
        if queue.count >= min(Self.portion, max(limit / 2, 1)) { return now }
        if !queue.isEmpty || logState != written.state { return lastWrite.map { $0 + interval } ?? now }
        if intake.suppressed != written.suppressed { return (lastWrite ?? began) + max(interval, Self.countInterval) }
        return nil
    }

    /// Takes all that waits.
    mutating func takeBatch() -> Batch {
        isCalled = false
        defer {
            underWay = queue.count
            queue = []
            queue.reserveCapacity(Self.portion)
        }
        return Batch(
            items: queue, state: logState, suppressed: intake.suppressed, isLast: phase == .finishing)
    }

    /// A batch is durable.
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
            // What came meanwhile is after the end.
            queue = []
            events.append(.finished)
        }
    }

    /// A batch could not be written.
    mutating func note(_ batch: Batch, refusedBy error: TrackError, at now: MonotonicInstant) {
        queue = batch.items + queue
        underWay = 0
        if batch.isLast { phase = .recording }
        // Said once, and again when it is for another reason.
        if self.error?.message != error.message { events.append(.failed(error)) }
        self.error = error
        failures += 1
        // 1, 2, 4, 8, and from then on 10 seconds.
        retry = now + .seconds(failures > 4 ? 10 : 1 << (failures - 1))
        bound()
    }
}
