import Synchronization

/// Closures that receive the events of an object, in the order in which they were added, on the thread that sends them.
///
/// Unlike a stream, a slow observer delays the sender, and `NotificationCenter` would link Foundation.
package final class Observers<Event: Sendable>: Sendable {
    private struct State: Sendable {
        var last = 0
        var observers: [(number: Int, receive: @Sendable (Event) -> Void)] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Adds an observer; events that are sent from now on reach it.
    ///
    /// - Parameter receive: Receives each event; may call back into the sender, and add and remove observers.
    /// - Returns: The number with which ``remove(_:)`` removes it.
    @discardableResult package func add(_ receive: @escaping @Sendable (Event) -> Void) -> Int {
        state.withLock { state in
            state.last += 1
            state.observers.append((state.last, receive))
            return state.last
        }
    }

    /// Removes an observer; an event that another thread is sending may still reach it.
    package func remove(_ number: Int) {
        // Released outside the lock, since deinitializers may call back.
        let removed = state.withLock { state in
            state.observers.firstIndex { $0.number == number }.map { state.observers.remove(at: $0) }
        }
        _ = removed
    }

    /// Passes an event to each observer.
    package func send(_ event: Event) {
        for observer in state.withLock({ $0.observers }) { observer.receive(event) }
    }
}
