import Glibc
public import LKStorage
import Synchronization

extension Settings {
    /// The members of ``Settings`` whose types depend on the subclass.
    public protocol Access: AnyObject {
        /// Creates settings connected to a store.
        ///
        /// - Parameter store: The store of the settings.
        init(store: SettingsStore)
    }
}

extension Settings: Settings.Access {}

extension Settings.Access where Self: Settings {
    /// The declared or registered defaults as properties, whatever is stored: `settings.registeredDefaults.volume`.
    public var registeredDefaults: Settings.RegisteredDefaults<Self> {
        let memory = SettingsStore.inMemory()
        memory.register(defaults: store.registeredDefaults)
        return Settings.RegisteredDefaults(settings: Self(store: memory))
    }

    /// Sets a property and waits until it is safe on the disk: `try settings.set(\.volume, to: 0.8)`.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - value: The new value, which is kept in memory even if an error is thrown.
    /// - Throws: The errors of ``SettingsStore/synchronize()``, and `StorageError.Code.notEncodable`.
    public func set<Value>(
        _ property: ReferenceWritableKeyPath<Self, Value>, to value: Value
    ) throws(StorageError) {
        let assignments = SettingAssignments()
        SettingAssignments.$current.withValue(assignments) { self[keyPath: property] = value }
        if let error = assignments.error { throw error }
        try store.file.synchronize(for: assignments.keys)
    }
}

extension Settings {
    /// The default values of a class of settings, whatever is stored.
    @dynamicMemberLookup public struct RegisteredDefaults<Object: Settings>: Sendable {
        let settings: Object

        /// Returns the default of a property.
        public subscript<Value>(dynamicMember property: KeyPath<Object, Value>) -> Value { settings[keyPath: property] }
    }
}

/// Tells readers of a file whether their cached values are still valid.
final class SettingsPulse: Sendable {
    /// The maximum age of visible values, in nanoseconds.
    ///
    /// Checking the file 20 times a second has no measurable cost.
    private static let staleness: Int64 = 50_000_000

    /// The generation of the visible values; a property with the same number need not check further.
    let generation = Atomic<UInt64>(1)
    /// When the file was last checked.
    private let looked = Atomic<Int64>(.min)

    /// Whether the file has not been checked yet.
    var isNew: Bool { looked.load(ordering: .acquiring) == .min }

    /// Returns whether the file should be checked now; `true` for only one of several threads.
    func isDue() -> Bool {
        let last = looked.load(ordering: .relaxed)
        let now = Self.now
        guard now &- last > Self.staleness else { return false }
        return looked.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
    }

    /// Records that the file was checked.
    func mark() { looked.store(Self.now, ordering: .releasing) }

    /// Records that visible values have changed.
    func advance() { generation.wrappingAdd(1, ordering: .releasing) }

    /// The coarse clock, which is read without a system call in 10 ns.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
