import Synchronization
import Threads

extension TaskCompletion {
    /// Whether the process was asked to stop; nothing new begins then.
    public var isStopping: Bool { state.withLock { $0.machine.phase != .running } }

    /// Why the process was asked to stop, from the moment on in which nothing new begins: handlers may be told later.
    package var cause: StopCause? { state.withLock { $0.machine.phase == .running ? nil : $0.machine.cause } }

    /// How many pieces of work are under way.
    package var workCount: Int { state.withLock { $0.machine.work.count } }

    /// What is left of the grace period; `nil` while nobody asked for a stop, zero once it ran out.
    public var remainingTime: Duration? {
        let now = system.timekeeper.now
        switch state.withLock({ $0.machine.phase }) {
        case .running: return nil
        case .stopping(let deadline): return max(.zero, deadline - now)
        case .expiring, .ended: return .zero
        }
    }

    /// What happens from now on, for one reader; a stop that has begun before comes first.
    ///
    /// The process does not wait for readers: what has to be done before the end belongs into ``onStop(_:)`` or into
    /// work of its own.
    public var events: AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(64))
        let (id, missed) = state.withLock { state in
            state.nextID += 1
            state.subscribers[state.nextID] = continuation
            return (state.nextID, state.machine.phase == .running ? nil : state.machine.cause)
        }
        continuation.onTermination = { @Sendable [weak self] _ in
            _ = self?.state.withLock { $0.subscribers.removeValue(forKey: id) }
        }
        if let missed { continuation.yield(.stopping(missed)) }
        return stream
    }

    /// Has something done as soon as the process is asked to stop, such as telling a loop to end.
    ///
    /// Handlers are called once, one after the other in the order of registration, on a thread of their own, beside the
    /// work under way; the process does not end before they have returned or the grace period has run out. Where the
    /// stop has begun already, the handler is called before this returns.
    ///
    /// - Parameter handler: What to do.
    /// - Returns: The way to take the handler back; not needed otherwise.
    @discardableResult public func onStop(_ handler: @escaping @Sendable (StopCause) -> Void) -> Registration {
        let (id, cause) = state.withLock { state in
            state.nextID += 1
            let cause = state.machine.phase == .running ? nil : state.machine.cause
            if cause == nil { state.stopHandlers[state.nextID] = handler }
            return (state.nextID, cause)
        }
        if let cause { handler(cause) }
        return Registration(id: id, completion: self)
    }

    func removeStopHandler(_ id: Int) {
        // Let go of after unlocking: what it holds may call back.
        _ = state.withLock { $0.stopHandlers.removeValue(forKey: id) }
    }

    /// Whether logind waits for this process.
    public var inhibitorState: InhibitorState { installation.withLock { $0.inhibitor }?.state ?? .off }
}
