public import LKStorage
import Synchronization

/// The settings of a program as properties, kept from run to run.
///
/// ```swift
/// final class PlayerSettings: Settings, @unchecked Sendable {
///     @Setting var volume = 0.5
///     @Setting("mute", formerly: "isMuted") var isMuted = false
///     @Setting var homepage: URL?
/// }
/// ```
/// The compiler requires each subclass to repeat `@unchecked Sendable`, which is safe if all properties are `@Setting` or constants.
/// A stored property that is neither `@Setting` nor one of the ``transientProperties`` is not kept, and reported.
/// A subclass has its parent's settings too. Objects of one class show the same values.
// Unchecked because the compiler cannot check an open class: its stored properties are constant, and each @Setting has
// its own lock.
open class Settings: @unchecked Sendable {
    /// The store of the settings.
    public let store: SettingsStore

    /// Creates settings connected to a store, moves renamed ones, and upgrades what an earlier version wrote.
    ///
    /// - Parameter store: The store of the settings.
    public required init(store: SettingsStore) {
        self.store = store
        let mirror = Mirror(reflecting: self)
        mistake = mistakeInMirror() ?? mistakeInNamespace(mirror)
        if let mistake {
            conflict(mistake, in: mirror)
            store.file.report(mistake)
        } else {
            find(in: mirror)
            checkVersion()
            if !isFromNewerVersion { startVersion() }
            reportUnmarked(mirror)
        }
        observer = store.file.subscribe(.settings(SettingsFile.WeakSettings(settings: self)))
    }

    /// Creates settings connected to the class's ``defaultStore``.
    public convenience init() { self.init(store: Self.defaultStore) }

    deinit { if let observer { store.file.unsubscribe(observer) } }

    // Written only by the initializer.
    private var observer: Int?
    private(set) var settings: [String: any BindableSetting] = [:]
    private(set) var keys: [String: String] = [:]
    var conflicts: [String: StorageError] = [:]
    /// Why no property of the class is stored.
    private(set) var mistake: StorageError?
    /// The error for the first unmarked property.
    var unmarked: StorageError?

    // MARK: Class configuration

    /// The store of the class: the program's own, unless a class overrides it.
    open class var defaultStore: SettingsStore { .standard }

    /// The prefix of every key, before a point: by default the class's name, so that classes may share a store.
    ///
    /// The name is part of the file; a class that may be renamed fixes it here. Empty: no namespace. The module is not part
    /// of it: of two classes with the same name that use one store in a process, the second is not stored, which
    /// ``lastError`` says. In different processes this cannot be noticed, so give one of them another name here.
    open class var namespace: String { String(describing: Self.self) }

    /// The prefix of every name, after the namespace.
    open class var keyPrefix: String { "" }

    /// Other names to store properties under; the prefix comes before them too.
    open class var keyMap: [String: String] { [:] }

    /// The version of the stored settings, 0 for none; raise it with each change that ``upgrade(from:)`` has to handle.
    open class var version: Int { 0 }

    /// The messages of each version for the user, returned once by ``takeWhatIsNew()``.
    open class var whatIsNew: [Int: String] { [:] }

    /// Upgrades settings stored by an earlier version of the program; the initializer calls it.
    ///
    /// One process upgrades while others that start wait, at most 10 s. The values it sets are written together with
    /// the version, unless the upgrade calls a method that waits for the disk. If the file cannot be written, or the
    /// other process takes longer, each process upgrades in memory.
    ///
    /// - Parameter version: The version that wrote the settings; 0 if there are settings without a version.
    open func upgrade(from version: Int) {}

    /// The names of stored properties that are not stored, including constants; others must be marked with ``Setting``,
    /// or ``errors`` and ``lastError`` report them.
    ///
    /// Names from superclasses count too.
    open class var transientProperties: Set<String> { [] }

    // MARK: All settings at once

    /// The names of the properties.
    public var properties: [String] { settings.keys.sorted() }

    /// Returns the key of a property; `nil` if there is no such property.
    public func key(of property: String) -> String? { keys[property] }

