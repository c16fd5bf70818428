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
    /// - Throws: As ``SettingsStore/synchronize()``, and ``PersistenceError/Code/notEncodable``.
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
