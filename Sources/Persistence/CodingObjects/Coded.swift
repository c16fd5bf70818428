/// Marks a property of a ``CodingObject`` as one that is encoded and decoded.
///
/// ```swift
/// final class Trip: CodingObject {
///     @Coded var title = "Untitled"
///     @Coded("start") var beginning: Date?
///     @Coded(formerly: "note") var remark = ""
/// }
/// ```
///
/// A reference, so that decoding can reach it; in a structure, copies would share it.
@propertyWrapper public final class Coded<Value: Codable>: CodedProperty {
    /// The property's value.
    public var wrappedValue: Value
    let key: String?
    let formerKeys: [String]

    /// Marks a property with a declared default.
    ///
    /// - Parameters:
    ///   - wrappedValue: The default, which the property keeps where an archive has no value for it.
    ///   - key: What it is called in archives; the property's own name when left out.
    ///   - formerKeys: What it was called in older archives, looked for in this order where it has no value.
    public init(wrappedValue: Value, _ key: String? = nil, formerly formerKeys: String...) {
        self.wrappedValue = wrappedValue
        self.key = key
        self.formerKeys = formerKeys
    }

    /// Not to be used: a property that is not optional needs a default.
    @available(*, unavailable, message: "give the property a default, or make it optional")
    public init() { fatalError("unavailable") }

    /// Marks an optional property, whose default is `nil`.
    public init() where Value: ExpressibleByNilLiteral {
        wrappedValue = nil
        key = nil
        formerKeys = []
    }

    /// Marks an optional property, whose default is `nil`, with another key than its name.
    ///
    /// - Parameters:
    ///   - key: What it is called in archives; the property's own name when left out.
    ///   - formerKeys: What it was called in older archives, looked for in this order where it has no value.
    public init(_ key: String? = nil, formerly formerKeys: String...) where Value: ExpressibleByNilLiteral {
        wrappedValue = nil
        self.key = key
        self.formerKeys = formerKeys
    }

    func encode(to container: inout KeyedEncodingContainer<CodedKey>, as key: CodedKey) throws {
        try container.encode(wrappedValue, forKey: key)
    }

    func decode(from container: KeyedDecodingContainer<CodedKey>, as key: CodedKey) throws {
        wrappedValue = try container.decode(Value.self, forKey: key)
    }
}
