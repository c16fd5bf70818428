import FoundationEssentials

/// The output of a type's `encode(to:)` as a tree: the content of archives, and of values kept without being
/// understood.
enum CodedValue {
    /// An absent value.
    case null
    case bool(Bool)
    case integer(Int64)
    /// Above the greatest `Int64`.
    case positive(UInt64)
    /// An integer of more than 64 bits, in decimal digits.
    case wide(String)
    case float(Float)
    case double(Double)
    case string(String)
    case data(Data)
    case date(Date)
    case array(CodedArray)
    /// A separate case, because such arrays can be copied at once.
    case doubles([Double])
    case object(CodedObject)
    /// A placeholder for a value that an encoder handed out will provide later; never read from a file.
    case pending(CodedValueEncoder)

    /// The maximum nesting depth: a value that contains itself must not exhaust the stack.
    static let maximumDepth = 512

    /// A description of the type, for messages.
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

// For values kept without being understood, in other formats. LocationKit's own coders pass the value on directly.
extension CodedValue: Codable {
    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodedKey.self) {
            let object = CodedObject()
            for key in container.allKeys {
                object[key.stringValue] = try container.decode(CodedValue.self, forKey: key)
            }
            self = .object(object)
        } else if var container = try? decoder.unkeyedContainer() {
            let array = CodedArray()
            while !container.isAtEnd { array.values.append(try container.decode(CodedValue.self)) }
            self = .array(array)
        } else {
            self = try Self(try decoder.singleValueContainer())
        }
    }

    private init(_ container: any SingleValueDecodingContainer) throws {
        // From narrowest to widest, since decoders may accept a number as any type it fits.
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .bool(truth)
        } else if let number = try? container.decode(Int64.self) {
            // Integers have no -0.
            let isNegativeZero = try number == 0 && container.decode(Double.self).sign == .minus
            self = isNegativeZero ? .double(-0.0) : .integer(number)
        } else if let number = try? container.decode(UInt64.self) {
            self = .positive(number)
        } else if let number = try? container.decode(Double.self) {
            self = .double(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let data = try? container.decode(Data.self) {
            self = .data(data)
        } else {
            self = .date(try container.decode(Date.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let array):
            var container = encoder.unkeyedContainer()
            for value in array.values { try container.encode(value) }
        case .object(let object):
            var container = encoder.container(keyedBy: CodedKey.self)
            for (key, value) in zip(object.keys, object.values) { try container.encode(value, forKey: CodedKey(key)) }
        case .pending(let pending): try pending.value.encode(to: encoder)
        default:
            var container = encoder.singleValueContainer()
            try encode(to: &container)
        }
    }

    private func encode(to container: inout any SingleValueEncodingContainer) throws {
        switch self {
        case .bool(let truth): try container.encode(truth)
        case .integer(let number): try container.encode(number)
        case .positive(let number): try container.encode(number)
        case .wide(let digits): try container.encode(digits)
        case .float(let number): try container.encode(number)
        case .double(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .data(let data): try container.encode(data)
        case .date(let date): try container.encode(date)
        case .doubles(let numbers): try container.encode(numbers)
        case .null, .array, .object, .pending: try container.encodeNil()
        }
    }
}

extension CodedValue {
    /// Returns the value as a type, accepting other notations if nothing essential is lost.
    ///
    /// For files edited by hand; in archives each notation means its own type.
    ///
    /// - Parameter type: One of the types that are stored directly.
    /// - Returns: `nil` if the value has another type.
    func asHandwritten<T>(_ type: T.Type) -> T? {
        switch self {
        case .integer(let number) where T.self == Bool.self && (0...1).contains(number): same(number == 1) as T
        case .bool(let truth): Self.number(truth ? 1 : 0, T.self, isIntegerOnly: true)
        // Rounded: 0.1 written by hand is not exactly representable as a Float.
        case .double(let number) where T.self == Float.self: same(Float(number)) as T
        // A date with a fraction of a second, which property list dates cannot represent.
        case .double(let number) where T.self == Date.self: same(Date(timeIntervalSinceReferenceDate: number)) as T
        case .double(let number): Int128(exactly: number).flatMap { Self.number($0, T.self, isIntegerOnly: true) }
        case .integer(let number) where T.self == Float.self: same(Float(number)) as T
        case .positive(let number) where T.self == Float.self: same(Float(number)) as T
        case .wide(let digits): Int128(digits).flatMap { Self.number($0, T.self, isIntegerOnly: false) }
        default: nil
        }
    }

    private static func number<T>(_ value: Int128, _ type: T.Type, isIntegerOnly: Bool) -> T? {
        isIntegerOnly && !isStandardInteger(T.self) ? nil : number(value, T.self)
    }
}

extension CodedValue {
    var isNull: Bool { if case .null = self { true } else { false } }

    /// Returns whether values of a type are stored directly, without calling its `init(from:)`.
    static func isKeptAsIs(_ type: Any.Type) -> Bool {
        type == String.self || type == Double.self || type == Int.self || type == Bool.self || type == Data.self
            || type == Date.self || type == Float.self || type == CodedValue.self || isStandardInteger(type)
    }

    /// Returns whether it is a URL without a base; a URL with one decodes itself.
    func isAddress(_ type: Any.Type) -> Bool { if case .string = self { type == URL.self } else { false } }

    /// Returns the value if it has the type, or is a number that can be converted exactly.
    ///
    /// - Parameter type: One of the types that are stored directly.
    /// - Returns: `nil` if the value has another type.
    func asIs<T>(_ type: T.Type) -> T? {
        switch self {
        case .string(let text) where T.self == String.self: same(text) as T
        case .string(let text) where T.self == URL.self: URL(string: text).map { same($0) as T }
        case .double(let number) where T.self == Double.self: same(number) as T
        case .integer(let number) where T.self == Int.self: same(Int(number)) as T
        case .bool(let truth) where T.self == Bool.self: same(truth) as T
        case .data(let data) where T.self == Data.self: same(data) as T
        case .date(let date) where T.self == Date.self: same(date) as T
        case .float(let number) where T.self == Float.self: same(number) as T
        case _ where T.self == CodedValue.self: same(self) as T
        case .double(let number) where T.self == Float.self: Float(exactly: number).map { same($0) as T }
        case .float(let number) where T.self == Double.self: same(Double(number)) as T
        case .integer(let number): Self.number(number, T.self)
        case .positive(let number): Self.number(number, T.self)
        case .wide(let digits): Self.wide(digits, T.self)
        default: nil
        }
    }

    /// Returns an array that can be converted at once; `nil` if its elements must be read one by one.
    func asArray<T>(_ type: T.Type) -> T? {
        if T.self == [Double].self, case .doubles(let numbers) = self { return same(numbers) as T }
        guard T.self == [String].self, case .array(let array) = self else { return nil }
        var texts: [String] = []
        texts.reserveCapacity(array.values.count)
        for value in array.values {
            guard case .string(let text) = value else { return nil }
            texts.append(text)
        }
        return same(texts) as T
    }

    static func number<T>(_ value: some FixedWidthInteger, _ type: T.Type) -> T? {
        if T.self == Double.self { return Double(exactly: value).map { same($0) as T } }
        if T.self == Float.self { return Float(exactly: value).map { same($0) as T } }
        guard isStandardInteger(T.self), let type = T.self as? any FixedWidthInteger.Type else { return nil }
        func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type) -> T? {
            Integer(exactly: value).map { same($0) as T }
        }
        return exactly(type)
    }

    private static func wide<T>(_ digits: String, _ type: T.Type) -> T? {
        if T.self == Int128.self { return Int128(digits).map { same($0) as T } }
        if T.self == UInt128.self { return UInt128(digits).map { same($0) as T } }
        return nil
    }
}

extension CodedValue {
    /// Creates a value that is stored directly, without calling its type's `encode(to:)`.
    ///
    /// - Parameter value: A value of any type.
    init?<T>(asIs value: T) {
        // Comparing types is cheaper than casting to a protocol, and is optimized away when the compiler knows `T`.
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
            // A URL with a base encodes both parts itself.
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

    /// Returns whether a type is a standard integer; other integer types encode themselves.
    static func isStandardInteger(_ type: Any.Type) -> Bool {
        type == Int64.self || type == UInt64.self || type == Int32.self || type == UInt32.self || type == UInt8.self
            || type == Int8.self || type == Int16.self || type == UInt16.self || type == UInt.self || type == Int.self
            || type == Int128.self || type == UInt128.self
    }
}

/// Returns the same value, whose static type has another name.
@inline(__always) func same<A, B>(_ value: A) -> B {
    precondition(A.self == B.self)
    return unsafeBitCast(value, to: B.self)
}
