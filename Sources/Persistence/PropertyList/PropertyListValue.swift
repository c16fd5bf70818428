public import FoundationEssentials

/// What a property list may hold.
///
/// Also the type for settings whose form is known only at run time, such as a dictionary of different things.
public enum PropertyListValue: Hashable, Sendable {
    /// Yes or no.
    case boolean(Bool)
    /// A whole number, signed or unsigned.
    case integer(Int128)
    /// A floating-point number, also infinite or none.
    case real(Double)
    /// Text; in arrays and dictionaries "$null" stands for nil and "$$null" for the text "$null".
    case string(String)
    /// A moment, exact to the last bit.
    case date(Date)
    /// Bytes.
    case data(Data)
    /// Values in order.
    case array([PropertyListValue])
    /// Values by name.
    case dictionary([String: PropertyListValue])

    /// What may be nested in a file: deeper values are neither written nor read, so that no stack is exhausted.
    static let depth = 100

    /// Whether it is nested deeper than a file may be, as part of the file's dictionary.
    var isTooDeep: Bool { isDeeper(than: Self.depth - 2) }

    private func isDeeper(than limit: Int) -> Bool {
        switch self {
        case .array(let items): limit == 0 || items.contains { $0.isDeeper(than: limit - 1) }
        case .dictionary(let members): limit == 0 || members.values.contains { $0.isDeeper(than: limit - 1) }
        default: false
        }
    }
}

extension PropertyListValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes a Boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Makes an integer.
    public init(integerLiteral value: Int) { self = .integer(Int128(value)) }
    /// Makes a real number.
    public init(floatLiteral value: Double) { self = .real(value) }
    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes an array.
    public init(arrayLiteral elements: PropertyListValue...) { self = .array(elements) }
    /// Makes a dictionary; of equal keys the last counts.
    public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
        self = .dictionary(Dictionary(elements) { _, last in last })
    }
}

extension PropertyListValue {
    /// The property list of a value.
    ///
    /// - Parameter value: Anything `Encodable`.
    /// - Returns: Its property list; `nil` for an optional that holds nothing.
    /// - Throws: What its type throws, or `EncodingError`.
    static func encoding(_ value: some Encodable) throws -> PropertyListValue? {
        let coded = try CodedValueEncoder.encode(value, at: .top)
        return coded.isNull ? nil : try PropertyListValue(coded)
    }

    /// The value that a property list encodes; numbers and dates may be written as people write them.
    ///
    /// - Parameter type: What to make of it.
    /// - Returns: The value.
    /// - Throws: What the type throws, or `DecodingError`.
    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try CodedValueDecoder.decode(CodedValue(self), as: type, at: .topOfHandwriting)
    }
}

extension PropertyListValue: Codable {
    /// Reads any value, where the decoder's format says of itself what it holds.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: `DecodingError` for what no property list holds.
    public init(from decoder: any Decoder) throws {
        do {
            try self.init(try decoder.singleValueContainer().decode(CodedValue.self))
        } catch EncodingError.invalidValue(_, let context) {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath + context.codingPath, debugDescription: context.debugDescription))
        }
    }

    /// Writes the value without a mark of its kind.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(CodedValue(self))
    }
}

// Each property list is one coded value, and back: nothing is lost on the way there and back again.
extension PropertyListValue {
    /// Stands for nil in arrays and dictionaries, as Foundation writes and reads it.
    private static let null = "$null"

    /// The property list of what a type encodes.
    ///
    /// - Parameters:
    ///   - coded: What it encodes.
    ///   - trail: The way to it, for messages.
    /// - Throws: `EncodingError` for integers beyond 127 bits.
    init(_ coded: CodedValue, at trail: CodingTrail = .top) throws {
        switch coded {
        case .null: self = .string(Self.null)
        case .bool(let truth): self = .boolean(truth)
        case .integer(let number): self = .integer(Int128(number))
        case .positive(let number): self = .integer(Int128(number))
        case .wide(let digits):
            guard let number = Int128(digits) else {
                throw EncodingError.invalidValue(
                    digits,
                    EncodingError.Context(codingPath: trail.path, debugDescription: "an integer beyond 127 bits"))
            }
            self = .integer(number)
        case .float(let number): self = .real(Double(number))
        case .double(let number): self = .real(number)
        case .string(let text): self = .string(Self.isNullOrMarked(text) ? "$" + text : text)
        case .data(let data): self = .data(data)
        case .date(let date): self = .date(date)
        case .array(let array):
            self = .array(
                try array.values.enumerated().map { try Self($0.element, at: trail.adding(index: $0.offset)) })
        case .doubles(let numbers): self = .array(numbers.map { .real($0) })
        case .object(let object):
            var members: [String: PropertyListValue] = [:]
            for (key, value) in zip(object.keys, object.values) {
                members[key] = try Self(value, at: trail.adding(CodedKey(key)))
            }
            self = .dictionary(members)
        case .pending(let encoder): try self.init(encoder.value, at: trail)
        }
    }

