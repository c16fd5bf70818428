/// Turns any `Encodable` value into a property list, without bytes between.
struct PropertyListValueEncoder: Encoder {
    /// Stands for nothing inside arrays and dictionaries, as Foundation writes it.
    static let null = PropertyListValue.string("$null")

    /// A place for a value whose parts may still be coming.
    final class Node {
        var value: PropertyListValue?
        var items: [Node]?
        var members: [String: Node]?

        var resolved: PropertyListValue? {
            if let items { return .array(items.map { $0.resolved ?? null }) }
            if let members { return .dictionary(members.mapValues { $0.resolved ?? null }) }
            return value
        }

        func put(_ value: some Encodable, at path: [any CodingKey]) throws {
            if let value = value as? UInt128, value > UInt128(Int128.max) {
                throw EncodingError.invalidValue(
                    value, EncodingError.Context(codingPath: path, debugDescription: "an integer beyond 127 bits"))
            }
            if let direct = value as? any PropertyListConvertible {
                self.value = direct.propertyList
            } else if let number = value as? UInt128 {
                self.value = number.propertyList
            } else {
                try value.encode(to: PropertyListValueEncoder(node: self, codingPath: path))
            }
        }
    }

    let node: Node
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The property list of a value; `nil` for an optional that holds nothing.
    static func encode(_ value: some Encodable) throws -> PropertyListValue? {
        let node = Node()
        try node.put(value, at: [])
        return node.resolved
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if node.members == nil { node.members = [:] }
        return KeyedEncodingContainer(Keyed(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if node.items == nil { node.items = [] }
        return Unkeyed(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: node, codingPath: codingPath) }
}

extension PropertyListValueEncoder {
    private struct Single: SingleValueEncodingContainer {
        let node: Node
        let codingPath: [any CodingKey]

        mutating func encodeNil() { node.value = nil }
        mutating func encode<T: Encodable>(_ value: T) throws { try node.put(value, at: codingPath) }
    }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let node: Node
        let codingPath: [any CodingKey]

        private func member(_ name: String) -> Node {
            let member = Node()
            node.members?[name] = member
            return member
        }

        mutating func encodeNil(forKey key: Key) { _ = member(key.stringValue) }
        mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
            try member(key.stringValue).put(value, at: codingPath + [key])
        }
        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { encoder(key).container(keyedBy: type) }
        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            encoder(key).unkeyedContainer()
        }
        mutating func superEncoder() -> any Encoder {
            PropertyListValueEncoder(node: member("super"), codingPath: codingPath)
        }
        mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
        private func encoder(_ key: Key) -> PropertyListValueEncoder {
            // The same key may be asked for twice to go on with what is there.
            let place = node.members?[key.stringValue] ?? member(key.stringValue)
            return PropertyListValueEncoder(node: place, codingPath: codingPath + [key])
        }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let node: Node
        let codingPath: [any CodingKey]
        var count: Int { node.items?.count ?? 0 }

        private func item() -> Node {
            let item = Node()
            node.items?.append(item)
            return item
        }

        mutating func encodeNil() { _ = item() }
        mutating func encode<T: Encodable>(_ value: T) throws { try item().put(value, at: codingPath) }
        mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            encoder().container(keyedBy: type)
        }
        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
        mutating func superEncoder() -> any Encoder { encoder() }
        private func encoder() -> PropertyListValueEncoder {
            PropertyListValueEncoder(node: item(), codingPath: codingPath)
        }
    }
}
