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

    // Stands for the requirement of every type.
    func encode<T: Encodable>(_ value: T) throws { try append(value) }

    // The widest integers are requirements of their own with an implementation that refuses.
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
