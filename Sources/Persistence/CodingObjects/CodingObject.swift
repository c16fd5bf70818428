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
