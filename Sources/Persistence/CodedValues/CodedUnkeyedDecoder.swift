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

    // Stands for the requirement of every type. What cannot be decoded is not passed over.
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next() }

    // The widest integers are requirements of their own with an implementation that refuses.
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
