public import Foundation
public import Persistence

extension Archiver {
    /// Archives an object under a key, replacing any older archive.
    ///
    /// Use it for Foundation's classes and for existing classes with `NSSecureCoding`. On Linux `NSKeyedArchiver` ends the
    /// process if the object contains one without secure coding, and in statically linked programs also if a collection
    /// contains a collection; and a crafted file can end the process that reads it
    /// (``unarchiveObject(of:containing:forKey:version:)``). `Codable` values have no such limits.
    ///
    /// - Parameters:
    ///   - object: The object; all that it contains must support secure coding.
    ///   - key: The key.
    ///   - version: The version of the object's class; from 0.
    /// - Throws: `PersistenceError.Code.notEncodable`, `PersistenceError.Code.invalidKey`,
    ///   `PersistenceError.Code.locked`, `PersistenceError.Code.system`; the old value is kept then.
    public func archiveObject<Object: NSObject & NSSecureCoding>(
        _ object: Object, forKey key: String, version: Int = 0
    ) throws(PersistenceError) {
        try archive(objectOf: type(of: object), forKey: key, version: version) {
            try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        }
    }

    /// Reads the object archived under a key.
    ///
    /// Read only files from sources you trust: on Linux `NSKeyedUnarchiver` ends the process on some crafted property lists.
    /// The file's checksum detects damage before anything is decoded, but a crafted file can have a correct checksum.
    /// `Codable` values have no such limit.
    ///
    /// - Parameters:
    ///   - type: Its class.
    ///   - others: The classes of what it contains.
    ///   - key: The key.
    ///   - version: The version of the class as the program knows it.
    /// - Returns: The object; `nil` if the key has no archive.
    /// - Throws: `PersistenceError.Code.corrupt`, `PersistenceError.Code.wrongType` also when it contains something
    ///   of another class, `PersistenceError.Code.newerVersion`, `PersistenceError.Code.invalidKey`,
    ///   `PersistenceError.Code.system`.
    public func unarchiveObject<Object: NSObject & NSSecureCoding>(
        of type: Object.Type, containing others: [AnyClass] = [], forKey key: String, version: Int = 0
    ) throws(PersistenceError) -> Object? {
        try olderArchive(forKey: key, version: version)?.decodeObject(of: type, containing: others)
    }
}

extension OlderArchive {
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
        try object(of: type) { data in
            if let name = try KeyedArchiveClasses(data).first(outside: [type] + others) {
                throw UnexpectedClass(description: "it contains a \(name)")
            }
            return try NSKeyedUnarchiver.unarchivedObject(ofClasses: [type] + others, from: data)
        }
    }

    private struct UnexpectedClass: Error, CustomStringConvertible {
        let description: String
    }
}

/// The classes of the objects in an archive of `NSKeyedArchiver`.
///
/// On Linux `NSKeyedUnarchiver` checks the class of the root object but not of those in collections, so this checks
/// them before any object is created. Strings, numbers and data have no class in such an archive.
private struct KeyedArchiveClasses {
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
