/// Which place in which file belongs to a property.
struct SettingBinding: Sendable {
    var file: SettingsFile
    var key: String
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
    func reset()
}
