import Glibc

/// The path that SQLite opens: the file behind all links that may be trusted (``TrustedPath``).
///
/// SQLite itself follows every link, so it gets a path without any, with the flag to follow none.
struct DatabasePath {
    /// The path for SQLite, null-terminated.
    private(set) var path: [CChar]
    /// Whether it is a regular file.
    let isRegular: Bool

    /// Creates the path by resolving links.
    ///
    /// - Throws: ``StorageError/Code/missing``, ``StorageError/Code/system`` also for another user's link.
    init(_ path: String) throws(StorageError) {
        // Names such as ":memory:" have a special meaning to SQLite.
        self.path = Array((path.hasPrefix("/") ? path : "./\(path)").utf8CString)
        do throws(TrustedPath.Refusal) {
            let resolved = try TrustedPath.resolve(path)
            guard let descriptor = resolved.descriptor else { throw TrustedPath.Refusal(number: ENOENT) }
            var (file, named) = (stat(), stat())
            guard fstat(descriptor, &file) == 0 else { throw TrustedPath.Refusal(number: errno) }
            isRegular = file.st_mode & S_IFMT == S_IFREG
            guard !resolved.links.isEmpty else { return }
            self.path = resolved.bytes.map { CChar(bitPattern: $0) } + [0]
            // Removed meanwhile, as an open file without a name, which SQLite cannot open, or replaced.
            guard lstat(self.path, &named) == 0, FileStamp(named).identity == FileStamp(file).identity else {
                throw TrustedPath.Refusal(number: ENOENT)
            }
        } catch {
            throw .unopened(path, error)
        }
    }
}
