/// One setting that got another value, here or in another process.
public struct SettingChange: Hashable, Sendable {
    /// The key under which the store keeps it.
    public var key: String
    /// The property's name where a ``Settings`` object tells; `nil` where a ``SettingsStore`` does.
    public var property: String?
    /// What was stored before; `nil` stands for the default.
    public var oldValue: PropertyListValue?
    /// What is stored now; `nil` stands for the default.
    public var newValue: PropertyListValue?

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - key: The key under which the store keeps it.
    ///   - property: The property's name, where it is known.
    ///   - oldValue: What was stored before.
    ///   - newValue: What is stored now.
    public init(
        key: String, property: String? = nil, oldValue: PropertyListValue? = nil, newValue: PropertyListValue? = nil
    ) {
        self.key = key
        self.property = property
        self.oldValue = oldValue
        self.newValue = newValue
    }
}
