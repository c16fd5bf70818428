public import Foundation

/// An archive of an older version of the program, for its migration.
public struct OlderArchive: Sendable {
    private let file: ArchiveFile
    private let path: String

    init(_ file: ArchiveFile, _ path: String) {
        self.file = file
        self.path = path
    }

    /// The version given when it was archived.
    public var version: Int { file.version }
    /// The name of the archived type at that time.
    public var typeName: String { file.typeName }

    /// Reads the value as the older version's type.
    ///
    /// - Parameter type: The type as in the older version.
    /// - Returns: The value.
    /// - Throws: `PersistenceError.Code.wrongType`, `PersistenceError.Code.corrupt`.
    public func decode<Value: Decodable>(_ type: Value.Type) throws(PersistenceError) -> Value {
        guard file.kind == .codedValue else { throw refusal("an object; read it with unarchiveObject", Value.self) }
        let coded = try ArchivePayload.value(file.payload, path)
        do {
            return try CodedValueDecoder.decode(coded, as: Value.self, at: .top)
        } catch {
            // An error thrown by the type itself is more precise.
            throw refusal("\(CodingErrorText(error))", Value.self, (error as? PersistenceError)?.code ?? .wrongType)
        }
    }

    /// Reads the object.
    ///
    /// - Parameters:
    ///   - type: Its class.
    ///   - others: The classes of the objects it contains.
    /// - Returns: The object.
    /// - Throws: `PersistenceError.Code.wrongType`.
    public func decodeObject<Object: NSObject & NSSecureCoding>(
        of type: Object.Type, containing others: [AnyClass] = []
    ) throws(PersistenceError) -> Object {
        guard file.kind == .keyedArchive else { throw refusal("no object; read it with unarchive", Object.self) }
        let result: Any?
        do {
            if let name = try KeyedArchiveClasses(file.payload).first(outside: [type] + others) {
                throw refusal("it contains a \(name)", Object.self)
            }
            result = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [type] + others, from: file.payload)
        } catch {
            throw refusal("\(CodingErrorText(error))", Object.self)
        }
        guard let object = result as? Object else { throw refusal("it is another object", Object.self) }
        return object
    }

    func migrated<Value>(by migrate: (OlderArchive) throws -> Value) throws(PersistenceError) -> Value {
        do {
            return try migrate(self)
        } catch {
            if let error = error as? PersistenceError { throw error }
            throw refusal("its migration failed: \(CodingErrorText(error))", Value.self)
        }
    }

    private func refusal(
        _ reason: String, _ type: Any.Type, _ code: PersistenceError.Code = .wrongType
    ) -> PersistenceError {
        PersistenceError(code, "\(path) holds \(typeName), version \(version), and no \(type): \(reason)")
    }
}

/// The classes of the objects in an archive of `NSKeyedArchiver`.
///
/// On Linux `NSKeyedUnarchiver` checks the class of the root object but not of those in collections, so this checks
/// them before any object is created. Strings, numbers and data have no class in such an archive.
struct KeyedArchiveClasses {
    private let names: [String]

    /// Collects the classes.
    ///
    /// - Parameter data: A property list written by `NSKeyedArchiver`.
    /// - Throws: The errors of `PropertyListSerialization`.
    init(_ data: Data) throws {
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        let objects = list?["$objects"] as? [Any] ?? []
        names = objects.compactMap { ($0 as? [String: Any])?["$classname"] as? String }
    }

    /// Returns the first class that is neither one of `classes` nor a subclass of one.
    func first(outside classes: [AnyClass]) -> String? {
        names.first { name in
            guard let found = NSClassFromString(name) else { return true }
            return !classes.contains { Self.isClass(found, orSubclassOf: $0) }
        }
    }

    private static func isClass(_ found: AnyClass, orSubclassOf wanted: AnyClass) -> Bool {
        func isSubclass<Wanted>(of type: Wanted.Type) -> Bool { found is Wanted.Type }
        return _openExistential(wanted, do: isSubclass)
    }
}
