internal import CSQLite
import Glibc

/// What SQLite opens for a path: the file behind all links that may be trusted (``TrustedPath``).
///
/// SQLite itself follows every link, so it gets a path without any and is told to follow none.
struct DatabasePath {
    /// The path for SQLite, null-terminated.
    private(set) var path: [CChar]
    /// Flags for opening, in addition to the mode.
    private(set) var flags: Int32
    /// Whether it is a regular file.
    let isRegular: Bool

    /// - Throws: ``PersistenceError/Code/missing``, ``PersistenceError/Code/system`` also for another user's link.
    init(_ path: String) throws(PersistenceError) {
        // Names such as ":memory:" have a special meaning to SQLite.
        self.path = Array((path.hasPrefix("/") ? path : "./\(path)").utf8CString)
        flags = CSQLITE_OPEN_NOFOLLOW
        do throws(TrustedPath.Refusal) {
            let resolved = try TrustedPath.resolve(path)
            guard let descriptor = resolved.descriptor else { throw TrustedPath.Refusal(number: ENOENT) }
            var (file, named) = (stat(), stat())
            guard fstat(descriptor, &file) == 0 else { throw TrustedPath.Refusal(number: errno) }
            isRegular = file.st_mode & S_IFMT == S_IFREG
            guard let last = resolved.links.last else { return }
            let target = resolved.bytes.map { CChar(bitPattern: $0) } + [0]
            if lstat(target, &named) == 0, FileStamp(named).identity == FileStamp(file).identity {
                self.path = target
            } else if last.path.hasPrefix("/proc/") {
                // An open file that has lost its name, as a copied pipe: only the kernel's link leads to it.
                flags = 0
            } else {
                throw TrustedPath.Refusal(number: EAGAIN)
            }
        } catch {
            guard error.link == nil else {
                throw PersistenceError(.system, error.message("", opening: path), systemError: error.number)
            }
            guard error.number == ENOENT else { throw .system(error.number, cannot: "open", path) }
            throw PersistenceError(.missing, "there is no database \(path)", systemError: error.number)
        }
    }
}
