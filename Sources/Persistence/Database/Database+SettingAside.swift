import Glibc

extension Database {
    /// Which file a path leads to at this moment, so that it can be told from one put in its place.
    package struct Identity: Hashable, Sendable {
        private var device: UInt
        private var number: UInt

        /// - Returns: `nil` when there is no file.
        package init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt(status.st_dev)
            number = UInt(status.st_ino)
        }
    }

    /// Gives a damaged database that can be made again another name, where the next damaged one replaces it.
    ///
    /// Its logs are removed first: SQLite would play them into a new file of the name. No other process may be opening
    /// the file meanwhile: hold a ``FileLock``.
    ///
    /// - Parameter path: The file.
    /// - Returns: Its new path.
    /// - Throws: ``PersistenceError/Code/system`` when it cannot be renamed.
    package static func setAside(_ path: String) throws(PersistenceError) -> String {
        for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
        let kept = path + ".damaged"
        guard rename(path, kept) == 0 else { throw .system(errno, cannot: "set aside the damaged", path) }
        return kept
    }
}
