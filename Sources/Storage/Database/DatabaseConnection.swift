internal import CSQLite
import Glibc

/// The open file of a database and its statements; closed when the last of them is released.
final class DatabaseConnection {
    let handle: OpaquePointer
    let path: String
    let interrupter: Database.Interrupter

    /// - Throws: ``PersistenceError/Code/missing``, ``PersistenceError/Code/corrupt`` if it is not a regular file,
    ///   ``PersistenceError/Code/system``.
    init(_ path: String, _ mode: Database.Mode) throws(PersistenceError) {
        self.path = path
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw PersistenceError(.invalidKey, "\"\(path)\" is not a database path; name a file")
        }
        if mode == .create { try Self.make(path) }
        var status = stat()
        guard stat(path, &status) == 0 else {
            let number = errno
            guard number == ENOENT else { throw .system(number, cannot: "open", path) }
            throw PersistenceError(.missing, "there is no database \(path)", systemError: number)
        }
        // Opening a FIFO would block.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PersistenceError(.corrupt, "\(path) is not a regular file; move it away or name another")
        }
        var flags = CSQLITE_OPEN_NOMUTEX | CSQLITE_OPEN_EXRESCODE
        flags |= mode == .readOnly ? CSQLITE_OPEN_READONLY : CSQLITE_OPEN_READWRITE
        var handle: OpaquePointer?
        // Names such as ":memory:" have a special meaning to SQLite.
        let code = csqlite_open(path.hasPrefix("/") ? path : "./\(path)", flags, &handle)
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
        csqlite_close(handle)
    }

    func failure(_ code: Int32) -> PersistenceError { .database(code, handle, path) }

    /// Creates an empty file if there is none: a file created by SQLite would be readable for everyone.
    private static func make(_ path: String) throws(PersistenceError) {
        let (parent, name) = Folder.split(path)
        guard let folder = try Folder.open(parent, creating: true) else { return }
        let file = openat(folder.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 {
            folder.giveToOwner(file)
            close(file)
        } else if errno != EEXIST {
            throw .system(errno, cannot: "make", path)
        }
    }
}