    /// "$null" as a text, which is not nil, gets another dollar sign; so do those that have one more already.
    fileprivate static func isNullOrMarked(_ text: String) -> Bool {
        text.hasSuffix(null) && text.utf8.dropLast(null.utf8.count).allSatisfy { $0 == UInt8(ascii: "$") }
    }
}

extension CodedValue {
    /// What a type decodes from a property list.
    init(_ list: PropertyListValue) {
        switch list {
        case .boolean(let truth): self = .bool(truth)
        case .integer(let number): self = Self.narrowest(number)
        case .real(let number): self = .double(number)
        case .string(let text) where PropertyListValue.isNullOrMarked(text):
            self = text.utf8.first == text.utf8.dropFirst().first ? .string(String(text.dropFirst())) : .null
        case .string(let text): self = .string(text)
        case .data(let data): self = .data(data)
        case .date(let date): self = .date(date)
        case .array(let items): self = .array(CodedArray(items.map { CodedValue($0) }))
        case .dictionary(let members):
            let object = CodedObject()
            // In order, so that equal dictionaries are equal archives.
            for (key, value) in members.sorted(by: { $0.key < $1.key }) { object[key] = CodedValue(value) }
            self = .object(object)
        }
    }
}

extension PropertyListValue {
    /// Whether a file would hold the same for both, to the last bit.
    ///
    /// Not `==`, for which "é" is equal however it is composed, 0 is -0, and no number that is none is equal to itself.
    func isIdentical(to other: Self) -> Bool {
        switch (self, other) {
        case (.real(let one), .real(let other)): one.isIdentical(to: other)
        case (.date(let one), .date(let other)):
            one.timeIntervalSinceReferenceDate.isIdentical(to: other.timeIntervalSinceReferenceDate)
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.array(let one), .array(let other)):
            one.count == other.count && zip(one, other).allSatisfy { $0.isIdentical(to: $1) }
        case (.dictionary(let one), .dictionary(let other)): one.isIdentical(to: other)
        default: self == other
        }
    }
}

extension [String: PropertyListValue] {
    /// Whether a file would hold the same for both.
    func isIdentical(to other: Self) -> Bool {
        guard count == other.count else { return false }
        return allSatisfy { key, value in
            guard let index = other.index(forKey: key) else { return false }
            return other[index].key.utf8.elementsEqual(key.utf8) && value.isIdentical(to: other[index].value)
        }
    }
}

extension PropertyListValue? {
    /// Whether both are nothing or identical values.
    func isIdentical(to other: Self) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let one?, let other?): one.isIdentical(to: other)
        default: false
        }
    }
}

extension Double {
    /// Whether it is the same number with the same sign, or both are none.
    fileprivate func isIdentical(to other: Self) -> Bool {
        bitPattern == other.bitPattern || (isNaN && other.isNaN)
    }
}

extension PropertyListValue {
    /// Whether its property list has more bytes than a limit; written out only if that cannot be determined otherwise.
    func isLarger(than limit: Int) -> Bool {
        guard bytes(markup: 250, text: 5) > limit else { return false }
        return bytes(markup: 0, text: 1) > limit || PropertyListWriter.data(self).count > limit
    }

    /// Bytes for each value and each byte of text: the most where all is indented and escaped, the fewest where nothing is.
    func bytes(markup: Int, text: Int) -> Int {
        switch self {
        case .boolean, .integer, .real, .date: markup
        case .string(let string): markup + string.utf8.count * text
        case .data(let data): markup + (data.count + 2) / 3 * 4
        case .array(let items): items.reduce(markup) { $0 + $1.bytes(markup: markup, text: text) }
        case .dictionary(let members):
            members.reduce(markup) {
                $0 + markup + $1.key.utf8.count * text + $1.value.bytes(markup: markup, text: text)
            }
        }
    }
}
