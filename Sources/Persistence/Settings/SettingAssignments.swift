import Synchronization

/// What setting a property by its key path came to: the path leads to the value and not to the wrapper, which knows.
final class SettingAssignments: Sendable {
    @TaskLocal static var current: SettingAssignments?

    private let found = Mutex<(keys: Set<String>, error: PersistenceError?)>(([], nil))

    var keys: Set<String> { found.withLock { $0.keys } }
    /// Why the first that could not be encoded could not.
    var error: PersistenceError? { found.withLock { $0.error } }

    func add(_ key: String, _ error: PersistenceError?) {
        found.withLock { found in
            found.keys.insert(key)
            if found.error == nil { found.error = error }
        }
    }
}
