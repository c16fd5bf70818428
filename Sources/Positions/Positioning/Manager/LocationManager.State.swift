import LKGeo
import LKThreads

extension LocationManager {
    /// The mutable state of a manager, protected by one lock.
    struct State: Sendable {
        var settings = SessionDemand()
        var isEnabled = true
        var session = LocationSession()
        var requests: [Int: Request] = [:]
        var subscribers: [Int: Subscriber] = [:]
        var nextID = 0
        var diagnosis = Diagnosis()
        var lastFix: Fix?
        /// The last heading of this run.
        var heading: Heading?
        /// The number of source runs, to recognize events of earlier runs.
        var run = 0
        var isRunning = false
        /// The outage that was announced.
        var outage: LocationManager.NoFixReason?
        /// The lapse that was announced, until there is a usable fix.
        var lapse: LocationManager.NoFixReason?
        /// When the next check for an outage or a lapse is due.
        var nextCheck: MonotonicInstant?
        var outbox: [Effect] = []
        var isDelivering = false

        /// A call of `currentLocation`.
        struct Request: Sendable {
            var session = LocationSession()
            /// Absent until the caller waits.
            var continuation: CheckedContinuation<Result<Location, PositioningError>, Never>?
            /// The result, if it came before the caller waited.
            var result: Result<Location, PositioningError>?
        }
    }

    /// An effect to perform outside the lock, in order.
    enum Effect: Sendable {
        case startSource(run: Int)
        case stopSource
        case announce(Event)
        case yield(Subscriber.Stream.Continuation, Event)
        case finish(Subscriber.Stream.Continuation, PositioningError?)
        case resume(CheckedContinuation<Result<Location, PositioningError>, Never>, Result<Location, PositioningError>)
        /// `request` is `nil` for the manager's own session.
        case wake(at: MonotonicInstant, request: Int?, number: Int)
        /// Check for an outage or lapse that begins or ends by time alone.
        case check(at: MonotonicInstant, run: Int)
    }
}

extension LocationManager.State {
    typealias Instant = MonotonicInstant

    func snapshot(at now: Instant) -> LocationManager.Snapshot {
        LocationManager.Snapshot(
            status: session.status, location: session.location, satellites: diagnosis.sky, heading: heading,
            reason: session.reason(at: now, diagnosis: diagnosis),
            outage: isRunning ? diagnosis.outage(at: now) : nil,
            lapse: session.status == .updating ? lapse : nil, error: session.error,
            finishReason: session.finishReason, hasConnected: diagnosis.hasConnected)
    }

    /// Announces an outage that has begun or ended, and schedules the next check if the passage of time may change
    /// that.
    mutating func noteOutage(at now: Instant) {
        let current = diagnosis.outage(at: now)
        // Changed details of the same outage are not announced.
        let isNews = current == nil ? outage != nil : current?.name != outage?.name
        outage = current
        if isNews { emit(.outageChanged(snapshot(at: now))) }
        scheduleCheck(after: now)
    }

    /// Announces that the receiver has had no usable fix for too long, once until there is one.
    ///
    /// An outage explains it already.
    mutating func noteLapse(at now: Instant) {
        if lapse == nil, outage == nil, let reason = session.lapse(at: now, diagnosis: diagnosis) {
            lapse = reason
            emit(.lapseChanged(snapshot(at: now)))
        }
        scheduleCheck(after: now)
    }

    /// Schedules the next check, if the passage of time may begin or end an outage or a lapse.
    private mutating func scheduleCheck(after now: Instant) {
        if let nextCheck, nextCheck <= now { self.nextCheck = nil }
        var due = diagnosis.outageDue(after: now)
        if lapse == nil, let lapseDue = session.lapseDue(diagnosis: diagnosis), lapseDue > now {
            due = min(due ?? lapseDue, lapseDue)
        }
        guard let due, nextCheck.map({ due < $0 }) ?? true else { return }
        nextCheck = due
        outbox.append(.check(at: due, run: run))
    }

    /// Processes an event of the source.
    mutating func receive(_ event: SourceEvent, at now: Instant) {
        if case .heading(let heading) = event {
            self.heading = heading
            return emit(.heading(heading))
        }
        diagnosis.note(event, at: now)
        // Before the event's other effects: a receiver is back before its first fix.
        switch event {
        case .fix, .noFix, .sky, .link: noteOutage(at: now)
        case .heading, .ended, .failed: break
        }
        switch event {
        case .fix(let location):
            lastFix = Fix(location: location, arrival: now)
            runAll(.fix(location), at: now)
            if !subscribers.isEmpty { tell(.location(location)) }
        case .noFix, .sky, .link:
            if case .sky(let view) = event, !subscribers.isEmpty { tell(.sky(view)) }
            runAll(.evidence, at: now)
            noteLapse(at: now)
        case .heading: break
        case .ended:
            isRunning = false
            runAll(.sourceEnded, at: now)
            finishSubscribers(nil)
        case .failed(let error):
            isRunning = false
            runAll(.sourceFailed(error), at: now)
            finishSubscribers(error)
        }
    }

