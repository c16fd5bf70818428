import LKThreads
import Synchronization

extension TrackRecorder {
    /// Changes the state unless the recording has ended, and schedules the resulting write.
    func change(at now: MonotonicInstant, _ body: (inout State) -> Void) {
        let (step, isNews) = state.withLock { state -> (State.Step, Bool) in
            guard state.phase != .finished else { return (.none, false) }
            body(&state)
            state.limitQueue()
            return (state.plan(at: now), state.noteStatus(at: now))
        }
        // Without a thread, the next write announces it.
        if isNews { _ = thread.run { @Sendable [self] in deliver() } }
        perform(step)
    }

    func perform(_ step: State.Step) {
        switch step {
        case .none: break
        case .write:
            let code = thread.run { @Sendable [self] in write() }
            if code != 0 { refuse(code) }
        case .wake(let instant):
            // Queued data retain the recorder until the timer; unwritable data and mere counts do not.
            let isNeeded = state.withLock { $0.error == nil && !$0.queue.isEmpty }
            let code: Int32
            if isNeeded {
                code = clock.call(at: instant) { @Sendable [self] in wake(instant) }
            } else {
                code = clock.call(at: instant) { @Sendable [weak self] in self?.wake(instant) }
            }
            // Without a timer, the next fix schedules the write.
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

    /// Writes everything queued; on the writer's thread.
    private func write() {
        let (waiting, waiters, rooms) = state.withLock { state in
            defer { (state.waiters, state.roomWaiters) = ([], []) }
            // Data that arrived during the last batch are after the end.
            return (state.phase == .finished ? nil : state.nextBatch(), state.waiters, state.roomWaiters)
        }
        // The queue is empty, so more may be appended during the write.
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
        // The recording has ended even if closing fails; waiters receive the error.
        if batch.isLast, case .success = result {
            do throws(TrackError) { try writer.close() } catch { result = .failure(error) }
        }
        deliver()
        // Schedule the next step before notifying waiters, who may move the clock.
        perform(step)
        for waiter in waiters { waiter(result) }
    }

    /// Removes the file if it was made for this recording, which has nothing to keep.
    func withdrawEmptyFile() async {
        await withCheckedContinuation { continuation in
            let code = thread.run { @Sendable [self] in
                let isEmpty = state.withLock { $0.queue.isEmpty && $0.processor.newest == nil }
                if isEmpty { writer.withdraw() }
                continuation.resume()
            }
            // Without a thread the file stays.
            if code != 0 { continuation.resume() }
        }
    }

    /// Handles the failure to start a writer thread.
    private func refuse(_ code: Int32) {
        let error = TrackError(
            .system, "\(path) cannot be written: the system cannot start a thread (error \(code))",
            advice: "end other programs")
        let now = clock.now
        let (waiters, step) = state.withLock { state in
            let waiters = state.waiters
            state.waiters = []
            state.note(state.nextBatch(), refusedBy: error, at: now)
            return (waiters, state.plan(at: now))
        }
        deliver()
        perform(step)
        for waiter in waiters { waiter(.failure(error)) }
    }

    /// Delivers events, outside the lock.
    private func deliver() {
        let (events, subscribers, rooms, endHandlers, isOver) = state.withLock { state in
            let isOver = state.phase == .finished
            defer {
                state.events = []
                for id in state.subscribers.keys { state.subscribers[id]?.skipped = 0 }
                if state.hasRoom { state.roomWaiters = [] }
                if isOver { (state.subscribers, state.endHandlers) = ([:], [:]) }
            }
            return (
                state.events, state.subscribers.sorted { $0.key < $1.key }.map(\.value),
                state.hasRoom ? state.roomWaiters : [], isOver ? Array(state.endHandlers.values) : [], isOver
            )
        }
        for (index, event) in events.enumerated() {
            announce(event)
            for subscriber in subscribers where index >= subscriber.skipped { subscriber.continuation.yield(event) }
        }
        if isOver { for subscriber in subscribers { subscriber.continuation.finish() } }
        for room in rooms { room.resume() }
        for handler in endHandlers { handler() }
    }

    /// Calls a closure once at the end of the recording, at once if it has ended.
    ///
    /// - Returns: The number for ``removeEndHandler(_:)``.
    func addEndHandler(_ handler: @escaping @Sendable () -> Void) -> Int {
        let (id, isOver) = state.withLock { state in
            state.nextSubscriber += 1
            if state.phase != .finished { state.endHandlers[state.nextSubscriber] = handler }
            return (state.nextSubscriber, state.phase == .finished)
        }
        if isOver { handler() }
        return id
    }

    /// Removes a handler that is not needed any more.
    func removeEndHandler(_ id: Int) { _ = state.withLock { $0.endHandlers.removeValue(forKey: id) } }
}

extension TrackRecorder {
    /// Waits until everything that was appended before is durable.
    ///
    /// - Throws: ``TrackError`` when it cannot be written; the data stay in memory, and writing is retried.
    public func flush() async throws(TrackError) {
        try await withCheckedContinuation { continuation in
            requestWrite(isLast: false) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Ends the recording: when it returns, everything that was appended before is durable and the file is closed.
    ///
    /// When it throws, the recording continues and this can be retried; unwritten data are lost with the recorder.
    /// Further calls have no effect.
    ///
    /// - Throws: ``TrackError`` when it cannot be written.
    public func finish() async throws(TrackError) {
        try await withCheckedContinuation { continuation in
            requestWrite(isLast: true) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Writes everything like ``flush()``, but blocks the thread.
    ///
    /// - Throws: ``TrackError`` when it cannot be written; the data stay in memory, and writing is retried.
    public func flushAndWait() throws(TrackError) { try wait(isLast: false) }

    /// Ends the recording like ``finish()``, but blocks the thread; for handlers of `TaskCompletion`.
    ///
    /// - Throws: ``TrackError`` when it cannot be written.
    public func finishAndWait() throws(TrackError) { try wait(isLast: true) }

    private func wait(isLast: Bool) throws(TrackError) {
        let answer = Monitor<Result<Void, TrackError>?>(nil)
        requestWrite(isLast: isLast) { result in answer.change { $0 = result } }
        try answer.wait { $0 }.get()
    }

    /// Requests a write of everything queued, and reports the result.
    private func requestWrite(isLast: Bool, _ waiter: @escaping @Sendable (Result<Void, TrackError>) -> Void) {
        let now = clock.now
        let step = state.withLock { state -> State.Step? in
            guard state.phase != .finished else { return nil }
            if isLast, state.phase == .recording {
                state.processor.endVisit(into: &state.queue)
                state.phase = .finishing
            }
            state.waiters.append(waiter)
            return state.plan(at: now)
        }
        if let step { perform(step) } else { waiter(.success(())) }
    }
}