    /// The declared or registered defaults by property name; those without a value are missing.
    public var defaultValues: [String: PropertyListValue] {
        let registered = store.registeredDefaults
        return settings.compactMapValues(\.storedDefault).merging(keys.compactMapValues { registered[$0] }) { $1 }
    }

    /// Registers other defaults than the declared ones, for values known only at run time.
    ///
    /// ```swift
    /// try settings.register(defaults: ["fontSize": .integer(screen.isLarge ? 14 : 11)])
    /// ```
    /// They are shown while neither the user nor an administrator has set anything, and never written; see
    /// ``SettingsStore/register(defaults:)``. A program registers them at each start.
    ///
    /// - Parameter defaults: The values by property name.
    /// - Throws: `StorageError.Code.invalidKey` for a name that no setting has, `StorageError.Code.wrongType`
    ///   for a value that its setting cannot have; then nothing is registered.
    public func register(defaults: [String: PropertyListValue]) throws(StorageError) {
        var values: [String: PropertyListValue] = [:]
        for (name, value) in defaults.sorted(by: { $0.key < $1.key }) {
            guard let setting = settings[name], let key = keys[name] else {
                throw StorageError(
                    .invalidKey,
                    "\(Self.self) has no setting called \(name); defaults are registered by the names of properties")
            }
            if let refusal = setting.refusal(of: value, in: "registered default") { throw refusal }
            values[key] = value
        }
        store.register(defaults: values)
    }

    /// The stored values by property name, without those that show their default.
    public var storedValues: [String: PropertyListValue] {
        let contents = store.contents
        return keys.compactMapValues { contents[$0] }
    }

    /// The errors by property name: a value of the wrong type in the file, or one that cannot be stored.
    public var errors: [String: StorageError] {
        settings.compactMapValues(\.error).merging(conflicts) { _, conflict in conflict }
    }

    /// The last error of the file; see ``SettingsStore/lastError``.
    public var lastError: StorageError? {
        if let mistake { return mistake }
        if isFromNewerVersion { return SettingsFile.newerVersion(store.path ?? "") }
        return store.lastError ?? unmarked
    }

    /// Removes the stored values of this class's properties, so that the defaults show again; other keys stay.
    public func reset() {
        for setting in settings.values { setting.reset() }
        guard !isFromNewerVersion else { return }
        store.file.set(
            Dictionary(formerKeys.filter { store.file.value($0).value != nil }.map { ($0, nil) }) { first, _ in first })
    }

    /// Waits until all changes are safe on the disk; see ``SettingsStore/synchronize()``.
    ///
    /// - Throws: `StorageError`, as there.
    public func synchronize() throws(StorageError) { try store.synchronize() }

    // MARK: Changes

    /// The changes of this class's properties from now on.
    public var changes: Changes {
        Changes(file: store.file, properties: Dictionary(keys.map { ($1, $0) }) { first, _ in first })
    }

    func announce(_ changes: [Change]) {
        let changed = Set(changes.map(\.key))
        let names = keys.filter { changed.contains($0.value) }.keys.sorted()
        guard !names.isEmpty else { return }
        (self as? any SettingsPosting)?.post(changesOf: names)
    }
}

/// Posts the changes of settings as notifications.
///
/// The module `LocationKit` makes ``Settings`` conform, which is looked up at run time: so a program without
/// that module links no Foundation, and none of its ICU.
package protocol SettingsPosting {
    /// Posts that properties have changed.
    func post(changesOf properties: [String])
}

extension Settings {
    /// Returns the key of a name in this class's namespace.
    static func qualified(_ name: String) -> String { namespace.isEmpty ? name : namespace + "." + name }

    var formerKeys: [String] {
        settings.values.flatMap(\.formerNames).map { Self.qualified(Self.keyPrefix + $0) }
    }

    var boundKeys: [String] { Array(keys.values) }

