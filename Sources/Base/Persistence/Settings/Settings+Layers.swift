public import FoundationEssentials
import LKFormats
public import LKStorage
import Synchronization

extension Settings {
    /// Where a setting's value comes from, in order of precedence.
    public enum Origin: Hashable, Sendable {
        /// An administrator's file of values that users cannot change: see ``SettingsStore/isEnforced(_:)``.
        case enforced(file: URL)
        /// The command line of this run: see ``SettingsStore/arguments``.
        case arguments
        /// The user's own file, or a value set in this process.
        case user
        /// A file of an administrator with values for all users, which each user can change.
        case administrator(file: URL)
        /// A default registered by the program.
        case registered
    }

    /// The values of one origin; the next layer provides values for other keys.
    public struct Layer: Sendable {
        /// The origin of the values.
        public var origin: Origin
        /// The values by key.
        public var contents: [String: PropertyListValue]

        /// Creates a layer.
        ///
        /// - Parameters:
        ///   - origin: The origin of the values.
        ///   - contents: The values by key.
        public init(origin: Origin, contents: [String: PropertyListValue]) {
            self.origin = origin
            self.contents = contents
        }
    }
}

extension Settings.Origin {
    /// Whether the user's own value takes precedence.
    var isBelowUser: Bool {
        switch self {
        case .enforced, .arguments, .user: false
        case .administrator, .registered: true
        }
    }
}

extension SettingsStore {
    /// The values of this run's command line by key: they take precedence over what the user has stored, and are never
    /// stored themselves.
    ///
    /// ```swift
    /// store.arguments = ["fontSize": 12]
    /// ```
    /// What is set meanwhile is stored, but not shown before the next run without the argument. They are forgotten with the
    /// last user of the store in this process, and not announced to ``changes``. ``Settings/apply(arguments:)`` reads texts, and
    /// ``Settings/removeArguments(for:)`` takes them back.
    public var arguments: [String: PropertyListValue] {
        get { file.state.withLock { $0.arguments } }
        nonmutating set { file.changeArguments { $0 = newValue } }
    }

    /// Returns whether an administrator enforces the value under a key, so that it takes precedence over everything,
    /// arguments included.
    ///
    /// An assignment to the key has no effect but an error with the code `StorageError.Code.enforced` for ``lastError``
    /// and ``onError(_:)``; methods that throw throw it. Removing the user's own value is allowed.
    ///
    /// - Parameter key: The key in the store.
    /// - Returns: Whether its value is enforced.
    public func isEnforced(_ key: String) -> Bool { file.enforcement(of: key) != nil }

    /// All values by their origin, in order of precedence: enforced ones, the command line's, the user's, each administrator's,
    /// the registered ones.
    ///
    /// The user's layer is always there, others only with values.
    public var layers: [Settings.Layer] {
        file.refresh()
        return file.layers
    }

    /// Returns where the value under a key comes from; `nil` if there is none, and for the declared value of a property.
    ///
    /// For a key of a ``Settings`` object in use this is ``Setting/origin``: layers whose value has the wrong type for the property do
    /// not count. For any other key the first layer with a value counts.
    ///
    /// - Parameter key: The key in the store.
    /// - Returns: The layer.
    public func origin(of key: String) -> Settings.Origin? {
        if let setting = file.setting(key) { return setting.origin }
        return layers.first { $0.contents[key] != nil }?.origin
    }

    /// The errors of administrators' files that could not be used; the others apply.
    public var administratorErrors: [StorageError] {
        file.state.withLock { $0.administrators?.errors ?? [] }
    }
}

// Values above and below the user's own: administrators' files, the command line's and the program's defaults, none of
// which is ever written.
extension SettingsFile {
    /// Returns the file that enforces the value under a key.
    func enforcement(of key: String) -> String? {
        state.withLock { state in
            for layer in state.administrators?.enforced ?? [] where layer.contents[key] != nil {
                if case .enforced(let file) = layer.origin { return file.filePath }
            }
            return nil
        }
    }

