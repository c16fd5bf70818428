/// A class whose subclasses only mark the properties that are kept.
///
/// ```swift
/// final class Passcode: CodingObject {
///     @Coded var isEnabled = false
///     @Coded var failures = 0
///     @Coded var lastFailure: Date?
/// }
/// ```
///
/// Works with every encoder and decoder, and with ``Archiver``. What is missing when decoding keeps its declared default, and
/// what is there without belonging to a property is kept and encoded again, so that older and newer programs can share
/// a file. A renamed property is the exception: a newer program reads the old name and writes the new one only. Classes
/// are found by their declaration: in a property of type `Shape` any subclass's object is decoded as a `Shape`.
/// Several threads may encode the same object as long as none of them changes it.
open class CodingObject: Codable {
    /// Values of keys that belong to no property.
    private var unknownValues: [(key: CodedKey, value: CodedValue)] = []

    /// Makes an object with its declared defaults, which is where decoding begins.
    public required init() {}

    /// Makes an object with decoded values.
    ///
    /// - Parameter decoder: Where the values come from.
    /// - Throws: `PersistenceError` of code `PersistenceError.Code.wrongType` naming class and property when one
    ///   has a value of another type, `PersistenceError.Code.notEncodable` when two properties have the same key.
    public required convenience init(from decoder: any Decoder) throws {
        self.init()
        let properties = try CodedProperties(self, isStrict: false)
        let container = try decoder.container(keyedBy: CodedKey.self)
        for element in properties.elements {
            let former = element.property.formerKeys.lazy.map { CodedKey($0) }
            guard let key = ([element.key] + former).first(where: container.contains) else { continue }
            do {
                try element.property.decode(from: container, as: key)
            } catch {
                throw Self.failure(.wrongType, "\(element.name) cannot be decoded", error)
            }
        }
        for key in container.allKeys where properties.owners[key.stringValue] == nil {
            unknownValues.append((key, try container.decode(CodedValue.self, forKey: key)))
        }
    }

    /// The names of stored properties that are not kept, without which every property has to be marked with ``Coded``.
    ///
    /// What superclasses state counts too.
    open class var transientProperties: Set<String> { [] }

    /// Encodes the marked properties, and what was decoded without belonging to one.
    ///
    /// - Parameter encoder: Where the values go.
    /// - Throws: `PersistenceError` of code `PersistenceError.Code.notEncodable` naming class and property: one that
    ///   is neither marked nor transient, two with the same key, one whose value cannot be encoded or contains this object.
    open func encode(to encoder: any Encoder) throws {
        let outer = EncodingAncestors.current.get()
        guard outer?.contains(self) != true else {
            throw PersistenceError(.notEncodable, "this \(Self.self) contains itself; make one of the ways transient")
        }
        let ancestors = EncodingAncestors(self, in: outer)
        try EncodingAncestors.current.withValue(ancestors) { try encodeProperties(to: encoder) }
    }

    private func encodeProperties(to encoder: any Encoder) throws {
        let properties = try CodedProperties(self, isStrict: true)
        var container = encoder.container(keyedBy: CodedKey.self)
        for element in properties.elements {
            do {
                try element.property.encode(to: &container, as: element.key)
            } catch {
                throw Self.failure(.notEncodable, "\(element.name) cannot be encoded", error)
            }
        }
        for (key, value) in unknownValues { try container.encode(value, forKey: key) }
    }

    private static func failure(_ code: PersistenceError.Code, _ what: String, _ error: any Error) -> PersistenceError {
        PersistenceError((error as? PersistenceError)?.code ?? code, "\(what): \(CodingErrorText(error))")
    }
}

extension CodingObject {
    /// Puts the object in the place of what is kept under a key.
    ///
    /// - Parameters:
    ///   - archiver: Where it is kept.
    ///   - key: The key.
    ///   - version: The version of the class; from 0.
    /// - Throws: As ``Archiver/archive(_:forKey:version:)``.
    public func archive(
        in archiver: some Archiver, forKey key: String, version: Int = 0
    ) throws(PersistenceError) {
        try archiver.archive(self, forKey: key, version: version)
    }
}

/// The objects whose `encode(to:)` is under way on this thread, so that one which contains itself is found.
///
/// Not kept in the objects: another thread may encode the same one at the same time.
final class EncodingAncestors: Sendable {
    /// Outside of tasks this is the thread's.
    static let current = TaskLocal<EncodingAncestors?>(wrappedValue: nil)

    private let object: ObjectIdentifier
    private let outer: EncodingAncestors?

    init(_ object: CodingObject, in outer: EncodingAncestors?) {
        self.object = ObjectIdentifier(object)
        self.outer = outer
    }

    /// Whether an object is one of them.
    func contains(_ object: CodingObject) -> Bool {
        var link: EncodingAncestors? = self
        while let here = link {
            if here.object == ObjectIdentifier(object) { return true }
            link = here.outer
        }
        return false
    }
}

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
