public import FoundationEssentials
import LKFormats
public import LKStorage

/// Stores values under keys in a folder, one file per key.
///
/// Use ``DocumentArchiver`` for the user's data and ``CachesArchiver`` for data that can be created again. A conforming
/// type needs only a folder:
///
/// ```swift
/// struct AlbumArchiver: Archiver { let folder = URL(filePath: "/srv/albums") }
/// try AlbumArchiver().archive(album, forKey: "2024/lisbon")
/// let lisbon = try AlbumArchiver().unarchive(Album.self, forKey: "2024/lisbon")
/// ```
///
/// A key becomes the file `<key>.archive`. Each `/` in it separates folders, which are created when needed and removed with
/// the last archive in them; leading and trailing slashes are ignored. A key is refused with
/// `StorageError.Code.invalidKey` if it is empty, contains NUL, an empty component, `.` or `..`, has more than 128
/// folders or a name of more than 255 bytes (`.archive` included), has a folder that begins with a dot or ends in
/// `.archive`, which could collide with other files of the archiver, or if a symbolic link would lead it elsewhere.
///
/// Writers in all processes and threads wait for each other for at most 10 s; readers never wait. An archived value
/// survives a power failure; an interrupted write leaves the old value. Every call blocks its thread until the disk is
/// done. A value may take up to 2 GiB.
public protocol Archiver: Sendable {
    /// The folder with the archives; the first write creates it.
    ///
    /// Everything in it belongs to the archiver. With a URL that is not one of a file, each call throws
    /// `StorageError.Code.system`.
    var folder: URL { get }
}

extension Archiver {
    /// Returns whether a key has an archive, intact or damaged.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether the file exists.
    /// - Throws: `StorageError.Code.invalidKey`, `StorageError.Code.system`.
    public func exists(forKey key: String) throws(StorageError) -> Bool { try store.exists(ArchiveKey(key)) }

    /// Removes the archive of a key, and folders that become empty.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether there was an archive; a missing one is not an error.
    /// - Throws: `StorageError.Code.invalidKey`, `StorageError.Code.locked`,
    ///   `StorageError.Code.system`.
    @discardableResult public func remove(forKey key: String) throws(StorageError) -> Bool {
        try store.remove(ArchiveKey(key))
    }

    /// Returns a key's file, whether or not it exists.
    ///
    /// - Parameter key: The key.
    /// - Returns: The file.
    /// - Throws: `StorageError.Code.invalidKey`.
    public func url(forKey key: String) throws(StorageError) -> URL {
        URL(filePath: try path(forKey: key), directoryHint: .notDirectory)
    }

    /// Returns the path of a key's file, whether or not it exists.
    ///
    /// - Throws: `StorageError.Code.invalidKey`.
    package func path(forKey key: String) throws(StorageError) -> String { store.path(of: try ArchiveKey(key)) }

    var store: ArchiveStore { ArchiveStore(folder: folder.filePath) }
}

extension Archiver {
    /// Archives a value under a key, replacing any older archive.
    ///
    /// - Parameters:
    ///   - value: Any `Encodable` value, including a number, a string or `nil`.
    ///   - key: The key.
    ///   - version: The version of the value's type; raise it when older values need a migration. From 0.
    /// - Throws: `StorageError.Code.notEncodable`, `StorageError.Code.invalidKey`,
    ///   `StorageError.Code.locked`, `StorageError.Code.system`; the old value is kept then.
    public func archive<Value: Encodable>(
        _ value: Value, forKey key: String, version: Int = 0
    ) throws(StorageError) {
        let key = try ArchiveKey(key)
        let file = ArchiveFile(
            kind: .codedValue, version: version, typeName: String(reflecting: type(of: value)),
            payload: try ArchivePayload.bytes(of: value, key))
        try store.write(file, key)
    }

    /// Reads the value archived under a key.
    ///
    /// - Parameters:
    ///   - type: Its type. An integer may be read as any numeric type that can hold it.
    ///   - key: The key.
    ///   - version: The version of the type as the program knows it.
    ///   - migrate: Converts a value of an older version; without it an older value is read as if it were current. The
    ///     result is not stored. Errors of other types that it throws become `StorageError.Code.wrongType`.
    /// - Returns: The value; `nil` if the key has no archive. An archived `nil` is a value: for `Int?.self` the result
    ///   is an `Int??`.
    /// - Throws: `StorageError.Code.corrupt` for a damaged file, `StorageError.Code.wrongType` for an
    ///   intact one with another type in it, `StorageError.Code.newerVersion`, `StorageError.Code.invalidKey`,
    ///   `StorageError.Code.system`; the file is untouched.
    public func unarchive<Value: Decodable>(
        _ type: Value.Type, forKey key: String, version: Int = 0,
        migrate: ((OlderArchive) throws -> Value)? = nil
    ) throws(StorageError) -> Value? {
        guard let archive = try store.read(ArchiveKey(key), upTo: version) else { return nil }
        if archive.version < version, let migrate { return try archive.migrated(by: migrate) }
        do throws(StorageError) {
            return try archive.decode(type)
        } catch {
            guard archive.version < version else { throw error }
            throw StorageError(
                error.code, error.message, advice: "no migration was given for version \(archive.version)",
                underlying: error.underlying)
        }
    }

