import Synchronization
import Threads

extension TrackRecorder {
    /// Waits until everything that was appended before is durable.
    ///
    /// - Throws: ``TrackError`` when it cannot be written; it stays in memory and is tried again.
    public func flush() async throws(TrackError) {
        try await withCheckedContinuation { continuation in
            settle(isLast: false) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Ends the recording: when it returns, everything that was appended before is durable and the file is closed.
    ///
    /// When it throws, the recording goes on, so that it can be tried again; what is not written is lost with the recorder.
    /// Once it has ended nothing happens.
    ///
    /// - Throws: ``TrackError`` when it cannot be written.
    public func finish() async throws(TrackError) {
        try await withCheckedContinuation { continuation in
            settle(isLast: true) { continuation.resume(returning: $0) }
        }.get()
    }

    /// As ``flush()``, on a thread that may wait.
    ///
    /// - Throws: ``TrackError`` when it cannot be written; it stays in memory and is tried again.
    public func flushAndWait() throws(TrackError) { try wait(isLast: false) }

    /// As ``finish()``, on a thread that may wait: for handlers of `TaskCompletion`.
    ///
    /// - Throws: ``TrackError`` when it cannot be written.
    public func finishAndWait() throws(TrackError) { try wait(isLast: true) }

    private func wait(isLast: Bool) throws(TrackError) {
        let answer = Monitor<Result<Void, TrackError>?>(nil)
        settle(isLast: isLast) { result in answer.change { $0 = result } }
        try answer.wait { $0 }.get()
    }

    /// Has all that is there written now, and says how that went.
    private func settle(isLast: Bool, _ waiter: @escaping @Sendable (Result<Void, TrackError>) -> Void) {
        let now = clock.now
        let step = state.withLock { state -> State.Step? in
            guard state.phase != .finished else { return nil }
            if isLast, state.phase == .recording {
                state.intake.endVisit(into: &state.queue)
                state.phase = .finishing
            }
            state.waiters.append(waiter)
            return state.plan(at: now)
        }
        if let step { perform(step) } else { waiter(.success(())) }
    }
}
