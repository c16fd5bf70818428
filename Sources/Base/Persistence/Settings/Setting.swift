public import LKStorage
import Synchronization

/// A property whose value is stored in a file: `@Setting var volume = 0.5`.
///
/// For properties of subclasses of ``Settings``, which connects them with their store. The declared value is the default,
/// shown while nothing is stored. Any `Codable` type works; numbers, text, dates, data, URLs, arrays and dictionaries
/// of them are stored in their property list types.
///
/// Reading makes no system call and sees changes by other processes within 50 ms. A new value is visible in this process
/// at once, and written a few milliseconds later (``SettingsStore``). Both work on any thread. `$volume` is the setting
/// itself.
@propertyWrapper public final class Setting<Value: Codable & Sendable>: Sendable {
    /// The declared value, shown while nothing is stored.
    public let defaultValue: Value
    let storedName: String?
    let formerNames: [String]
    // Written once, by the initializer of Settings, before the object is shared.
    nonisolated(unsafe) private var binding: SettingBinding?
    /// Why there is no binding.
    // Written once, like the binding.
    nonisolated(unsafe) private var refusal = StorageError(
        .invalidKey,
        "a @Setting is stored only in a Settings class; this one is in none, or in one with a custom mirror. Declare it in "
            + "a subclass of Settings")

    // The lock guards the following properties. A Mutex around a struct of them would be a generic type, whose metadata
    // is looked up at each access in code for any Value: 300 ns instead of 50.
    private let lock = Mutex<Void>(())
    // Guarded by the lock.
    nonisolated(unsafe) private var value: Value
    /// The number of the file's content the value was decoded from; 0 for none.
    // Guarded by the lock.
    nonisolated(unsafe) private var generation: UInt64 = 0
    // Guarded by the lock.
    nonisolated(unsafe) private var problem: StorageError?
    /// The layer that ``value`` is from; `nil` for the declared value.
    // Guarded by the lock.
    nonisolated(unsafe) private var layer: Settings.Origin?
    /// Whether the value cannot be encoded and is kept only here.
    // Guarded by the lock.
    nonisolated(unsafe) private var isUnkept = false

    /// Creates a setting with a default.
    ///
    /// - Parameters:
    ///   - wrappedValue: The default.
    ///   - name: The name to store it under, if not the property's.
    ///   - formerly: Its former names. If nothing is stored under the name, a value found under one of these moves
    ///     there.
    public init(wrappedValue: Value, _ name: String? = nil, formerly: String...) {
        defaultValue = wrappedValue
        storedName = name
        formerNames = formerly
        value = wrappedValue
    }

    /// Creates an optional setting whose default is `nil`.
    public init() where Value: ExpressibleByNilLiteral {
        defaultValue = nil
        storedName = nil
        formerNames = []
        value = nil
    }

    /// Creates an optional setting whose default is `nil`.
    ///
    /// - Parameters:
    ///   - name: The name to store it under, if not the property's.
    ///   - formerly: Its former names.
    public init(_ name: String? = nil, formerly: String...) where Value: ExpressibleByNilLiteral {
        defaultValue = nil
        storedName = name
        formerNames = formerly
        value = nil
    }

    /// The value; setting `nil` removes the stored value, so that the default shows again.
    public var wrappedValue: Value {
        get {
            guard let binding else { return lock.withLock { _ in value } }
            let current = binding.currentGeneration
            return lock.withLock { _ in
                if generation != current { renew(binding) }
                return value
            }
        }
        set { assign(newValue) }
    }

    /// The setting itself: its default, whether it is set, ``reset()``, ``update(_:)``.
    public var projectedValue: Setting<Value> { self }

    /// The key it is stored under; `nil` outside of a ``Settings`` object.
    public var key: String? { binding?.key }

    /// Whether an administrator enforces the value; assignments then have no effect: ``SettingsStore/isEnforced(_:)``.
    public var isEnforced: Bool { binding.map { $0.file.enforcement(of: $0.key) != nil } ?? false }

