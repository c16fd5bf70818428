internal import FoundationEssentials

/// What a type's `encode(to:)` gives, as a tree: the content of archives, and whatever is kept without being understood.
enum CodedValue {
    /// An absent value.
    case null
    case bool(Bool)
    case integer(Int64)
    /// Above the greatest `Int64`.
    case positive(UInt64)
    /// Decimal digits of what needs more than 64 bits.
    case wide(String)
    case float(Float)
    case double(Double)
    case string(String)
    case data(Data)
    case date(Date)
    case array(CodedArray)
    /// Apart from other arrays, because so it is copied at once.
    case doubles([Double])
    case object(CodedObject)
    /// The place of a value that is encoded later, by an encoder which has been handed out; never read from a file.
    case pending(CodedValueEncoder)

    /// How deep values may be nested: what contains itself must not exhaust the stack.
    static let maximumDepth = 512

    /// What it is, for messages.
    var kind: String {
        switch self {
        case .null: "nil"
        case .bool: "a Boolean"
        case .integer, .positive, .wide: "an integer"
        case .float, .double: "a real number"
        case .string: "a string"
        case .data: "data"
        case .date: "a date"
        case .array, .doubles: "an array"
        case .object: "a dictionary"
        case .pending(let encoder): encoder.value.kind
        }
    }
}
