import Glibc
import Synchronization

/// What ``Settings`` offers with the type of the subclass.
public protocol SettingsAccess: AnyObject {
    /// Connects with a store.
    ///
    /// - Parameter store: Where the settings are kept.
    init(store: SettingsStore)
}

extension SettingsAccess where Self: Settings {
    /// The declared or registered defaults as properties, whatever is stored: `settings.registeredDefaults.volume`.
    public var registeredDefaults: RegisteredDefaults<Self> {
        let memory = SettingsStore.inMemory()
        memory.register(defaults: store.registeredDefaults)
        return RegisteredDefaults(settings: Self(store: memory))
    }

    /// Sets a property and waits until it is safe on the disk: `try settings.set(\.volume, to: 0.8)`.
    ///
    /// - Parameters:
    ///   - property: Which.
    ///   - value: Its new value, which counts in memory even if an error is thrown.
    /// - Throws: As ``SettingsStore/synchronize()``, and `PersistenceError.Code.notEncodable`.
    public func set<Value>(
        _ property: ReferenceWritableKeyPath<Self, Value>, to value: Value
    ) throws(PersistenceError) {
        let assignments = SettingAssignments()
        SettingAssignments.$current.withValue(assignments) { self[keyPath: property] = value }
        if let error = assignments.error { throw error }
        try store.file.synchronize(for: assignments.keys)
    }
}

/// The declared defaults of a class of settings, whatever is stored.
@dynamicMemberLookup public struct RegisteredDefaults<Object: Settings>: Sendable {
    let settings: Object

    /// The default of a property.
    public subscript<Value>(dynamicMember property: KeyPath<Object, Value>) -> Value { settings[keyPath: property] }
}

/// Tells readers of a file whether what they know still holds.
final class SettingsPulse: Sendable {
    /// How old what readers see may be, in nanoseconds.
    ///
    /// Looking at the file 20 times a second costs nothing that can be measured.
    private static let staleness: Int64 = 50_000_000

    /// Counts what readers see; a property whose number is the same need not look further.
    let generation = Atomic<UInt64>(1)
    /// When the file was last looked at.
    private let looked = Atomic<Int64>(.min)

    /// Whether the file has not been looked at yet.
    var isNew: Bool { looked.load(ordering: .acquiring) == .min }

    /// Whether it is time to look at the file; of several threads one hears yes.
    func isDue() -> Bool {
        let last = looked.load(ordering: .relaxed)
        let now = Self.now
        guard now &- last > Self.staleness else { return false }
        return looked.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
    }

    /// Notes that the file was looked at.
    func mark() { looked.store(Self.now, ordering: .releasing) }

    /// Says that readers see something else now.
    func advance() { generation.wrappingAdd(1, ordering: .releasing) }

    /// The coarse clock is read without a system call, in 10 ns.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