    /// Whether the user's file has a value; administrators' values, arguments and registered defaults do not count.
    public var isSet: Bool {
        guard let binding else { return false }
        binding.file.refresh()
        return binding.file.value(binding.key).value != nil
    }

    /// Where the value that is shown comes from; `nil` for the declared value.
    ///
    /// A layer whose value has the wrong type does not count: ``error`` names it.
    public var origin: Settings.Origin? {
        guard binding != nil else { return nil }
        _ = wrappedValue
        return lock.withLock { _ in isUnkept ? .user : layer }
    }

    /// Why the value that takes precedence is not shown, or cannot be stored; `nil` without an error.
    ///
    /// The value of another layer is shown in its place, or the default. Outside of a ``Settings`` object nothing is stored, which is an error.
    public var error: StorageError? {
        guard binding != nil else { return refusal }
        _ = wrappedValue
        let problem = lock.withLock { _ in self.problem }
        return problem ?? binding.flatMap { binding in binding.file.state.withLock { $0.refusals[binding.key] } }
    }

    /// Removes the stored value, so that the default shows again.
    public func reset() {
        lock.withLock { _ in
            (isUnkept, problem, generation) = (false, nil, 0)
            if binding == nil { value = defaultValue }
        }
        if let binding { binding.file.set([binding.key: nil]) }
    }

    /// Sets the value and waits until it is safe on the disk.
    ///
    /// - Parameter value: The new value, which is kept in memory even if an error is thrown.
    /// - Throws: As ``SettingsStore/synchronize()``, `StorageError.Code.notEncodable`, `StorageError.Code.enforced`,
    ///   which changes nothing, and `StorageError.Code.invalidKey` outside of a ``Settings`` object.
    public func set(_ value: Value) throws(StorageError) {
        if let error = assign(value) { throw error }
        if let binding { try binding.file.synchronize(for: [binding.key]) }
    }

    /// Changes the value atomically across all threads and processes, and waits until it is safe on the disk:
    /// `try settings.$starts.update { $0 += 1 }`.
    ///
    /// - Parameter body: Receives and changes the newest value; it must not use settings of the same store.
    /// - Throws: As ``SettingsStore/update(_:)``, `StorageError.Code.notEncodable`, `StorageError.Code.enforced`, and
    ///   `StorageError.Code.invalidKey` outside of a ``Settings`` object; nothing is changed then.
    public func update(_ body: (inout Value) -> Void) throws(StorageError) {
        guard let binding else { throw refusal }
        guard !binding.file.state.withLock({ $0.protected.contains(binding.key) }) else {
            throw SettingsFile.newerVersion(binding.file.place)
        }
        if let error = binding.file.enforcementError(for: binding.key) { throw error }
        // Set before writing, because listeners read the new value while it is written.
        let before = lock.withLock { _ in
            defer { (isUnkept, generation) = (false, 0) }
            return (value, self.problem, isUnkept)
        }
        func restore() { if before.2 { lock.withLock { _ in (value, self.problem, isUnkept) = before } } }
        let outcome: Result<StorageError?, StorageError> = Result { () throws(StorageError) in
            try write(body, binding)
        }
        switch outcome {
        case .success(nil): return
        case .success(let problem?), .failure(let problem):
            restore()
            throw problem
        }
    }

    /// Changes the value under the file's lock.
    ///
    /// - Returns: Why the new value cannot be encoded; nothing is changed then.
    private func write(
        _ body: (inout Value) -> Void, _ binding: SettingBinding
    ) throws(StorageError) -> StorageError? {
        // Looked up in advance, because the file is locked during the write.
        let below = shown(
            of: binding.file.candidates(binding.key).values.filter { $0.origin.isBelowUser }, binding)
        return try binding.file.write { content -> StorageError? in
            var value = content[binding.key].flatMap { try? Self.decoded($0, binding) } ?? below.value
            body(&value)
            do throws(StorageError) { content[binding.key] = try Self.encoded(value, binding) } catch {
                return error
            }
            return nil
        }
    }

