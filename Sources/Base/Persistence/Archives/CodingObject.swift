public import LKStorage

/// A class whose subclasses only mark the properties to be archived.
///
/// ```swift
/// final class Passcode: CodingObject {
///     @Coded var isEnabled = false
///     @Coded var failures = 0
///     @Coded var lastFailure: Date?
/// }
/// ```
///
/// Works with every encoder and decoder, and with ``Archiver``. Properties missing in the input keep their declared
/// default, and unknown values are kept and encoded again, so that older and newer programs can share a file. A renamed
/// property is the exception: a newer program reads the old name but writes only the new one. Objects are decoded as
/// the declared class: in a property of type `Shape`, an object of a subclass is decoded as a `Shape`. Several threads
/// may encode the same object as long as none of them changes it.
open class CodingObject: Codable {
    /// Values of keys that do not belong to a property.
    private var unknownValues: [(key: CodedKey, value: CodedValue)] = []
    /// The observers of edits; `nil` before the first.
    var edits: ObjectEdits?

    /// Creates an object with its declared defaults; decoding starts from it.
    public required init() {}

    /// Creates an object with decoded values.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `StorageError` of code `StorageError.Code.wrongType` naming class and property when one has a
    ///   value of another type, `StorageError.Code.notEncodable` when two properties have the same key.
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

    /// The names of stored properties that are not archived; all other properties must be marked with ``Coded``.
    ///
    /// Names from superclasses count too.
    open class var transientProperties: Set<String> { [] }

