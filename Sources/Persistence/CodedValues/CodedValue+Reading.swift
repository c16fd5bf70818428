internal import FoundationEssentials

extension CodedValue {
    var isNull: Bool { if case .null = self { true } else { false } }

    /// Whether values of a type are kept as they are, without asking the type to decode itself.
    static func isKeptAsIs(_ type: Any.Type) -> Bool {
        type == String.self || type == Double.self || type == Int.self || type == Bool.self || type == Data.self
            || type == Date.self || type == Float.self || type == CodedValue.self || isStandardInteger(type)
    }

    /// Whether it is an address in one piece; one with a base decodes itself.
    func isAddress(_ type: Any.Type) -> Bool { if case .string = self { type == URL.self } else { false } }

    /// The value, where it is of the type or a number that loses nothing by becoming one.
    ///
    /// - Parameter type: One of the types that are kept as they are.
    /// - Returns: `nil` where it is of another type.
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

    /// Arrays that are taken at once; `nil` where they have to be read one by one.
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
