public import Geo
import Synchronization

/// Every fix of a manager's source, as a sequence for one subscriber.
///
/// Iterating it keeps the source running. The sequence ends when a recording does, and throws what breaks the source;
/// a daemon or receiver that goes away and comes back does neither. A subscriber that falls behind loses the oldest fixes
/// beyond ``capacity``.
public struct LocationUpdates: AsyncSequence, Sendable {
    /// A fix.
    public typealias Element = Location
    /// What breaks the source.
    public typealias Failure = PositioningError
    typealias Continuation = AsyncStream<Result<Location, PositioningError>>.Continuation

    /// How many fixes are kept for a slow subscriber: over an hour of a receiver with ten a second.
    public static let capacity = 40_000

    let manager: LocationManager

    /// Subscribes; the fixes from now on are delivered.
    public func makeAsyncIterator() -> AsyncIterator {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Result<Location, PositioningError>.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        manager.subscribe(continuation)
        return AsyncIterator(base: stream.makeAsyncIterator(), manager: manager)
    }

    /// One subscription; it ends with the iterator.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: AsyncStream<Result<Location, PositioningError>>.Iterator
        /// Kept, because the loop over a manager's updates is often all that refers to it.
        let manager: LocationManager

        /// The next fix, or `nil` at the end or when the task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(PositioningError) -> Location? {
            try await base.next(isolation: actor)?.get()
        }
    }
}

extension LocationManager {
    /// Every fix from now on, for any number of subscribers; see ``LocationUpdates``.
    public var updates: LocationUpdates { LocationUpdates(manager: self) }

    func subscribe(_ continuation: LocationUpdates.Continuation) {
        var id = 0
        deliver { state in
            id = state.nextID
            state.nextID += 1
            state.subscribers[id] = continuation
            if !state.isEnabled { state.finishSubscribers(Self.disabled) }
        }
        continuation.onTermination = { [weak self, id] _ in
            self?.deliver { $0.subscribers[id] = nil }
        }
    }
}