    /// Encodes the marked properties, and the unknown values that were decoded.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: `StorageError` of code `StorageError.Code.notEncodable` naming class and property, if one is
    ///   neither marked nor transient, two have the same key, or a value cannot be encoded or contains this object.
    open func encode(to encoder: any Encoder) throws {
        let outer = EncodingAncestors.current.get()
        guard outer?.contains(self) != true else {
            throw StorageError(
                .notEncodable, "this \(Self.self) contains itself", advice: "make one of the ways transient")
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

    private static func failure(_ code: StorageError.Code, _ what: String, _ error: any Error) -> StorageError {
        let own = error as? StorageError
        return StorageError(
            own?.code ?? code, complete: "\(what): \(CodingErrorText(error))", advice: own?.advice, underlying: error)
    }
}

extension CodingObject {
    /// Archives the object under a key, replacing any older archive.
    ///
    /// - Parameters:
    ///   - archiver: The archiver.
    ///   - key: The key.
    ///   - version: The version of the class; from 0.
    /// - Throws: The errors of ``Archiver/archive(_:forKey:version:)``.
    public func archive(
        in archiver: some Archiver, forKey key: String, version: Int = 0
    ) throws(StorageError) {
        try archiver.archive(self, forKey: key, version: version)
    }
}

/// The objects being encoded on this thread, to detect one that contains itself.
///
/// Not stored in the objects, since another thread may encode the same object at the same time.
final class EncodingAncestors: Sendable {
    /// Outside of tasks, the thread's value.
    static let current = TaskLocal<EncodingAncestors?>(wrappedValue: nil)

    private let object: ObjectIdentifier
    private let outer: EncodingAncestors?

    init(_ object: CodingObject, in outer: EncodingAncestors?) {
        self.object = ObjectIdentifier(object)
        self.outer = outer
    }

    /// Returns whether an object is being encoded.
    func contains(_ object: CodingObject) -> Bool {
        var link: EncodingAncestors? = self
        while let here = link {
            if here.object == ObjectIdentifier(object) { return true }
            link = here.outer
        }
        return false
    }
}

/// Marks a property of a ``CodingObject`` for encoding and decoding.
///
/// ```swift
/// final class Trip: CodingObject {
///     @Coded var title = "Untitled"
///     @Coded("start") var beginning: Date?
///     @Coded(formerly: "note") var remark = ""
/// }
/// ```
///
/// A class, so that decoding can set it; copies of a structure would share it.
@propertyWrapper public final class Coded<Value: Codable>: CodedProperty {
    /// The property's value.
    public var wrappedValue: Value { didSet { onSet?() } }
    let key: String?
    let formerKeys: [String]
    /// Called after each change of the value, while the object is observed.
    var onSet: (() -> Void)?

    /// Creates a property with a declared default.
    ///
    /// - Parameters:
    ///   - wrappedValue: The default, kept if an archive has no value for the property.
    ///   - key: Its key in archives; the property's own name by default.
    ///   - formerKeys: Its keys in older archives, tried in this order if there is no value for the key.
    public init(wrappedValue: Value, _ key: String? = nil, formerly formerKeys: String...) {
        self.wrappedValue = wrappedValue
        self.key = key
        self.formerKeys = formerKeys
    }

    /// Unavailable: a property that is not optional needs a default.
    @available(*, unavailable, message: "give the property a default, or make it optional")
    public init() { fatalError("unavailable") }

    /// Creates an optional property whose default is `nil`.
    public init() where Value: ExpressibleByNilLiteral {
        wrappedValue = nil
        key = nil
        formerKeys = []
    }

    /// Creates an optional property whose default is `nil`.
    ///
    /// - Parameters:
    ///   - key: Its key in archives; the property's own name by default.
    ///   - formerKeys: Its keys in older archives, tried in this order if there is no value for the key.
    public init(_ key: String? = nil, formerly formerKeys: String...) where Value: ExpressibleByNilLiteral {
        wrappedValue = nil
        self.key = key
        self.formerKeys = formerKeys
    }

    var objects: [CodingObject] {
        switch wrappedValue {
        case let object as CodingObject: [object]
        case let list as [CodingObject]: list
        case let table as [String: CodingObject]: Array(table.values)
        default: []
        }
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
    /// Its keys in older archives.
    var formerKeys: [String] { get }
    /// Called after each change of the value.
    var onSet: (() -> Void)? { get set }
    /// The objects in the value, whose edits are edits of the property.
    var objects: [CodingObject] { get }

    func encode(to container: inout KeyedEncodingContainer<CodedKey>, as key: CodedKey) throws

    func decode(from container: KeyedDecodingContainer<CodedKey>, as key: CodedKey) throws
}

/// The marked properties of an object, those of the topmost class first.
struct CodedProperties {
    /// A marked property.
    struct Element {
        /// The class and property, for messages.
        var name: String
        var label: String
        var key: CodedKey
        var property: any CodedProperty
    }

    private static let lazyPrefix = "$__lazy_storage_$_"

    private(set) var elements: [Element] = []
    /// Current and former keys, with the names of their properties.
    private(set) var owners: [String: String] = [:]

    /// Creates the list of an object's marked properties.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - isStrict: Whether a stored property that is neither marked nor transient is an error.
    /// - Throws: `StorageError.Code.notEncodable` when two properties have the same key, or for an unmarked
    ///   property.
    init(_ object: CodingObject, isStrict: Bool) throws(StorageError) {
        let type = Swift.type(of: object)
        guard !(object is any CustomReflectable) else {
            throw StorageError(
                .notEncodable, "\(type) describes itself by a custom mirror, which hides its properties",
                advice: "remove it")
        }
        var levels: [Mirror] = []
        var transient = type.transientProperties
        var mirror: Mirror? = Mirror(reflecting: object)
        while let level = mirror, level.subjectType != CodingObject.self {
            levels.append(level)
            mirror = level.superclassMirror
            // A class may override the names without including those of its superclass.
            if let superclass = mirror?.subjectType as? CodingObject.Type {
                transient.formUnion(superclass.transientProperties)
            }
        }
        for level in levels.reversed() {
            for child in level.children {
                guard let label = child.label else { continue }
                if let property = child.value as? any CodedProperty {
                    // Remove the wrapper's underscore; a property declared as a `Coded` has none.
                    try add(property, label.hasPrefix("_") ? String(label.dropFirst()) : label, "\(level.subjectType)")
                } else if isStrict, !Self.names(label).contains(where: transient.contains) {
                    throw StorageError(
                        .notEncodable,
                        "\(level.subjectType).\(Self.names(label)[0]) is not marked with @Coded; mark it, or list it in"
                            + " transientProperties of \(level.subjectType)")
                }
            }
        }
    }

    private mutating func add(_ property: any CodedProperty, _ label: String, _ type: String) throws(StorageError) {
        let key = property.key ?? label
        let name = "\(type).\(label)"
        for key in [key] + property.formerKeys {
            if let other = owners.updateValue(name, forKey: key) {
                throw StorageError(
                    .notEncodable,
                    "\(other) and \(name) have the same key \"\(key)\"",
                    advice: "give one of them its own: @Coded(\"...\")")
            }
        }
        elements.append(Element(name: name, label: label, key: CodedKey(key), property: property))
    }

    /// Returns the names by which the class may refer to a stored property: its label, and that without the prefix of
    /// lazy or wrapped properties.
    static func names(_ label: String) -> [String] {
        if label.hasPrefix(lazyPrefix) { return [String(label.dropFirst(lazyPrefix.count))] }
        return label.hasPrefix("_") ? [label, String(label.dropFirst())] : [label]
    }
}
