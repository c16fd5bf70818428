/// A value of a JSON document from a web service.
///
/// A tree rather than `Codable`: services vary between numbers and strings, omit members, and express the rank of an
/// address's components by the order of the members.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as its digits, so that a 19-digit identifier stays exact.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A member of an object.
    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONValue

        /// Creates a member.
        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Returns a member of an object; if several have the same name, the last, as most parsers do.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The members of an object; empty for other values.
    package var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// The elements of an array; empty for other values.
    package var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }
}

extension JSONValue {
    /// The deepest nesting of arrays and objects accepted; services' answers have at most 7 levels.
    package static let maximumDepth = 32

    /// Parses an untrusted document with bounded recursion and in one pass.
    ///
    /// Invalid UTF-8 is repaired, and a lone surrogate becomes U+FFFD.
    ///
    /// - Parameter bytes: The document, in UTF-8.
    /// - Throws: `JSONFailure` with the reason and the byte offset.
    package init(parsing bytes: some Sequence<UInt8>) throws(JSONFailure) {
        var limits = JSONTokenizer.Limits()
        (limits.depth, limits.text, limits.number, limits.isLenient) = (Self.maximumDepth, .max, .max, true)
        var pieces = [Array(bytes)[...]]
        var tokens = JSONTokenizer(limits: limits) { () throws(JSONFailure) in pieces.popLast() ?? [] }
        let first = try tokens.next()
        guard first != .end else { throw tokens.failure(.malformed, "the document ends too soon") }
        self = try Self.value(first, &tokens)
        guard try tokens.next() == .end else { throw tokens.failure(.malformed, "something follows the document") }
    }

    private static func value(
        _ token: JSONTokenizer.Token, _ tokens: inout JSONTokenizer
    ) throws(JSONFailure) -> JSONValue {
        switch token {
        case .beginObject:
            var members: [Member] = []
            while case .key = try tokens.next() {
                let name = String(decoding: tokens.text, as: UTF8.self)
                members.append(Member(name: name, value: try value(tokens.next(), &tokens)))
            }
            return .object(members)
        case .beginArray:
            var elements: [JSONValue] = []
            while true {
                let token = try tokens.next()
                if token == .endArray { return .array(elements) }
                elements.append(try value(token, &tokens))
            }
        case .string: return .string(String(decoding: tokens.text, as: UTF8.self))
        case .number: return .number(String(decoding: tokens.text, as: UTF8.self))
        case .true: return .bool(true)
        case .false: return .bool(false)
        // The tokenizer never returns a key or the end of a value or document where a value is expected.
        case .null, .key, .endObject, .endArray, .end: return .null
        }
    }
}
