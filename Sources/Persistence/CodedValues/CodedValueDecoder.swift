/// Makes values of a ``CodedValue``.
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

    /// A value of a type.
    ///
    /// - Parameters:
    ///   - value: The tree.
    ///   - type: What to make of it.
    ///   - trail: The way to it; made only for types that decode themselves.
    /// - Returns: The value.
    /// - Throws: What the type throws, or `DecodingError`.
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
        // What decodes itself by asking for itself does not end by itself.
        let trail = trail()
        guard trail.depth <= 2 * CodedValue.maximumDepth else { throw mismatch(value, T.self, trail) }
        return try T(from: CodedValueDecoder(value, trail))
    }

    /// The keyed values.
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

    // The widest integers are requirements of their own with an implementation that refuses.
    func decode(_ type: Int128.Type) throws -> Int128 { try get() }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try get() }

    private func get<T: Decodable>() throws -> T { try Self.decode(value, as: T.self, at: trail.deeper()) }
}
