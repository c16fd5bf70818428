internal import Geocoding

/// A value of a JSON document, as a web service sends it.
///
/// Its own tree and not `Codable`: services change a number to a text and back, leave members out, and the order of an
/// address's members says which is the finer one.
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number by its digits, so that an object's number of 19 digits stays what it is.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A member of an object.
    struct Member: Hashable, Sendable {
        var name: String
        var value: JSONValue
    }

    /// The member of an object; of several of one name the last, as most readers have it.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The members of an object; empty for all else.
    var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// The elements of an array; empty for all else.
    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// A text, or a number by its digits, trimmed and without control characters; `nil` when nothing is left.
    ///
    /// Names go to terminals, where a control character is an order, and one that turns the direction hides what is written.
    var text: String? {
        switch self {
        case .string(let text): return text.cleanedName
        case .number(let digits): return digits
        default: return nil
        }
    }

    /// A finite number, also one that is written as a text.
    var double: Double? {
        guard let text, text.utf8.count <= 64, let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// A whole number, also one that is written as a text.
    var int: Int? { text.flatMap { Int($0) } }
}