    /// Finds the wrappers among the stored properties, starting with the class's own.
    private func find(in mirror: Mirror) {
        for child in mirror.children {
            guard let label = child.label, let setting = child.value as? any BindableSetting else { continue }
            let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
            let stored = setting.storedName ?? Self.keyMap[name] ?? name
            let key = Self.qualified(Self.keyPrefix + stored)
            guard settings[name] == nil, !keys.values.contains(key) else {
                let conflict = StorageError(
                    .invalidKey, "two settings have the key \(key); one is not stored. Give it another name")
                conflicts[name] = conflict
                setting.refuse(conflict)
                continue
            }
            setting.bind(SettingBinding(file: store.file, key: key))
            settings[name] = setting
            keys[name] = key
        }
        if let parent = mirror.superclassMirror { find(in: parent) }
    }

    /// Moves values stored under former names.
    func move() {
        for (name, setting) in settings where !setting.formerNames.isEmpty {
            guard let key = keys[name] else { continue }
            let contents = store.file.contents
            let former = setting.formerNames.map { Self.qualified(Self.keyPrefix + $0) }.filter { contents[$0] != nil }
            // The user's own value stays where it is if it has no effect; it may have one again.
            guard let first = former.first, store.file.enforcement(of: key) == nil else { continue }
            var moved = Dictionary(former.map { ($0, nil as PropertyListValue?) }) { first, _ in first }
            if contents[key] == nil { moved[key] = .some(contents[first]) }
            store.file.set(moved)
        }
    }
}

// Detects mistakes in a class that keep it or a property from being stored.
extension Settings {
    /// Returns an error if the properties cannot be found by reflection, and so cannot be stored.
    func mistakeInMirror() -> StorageError? {
        guard self is any CustomReflectable else { return nil }
        return StorageError(
            .notEncodable,
            "\(Self.self) describes itself by a custom mirror, which hides its settings; none is stored. Remove it")
    }

    /// Returns an error if a class of the same name in another module would overwrite this one's settings.
    func mistakeInNamespace(_ mirror: Mirror) -> StorageError? {
        let (namespace, name) = (Self.namespace, String(reflecting: Self.self))
        // A namespace that the class sets explicitly may be shared on purpose.
        guard namespace == String(describing: Self.self) else { return nil }
        let lineage = sequence(first: mirror, next: \.superclassMirror).map(\.subjectType)
            .filter { $0 != Settings.self }.map { ObjectIdentifier($0) }
        let other = store.file.state.withLock { state -> String? in
            guard let owner = state.owners[namespace] else {
                state.owners[namespace] = SettingsFile.NamespaceOwner(name: name, lineage: lineage)
                return nil
            }
            let isRelated = lineage.contains(owner.lineage[0]) || owner.lineage.contains(lineage[0])
            return isRelated ? nil : owner.name
        }
        guard let other else { return nil }
        return StorageError(
            .invalidKey,
            "\(name) and \(other) have the same namespace \(namespace) in \(store.file.place); settings of the former "
                + "are not stored. Give it another by overriding namespace")
    }

    /// Reports stored properties that are not marked; the other settings are stored.
    func reportUnmarked(_ mirror: Mirror) {
        let levels = sequence(first: mirror, next: \.superclassMirror).filter { $0.subjectType != Settings.self }
        var transient = Self.transientProperties
        // A class may override the names without including those of its superclass.
        for case let type as Settings.Type in levels.map(\.subjectType) {
            transient.formUnion(type.transientProperties)
        }
        for level in levels {
            for child in level.children where !(child.value is any BindableSetting) {
                guard let label = child.label else { continue }
                let names = CodedProperties.names(label)
                guard !names.contains(where: transient.contains) else { continue }
                let error = StorageError(
                    .notEncodable,
                    "\(level.subjectType).\(names[0]) is not marked with @Setting; mark it, or list it in"
                        + " transientProperties of \(level.subjectType)")
                conflicts[names[0]] = error
                if unmarked == nil { unmarked = error }
                store.file.report(error)
            }
        }
    }

    /// Sets for each property the reason why it is not stored.
    func conflict(_ error: StorageError, in mirror: Mirror) {
        guard !(self is any CustomReflectable) else { return conflicts["customMirror"] = error }
        for level in sequence(first: mirror, next: \.superclassMirror) {
            for child in level.children {
                guard let label = child.label, let setting = child.value as? any BindableSetting else { continue }
                setting.refuse(error)
                conflicts[label.hasPrefix("_") ? String(label.dropFirst()) : label] = error
            }
        }
    }
}
