import LKStorage
import Synchronization

/// The key and file of a property.
///
/// A class, so that reading retains a single object, and one without weak references, which are slow.
final class SettingBinding: Sendable {
    let file: SettingsFile
    let key: String
    private let pulse: SettingsPulse?

    init(file: SettingsFile, key: String) {
        self.file = file
        self.key = key
        pulse = file.path == nil ? nil : file.pulse
    }

    /// The generation of the visible values, at most 50 ms old.
    var currentGeneration: UInt64 {
        guard let pulse else { return file.pulse.generation.load(ordering: .acquiring) }
        if pulse.isDue() { file.look(isWaiting: false) }
        return pulse.generation.load(ordering: .acquiring)
    }
}

/// A ``Setting`` of any type, as ``Settings`` finds it among its properties.
protocol BindableSetting: AnyObject, Sendable {
    /// The name under which it is stored, if not the property's.
    var storedName: String? { get }
    /// Its names in earlier versions of the program.
    var formerNames: [String] { get }
    /// The declared default in stored form; `nil` for none.
    var storedDefault: PropertyListValue? { get }
    /// The value that is shown, in stored form; `nil` for none.
    var shownValue: PropertyListValue? { get }
    /// The layer of the value that is shown; `nil` for the declared default.
    var origin: Settings.Origin? { get }
    /// Whether the user's file has a value.
    var isSet: Bool { get }
    /// Whether an administrator enforces the value.
    var isEnforced: Bool { get }
    /// Why another value is shown than the one that takes precedence, or why the value cannot be written.
    var error: StorageError? { get }
    func bind(_ binding: SettingBinding)
    /// Sets the reason why it is not stored, instead of ``bind(_:)``.
    func refuse(_ error: StorageError)
    /// The type of its values.
    var valueType: Any.Type { get }
    /// Returns why a value cannot be one of its values.
    func refusal(of value: PropertyListValue, in place: String) -> StorageError?
    func reset()
    /// Sets a value in stored form, and waits until it is safe on the disk.
    func set(decoding value: PropertyListValue) throws(StorageError)
}

/// Collects errors of settings assigned by key path, which leads to the value rather than to the wrapper that has the
/// error.
final class SettingAssignments: Sendable {
    @TaskLocal static var current: SettingAssignments?

    private let found = Mutex<(keys: Set<String>, error: StorageError?)>(([], nil))

    var keys: Set<String> { found.withLock { $0.keys } }
    /// The first encoding error.
    var error: StorageError? { found.withLock { $0.error } }

    func add(_ key: String, _ error: StorageError?) {
        found.withLock { found in
            found.keys.insert(key)
            if found.error == nil { found.error = error }
        }
    }
}
