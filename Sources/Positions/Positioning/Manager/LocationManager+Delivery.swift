import LKThreads
import Synchronization

extension LocationManager {
    /// Changes the state, then performs the resulting effects outside the lock, in order.
    ///
    /// One thread delivers at a time. Effects that arise meanwhile on other threads, or in an observer, are delivered
    /// afterwards by the same thread, so that nothing is announced after the end.
    func deliver(_ change: (inout State) -> Void) {
        var batch: [Effect] = state.withLock { state in
            change(&state)
            state.startOrStopSource()
            return Self.nextBatch(&state)
        }
        while !batch.isEmpty {
            for effect in batch { perform(effect) }
            batch = state.withLock { state in
                state.isDelivering = false
                return Self.nextBatch(&state)
            }
        }
    }

    private static func nextBatch(_ state: inout State) -> [Effect] {
        guard !state.isDelivering, !state.outbox.isEmpty else { return [] }
        state.isDelivering = true
        var batch: [Effect] = []
        swap(&batch, &state.outbox)
        return batch
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .startSource(let run):
            source.start { [weak self] event in self?.receive(event, run: run) }
        case .stopSource: source.stop()
        case .announce(let event): announce(event)
        case .yield(let subscriber, let event): subscriber.yield(.success(event))
        case .finish(let subscriber, let error):
            if let error { subscriber.yield(.failure(error)) }
            subscriber.finish()
        case .resume(let continuation, let result): continuation.resume(returning: result)
        case .wake(let instant, let request, let number):
            let code = clock.call(at: instant) { [weak self] in self?.wake(request: request, number: number) }
            // Without a deadline a session could last forever.
            if code != 0 { fail(.unavailable(code)) }
        case .check(let instant, let run):
            let code = clock.call(at: instant) { [weak self] in self?.check(run: run) }
            // Positions still arrive, and the next event retries.
            if code != 0 { deliver { $0.nextCheck = nil } }
        }
    }

    private func check(run: Int) {
        let now = clock.now
        deliver { state in
            guard state.isRunning, state.run == run else { return }
            state.noteOutage(at: now)
            state.noteLapse(at: now)
        }
    }

    private func fail(_ error: PositioningError) {
        let now = clock.now
        deliver { $0.receive(.failed(error), at: now) }
        source.stop()
    }

    private func receive(_ event: SourceEvent, run: Int) {
        let now = clock.now
        deliver { state in
            // A stopped source may still deliver an event.
            guard state.isRunning, state.run == run else { return }
            state.receive(event, at: now)
        }
    }

    private func wake(request: Int?, number: Int) {
        let now = clock.now
        deliver { state in
            if let request {
                state.run(.wake(number: number), request: request, at: now)
            } else {
                state.run(.wake(number: number), at: now)
            }
        }
    }
}
