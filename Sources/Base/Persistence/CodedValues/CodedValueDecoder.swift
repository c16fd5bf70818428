/// Decodes values from a ``CodedValue``.
struct CodedValueDecoder: Decoder {
    let value: CodedValue
    let trail: CodingTrail

    init(_ value: CodedValue, _ trail: CodingTrail) {
        self.value = value
        self.trail = trail
    }

    var codingPath: [any CodingKey] { trail.path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(CodedKeyedDecoder(try Self.object(value, trail), trail))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try CodedUnkeyedDecoder(value, trail) }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - value: The tree.
    ///   - type: The type to decode.
    ///   - trail: The coding path; evaluated only for types that decode themselves.
    /// - Returns: The value.
    /// - Throws: The type's errors, or `DecodingError`.
    static func decode<T: Decodable>(
        _ value: CodedValue, as type: T.Type, at trail: @autoclosure () -> CodingTrail
    ) throws -> T {
        if CodedValue.isKeptAsIs(T.self) || value.isAddress(T.self) {
            if let result = value.asIs(T.self) { return result }
            let trail = trail()
            if trail.isHandwritten, let result = value.asHandwritten(T.self) { return result }
            throw mismatch(value, T.self, trail)
        }
        if let array = value.asArray(T.self) { return array }
        // The depth limit detects a type that decodes itself recursively without end.
        let trail = trail()
        guard trail.depth <= 2 * CodedValue.maximumDepth else { throw mismatch(value, T.self, trail) }
        return try T(from: CodedValueDecoder(value, trail))
    }

    /// Returns the keyed values.
    static func object(_ value: CodedValue, _ trail: CodingTrail) throws -> CodedObject {
        guard case .object(let object) = value else { throw mismatch(value, [String: Any].self, trail) }
        return object
    }

    static func mismatch(_ value: CodedValue, _ type: Any.Type, _ trail: CodingTrail) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: trail.path, debugDescription: "expected \(type), found \(value.kind)")
        if case .null = value { return .valueNotFound(type, context) }
        return .typeMismatch(type, context)
    }
}

extension CodedValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value.isNull }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try get() }

    // The default implementations of these requirements throw.
    func decode(_ type: Int128.Type) throws -> Int128 { try get() }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try get() }

    private func get<T: Decodable>() throws -> T { try Self.decode(value, as: T.self, at: trail.deeper()) }
}

/// Reads keyed values.
struct CodedKeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let object: CodedObject
    private let trail: CodingTrail

    init(_ object: CodedObject, _ trail: CodingTrail) {
        self.object = object
        self.trail = trail
    }

    var codingPath: [any CodingKey] { trail.path }
    var allKeys: [Key] { object.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

    // Satisfies the requirements for all types.
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try get(key) }

    // The default implementations of these requirements throw.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try get(key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try get(key) }

    private func get<T: Decodable>(_ key: Key) throws -> T {
        try CodedValueDecoder.decode(value(key), as: T.self, at: trail.adding(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        let inner = trail.adding(key)
        return KeyedDecodingContainer(
            CodedKeyedDecoder<Nested>(try CodedValueDecoder.object(value(key), inner), inner))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try CodedUnkeyedDecoder(value(key), trail.adding(key))
    }

    func superDecoder() throws -> any Decoder {
        CodedValueDecoder(object[CodedKey.parent.stringValue] ?? .null, trail.adding(CodedKey.parent))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        CodedValueDecoder(object[key.stringValue] ?? .null, trail.adding(key))
    }

    private func value(_ key: Key) throws -> CodedValue {
        if let value = object[key.stringValue] { return value }
        throw DecodingError.keyNotFound(
            key, DecodingError.Context(codingPath: codingPath, debugDescription: "\"\(key.stringValue)\" is missing"))
    }
}

/// Reads an array.
struct CodedUnkeyedDecoder: UnkeyedDecodingContainer {
    private enum Elements {
        case values([CodedValue])
        case doubles([Double])
    }

    private let elements: Elements
    private let length: Int
    private let trail: CodingTrail
    private(set) var currentIndex = 0

    init(_ value: CodedValue, _ trail: CodingTrail) throws {
        switch value {
        case .array(let array):
            elements = .values(array.values)
            length = array.values.count
        case .doubles(let doubles):
            elements = .doubles(doubles)
            length = doubles.count
        default: throw CodedValueDecoder.mismatch(value, [Any].self, trail)
        }
        self.trail = trail
    }

    var codingPath: [any CodingKey] { trail.path }
    var count: Int? { length }
    var isAtEnd: Bool { currentIndex >= length }

    mutating func decodeNil() throws -> Bool {
        guard try current().isNull else { return false }
        currentIndex += 1
        return true
    }

    // Satisfies the requirements for all types. A value that cannot be decoded is not skipped.
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next() }

    // The default implementations of these requirements throw.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next() }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next() }

    private mutating func next<T: Decodable>() throws -> T {
        let value = try CodedValueDecoder.decode(current(), as: T.self, at: trail.adding(index: currentIndex))
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let inner = trail.adding(index: currentIndex)
        let object = try CodedValueDecoder.object(current(), inner)
        currentIndex += 1
        return KeyedDecodingContainer(CodedKeyedDecoder<Nested>(object, inner))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try CodedUnkeyedDecoder(current(), trail.adding(index: currentIndex))
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = CodedValueDecoder(try current(), trail.adding(index: currentIndex))
        currentIndex += 1
        return decoder
    }

    private func current() throws -> CodedValue {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Any.self,
                DecodingError.Context(
                    codingPath: trail.adding(index: currentIndex).path, debugDescription: "the array ends before it"))
        }
        switch elements {
        case .values(let values): return values[currentIndex]
        case .doubles(let doubles): return .double(doubles[currentIndex])
        }
    }
}
