public import Foundation

/// Keeps values under keys, one file for each, in a folder.
///
/// ``DocumentArchiver`` keeps what the user would miss, ``CachesArchiver`` what can be made again. A type of your own
/// needs nothing but a folder:
///
/// ```swift
/// struct AlbumArchiver: Archiver { let folder = "/srv/albums" }
/// try AlbumArchiver().archive(album, forKey: "2024/lisbon")
/// let album = try AlbumArchiver().unarchive(Album.self, forKey: "2024/lisbon")
/// ```
///
/// A key becomes the file `<key>.archive`; each `/` in it a folder, which is made when needed and goes with the last
/// archive in it. Slashes at both ends count for nothing. Refused with `PersistenceError.Code.invalidKey` are keys that
/// are empty, contain NUL, an empty component, `.` or `..`, more than 128 folders, a name of more than 255 bytes
/// (`.archive` included), a folder that begins with a dot or ends in `.archive`, which could be in the way of other files
/// of the archiver, and keys that a symbolic link would lead elsewhere.
///
/// Writers of all processes and threads wait for each other, 10 s at most; readers never wait. A value that
/// has been archived is on the disk, also after a power failure; one whose writing was interrupted has not changed.
/// Every call blocks the thread while the disk works. Values may have up to 2 GiB.
public protocol Archiver: Sendable {
    /// The absolute path of the folder with the archives; it is made when the first is written.
    ///
    /// Everything in it belongs to the archiver.
    var folder: String { get }
}

extension Archiver {
    /// Whether something is kept under a key, sound or damaged.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether there is an archive.
    /// - Throws: `PersistenceError.Code.invalidKey`, `PersistenceError.Code.system`.
    public func exists(forKey key: String) throws(PersistenceError) -> Bool { try store.exists(ArchiveKey(key)) }

    /// Removes what is kept under a key, and the folders that are empty then.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether something was there; that nothing was is no failure.
    /// - Throws: `PersistenceError.Code.invalidKey`, `PersistenceError.Code.locked`,
    ///   `PersistenceError.Code.system`.
    @discardableResult public func remove(forKey key: String) throws(PersistenceError) -> Bool {
        try store.remove(ArchiveKey(key))
    }

    /// The path of a key's file, whether or not there is one.
    ///
    /// - Parameter key: The key.
    /// - Returns: The path.
    /// - Throws: `PersistenceError.Code.invalidKey`.
    public func path(forKey key: String) throws(PersistenceError) -> String { store.path(of: try ArchiveKey(key)) }

    var store: ArchiveStore { ArchiveStore(folder: folder) }
}

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
    /// - Throws: `PersistenceError.Code.notEncodable`, `PersistenceError.Code.invalidKey`,
    ///   `PersistenceError.Code.locked`, `PersistenceError.Code.system`; then the old value is still there.
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
    /// made up. Damage is found by the file's checksum before anything is decoded, but the author of a made-up file can give
    /// it a right one. Values that are `Codable` have no such limit.
    ///
    /// - Parameters:
    ///   - type: Its class.
    ///   - others: The classes of what it contains.
    ///   - key: The key.
    ///   - version: The version of the class as the program knows it.
    /// - Returns: The object; `nil` where nothing is kept.
    /// - Throws: `PersistenceError.Code.corrupt`, `PersistenceError.Code.wrongType` also when it contains something
    ///   of another class, `PersistenceError.Code.newerVersion`, `PersistenceError.Code.invalidKey`,
    ///   `PersistenceError.Code.system`.
    public func unarchiveObject<Object: NSObject & NSSecureCoding>(
        of type: Object.Type, containing others: [AnyClass] = [], forKey key: String, version: Int = 0
    ) throws(PersistenceError) -> Object? {
        try store.read(ArchiveKey(key), upTo: version)?.decodeObject(of: type, containing: others)
    }
}

extension Archiver {
    /// Puts a value in the place of what is kept under a key.
    ///
    /// - Parameters:
    ///   - value: Anything `Encodable`, also a number, a text or `nil`.
    ///   - key: The key.
    ///   - version: The version of the value's type; raise it when older values need a migration. From 0.
    /// - Throws: `PersistenceError.Code.notEncodable`, `PersistenceError.Code.invalidKey`,
    ///   `PersistenceError.Code.locked`, `PersistenceError.Code.system`; then the old value is still there.
    public func archive<Value: Encodable>(
        _ value: Value, forKey key: String, version: Int = 0
    ) throws(PersistenceError) {
        let key = try ArchiveKey(key)
        let file = ArchiveFile(
            kind: .codedValue, version: version, typeName: String(reflecting: type(of: value)),
            payload: try ArchivePayload.bytes(of: value, key))
        try store.write(file, key)
    }

