import Synchronization

/// Which place in which file belongs to a property.
///
/// A class, so that reading counts references of one object, and of one without weak references, which are slow.
final class SettingBinding: Sendable {
    let file: SettingsFile
    let key: String
    private let pulse: SettingsPulse?

    init(file: SettingsFile, key: String) {
        self.file = file
        self.key = key
        pulse = file.path == nil ? nil : file.pulse
    }

    /// The number of what readers see now, at most 50 ms old.
    var currentGeneration: UInt64 {
        guard let pulse else { return file.pulse.generation.load(ordering: .acquiring) }
        if pulse.isDue() { file.look(isWaiting: false) }
        return pulse.generation.load(ordering: .acquiring)
    }
}

/// A ``Setting`` whatever its type, as ``Settings`` finds it among its properties.
protocol BindableSetting: AnyObject, Sendable {
    /// The name it is stored under, where that is not the property's.
    var storedName: String? { get }
    /// The names it had in earlier versions of the program.
    var formerNames: [String] { get }
    /// The declared default as it would be stored; `nil` for none.
    var storedDefault: PropertyListValue? { get }
    /// Why the default is shown although there is something in the file, or why the value cannot be written.
    var error: PersistenceError? { get }
    func bind(_ binding: SettingBinding)
    /// Says why it is not stored, in place of ``bind(_:)``.
    func refuse(_ error: PersistenceError)
    /// Why a value cannot be a default of it.
    func refusal(of value: PropertyListValue) -> PersistenceError?
    func reset()
}

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
