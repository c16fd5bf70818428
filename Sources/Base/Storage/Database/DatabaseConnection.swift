import CLKSQLite
import Glibc

/// The open file of a database and its statements; closed when the last of them is released.
final class DatabaseConnection {
    let handle: OpaquePointer
    let path: String
    /// The owner of its folder, for whom root works on the file; `nil` for the process itself.
    private let user: FileUser?
    let interrupter: Database.Interrupter

    /// Creates a connection by opening the database at a path.
    ///
    /// - Throws: ``StorageError/Code/missing``, ``StorageError/Code/corrupt`` if it is not a regular file,
    ///   ``StorageError/Code/system``.
    init(_ path: String, _ mode: Database.Mode) throws(StorageError) {
        self.path = path
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw StorageError(.invalidKey, "\"\(path)\" is not a database path", advice: "name a file")
        }
        let user = try Self.user(for: path, mode)
        self.user = user
        let target = try DatabasePath(path)
        // Opening a FIFO would block.
        guard target.isRegular else {
            throw StorageError(.corrupt, "\(path) is not a regular file", advice: "move it away or name another")
        }
        var flags = CSQLITE_OPEN_NOMUTEX | CSQLITE_OPEN_EXRESCODE | CSQLITE_OPEN_NOFOLLOW
        flags |= mode == .readOnly ? CSQLITE_OPEN_READONLY : CSQLITE_OPEN_READWRITE
        var handle: OpaquePointer?
        let code = user.perform { csqlite_open(target.path, flags, &handle) }
        guard code == 0, let handle else {
            defer { csqlite_close(handle) }
            throw .database(code, handle, path)
        }
        self.handle = handle
        interrupter = Database.Interrupter(handle)
        csqlite_distrust(handle)
    }

    deinit {
        interrupter.end()
        perform { csqlite_close(handle) }
    }

    /// Calls a function of SQLite that may read, write, create or remove the database's files.
    ///
    /// - Parameter body: The call.
    /// - Returns: The result of `body`.
    func perform<Result>(_ body: () -> Result) -> Result { user.perform(body) }

    func failure(_ code: Int32) -> StorageError { .database(code, handle, path) }

    /// Returns for whom root opens the database, after creating its file if that is wanted.
    ///
    /// SQLite opens its files by path, so only the user's own rights keep root from following a link that the user puts into
    /// the place of a file or folder meanwhile. A file that belongs to another user than its folder was put there by
    /// root.
    private static func user(for path: String, _ mode: Database.Mode) throws(StorageError) -> FileUser? {
        guard mode == .create || geteuid() == 0 else { return nil }
        let (parent, name) = Folder.split(path)
        guard let folder = try Folder.open(parent, creating: mode == .create) else { return nil }
        if mode == .create { try make(name, in: folder, path) }
        guard let user = FileUser(ownerOf: folder.descriptor) else { return nil }
        var status = stat()
        guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return user }
        return user.isOwner(of: status) ? user : nil
    }

    /// Creates an empty file if there is none: a file created by SQLite would be readable for everyone.
    private static func make(
        _ name: String, in folder: borrowing Folder, _ path: String
    ) throws(StorageError) {
        let file = openat(folder.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 {
            folder.giveToOwner(file)
            close(file)
        } else if errno != EEXIST {
            throw .system(errno, cannot: "make", path)
        }
    }
}
