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
