public import LKGeo
import LKThreads
import Synchronization

extension LocationManager {
    /// The events of a manager from the subscription on, for any number of subscribers.
    ///
    /// ```swift
    /// for try await event in manager.events {
    ///     switch event {
    ///     case .location(let location): print(location)
    ///     case .stateChanged(let state), .outageChanged(let state): print(state)
    ///     default: break
    ///     }
    /// }
    /// ```
    ///
    /// The first event is ``Event/stateChanged(_:)`` with the present state. Iterating keeps the source running, with and without a
    /// session; the sequence ends when a recording does, and throws what breaks the source. A daemon or receiver that is lost and comes
    /// back does neither. ``Events/passive`` only watches.
    public var events: Events { Events(manager: self, isPassive: false) }

    /// All fixes of the source from the subscription on: the locations among the ``events``.
    public var updates: Updates { Updates(manager: self) }

    /// A sequence of events for one subscriber; see ``LocationManager/events``.
    ///
    /// A slow subscriber loses the oldest events beyond ``capacity``.
    public struct Events: AsyncSequence, Sendable {
        /// An event.
        public typealias Element = Event
        /// An error of the source.
        public typealias Failure = PositioningError

        /// The number of events kept for a slow subscriber: an hour of a receiver with ten fixes per second.
        public static let capacity = 40_000

        let manager: LocationManager
        let isPassive: Bool

        /// The same events for a subscriber that only watches.
        ///
        /// It neither starts the source nor keeps it running, and goes on when the source ends or breaks, which the state says. The
        /// sequence ends with the manager, and throws nothing.
        public var passive: Events { Events(manager: manager, isPassive: true) }

        /// Subscribes to the state now and the events from now on.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(
                base: manager.subscribe(isPassive: isPassive, toLocationsOnly: false),
                manager: isPassive ? nil : manager)
        }

        /// One subscription; it ends with the iterator.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var base: Subscriber.Stream.Iterator
            /// Retained, because the loop over a manager's events is often its only reference.
            let manager: LocationManager?

            /// Returns the next event, or `nil` at the end or when the task is canceled.
            ///
            /// - Throws: What breaks the source.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws(PositioningError) -> Event? {
                try await base.next(isolation: actor)?.get()
            }
        }
    }

    /// A sequence of fixes for one subscriber; see ``LocationManager/updates``.
    ///
    /// It behaves as ``Events``, of which a subscriber gets the locations only.
    public struct Updates: AsyncSequence, Sendable {
        /// A fix.
        public typealias Element = Location
        /// An error of the source.
        public typealias Failure = PositioningError

        let manager: LocationManager

        /// Subscribes to fixes from now on.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(
                base: Events.AsyncIterator(
                    base: manager.subscribe(isPassive: false, toLocationsOnly: true), manager: manager))
        }

        /// One subscription; it ends with the iterator.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var base: Events.AsyncIterator

            /// Returns the next fix, or `nil` at the end or when the task is canceled.
            ///
            /// - Throws: What breaks the source.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws(PositioningError) -> Location? {
                while let event = try await base.next(isolation: actor) {
                    if case .location(let location) = event { return location }
                }
                return nil
            }
        }
    }
}

extension LocationManager {
    /// Where a subscriber's events go.
    struct Subscriber: Sendable {
        typealias Stream = AsyncStream<Result<Event, PositioningError>>

        let continuation: Stream.Continuation
        /// Whether it only watches, without keeping the source running.
        let isPassive: Bool
        /// Whether it gets the locations of the source and nothing else.
        let wantsLocationsOnly: Bool

        /// Returns whether an event is for the subscriber.
        func wants(_ event: Event) -> Bool {
            guard wantsLocationsOnly else { return true }
            if case .location = event { return true }
            return false
        }
    }

    func subscribe(isPassive: Bool, toLocationsOnly: Bool) -> Subscriber.Stream.Iterator {
        let (stream, continuation) = Subscriber.Stream.makeStream(bufferingPolicy: .bufferingNewest(Events.capacity))
        let subscriber = Subscriber(
            continuation: continuation, isPassive: isPassive, wantsLocationsOnly: toLocationsOnly)
        let now = clock.now
        var id = 0
        deliver { state in
            id = state.nextID
            state.nextID += 1
            state.subscribers[id] = subscriber
            let first = Event.stateChanged(state.snapshot(at: now))
            if subscriber.wants(first) { state.outbox.append(.yield(continuation, first)) }
            if !state.isEnabled { state.finishSubscribers(Self.disabled) }
        }
        continuation.onTermination = { [weak self, id] _ in
            self?.deliver { $0.subscribers[id] = nil }
        }
        return stream.makeAsyncIterator()
    }
}
