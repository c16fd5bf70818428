import Foundation

/// Lets a test wait for something that happens on another thread, without sleeping.
public final class Gate: @unchecked Sendable {
    // All state is behind the condition's lock.
    private let condition = NSCondition()
    private var count = 0

    /// Makes a closed gate.
    public init() {}

    /// Counts one more occurrence.
    public func open() {
        condition.lock()
        count += 1
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until it happened `times` times; `false` when that takes longer than `seconds`.
    public func wait(times: Int = 1, seconds: Double = 120) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while count < times {
            if !condition.wait(until: deadline) { return count >= times }
        }
        return true
    }
}
