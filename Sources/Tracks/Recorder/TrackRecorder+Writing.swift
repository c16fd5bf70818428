import Synchronization
import Threads

extension TrackRecorder {
    /// Changes the state, unless the recording has ended, and sees to it that what came of it is written.
    func change(at now: MonotonicInstant, _ body: (inout State) -> Void) {
        perform(
            state.withLock { state in
                guard state.phase != .finished else { return .none }
                body(&state)
                state.bound()
                return state.plan(at: now)
            })
    }

    func perform(_ step: State.Step) {
        switch step {
        case .none: break
        case .write:
            let code = thread.run { @Sendable [self] in write() }
            if code != 0 { refuse(code) }
        case .wake(let instant):
            // What waits for its second keeps the recorder; what cannot be written, and mere counts, do not.
            let isNeeded = state.withLock { $0.error == nil && !$0.queue.isEmpty }
            let code: Int32
            if isNeeded {
                code = clock.call(at: instant) { @Sendable [self] in wake(instant) }
            } else {
                code = clock.call(at: instant) { @Sendable [weak self] in self?.wake(instant) }
            }
            // Nobody keeps the time: the next fix will ask again.
            if code != 0 { state.withLock { $0.timer = nil } }
        }
    }

    private func wake(_ instant: MonotonicInstant) {
        let now = clock.now
        perform(
            state.withLock { state in
                if let timer = state.timer, timer <= instant { state.timer = nil }
                return state.plan(at: now)
            })
    }

    /// On the thread: writes all that waits.
    private func write() {
        let (waiting, waiters, rooms) = state.withLock { state in
            defer { (state.waiters, state.roomWaiters) = ([], []) }
            // What came while the last batch was written is after the end.
            return (state.phase == .finished ? nil : state.takeBatch(), state.waiters, state.roomWaiters)
        }
        // The queue is empty: more may come while this is written.
        for room in rooms { room.resume() }
        guard let batch = waiting else {
            for waiter in waiters { waiter(.success(())) }
            return
        }
        var result = Result<Void, TrackError>.success(())
        do throws(TrackError) {
            try writer.write(batch.items, state: batch.state, suppressed: batch.suppressed)
        } catch { result = .failure(error) }
        let position = writer.position
        let now = clock.now
        let step = state.withLock { state in
            switch result {
            case .success: state.note(batch, writtenUpTo: position, at: now)
            case .failure(let error): state.note(batch, refusedBy: error, at: now)
            }
            return state.plan(at: now)
        }
        // It has ended then, whatever is found; whoever waits for the end is told.
        if batch.isLast, case .success = result {
            do throws(TrackError) { try writer.close() } catch { result = .failure(error) }
        }
        deliver()
        // What comes next is arranged before those who wait are told: they may move the clock.
        perform(step)
        for waiter in waiters { waiter(result) }
    }

    /// The system has no thread to write on.
    private func refuse(_ code: Int32) {
        let error = TrackError(
            .system, "\(path) cannot be written: the system has no thread left (error \(code)); end other programs")
        let now = clock.now
        let (waiters, step) = state.withLock { state in
            let waiters = state.waiters
            state.waiters = []
            state.note(state.takeBatch(), refusedBy: error, at: now)
            return (waiters, state.plan(at: now))
        }
        deliver()
        perform(step)
        for waiter in waiters { waiter(.failure(error)) }
    }

    /// Tells what happened, outside the lock.
    private func deliver() {
        let (events, subscribers, rooms, isOver) = state.withLock { state in
            defer {
                state.events = []
                if state.hasRoom { state.roomWaiters = [] }
                if state.phase == .finished { state.subscribers = [:] }
            }
            return (
                state.events, state.subscribers.sorted { $0.key < $1.key }.map(\.value),
                state.hasRoom ? state.roomWaiters : [], state.phase == .finished
            )
        }
        for event in events {
            post(event)
            for subscriber in subscribers { subscriber.yield(event) }
        }
        if isOver { for subscriber in subscribers { subscriber.finish() } }
        for room in rooms { room.resume() }
    }
}
