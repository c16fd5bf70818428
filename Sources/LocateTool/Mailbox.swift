import Foundation
import Threads

/// Passes events of other threads to the command's own, in order.
///
/// A sender waits while the box is full, so that a recording played as fast as possible goes no faster than its output is
/// taken.
// Unchecked because of the lock's kind: all state is behind the condition's lock.
final class Mailbox<Item: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var items: [Item] = []
    private let capacity: Int
    private var isClosed = false

    init(capacity: Int = 256) { self.capacity = capacity }

    /// Adds an item; waits for room unless `urgent`.
    ///
    /// A closed box drops it.
    func send(_ item: Item, urgent: Bool = false) {
        condition.lock()
        defer { condition.unlock() }
        while !urgent, !isClosed, items.count >= capacity { condition.wait() }
        guard !isClosed else { return }
        items.append(item)
        condition.broadcast()
    }

    /// All items that have come, waiting for the first until `deadline`, or without limit; empty when none came.
    func receive(until deadline: Date?) -> [Item] {
        condition.lock()
        defer { condition.unlock() }
        while items.isEmpty {
            guard let deadline else {
                condition.wait()
                continue
            }
            if !condition.wait(until: deadline) { break }
        }
        defer {
            items.removeAll(keepingCapacity: true)
            condition.broadcast()
        }
        return items
    }

    /// Unblocks waiting senders.
    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}

/// Waits for asynchronous work on the tool's own thread, which Swift's pool does not need.
enum Waiting {
    /// Does work, and waits for it.
    static func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
        let outcome = Monitor<Value?>(nil)
        Task.detached {
            let value = await work()
            outcome.change { $0 = value }
        }
        return outcome.wait { $0 }
    }
}