    /// Reads the value kept under a key.
    ///
    /// - Parameters:
    ///   - type: Its type. A whole number may be read as any type of numbers that holds it.
    ///   - key: The key.
    ///   - version: The version of the type as the program knows it.
    ///   - migrate: Makes a value of an older version's; without it an older value is read like one of today. What
    ///     it makes is not stored. Errors of other types that it throws become `PersistenceError.Code.wrongType`.
    /// - Returns: The value; `nil` where nothing is kept. An archived `nil` is a value: for `Int?.self` the result
    ///   is an `Int??`.
    /// - Throws: `PersistenceError.Code.corrupt` for a damaged file, `PersistenceError.Code.wrongType` for a sound
    ///   one with something else in it, `PersistenceError.Code.newerVersion`, `PersistenceError.Code.invalidKey`,
    ///   `PersistenceError.Code.system`; the file is untouched.
    public func unarchive<Value: Decodable>(
        _ type: Value.Type, forKey key: String, version: Int = 0,
        migrate: ((OlderArchive) throws -> Value)? = nil
    ) throws(PersistenceError) -> Value? {
        guard let archive = try store.read(ArchiveKey(key), upTo: version) else { return nil }
        if archive.version < version, let migrate { return try archive.migrated(by: migrate) }
        do throws(PersistenceError) {
            return try archive.decode(type)
        } catch {
            var error = error
            if archive.version < version { error.message += "; no migration was given for version \(archive.version)" }
            throw error
        }
    }

    /// Reads the value kept under a key, or takes another one where nothing is kept.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - key: The key.
    ///   - version: The version of the type as the program knows it.
    ///   - value: Taken where nothing is kept, and not stored. Damaged data is an error and never replaced by it.
    ///   - migrate: Makes a value of an older version's.
    /// - Returns: The value.
    /// - Throws: As ``unarchive(_:forKey:version:migrate:)``.
    public func unarchive<Value: Decodable>(
        _ type: Value.Type, forKey key: String, version: Int = 0, default value: @autoclosure () -> Value,
        migrate: ((OlderArchive) throws -> Value)? = nil
    ) throws(PersistenceError) -> Value {
        try unarchive(type, forKey: key, version: version, migrate: migrate) ?? value()
    }

    /// Reads the value kept under a key, and tells a handler why there is none.
    ///
    /// For code that is carried over from libraries which report failures so.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - key: The key.
    ///   - version: The version of the type as the program knows it.
    ///   - migrate: Makes a value of an older version's.
    ///   - failure: Called once where there is no value: with `PersistenceError.Code.missing` where nothing is kept.
    /// - Returns: The value, `nil` after a failure.
    public func unarchive<Value: Decodable>(
        _ type: Value.Type, forKey key: String, version: Int = 0,
        migrate: ((OlderArchive) throws -> Value)? = nil, failure: (PersistenceError) -> Void
    ) -> Value? {
        do throws(PersistenceError) {
            if let value = try unarchive(type, forKey: key, version: version, migrate: migrate) { return value }
            failure(PersistenceError(.missing, "nothing is kept under \"\(key)\" in \(folder)"))
        } catch {
            failure(error)
        }
        return nil
    }
}

/// Keeps what the user would miss, in `$XDG_DATA_HOME` (else `~/.local/share`).
public struct DocumentArchiver: Archiver {
    /// The folder with the archives.
    public let folder: String

    /// Makes an archiver; nothing is made on the disk before something is archived.
    ///
    /// - Parameters:
    ///   - application: The name of the program's folder in `base`.
    ///   - base: A folder for all programs; the user's data folder when left out.
    /// - Throws: `PersistenceError.Code.invalidKey` when `application` is not a folder name,
    ///   `PersistenceError.Code.system` when the user has no home folder.
    public init(application: String, base: String? = nil) throws(PersistenceError) {
        folder = try ArchiveStore.folder(of: application, in: base, else: .data)
    }
}

/// Keeps what can be made again, in `$XDG_CACHE_HOME` (else `~/.cache`), which users and systems may empty at any time.
public struct CachesArchiver: Archiver {
    /// The folder with the archives.
    public let folder: String

    /// Makes an archiver; nothing is made on the disk before something is archived.
    ///
    /// - Parameters:
    ///   - application: The name of the program's folder in `base`.
    ///   - base: A folder for all programs; the user's cache folder when left out.
    /// - Throws: `PersistenceError.Code.invalidKey` when `application` is not a folder name,
    ///   `PersistenceError.Code.system` when the user has no home folder.
    public init(application: String, base: String? = nil) throws(PersistenceError) {
        folder = try ArchiveStore.folder(of: application, in: base, else: .cache)
    }
}
