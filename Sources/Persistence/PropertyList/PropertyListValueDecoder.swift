/// Makes any `Decodable` value from a property list.
struct PropertyListValueDecoder: Decoder {
    let value: PropertyListValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Deeper values are refused before the stack is exhausted by a type that holds itself.
    private static let depth = 200

    static func decode<T: Decodable>(
        _ type: T.Type, from value: PropertyListValue, at path: [any CodingKey] = []
    ) throws -> T {
        guard path.count < depth else { throw mismatch(type, value, path) }
        guard let direct = type as? any PropertyListConvertible.Type else {
            return try T(from: PropertyListValueDecoder(value: value, codingPath: path))
        }
        guard let result = direct.init(propertyList: value) as? T else { throw mismatch(type, value, path) }
        return result
    }

    static func mismatch(
        _ type: Any.Type, _ value: PropertyListValue, _ path: [any CodingKey]
    ) -> DecodingError {
        DecodingError.typeMismatch(
            type, DecodingError.Context(codingPath: path, debugDescription: "expected \(type), found \(value.kind)"))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .dictionary(let members) = value else {
            throw Self.mismatch([String: PropertyListValue].self, value, codingPath)
        }
        return KeyedDecodingContainer(Keyed(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let items) = value else { throw Self.mismatch([PropertyListValue].self, value, codingPath) }
        return Unkeyed(items: items, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(value: value, codingPath: codingPath) }
}

extension PropertyListValueDecoder {
    /// A place in an array, for messages.
    private struct Index: CodingKey {
        let position: Int
        init(_ position: Int) { self.position = position }
        init?(intValue: Int) { self.init(intValue) }
        init?(stringValue: String) { nil }
        var intValue: Int? { position }
        var stringValue: String { "\(position)" }
    }

    private struct Single: SingleValueDecodingContainer {
        let value: PropertyListValue
        let codingPath: [any CodingKey]

        func decodeNil() -> Bool { value == PropertyListValueEncoder.null }
        func decode<T: Decodable>(_ type: T.Type) throws -> T {
            // One step deeper, so that a type that only hands itself on comes to an end.
            try PropertyListValueDecoder.decode(type, from: value, at: codingPath + [Index(0)])
        }
    }

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let members: [String: PropertyListValue]
        let codingPath: [any CodingKey]
        var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

        private func member(_ key: Key) throws -> PropertyListValue {
            if let member = members[key.stringValue] { return member }
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "\(key.stringValue) is missing"))
        }

        func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
        func decodeNil(forKey key: Key) throws -> Bool { try member(key) == PropertyListValueEncoder.null }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            try PropertyListValueDecoder.decode(type, from: try member(key), at: codingPath + [key])
        }
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try decoder(key).unkeyedContainer()
        }
        func superDecoder() throws -> any Decoder {
            PropertyListValueDecoder(value: members["super"] ?? .dictionary([:]), codingPath: codingPath)
        }
        func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
        private func decoder(_ key: Key) throws -> PropertyListValueDecoder {
            PropertyListValueDecoder(value: try member(key), codingPath: codingPath + [key])
        }
    }

    private struct Unkeyed: UnkeyedDecodingContainer {
        let items: [PropertyListValue]
        let codingPath: [any CodingKey]
        var currentIndex = 0
        var count: Int? { items.count }
        var isAtEnd: Bool { currentIndex >= items.count }

        private mutating func next(_ type: Any.Type) throws -> (PropertyListValue, [any CodingKey]) {
            guard !isAtEnd else {
                throw DecodingError.valueNotFound(
                    type, DecodingError.Context(codingPath: codingPath, debugDescription: "the array ends too soon"))
            }
            defer { currentIndex += 1 }
            return (items[currentIndex], codingPath + [Index(currentIndex)])
        }

        mutating func decodeNil() throws -> Bool {
            guard !isAtEnd, items[currentIndex] == PropertyListValueEncoder.null else { return false }
            currentIndex += 1
            return true
        }
        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
            let (value, path) = try next(type)
            return try PropertyListValueDecoder.decode(type, from: value, at: path)
        }
        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { try superDecoder().container(keyedBy: type) }
        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try superDecoder().unkeyedContainer()
        }
        mutating func superDecoder() throws -> any Decoder {
            let (value, path) = try next((any Decoder).self)
            return PropertyListValueDecoder(value: value, codingPath: path)
        }
    }
}
