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
    ///   - key: Its key in archives; the property's own name by default.
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
    ///   - key: Its key in archives; the property's own name by default.
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

/// A marked property, whatever its type.
protocol CodedProperty: AnyObject {
    /// Its key in archives; `nil` for its own name.
    var key: String? { get }
    /// What it was called in older archives.
    var formerKeys: [String] { get }

    func encode(to container: inout KeyedEncodingContainer<CodedKey>, as key: CodedKey) throws

    func decode(from container: KeyedDecodingContainer<CodedKey>, as key: CodedKey) throws
}

/// The marked properties of an object, those of the topmost class first.
struct CodedProperties {
    /// One of them.
    struct Element {
        /// Class and property, for messages.
        var name: String
        var key: CodedKey
        var property: any CodedProperty
    }

    private static let lazyPrefix = "$__lazy_storage_$_"

    private(set) var elements: [Element] = []
    /// Current and former keys, with the names of their properties.
    private(set) var owners: [String: String] = [:]

    /// Walks through an object's classes.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - isStrict: Whether a stored property that is neither marked nor transient is an error.
    /// - Throws: `PersistenceError.Code.notEncodable` when two properties have the same key, or for what is not marked.
    init(_ object: CodingObject, isStrict: Bool) throws(PersistenceError) {
        let type = Swift.type(of: object)
        guard !(object is any CustomReflectable) else {
            throw PersistenceError(
                .notEncodable, "\(type) describes itself by a custom mirror, which hides its properties; remove it")
        }
        var levels: [Mirror] = []
        var transient = type.transientProperties
        var mirror: Mirror? = Mirror(reflecting: object)
        while let level = mirror, level.subjectType != CodingObject.self {
            levels.append(level)
            mirror = level.superclassMirror
            // A class may state its own without those of its superclass.
            if let superclass = mirror?.subjectType as? CodingObject.Type {
                transient.formUnion(superclass.transientProperties)
            }
        }
        for level in levels.reversed() {
            for child in level.children {
                guard let label = child.label else { continue }
                if let property = child.value as? any CodedProperty {
                    // Without the wrapper's underscore; a `Coded` that is declared as such has none.
                    try add(property, label.hasPrefix("_") ? String(label.dropFirst()) : label, "\(level.subjectType)")
                } else if isStrict, !Self.names(label).contains(where: transient.contains) {
                    throw PersistenceError(
                        .notEncodable,
                        "\(level.subjectType).\(Self.names(label)[0]) is not marked with @Coded; mark it, or list it in"
                            + " transientProperties of \(level.subjectType)")
                }
            }
        }
    }

    private mutating func add(_ property: any CodedProperty, _ label: String, _ type: String) throws(PersistenceError) {
        let key = property.key ?? label
        let name = "\(type).\(label)"
        for key in [key] + property.formerKeys {
            if let other = owners.updateValue(name, forKey: key) {
                throw PersistenceError(
                    .notEncodable,
                    "\(other) and \(name) have the same key \"\(key)\"; give one of them its own: @Coded(\"...\")")
            }
        }
        elements.append(Element(name: name, key: CodedKey(key), property: property))
    }

    /// What the programmer may call a stored property: by its label, without the prefix of lazy ones or wrapped ones.
    static func names(_ label: String) -> [String] {
        if label.hasPrefix(lazyPrefix) { return [String(label.dropFirst(lazyPrefix.count))] }
        return label.hasPrefix("_") ? [label, String(label.dropFirst())] : [label]
    }
}
