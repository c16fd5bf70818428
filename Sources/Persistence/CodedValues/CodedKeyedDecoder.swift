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

    // Stands for the requirement of every type.
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try get(key) }

    // The widest integers are requirements of their own with an implementation that refuses.
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
