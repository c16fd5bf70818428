public import Foundation
public import LKPersistence
public import LKStorage

extension Archiver {
    /// Archives an object under a key, replacing any older archive.
    ///
    /// Use it for Foundation's classes and for existing classes with `NSSecureCoding`. Before it replaces anything, it decodes
    /// what it encoded and compares the result with the object. On Linux `NSKeyedArchiver` ends the process if the object
    /// contains one without secure coding, and a crafted file can end the process that reads it
    /// (``unarchiveObject(of:containing:forKey:version:)``). `Codable` values have no such limits.
    ///
    /// - Parameters:
    ///   - object: The object; all that it contains must support secure coding. Its class has `isEqual(_:)`, or encodes equal
    ///     objects alike.
    ///   - key: The key.
    ///   - version: The version of the object's class; from 0.
    /// - Throws: `StorageError.Code.notEncodable`, also if decoding gives another object, `StorageError.Code.invalidKey`,
    ///   `StorageError.Code.locked`, `StorageError.Code.system`; the old value is kept then.
    public func archiveObject<Object: NSObject & NSSecureCoding>(
        _ object: Object, forKey key: String, version: Int = 0
    ) throws(StorageError) {
        try archive(objectOf: type(of: object), forKey: key, version: version) {
            try VerifiedArchive(of: object).data
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
    /// - Throws: `StorageError.Code.corrupt`, `StorageError.Code.wrongType` also when it contains something
    ///   of another class, `StorageError.Code.newerVersion`, `StorageError.Code.invalidKey`,
    ///   `StorageError.Code.system`.
    public func unarchiveObject<Object: NSObject & NSSecureCoding>(
        of type: Object.Type, containing others: [AnyClass] = [], forKey key: String, version: Int = 0
    ) throws(StorageError) -> Object? {
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
    /// - Throws: `StorageError.Code.wrongType`.
    public func decodeObject<Object: NSObject & NSSecureCoding>(
        of type: Object.Type, containing others: [AnyClass] = []
    ) throws(StorageError) -> Object {
        try object(of: type) { data in
            FoundationBridges.link()
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
