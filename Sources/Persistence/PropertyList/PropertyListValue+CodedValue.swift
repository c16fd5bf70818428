internal import FoundationEssentials

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

    /// "$null" as a text, which is no nil, gets another dollar sign; so do those that have one more already.
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
