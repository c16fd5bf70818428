import Glibc
import Synchronization
import Threads

extension TaskCompletion {
    /// How long the service manager is asked to wait for the next word; three times the interval of asking.
    private static let moreTime = CompletionMachine.renewalInterval * 3

    /// Carries out what the state machine decided; never under its lock.
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
        // No timer runs, so a process whose work hangs would never end: the period counts as over.
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
        // Without another thread on this one, which brought the news and is not needed any more: late is better than
        // not at all, and the end of the grace period is arranged for.
        if !system.detach(body) { body() }
    }

    /// Runs what the end waits for, so that work ended in it does not wait for the end.
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
            // One thread each: a handler that hangs must not keep the others from saving. Never on this one, which
            // keeps the time.
            if !system.detach(body) { system.reserve.run(body) }
        }
    }

    /// Passes on what logind announced.
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
