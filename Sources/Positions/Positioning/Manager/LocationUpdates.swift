public import LKGeo
import Synchronization

/// A sequence of every fix of a manager's source, for one subscriber.
///
/// Iterating it keeps the source running. The sequence ends when a recording does, and throws what breaks the source;
/// a daemon or receiver that is lost and comes back does neither. A slow subscriber loses the oldest fixes beyond
/// ``capacity``.
public struct LocationUpdates: AsyncSequence, Sendable {
    /// A fix.
    public typealias Element = Location
    /// An error of the source.
    public typealias Failure = PositioningError
    typealias Continuation = AsyncStream<Result<Location, PositioningError>>.Continuation

    /// The number of fixes kept for a slow subscriber: over an hour of a receiver with ten per second.
    public static let capacity = 40_000

    let manager: LocationManager

    /// Subscribes to fixes from now on.
    public func makeAsyncIterator() -> AsyncIterator {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Result<Location, PositioningError>.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        manager.subscribe(continuation)
        return AsyncIterator(base: stream.makeAsyncIterator(), manager: manager)
    }

    /// One subscription; it ends with the iterator.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: AsyncStream<Result<Location, PositioningError>>.Iterator
        /// Retained, because the loop over a manager's updates is often its only reference.
        let manager: LocationManager

        /// Returns the next fix, or `nil` at the end or when the task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(PositioningError) -> Location? {
            try await base.next(isolation: actor)?.get()
        }
    }
}

extension LocationManager {
    /// A sequence of all fixes from now on, for any number of subscribers; see ``LocationUpdates``.
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
