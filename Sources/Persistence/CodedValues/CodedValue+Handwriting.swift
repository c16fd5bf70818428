internal import FoundationEssentials

extension CodedValue {
    /// The value, where a person wrote another form of what is wanted and nothing essential is lost.
    ///
    /// For files that are edited by hand; in archives each form means its own type.
    ///
    /// - Parameter type: One of the types that are kept as they are.
    /// - Returns: `nil` where it is of another type.
    func asHandwritten<T>(_ type: T.Type) -> T? {
        switch self {
        case .integer(let number) where T.self == Bool.self && (0...1).contains(number): same(number == 1) as T
        case .bool(let truth): Self.number(truth ? 1 : 0, T.self, isIntegerOnly: true)
        // Rounded, not exact: 0.1 written by hand is no Float, and is meant as the nearest one.
        case .double(let number) where T.self == Float.self: same(Float(number)) as T
        // A date with a fraction of a second, which the dates of property lists cannot hold.
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
