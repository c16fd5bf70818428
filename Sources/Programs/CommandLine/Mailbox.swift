package import FoundationEssentials
import Glibc
import LKThreads

/// Passes events of other threads to the command's own, in order.
///
/// A sender waits while the box is full, so that a recording played as fast as possible goes no faster than its output is
/// taken. The thread that makes the box is the one that receives: what it sends itself, as when it delivers the events of a
/// session that it starts or stops, does not wait for room that only it could make.
package final class Mailbox<Item: Sendable>: Sendable {
    private struct State: Sendable {
        var items: [Item] = []
        var isClosed = false
    }

    private let state = Monitor(State())
    private let capacity: Int
    private let receiver = pthread_self()

    package init(capacity: Int = 256) { self.capacity = capacity }

    /// Adds an item; waits for room unless `urgent`.
    ///
    /// A closed box drops it.
    package func send(_ item: Item, urgent: Bool = false) {
        let doesNotWait = urgent || pthread_equal(receiver, pthread_self()) != 0
        state.wait { [capacity] state -> Void? in
            if state.isClosed { return () }
            guard doesNotWait || state.items.count < capacity else { return nil }
            state.items.append(item)
            return ()
        }
    }

    /// Returns all items that have arrived, waiting for the first until `deadline`, or without limit; empty if none
    /// arrived.
    package func receive(until deadline: Date?) -> [Item] {
        let take = { (state: inout State) -> [Item]? in
            guard !state.items.isEmpty else { return nil }
            defer { state.items.removeAll(keepingCapacity: true) }
            return state.items
        }
        guard let deadline else { return state.wait(for: take) }
        return state.wait(until: .now + .seconds(deadline.timeIntervalSinceNow), for: take) ?? []
    }

    /// Unblocks waiting senders.
    package func close() { state.change { $0.isClosed = true } }
}

/// Waits for asynchronous work on the tool's own thread, which Swift's pool does not need.
package enum Waiting {
    /// Performs work and waits for it.
    package static func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
        let outcome = Monitor<Value?>(nil)
        Task.detached {
            let value = await work()
            outcome.change { $0 = value }
        }
        return outcome.wait { $0 }
    }

    /// Does work that can fail, and waits for it.
    ///
    /// - Throws: The error of the work.
    package static func attempt<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let outcome = wait { () async -> Result<Value, Failure> in
            do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }
}