    private mutating func runAll(_ event: LocationSession.Event, at now: Instant) {
        run(event, at: now)
        if !requests.isEmpty { for id in requests.keys.sorted() { run(event, request: id, at: now) } }
    }

    /// Passes an event to the manager's own session.
    mutating func run(_ event: LocationSession.Event, at now: Instant) {
        let (number, newest) = (session.number, session.newest?.arrival)
        let actions = session.handle(event, at: now, diagnosis: diagnosis)
        if session.number != number {
            lapse = nil
            emit(.stateChanged(running(snapshot(at: now))))
        }
        if actions.contains(.reschedule), let wakeAt = session.wakeAt {
            outbox.append(.wake(at: wakeAt, request: nil, number: session.number))
        }
        if lapse != nil, session.newest?.arrival != newest {
            lapse = nil
            emit(.lapseChanged(snapshot(at: now)))
        }
        if actions.contains(.announceUpdate) {
            // If the same step ended the session, the update comes first.
            emit(.updated(running(snapshot(at: now))))
        }
        if actions.contains(.announceFinish) {
            let end = snapshot(at: now)
            emit(.stateChanged(end))
            emit(.finished(end))
        }
    }

    /// Returns a snapshot as it was before the step that ended the session.
    private func running(_ snapshot: LocationManager.Snapshot) -> LocationManager.Snapshot {
        guard snapshot.status != .updating else { return snapshot }
        var running = snapshot
        running.status = .updating
        (running.finishReason, running.error) = (nil, nil)
        running.location = session.newest?.location
        return running
    }

    /// Announces an event to subscribers and observers, and as a notification.
    private mutating func emit(_ event: LocationManager.Event) {
        outbox.append(.announce(event))
        tell(event)
    }

    /// Announces an event to subscribers.
    private mutating func tell(_ event: LocationManager.Event) {
        for subscriber in subscribers.values where subscriber.wants(event) {
            outbox.append(.yield(subscriber.continuation, event))
        }
    }

    /// Passes an event to the session of a request.
    mutating func run(_ event: LocationSession.Event, request id: Int, at now: Instant) {
        guard let actions = requests[id]?.session.handle(event, at: now, diagnosis: diagnosis),
            let session = requests[id]?.session
        else { return }
        if actions.contains(.reschedule), let wakeAt = session.wakeAt {
            outbox.append(.wake(at: wakeAt, request: id, number: session.number))
        }
        guard actions.contains(.announceFinish) else { return }
        if session.status == .updated, let location = session.location {
            complete(id, .success(location))
        } else {
            complete(
                id, .failure(session.error ?? PositioningError(.canceled, "the request for a position was cancelled")))
        }
    }

    /// Ends a request; its result is kept until the caller waits for it.
    mutating func complete(_ id: Int, _ result: Result<Location, PositioningError>) {
        guard let request = requests[id], request.result == nil else { return }
        guard let continuation = request.continuation else {
            requests[id]?.result = result
            return
        }
        requests[id] = nil
        outbox.append(.resume(continuation, result))
    }

    mutating func failRequests(_ error: PositioningError) {
        for id in requests.keys.sorted() { complete(id, .failure(error)) }
    }

    mutating func finishSubscribers(_ error: PositioningError?) {
        for (id, subscriber) in subscribers where !subscriber.isPassive {
            outbox.append(.finish(subscriber.continuation, error))
            subscribers[id] = nil
        }
    }

    /// Starts or stops the source as needed.
    mutating func startOrStopSource() {
        let isNeeded =
            session.status == .updating || subscribers.values.contains { !$0.isPassive }
            || requests.values.contains { $0.result == nil }
        guard isNeeded != isRunning else { return }
        isRunning = isNeeded
        run &+= 1
        (outage, lapse, nextCheck) = (nil, nil, nil)
        if isNeeded {
            heading = nil
            diagnosis = Diagnosis()
            outbox.append(.startSource(run: run))
        } else {
            outbox.append(.stopSource)
        }
    }
}