    @discardableResult private func assign(_ new: Value) -> StorageError? {
        guard let binding else {
            lock.withLock { _ in value = new }
            SettingAssignments.current?.add(storedName ?? "", refusal)
            return refusal
        }
        if let error = binding.file.enforcementError(for: binding.key) {
            SettingAssignments.current?.add(binding.key, error)
            binding.file.report(error)
            return error
        }
        do throws(StorageError) {
            let encoded = try Self.encoded(new, binding)
            // Decoded again even if the file already has this value.
            lock.withLock { _ in (isUnkept, problem, generation) = (false, nil, 0) }
            binding.file.set([binding.key: encoded])
            SettingAssignments.current?.add(binding.key, nil)
            return nil
        } catch {
            SettingAssignments.current?.add(binding.key, error)
            lock.withLock { _ in (value, problem, isUnkept) = (new, error, true) }
            binding.file.report(error)
            return error
        }
    }

    /// Decodes the value again; call it with the lock held.
    private func renew(_ binding: SettingBinding) {
        let (candidates, current) = binding.file.candidates(binding.key)
        generation = current
        guard !isUnkept else { return }
        (value, problem, layer) = shown(of: candidates, binding)
    }

    /// Returns the first usable value with its layer, else the declared default; and the error of the value that takes precedence.
    private func shown(
        of candidates: [SettingsFile.Candidate], _ binding: SettingBinding
    ) -> (value: Value, problem: StorageError?, layer: Settings.Origin?) {
        var refused: (candidate: SettingsFile.Candidate, error: StorageError)?
        func problem(_ used: String) -> StorageError? {
            guard let (candidate, error) = refused else { return nil }
            let end = candidate.origin == .user ? " until it is set anew" : ""
            return StorageError(.wrongType, "\(error.message); \(used) is used\(end)", underlying: error.underlying)
        }
        for candidate in candidates {
            do throws(StorageError) {
                let value = try Self.decoded(candidate.value, binding, in: candidate.place)
                return (value, problem(candidate.words), candidate.origin)
            } catch {
                refused = refused ?? (candidate, error)
            }
        }
        return (defaultValue, problem("the default"), nil)
    }
}

extension Setting {
    private static func decoded(
        _ stored: PropertyListValue, _ binding: SettingBinding, in place: String? = nil
    ) throws(StorageError) -> Value {
        do { return try stored.decoded(as: Value.self) } catch {
            throw StorageError(
                .wrongType,
                "\(place ?? binding.file.place): \(binding.key): \(CodingErrorText(error))", underlying: error)
        }
    }

    private static func encoded(
        _ value: Value, _ binding: SettingBinding
    ) throws(StorageError) -> PropertyListValue? {
        let encoded: PropertyListValue?
        do { encoded = try PropertyListValue.encoding(value) } catch {
            throw StorageError(
                .notEncodable,
                "\(binding.key) cannot be stored, and lasts until the program ends: \(CodingErrorText(error))",
                underlying: error)
        }
        if let error = encoded.flatMap({ binding.file.refusal(of: $0, for: binding.key) }) { throw error }
        return encoded
    }
}

extension Setting: BindableSetting {
    var valueType: Any.Type { Value.self }
    var storedDefault: PropertyListValue? { try? PropertyListValue.encoding(defaultValue) }
    var shownValue: PropertyListValue? { try? PropertyListValue.encoding(wrappedValue) }
    func bind(_ binding: SettingBinding) { self.binding = binding }
    func set(decoding value: PropertyListValue) throws(StorageError) {
        guard let binding else { throw refusal }
        try set(try Self.decoded(value, binding, in: "new value"))
    }
    func refuse(_ error: StorageError) { refusal = error }
    func refusal(of value: PropertyListValue, in place: String) -> StorageError? {
        guard let binding else { return refusal }
        do throws(StorageError) {
            _ = try Self.decoded(value, binding, in: place)
            return nil
        } catch {
            return error
        }
    }
}
