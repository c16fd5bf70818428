import Glibc
import LKThreads
import Synchronization

extension TaskCompletion {
    /// The additional time requested from the service manager; three times the interval of requests.
    private static let moreTime = CompletionMachine.renewalInterval * 3

    /// Performs the actions of the state machine; never under its lock.
    func perform(_ actions: [CompletionMachine.Action]) {
        for action in actions {
            switch action {
            case .stop(let cause): announce(cause)
            case .announceExpiration: tell(.expired)
            case .expire(let ids): expire(ids)
            case .extend(let names): system.notifier?.extend(by: Self.moreTime, names: names)
            case .wake(let instant): wake(at: instant)
            case .workChanged: installation.withLock { $0.inhibitor }?.update()
            case .awaitEnd: awaitEnd()
            case .end(let status, let atOnce): asHandler { system.end(status, atOnce) }
            }
        }
    }

    private func wake(at instant: MonotonicInstant) {
        let code = system.timekeeper.call(at: instant) { @Sendable [self] in
            update { [system] state in ((), state.machine.tick(now: system.timekeeper.now)) }
        }
        // Without a timer, a process whose work hangs would never end, so treat the period as over.
        if code != 0 { update { state in ((), state.machine.tick(now: instant)) } }
    }

    private func announce(_ cause: StopCause) {
        let (names, handlers) = state.withLock { state in
            (state.machine.names, state.stopHandlers.sorted { $0.key < $1.key }.map(\.value))
        }
        system.notifier?.stopping(extension: Self.moreTime, names: names)
        tell(.stopping(cause))
        guard !handlers.isEmpty else {
            update { state in ((), state.machine.handlersReturned()) }
            return
        }
        let body = { @Sendable [self] in
            asHandler { for handler in handlers { handler(cause) } }
            update { state in ((), state.machine.handlersReturned()) }
        }
        // If no thread can be started, use this one, which has finished its task: late is better than never, and the
        // end of the grace period is already scheduled.
        if !system.detach(body) { body() }
    }

    /// Marks the thread as one that the end of the process waits for, so that work ended on it does not wait for the
    /// end.
    private func asHandler(_ body: () -> Void) {
        let thread = pthread_self()
        state.withLock { $0.handlerThreads.append(thread) }
        body()
        state.withLock { state in
            if let index = state.handlerThreads.lastIndex(of: thread) { state.handlerThreads.remove(at: index) }
        }
    }

    private func awaitEnd() {
        let thread = pthread_self()
        if !state.withLock({ $0.handlerThreads.contains(thread) }) { system.awaitEnd() }
    }

    private func expire(_ ids: [Int]) {
        for id in ids {
            let body = { @Sendable [self] in
                let handler = state.withLock { state in
                    state.machine.mayExpire(id) ? state.expirations.removeValue(forKey: id) : nil
                }
                asHandler { handler?() }
                update { state in ((), state.machine.returned(id)) }
            }
            // One thread each: a handler that hangs must not keep the others from saving. Never on this thread, which
            // runs the timer.
            if !system.detach(body) { system.reserve.run(body) }
        }
    }

    /// Passes on logind's announcements.
    func handle(_ event: LogindInhibitor.Event) {
        switch event {
        case .shutdown: update { [system] state in ((), state.machine.stop(.shutdown, now: system.timekeeper.now)) }
        case .sleep: tell(.sleeping)
        case .wakeUp: tell(.awake)
        }
    }

    private func tell(_ event: Event) {
        for subscriber in state.withLock({ Array($0.subscribers.values) }) { subscriber.yield(event) }
    }
}
