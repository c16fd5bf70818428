public import Foundation

extension Archiver {
    /// Puts an object in the place of what is kept under a key.
    ///
    /// For classes of Foundation and those that are carried over with their `NSSecureCoding`. On Linux
    /// `NSKeyedArchiver` ends the process where the object contains one without secure coding, and in statically linked
    /// programs also where a collection contains a collection; and a file that was made up can end the process that reads
    /// it (``unarchiveObject(of:containing:forKey:version:)``). Values that are `Codable` have no such limits.
    ///
    /// - Parameters:
    ///   - object: The object; all that it contains must support secure coding.
    ///   - key: The key.
    ///   - version: The version of the object's class; from 0.
    /// - Throws: ``PersistenceError/Code/notEncodable``, ``PersistenceError/Code/invalidKey``,
    ///   ``PersistenceError/Code/locked``, ``PersistenceError/Code/system``; then the old value is still there.
    public func archiveObject<Object: NSObject & NSSecureCoding>(
        _ object: Object, forKey key: String, version: Int = 0
    ) throws(PersistenceError) {
        let key = try ArchiveKey(key)
        let payload: Data
        do {
            payload = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        } catch {
            throw PersistenceError(
                .notEncodable, "the object for \"\(key.name)\" cannot be encoded: \(CodingErrorText(error))")
        }
        let file = ArchiveFile(
            kind: .keyedArchive, version: version, typeName: String(reflecting: Swift.type(of: object)),
            payload: payload)
        try store.write(file, key)
    }

    /// Reads the object kept under a key.
    ///
    /// Only for files of whom you trust: on Linux `NSKeyedUnarchiver` ends the process on some property lists that were
    /// made up. Damage is found by the file's checksum before anything is decoded, but whoever makes up a file can give
    /// it a right one. Values that are `Codable` have no such limit.
    ///
    /// - Parameters:
    ///   - type: Its class.
    ///   - others: The classes of what it contains.
    ///   - key: The key.
    ///   - version: The version of the class as the program knows it.
    /// - Returns: The object; `nil` where nothing is kept.
    /// - Throws: ``PersistenceError/Code/corrupt``, ``PersistenceError/Code/wrongType`` also when it contains something
    ///   of another class, ``PersistenceError/Code/newerVersion``, ``PersistenceError/Code/invalidKey``,
    ///   ``PersistenceError/Code/system``.
    public func unarchiveObject<Object: NSObject & NSSecureCoding>(
        of type: Object.Type, containing others: [AnyClass] = [], forKey key: String, version: Int = 0
    ) throws(PersistenceError) -> Object? {
        try store.read(ArchiveKey(key), upTo: version)?.decodeObject(of: type, containing: others)
    }
}
