/// Encodes any `Encodable` value to a ``CodedValue``.
///
/// There is one for each value that encodes itself. A class, because a type may pass its encoder on and encode later.
final class CodedValueEncoder: Encoder {
    let trail: CodingTrail
    private var content: CodedValue?
    /// An error of the type that cannot be thrown immediately.
    private var problem: String?

    init(_ trail: CodingTrail) { self.trail = trail }

    var codingPath: [any CodingKey] { trail.path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    /// The encoded value; a type that encodes nothing yields an empty object.
    var value: CodedValue { content ?? .object(CodedObject()) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(CodedKeyedEncoder(object(), trail))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { CodedUnkeyedEncoder(array(), trail) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// Returns the keyed values, the same object on every call.
    func object() -> CodedObject {
        if case .object(let object) = content { return object }
        if content != nil { problem = "it asked for a keyed container after another one" }
        let object = CodedObject()
        content = .object(object)
        return object
    }

    private func array() -> CodedArray {
        if case .array(let array) = content { return array }
        if content != nil { problem = "it asked for an unkeyed container after another one" }
        let array = CodedArray()
        content = .array(array)
        return array
    }

    /// Encodes a value to a tree.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - trail: The coding path; evaluated only for types that encode themselves.
    /// - Returns: The tree.
    /// - Throws: The type's errors, or `EncodingError`.
    static func encode<T: Encodable>(_ value: T, at trail: @autoclosure () -> CodingTrail) throws -> CodedValue {
        if let coded = CodedValue(asIs: value) { return coded }
        let encoder = CodedValueEncoder(trail())
        func refusal(_ reason: String) -> EncodingError {
            .invalidValue(value, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
        }
        guard encoder.trail.depth < CodedValue.maximumDepth else {
            throw refusal("nested more than \(CodedValue.maximumDepth) deep; does it contain itself?")
        }
        try value.encode(to: encoder)
        if let problem = encoder.problem { throw refusal("\(T.self) cannot be encoded: \(problem)") }
        return encoder.value
    }
}

extension CodedValueEncoder: SingleValueEncodingContainer {
    func encodeNil() { content = .null }

    // The content of an optional, or a raw value: one level deeper, so that endless recursion is detected.
    func encode<T: Encodable>(_ value: T) throws { try store(value) }

    // The default implementations of these requirements throw.
    func encode(_ value: Int128) throws { try store(value) }
    func encode(_ value: UInt128) throws { try store(value) }

    private func store(_ value: some Encodable) throws { content = try Self.encode(value, at: trail.deeper()) }
}

/// Adds to keyed values.
struct CodedKeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let object: CodedObject
    private let trail: CodingTrail

    init(_ object: CodedObject, _ trail: CodingTrail) {
        self.object = object
        self.trail = trail
    }

    var codingPath: [any CodingKey] { trail.path }

    func encodeNil(forKey key: Key) { object[key.stringValue] = .null }

    // Satisfies the requirements for all types.
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try store(value, key) }

    // The default implementations of these requirements throw.
    func encode(_ value: Int128, forKey key: Key) throws { try store(value, key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try store(value, key) }

    private func store(_ value: some Encodable, _ key: Key) throws {
        object[key.stringValue] = try CodedValueEncoder.encode(value, at: trail.adding(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        let nested: CodedObject
        if case .object(let present) = object[key.stringValue] { nested = present } else { nested = CodedObject() }
        object[key.stringValue] = .object(nested)
        return KeyedEncodingContainer(CodedKeyedEncoder<Nested>(nested, trail.adding(key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let nested: CodedArray
        if case .array(let present) = object[key.stringValue] { nested = present } else { nested = CodedArray() }
        object[key.stringValue] = .array(nested)
        return CodedUnkeyedEncoder(nested, trail.adding(key))
    }

    func superEncoder() -> any Encoder { later(CodedKey.parent) }

    func superEncoder(forKey key: Key) -> any Encoder { later(key) }

    private func later(_ key: some CodingKey) -> any Encoder {
        let encoder = CodedValueEncoder(trail.adding(key))
        object[key.stringValue] = .pending(encoder)
        return encoder
    }
}

/// Adds to an array.
struct CodedUnkeyedEncoder: UnkeyedEncodingContainer {
    private let array: CodedArray
    private let trail: CodingTrail

    init(_ array: CodedArray, _ trail: CodingTrail) {
        self.array = array
        self.trail = trail
    }

    var codingPath: [any CodingKey] { trail.path }
    var count: Int { array.values.count }

    func encodeNil() { array.values.append(.null) }

    // Satisfies the requirements for all types.
    func encode<T: Encodable>(_ value: T) throws { try append(value) }

    // The default implementations of these requirements throw.
    func encode(_ value: Int128) throws { try append(value) }
    func encode(_ value: UInt128) throws { try append(value) }

    private func append(_ value: some Encodable) throws {
        array.values.append(try CodedValueEncoder.encode(value, at: trail.adding(index: count)))
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        let nested = CodedObject()
        let container = CodedKeyedEncoder<Nested>(nested, trail.adding(index: count))
        array.values.append(.object(nested))
        return KeyedEncodingContainer(container)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let nested = CodedArray()
        let container = CodedUnkeyedEncoder(nested, trail.adding(index: count))
        array.values.append(.array(nested))
        return container
    }

    func superEncoder() -> any Encoder {
        let encoder = CodedValueEncoder(trail.adding(index: count))
        array.values.append(.pending(encoder))
        return encoder
    }
}

/// The values of a keyed container in the order of their keys' first use; a class, because containers handed out
/// earlier may still add to it.
final class CodedObject {
    /// A linear search through fewer keys is faster than hashing.
    private static let fewKeys = 16

    private(set) var keys: [String] = []
    private(set) var values: [CodedValue] = []
    /// The indices of the keys, once there are many.
    private var positions: [String: Int] = [:]

    /// Accesses the value of a key; setting replaces an existing one.
    subscript(key: String) -> CodedValue? {
        get { position(of: key).map { values[$0] } }
        set {
            guard let newValue else { return }
            if let position = position(of: key) {
                values[position] = newValue
            } else {
                append(key, newValue)
            }
        }
    }

    private func append(_ key: String, _ value: CodedValue) {
        keys.append(key)
        values.append(value)
        if keys.count == Self.fewKeys {
            for (position, key) in keys.enumerated() { positions[key] = position }
        } else if keys.count > Self.fewKeys {
            positions[key] = keys.count - 1
        }
    }

    private func position(of key: String) -> Int? {
        keys.count < Self.fewKeys ? keys.firstIndex(of: key) : positions[key]
    }
}

/// The values of an unkeyed container; a class, because containers handed out earlier may still add to it.
final class CodedArray {
    var values: [CodedValue]

    init(_ values: [CodedValue] = []) { self.values = values }
}
