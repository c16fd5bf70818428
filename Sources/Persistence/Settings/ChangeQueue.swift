import Synchronization

/// What a subscriber has not heard of yet, one change for each key.
final class ChangeQueue: Sendable {
    private struct Waiting {
        var order: [String] = []
        var changes: [String: SettingChange] = [:]
    }

    private let properties: [String: String]?
    private let signal: AsyncStream<Void>.Continuation
    private let waiting = Mutex(Waiting())

    init(properties: [String: String]?, signal: AsyncStream<Void>.Continuation) {
        self.properties = properties
        self.signal = signal
    }

    func add(_ change: SettingChange) {
        var change = change
        if let properties {
            guard let property = properties[change.key] else { return }
            change.property = property
        }
        waiting.withLock { waiting in
            if let earlier = waiting.changes[change.key] {
                change.oldValue = earlier.oldValue
            } else {
                waiting.order.append(change.key)
            }
            waiting.changes[change.key] = change
        }
        signal.yield()
    }

    func next() -> SettingChange? {
        waiting.withLock { waiting in
            while !waiting.order.isEmpty {
                let change = waiting.changes.removeValue(forKey: waiting.order.removeFirst())
                // There and back again is no change for somebody who did not look.
                if let change, !change.oldValue.isIdentical(to: change.newValue) { return change }
            }
            return nil
        }
    }
}