    /// Reads the value archived under a key, or returns a default if there is none.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - key: The key.
    ///   - version: The version of the type as the program knows it.
    ///   - value: The default; it is not stored. Damaged data is an error, never replaced by the default.
    ///   - migrate: Converts a value of an older version.
    /// - Returns: The value.
    /// - Throws: As ``unarchive(_:forKey:version:migrate:)``.
    public func unarchive<Value: Decodable>(
        _ type: Value.Type, forKey key: String, version: Int = 0, default value: @autoclosure () -> Value,
        migrate: ((OlderArchive) throws -> Value)? = nil
    ) throws(StorageError) -> Value {
        try unarchive(type, forKey: key, version: version, migrate: migrate) ?? value()
    }

    /// Reads the value archived under a key, and reports to a closure why there is none.
    ///
    /// For code ported from libraries that report failures this way.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - key: The key.
    ///   - version: The version of the type as the program knows it.
    ///   - migrate: Converts a value of an older version.
    ///   - failure: Called once if there is no value: with `StorageError.Code.missing` if the key has no archive.
    /// - Returns: The value, `nil` after a failure.
    public func unarchive<Value: Decodable>(
        _ type: Value.Type, forKey key: String, version: Int = 0,
        migrate: ((OlderArchive) throws -> Value)? = nil, failure: (StorageError) -> Void
    ) -> Value? {
        do throws(StorageError) {
            if let value = try unarchive(type, forKey: key, version: version, migrate: migrate) { return value }
            failure(StorageError(.missing, "nothing is kept under \"\(key)\" in \(folder)"))
        } catch {
            failure(error)
        }
        return nil
    }
}

// Foundation's coder of objects is in the module `LocationKit`, so that this one links no ICU.
extension Archiver {
    /// Archives an object under a key, replacing any older archive.
    ///
    /// - Parameters:
    ///   - type: The object's class.
    ///   - key: The key.
    ///   - version: The version of the class; from 0.
    ///   - encode: Encodes the object with `NSKeyedArchiver`.
    /// - Throws: `StorageError.Code.notEncodable` for what `encode` throws, `StorageError.Code.invalidKey`,
    ///   `StorageError.Code.locked`, `StorageError.Code.system`.
    package func archive(
        objectOf type: AnyClass, forKey key: String, version: Int, encode: () throws -> Data
    ) throws(StorageError) {
        let key = try ArchiveKey(key)
        let payload: Data
        do { payload = try encode() } catch {
            throw StorageError(
                .notEncodable, "the object for \"\(key.name)\" cannot be encoded: \(CodingErrorText(error))",
                underlying: error)
        }
        let file = ArchiveFile(
            kind: .keyedArchive, version: version, typeName: String(reflecting: type), payload: payload)
        try store.write(file, key)
    }

    /// Reads the archive of a key; `nil` if there is none.
    ///
    /// - Throws: As ``unarchive(_:forKey:version:migrate:)``.
    package func olderArchive(forKey key: String, version: Int) throws(StorageError) -> OlderArchive? {
        try store.read(ArchiveKey(key), upTo: version)
    }
}

/// Stores the user's data, in `$XDG_DATA_HOME` (default `~/.local/share`).
public struct DocumentArchiver: Archiver {
    /// The folder with the archives.
    public let folder: URL

    /// Creates an archiver; nothing is created on disk until the first value is archived.
    ///
    /// - Parameters:
    ///   - application: The name of the program's folder in `base`.
    ///   - base: A folder for all programs; by default the user's data folder.
    /// - Throws: `StorageError.Code.invalidKey` when `application` is not a folder name,
    ///   `StorageError.Code.system` when the user has no home folder.
    public init(application: String, base: URL? = nil) throws(StorageError) {
        folder = try ArchiveStore.folder(of: application, in: base, else: .data)
    }
}

/// Stores data that can be created again, in `$XDG_CACHE_HOME` (default `~/.cache`), which may be emptied at any time.
public struct CachesArchiver: Archiver {
    /// The folder with the archives.
    public let folder: URL

    /// Creates an archiver; nothing is created on disk until the first value is archived.
    ///
    /// - Parameters:
    ///   - application: The name of the program's folder in `base`.
    ///   - base: A folder for all programs; by default the user's cache folder.
    /// - Throws: `StorageError.Code.invalidKey` when `application` is not a folder name,
    ///   `StorageError.Code.system` when the user has no home folder.
    public init(application: String, base: URL? = nil) throws(StorageError) {
        folder = try ArchiveStore.folder(of: application, in: base, else: .cache)
    }
}
