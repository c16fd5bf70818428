internal import FoundationEssentials

extension CodedValue {
    /// A value that is kept as it is, without asking its type to encode itself.
    ///
    /// - Parameter value: A value of any type.
    init?<T>(asIs value: T) {
        // Comparing types is cheaper than a cast to a protocol, and vanishes where the compiler knows `T`.
        if T.self == String.self {
            self = .string(same(value))
        } else if T.self == Double.self {
            self = .double(same(value))
        } else if T.self == Int.self {
            self = .integer(Int64(same(value) as Int))
        } else if T.self == Bool.self {
            self = .bool(same(value))
        } else if T.self == Data.self {
            self = .data(same(value))
        } else if T.self == Date.self {
            self = .date(same(value))
        } else if T.self == Float.self {
            self = .float(same(value))
        } else if T.self == [Double].self {
            self = .doubles(same(value))
        } else if T.self == [String].self {
            self = .array(CodedArray((same(value) as [String]).map { .string($0) }))
        } else if T.self == CodedValue.self {
            self = same(value)
        } else if T.self == URL.self {
            let url: URL = same(value)
            // One with a base keeps both apart, as it encodes itself.
            guard url.baseURL == nil else { return nil }
            self = .string(url.absoluteString)
        } else if let integer = value as? any FixedWidthInteger, Self.isStandardInteger(T.self) {
            self = Self.narrowest(integer)
        } else {
            return nil
        }
    }

    static func narrowest(_ value: some FixedWidthInteger) -> CodedValue {
        if let value = Int64(exactly: value) { return .integer(value) }
        if let value = UInt64(exactly: value) { return .positive(value) }
        return .wide(String(value))
    }

    /// Types of others encode themselves.
    static func isStandardInteger(_ type: Any.Type) -> Bool {
        type == Int64.self || type == UInt64.self || type == Int32.self || type == UInt32.self || type == UInt8.self
            || type == Int8.self || type == Int16.self || type == UInt16.self || type == UInt.self || type == Int.self
            || type == Int128.self || type == UInt128.self
    }
}

/// The same value, whose type is known under another name.
@inline(__always) func same<A, B>(_ value: A) -> B {
    precondition(A.self == B.self)
    return unsafeBitCast(value, to: B.self)
}
