import Synchronization

extension TrackRecorder {
    /// What happens to a recording.
    public enum Event: Sendable {
        /// A batch is durable; the log has so many points now.
        case recorded(pointCount: Int)
        /// Nothing can be written; what comes waits in memory.
        case failed(TrackError)
        /// It can be written again, and nothing waits any more.
        case recovered
        /// So many fixes were given up, because too many waited.
        case thinned(Int)
        /// A stop was noticed.
        case arrived(Visit)
        /// A stop has ended.
        case departed(Visit)
        /// The recording has ended and is complete.
        case finished
    }

    /// The events of a recorder from the subscription on, for one subscriber.
    ///
    /// The sequence ends with the recording. Whoever falls more than 1,000 events behind loses the oldest.
    public struct Events: AsyncSequence, Sendable {
        /// What happens.
        public typealias Element = Event
        /// Never.
        public typealias Failure = Never

        let stream: AsyncStream<Event>

        /// Begins with the events since ``TrackRecorder/events`` was asked for.
        public func makeAsyncIterator() -> AsyncStream<Event>.Iterator { stream.makeAsyncIterator() }
    }

    /// A subscription to what happens from now on.
    public var events: Events {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(1000))
        let id = state.withLock { state -> Int? in
            guard state.phase != .finished else { return nil }
            state.nextSubscriber += 1
            state.subscribers[state.nextSubscriber] = continuation
            return state.nextSubscriber
        }
        if let id {
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.subscribers.removeValue(forKey: id) }
            }
        } else {
            continuation.finish()
        }
        return Events(stream: stream)
    }
}
