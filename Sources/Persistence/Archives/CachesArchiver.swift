/// Keeps what can be made again, in `$XDG_CACHE_HOME` (else `~/.cache`), which users and systems may empty at any time.
public struct CachesArchiver: Archiver {
    /// The folder with the archives.
    public let folder: String

    /// Makes an archiver; nothing is made on the disk before something is archived.
    ///
    /// - Parameters:
    ///   - application: The name of the program's folder in `base`.
    ///   - base: A folder for all programs; the user's cache folder when left out.
    /// - Throws: ``PersistenceError/Code/invalidKey`` when `application` is no name of a folder,
    ///   ``PersistenceError/Code/system`` when the user has no home folder.
    public init(application: String, base: String? = nil) throws(PersistenceError) {
        folder = try ArchiveStore.folder(of: application, in: base, else: .cache)
    }
}
