import Foundation

/// Hands what happens on other threads to the command's own, in order.
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

    /// Puts an item in; waits for room unless `urgent`.
    ///
    /// A closed box takes nothing.
    func put(_ item: Item, urgent: Bool = false) {
        condition.lock()
        defer { condition.unlock() }
        while !urgent, !isClosed, items.count >= capacity { condition.wait() }
        guard !isClosed else { return }
        items.append(item)
        condition.broadcast()
    }

    /// Takes all that is there, waiting for something until `deadline`, or without limit; empty when nothing came.
    func take(until deadline: Date?) -> [Item] {
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

    /// Lets go of everybody who waits to put something in.
    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}
