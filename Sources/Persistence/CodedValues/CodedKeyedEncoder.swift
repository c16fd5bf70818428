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

    // Stands for the requirement of every type.
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try put(value, key) }

    // The widest integers are requirements of their own with an implementation that refuses.
    func encode(_ value: Int128, forKey key: Key) throws { try put(value, key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try put(value, key) }

    private func put(_ value: some Encodable, _ key: Key) throws {
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
