/// A value of a JSON document, as a web service sends it.
///
/// Its own tree and not `Codable`: services change a number to a text and back, leave members out, and the order of an
/// address's members says which is the finer one.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number by its digits, so that an object's number of 19 digits stays what it is.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A member of an object.
    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONValue

        /// Makes a member.
        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The member of an object; of several of one name the last, as most readers have it.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The members of an object; empty for all else.
    package var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// The elements of an array; empty for all else.
    package var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }
}

extension JSONValue {
    /// How deep arrays and objects may be nested; services' answers have 7 levels at most.
    package static let deepest = 32

    /// Reads a document from outside, with bounded recursion and in one pass.
    ///
    /// Text that is not valid UTF-8 is repaired, a lone surrogate becomes U+FFFD.
    ///
    /// - Parameter bytes: The document, in UTF-8.
    /// - Throws: What is wrong with it, and at which byte offset.
    package init(parsing bytes: some Sequence<UInt8>) throws(JSONFailure) {
        var limits = JSONTokenizer.Limits()
        (limits.depth, limits.text, limits.number, limits.isLenient) = (Self.deepest, .max, .max, true)
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
        case .yes: return .bool(true)
        case .no: return .bool(false)
        // A key and the end of a value or of the document are never where a value is expected.
        case .null, .key, .endObject, .endArray, .end: return .null
        }
    }
}
