/// Keeps what the user would miss, in `$XDG_DATA_HOME` (else `~/.local/share`).
public struct DocumentArchiver: Archiver {
    /// The folder with the archives.
    public let folder: String

    /// Makes an archiver; nothing is made on the disk before something is archived.
    ///
    /// - Parameters:
    ///   - application: The name of the program's folder in `base`.
    ///   - base: A folder for all programs; the user's data folder when left out.
    /// - Throws: ``PersistenceError/Code/invalidKey`` when `application` is no name of a folder,
    ///   ``PersistenceError/Code/system`` when the user has no home folder.
    public init(application: String, base: String? = nil) throws(PersistenceError) {
        folder = try ArchiveStore.folder(of: application, in: base, else: .data)
    }
}
