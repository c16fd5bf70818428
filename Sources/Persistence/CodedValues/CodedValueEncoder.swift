/// Makes a ``CodedValue`` of anything `Encodable`.
///
/// One for each value that encodes itself; a reference, because a type may hand it on and encode later.
final class CodedValueEncoder: Encoder {
    let trail: CodingTrail
    private var content: CodedValue?
    /// What a type did wrong where it cannot be told at once.
    private var problem: String?

    init(_ trail: CodingTrail) { self.trail = trail }

    var codingPath: [any CodingKey] { trail.path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    /// What has been encoded; a type that encodes nothing has no keyed values.
    var value: CodedValue { content ?? .object(CodedObject()) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(CodedKeyedEncoder(object(), trail))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { CodedUnkeyedEncoder(array(), trail) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// The keyed values, the same ones however often they are asked for.
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

    /// The tree for a value.
    ///
    /// - Parameters:
    ///   - value: What to encode.
    ///   - trail: The way to it; made only for what encodes itself.
    /// - Returns: Its tree.
    /// - Throws: What its type throws, or `EncodingError`.
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

    // An optional's content, or a raw value: one more level, so that what encodes itself for ever is found.
    func encode<T: Encodable>(_ value: T) throws { try put(value) }

    // The widest integers are requirements of their own with an implementation that refuses.
    func encode(_ value: Int128) throws { try put(value) }
    func encode(_ value: UInt128) throws { try put(value) }

    private func put(_ value: some Encodable) throws { content = try Self.encode(value, at: trail.deeper()) }
}
