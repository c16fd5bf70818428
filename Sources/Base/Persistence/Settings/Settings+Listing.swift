public import LKStorage

extension Settings {
    /// A property of a class as plain values, for a screen that shows the settings of any class.
    ///
    /// ```swift
    /// for property in settings.listing { print(property.name, property.value ?? "-", property.expectation) }
    /// try settings.set("volume", to: 0.8)
    /// ```
    public struct Property: Sendable {
        /// The name of the property.
        public let name: String
        /// The key in the store.
        public let key: String
        /// The type of the values, without its optional: `URL` for a property of the type `URL?`.
        public let valueType: Any.Type
        /// Whether there may be no value.
        public let isOptional: Bool
        /// What the values are, for users: `a whole number from 0 to 255`, `one of low, high`, `yes or no`.
        public let expectation: String
        /// The values of an enumeration with raw values, in order of declaration; empty for any other type.
        public let choices: [PropertyListValue]
        /// The value that is shown; `nil` if there is none.
        public let value: PropertyListValue?
        /// The declared or registered default; `nil` if there is none.
        public let defaultValue: PropertyListValue?
        /// Where the value comes from; `nil` for the declared one.
        public let origin: Origin?
        /// Whether the user's file has a value.
        public let isSet: Bool
        /// Whether an administrator enforces the value, so that it cannot be changed.
        public let isEnforced: Bool
        /// What is wrong with a stored value, or with storing it.
        public let error: StorageError?
    }

    /// The properties by name, with their values at this time.
    public var listing: [Property] { properties.compactMap { property(named: $0) } }

    /// Returns a property with its value at this time.
    ///
    /// - Parameter name: The name of the property.
    /// - Returns: The property; `nil` if there is none of this name.
    public func property(named name: String) -> Property? {
        guard let setting = settings[name], let key = keys[name] else { return nil }
        let wrapped = (setting.valueType as? any Wrapping.Type)?.wrapped
        let type = wrapped ?? setting.valueType
        return Property(
            name: name, key: key, valueType: type, isOptional: wrapped != nil,
            expectation: SettingArgument.expectation(type, splitsAtCommas: true),
            choices: SettingArgument.choices(of: type), value: setting.shownValue, defaultValue: defaultValues[name],
            origin: setting.origin, isSet: setting.isSet, isEnforced: setting.isEnforced, error: setting.error)
    }

    /// Sets a property by its name, and waits until it is safe on the disk.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - value: The new value; `nil` removes the stored one, so that the default shows again.
    /// - Throws: `StorageError.Code.invalidKey` for a name that no setting has, `StorageError.Code.wrongType` for a value that its
    ///   setting cannot have, and as ``Setting/set(_:)``. In the first two cases nothing is changed.
    public func set(_ name: String, to value: PropertyListValue?) throws(StorageError) {
        let setting = try setting(named: name)
        guard let value else {
            setting.reset()
            return try store.synchronize()
        }
        guard setting.refusal(of: value, in: name) == nil else {
            throw SettingArgument.refusal(
                "the setting \(name) cannot be \(SettingArgument.quoted(value.description))", of: setting)
        }
        try setting.set(decoding: value)
    }

    /// Sets a property by its name to what a user has typed, and waits until it is safe on the disk.
    ///
    /// The text means what it would mean as an argument of the command line: see ``apply(arguments:)``.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - text: The text.
    /// - Throws: As ``set(_:to:)``; the message of a text that the setting cannot have names what is expected.
    public func set(_ name: String, fromText text: String) throws(StorageError) {
        let setting = try setting(named: name)
        let argument = SettingArgument(name: name, texts: [text], splitsAtCommas: true)
        guard let value = argument.firstValue(for: setting) else {
            throw SettingArgument.refusal(
                "the setting \(name) cannot be \(SettingArgument.quoted(text))", of: setting)
        }
        try setting.set(decoding: value)
    }

    /// Returns the setting of a name that a caller gives.
    ///
    /// - Throws: `StorageError.Code.invalidKey`.
    func setting(named name: String) throws(StorageError) -> any BindableSetting {
        if let setting = settings[name] { return setting }
        throw StorageError(
            .invalidKey, "there is no setting called \(SettingArgument.quoted(name))",
            advice: "expected one of " + properties.joined(separator: ", "))
    }
}