    /// Returns the error for setting a key whose value is enforced; `nil` for other keys.
    func enforcementError(for key: String) -> StorageError? {
        enforcement(of: key).map { Self.enforced(key, $0) }
    }

    static func enforced(_ key: String, _ path: String) -> StorageError {
        StorageError(
            .enforced, "\(key) is not changed: an administrator has fixed its value for all users in \(path)")
    }

    /// Adds administrators' values; those read earlier are kept.
    ///
    /// - Parameters:
    ///   - paths: The files with values for all users, the most important first.
    ///   - enforced: The files whose values are enforced.
    func addAdministrators(_ paths: [String], enforced: [String]) {
        guard !paths.isEmpty || !enforced.isEmpty, state.withLock({ $0.administrators == nil }) else { return }
        let read = Administrators(reading: paths, enforced: enforced)
        state.withLock { state in
            guard state.administrators == nil else { return }
            state.administrators = read
            pulse.advance()
        }
    }

    /// Registers defaults, replacing those of the same keys.
    func register(_ defaults: [String: PropertyListValue]) {
        state.withLock { state in
            state.registered.merge(defaults) { _, new in new }
            pulse.advance()
        }
    }

    /// Changes the values of the command line.
    func changeArguments(_ body: (inout [String: PropertyListValue]) -> Void) {
        state.withLock { state in
            body(&state.arguments)
            pulse.advance()
        }
    }

    /// All layers with values, in order of precedence.
    var layers: [Settings.Layer] { state.withLock { $0.layers } }

    /// A value that applies unless one of a higher layer does.
    struct Candidate {
        var origin: Settings.Origin
        /// The location for messages.
        var place: String
        var value: PropertyListValue

        /// What is used where a layer above cannot be: `the value of /etc/xdg/page.plist`.
        var words: String { origin == .registered ? "the \(place)" : "the value of \(place)" }
    }

    /// Returns the property of an object in use that has a key.
    func setting(_ key: String) -> (any BindableSetting)? {
        // Released after unlocking, since an object that ends takes the lock.
        let objects = state.withLock { state in
            state.observers.values.compactMap { if case .settings(let object) = $0 { object.settings } else { nil } }
        }
        for object in objects {
            if let name = object.keys.first(where: { $0.value == key })?.key { return object.settings[name] }
        }
        return nil
    }

    /// Returns the values for a key that may count, in order of precedence, and the generation of the content.
    func candidates(_ key: String) -> (values: [Candidate], generation: UInt64) {
        state.withLock { state in
            var values: [Candidate] = []
            func add(_ layers: [Settings.Layer]) {
                for layer in layers {
                    guard let value = layer.contents[key] else { continue }
                    values.append(Candidate(origin: layer.origin, place: place(of: layer.origin), value: value))
                }
            }
            func add(_ origin: Settings.Origin, _ value: PropertyListValue?) {
                guard let value else { return }
                values.append(Candidate(origin: origin, place: place(of: origin), value: value))
            }
            add(state.administrators?.enforced ?? [])
            // An enforced value that cannot be used does not open the setting to the user's.
            if values.isEmpty {
                add(.arguments, state.arguments[key])
                add(.user, state.visible[key])
            }
            add(state.administrators?.layers ?? [])
            add(.registered, state.registered[key])
            return (values, pulse.generation.load(ordering: .relaxed))
        }
    }

    private func place(of origin: Settings.Origin) -> String {
        switch origin {
        case .enforced(let file), .administrator(let file): file.filePath
        case .arguments: "the command line"
        case .user: place
        case .registered: "registered default"
        }
    }
}

extension SettingsFile.State {
    var layers: [Settings.Layer] {
        var layers = administrators?.enforced ?? []
        if !arguments.isEmpty { layers.append(Settings.Layer(origin: .arguments, contents: arguments)) }
        layers.append(Settings.Layer(origin: .user, contents: visible))
        layers += administrators?.layers ?? []
        if !registered.isEmpty { layers.append(Settings.Layer(origin: .registered, contents: registered)) }
        return layers
    }
}
