import FoundationEssentials
import Threads

extension SettingsFile {
    /// What is written for one key; `nil` removes it.
    struct Write {
        var value: PropertyListValue?
        /// Tells whether a newer write came while this one was under way.
        var number: UInt64
    }

    /// Who wants to hear of changes.
    enum Observer {
        case queue(ChangeQueue)
        case settings(WeakSettings)
    }

    /// A reference that does not keep its object.
    struct WeakSettings {
        weak var settings: Settings?
    }

    /// Everything that is known, under one lock.
    struct State {
        /// The file's content as it was read or written last.
        var stored: [String: PropertyListValue] = [:]
        /// Set here and not yet written.
        var pending: [String: Write] = [:]
        /// Set here and never to be written, because what is on disk is from a newer version.
        var unsaved: [String: PropertyListValue?] = [:]
        /// What readers see: all of these on top of each other.
        var visible: [String: PropertyListValue] = [:]
        var protected: Set<String> = []
        var signature: FileSignature?
        var writes: UInt64 = 0
        var isWriterRunning = false
        var lastError: PersistenceError?
        /// What is wrong with the file as it is now.
        var readError: PersistenceError?
        var errorHandler: (@Sendable (PersistenceError) -> Void)?
        var observers: [Int: Observer] = [:]
        var observersSoFar = 0
        var watcher: WakeDescriptor?

        /// Changes what readers see.
        ///
        /// - Returns: The changes, which are in the subscribers' queues already.
        mutating func show(_ key: String, _ value: PropertyListValue?) -> SettingChange? {
            let old = visible[key]
            guard old != value else { return nil }
            visible[key] = value
            let change = SettingChange(key: key, oldValue: old, newValue: value)
            // Under the lock, so that no change can overtake another on its way into the queue.
            for case .queue(let queue) in observers.values { queue.add(change) }
            return change
        }

        /// Takes over what the file holds.
        mutating func take(_ content: [String: PropertyListValue]) -> [SettingChange] {
            stored = content
            var new = content
            for (key, write) in pending { new[key] = write.value }
            for (key, value) in unsaved { new[key] = value }
            return Set(visible.keys).union(new.keys).compactMap { show($0, new[$0]) }
        }
    }
}
