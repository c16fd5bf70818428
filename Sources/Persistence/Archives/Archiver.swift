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
/// archive in it. Slashes at both ends count for nothing. Refused with ``PersistenceError/Code/invalidKey`` are keys that
/// are empty, contain NUL, an empty component, `.` or `..`, more than 128 folders, a name of more than 255 bytes
/// (`.archive` included), a folder that begins with a dot or ends in `.archive`, which could be in the way of other files
/// of the archiver, and keys that a symbolic link would lead elsewhere.
///
/// Writers of all processes and threads wait for each other, 10 s at most; readers wait for nobody. A value that
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
    /// - Throws: ``PersistenceError/Code/invalidKey``, ``PersistenceError/Code/system``.
    public func exists(forKey key: String) throws(PersistenceError) -> Bool { try store.exists(ArchiveKey(key)) }

    /// Removes what is kept under a key, and the folders that are empty then.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether something was there; that nothing was is no failure.
    /// - Throws: ``PersistenceError/Code/invalidKey``, ``PersistenceError/Code/locked``,
    ///   ``PersistenceError/Code/system``.
    @discardableResult public func remove(forKey key: String) throws(PersistenceError) -> Bool {
        try store.remove(ArchiveKey(key))
    }

    /// The path of a key's file, whether or not there is one.
    ///
    /// - Parameter key: The key.
    /// - Returns: The path.
    /// - Throws: ``PersistenceError/Code/invalidKey``.
    public func path(forKey key: String) throws(PersistenceError) -> String { store.path(of: try ArchiveKey(key)) }

    var store: ArchiveStore { ArchiveStore(folder: folder) }
}
