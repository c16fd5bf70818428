public import FoundationEssentials

/// A value in a property list.
///
/// Also the type of settings whose structure is known only at run time, such as a dictionary of different types.
public enum PropertyListValue: Hashable, Sendable {
    /// A Boolean.
    case boolean(Bool)
    /// An integer, signed or unsigned.
    case integer(Int128)
    /// A floating-point number, possibly infinite or NaN.
    case real(Double)
    /// A string; in arrays and dictionaries "$null" represents nil, and "$$null" the string "$null".
    case string(String)
    /// A date, exact to the last bit.
    case date(Date)
    /// Bytes.
    case data(Data)
    /// Values in order.
    case array([PropertyListValue])
    /// Values by name.
    case dictionary([String: PropertyListValue])

    /// The maximum nesting depth in a file: deeper values are neither written nor read, to protect the stack.
    static let depth = 100

    /// Whether it is nested too deeply to be a value in the file's dictionary.
    var isTooDeep: Bool { isDeeper(than: Self.depth - 2) }

    private func isDeeper(than maximum: Int) -> Bool {
        switch self {
        case .array(let items): maximum == 0 || items.contains { $0.isDeeper(than: maximum - 1) }
        case .dictionary(let members): maximum == 0 || members.values.contains { $0.isDeeper(than: maximum - 1) }
        default: false
        }
    }
}

extension PropertyListValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .integer(Int128(value)) }
    /// Creates a real number.
    public init(floatLiteral value: Double) { self = .real(value) }
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an array.
    public init(arrayLiteral elements: PropertyListValue...) { self = .array(elements) }
    /// Creates a dictionary; of equal keys the last is used.
    public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
        self = .dictionary(Dictionary(elements) { _, last in last })
    }
}

extension PropertyListValue: CustomStringConvertible {
    /// The value in one line, for messages and logs.
    ///
    /// `true`, `12`, `2.5`, a text as it is, a date as `2026-05-11T08:15:00Z`, `5 bytes` for data, `["a", 1]`, and `["size": 12]` with
    /// sorted keys. What is nested deeper than a file may be is `…`.
    public var description: String {
        if case .string(let text) = self { return text }
        return text(depth: 0)
    }

    private func text(depth: Int) -> String {
        switch self {
        case .boolean(let truth): return "\(truth)"
        case .integer(let number): return "\(number)"
        case .real(let number): return "\(number)"
        case .string(let text): return text.debugDescription
        case .date(let date):
            // From year 1 to 9999; elsewhere the calendar says nothing that is true.
            let isOrdinary = (-62_135_596_800.0..<253_402_300_800.0).contains(date.timeIntervalSince1970)
            return isOrdinary ? date.formatted(.iso8601) : "\(date.timeIntervalSince1970) s since 1970"
        case .data(let data): return data.count == 1 ? "1 byte" : "\(data.count) bytes"
        case .array, .dictionary: break
        }
        guard depth < Self.depth else { return "…" }
        guard case .dictionary(let members) = self else {
            guard case .array(let items) = self else { return "" }
            return "[" + items.map { $0.text(depth: depth + 1) }.joined(separator: ", ") + "]"
        }
        if members.isEmpty { return "[:]" }
        let entries = members.sorted { $0.key < $1.key }
            .map { "\($0.key.debugDescription): \($0.value.text(depth: depth + 1))" }
        return "[" + entries.joined(separator: ", ") + "]"
    }
}

extension PropertyListValue {
    /// Returns the property list of a value.
    ///
    /// - Parameter value: Any `Encodable` value.
    /// - Returns: Its property list; `nil` for an empty optional.
    /// - Throws: The type's errors, or `EncodingError`.
    static func encoding(_ value: some Encodable) throws -> PropertyListValue? {
        let coded = try CodedValueEncoder.encode(value, at: .top)
        return coded.isNull ? nil : try PropertyListValue(coded)
    }

    /// Decodes a value; numbers and dates may be in notations common in files edited by hand.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The value.
    /// - Throws: The type's errors, or `DecodingError`.
    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try CodedValueDecoder.decode(CodedValue(self), as: type, at: .topOfHandwriting)
    }
}

extension PropertyListValue: Codable {
    /// Decodes any value, if the decoder's format is self-describing.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for values that property lists cannot hold.
    public init(from decoder: any Decoder) throws {
        do {
            try self.init(try decoder.singleValueContainer().decode(CodedValue.self))
        } catch EncodingError.invalidValue(_, let context) {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath + context.codingPath, debugDescription: context.debugDescription))
        }
    }

    /// Encodes the value without a type tag.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(CodedValue(self))
    }
}

// Lossless conversion between property lists and coded values.
extension PropertyListValue {
    /// Represents nil in arrays and dictionaries, as in Foundation.
    private static let null = "$null"

    /// Creates the property list of an encoded value.
    ///
    /// - Parameters:
    ///   - coded: The encoded value.
    ///   - trail: Its coding path, for messages.
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

    /// Returns whether a text is "$null" with any number of additional dollar signs, and so needs another one.
    fileprivate static func isNullOrMarked(_ text: String) -> Bool {
        text.hasSuffix(null) && text.utf8.dropLast(null.utf8.count).allSatisfy { $0 == UInt8(ascii: "$") }
    }
}

extension CodedValue {
    /// Creates a coded value from a property list.
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
            // Sorted, so that equal dictionaries have equal archives.
            for (key, value) in members.sorted(by: { $0.key < $1.key }) { object[key] = CodedValue(value) }
            self = .object(object)
        }
    }
}

extension PropertyListValue {
    /// Returns whether a file would contain the same for both, bit by bit.
    ///
    /// Unlike `==`, for which canonically equivalent strings are equal, 0 equals -0, and NaN does not equal itself.
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
    /// Returns whether a file would contain the same for both.
    func isIdentical(to other: Self) -> Bool {
        guard count == other.count else { return false }
        return allSatisfy { key, value in
            guard let index = other.index(forKey: key) else { return false }
            return other[index].key.utf8.elementsEqual(key.utf8) && value.isIdentical(to: other[index].value)
        }
    }
}

extension PropertyListValue? {
    /// Returns whether both are `nil` or identical values.
    func isIdentical(to other: Self) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let one?, let other?): one.isIdentical(to: other)
        default: false
        }
    }
}

extension Double {
    /// Returns whether it is the same number with the same sign, or both are NaN.
    fileprivate func isIdentical(to other: Self) -> Bool {
        bitPattern == other.bitPattern || (isNaN && other.isNaN)
    }
}

extension PropertyListValue {
    /// Returns whether its property list has more bytes than a limit; serialized only if an estimate does not suffice.
    func isLarger(than maximum: Int) -> Bool {
        guard bytes(markup: 250, text: 5) > maximum else { return false }
        return bytes(markup: 0, text: 1) > maximum || PropertyListWriter.data(self).count > maximum
    }

    /// Returns an estimate from the bytes per value and per byte of text: the most with all indented and escaped, the
    /// least with neither.
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
