import Glibc

extension PhotoPreparer {
    /// Opens a photo that may be changed.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - folder: Where it lies.
    /// - Returns: The photo.
    /// - Throws: ``TaggingError/Code/unreadable``, ``TaggingError/Code/unwritable``, ``TaggingError/Code/unsafe``.
    func open(_ name: String, in folder: PhotoFolder) throws(TaggingError) -> Source {
        let path = folder.path(of: name)
        // Without O_NONBLOCK a pipe in the photo's place would be waited for.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
        let file = openat(folder.descriptor, name, flags)
        guard file >= 0 else { throw .system(errno, .unreadable, "read", path) }
        var status = stat()
        do throws(TaggingError) {
            guard fstat(file, &status) == 0 else { throw .system(errno, .unreadable, "read", path) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw TaggingError(code: .unreadable, message: "\(path) is no file; name a photo", path: path)
            }
            // A new file could take the place of one that is protected; that is not what its protection means.
            guard faccessat(folder.descriptor, name, W_OK, AT_EACCESS) == 0 else {
                throw .system(errno, .unwritable, "write", path)
            }
            guard status.st_nlink == 1 || options.hardLinks == .detach else {
                throw TaggingError(
                    code: .unsafe,
                    message:
                        "\(path) is one of \(status.st_nlink) names of the same file, and the others would keep the "
                        + "old content; make it a file of its own first",
                    path: path)
            }
        } catch {
            close(file)
            throw error
        }
        return Source(descriptor: file, status: status, path: path)
    }

    /// Makes a temporary file, and removes it if anything fails.
    ///
    /// - Parameters:
    ///   - prepared: Where it is to be.
    ///   - source: The photo whose owner, rights and attributes it gets; `nil` for a new file.
    ///   - fill: Writes the content.
    ///   - check: Looks at the file once it is complete.
    /// - Throws: What the closures throw, and any code of ``TaggingError``.
    func makeTemporary(
        _ prepared: PreparedChange, _ source: Source?, fill: (Int32) throws(TaggingError) -> Void,
        check: () throws -> Void
    ) throws {
        let path = prepared.folder.path(of: prepared.name)
        // What others must not read, they must not read meanwhile.
        let file = try prepared.folder.make(
            prepared.temporary, beside: prepared.name, mode: source == nil ? 0o666 : 0o600)
        do {
            defer { close(file) }
            if let source { try FileAttributes.copy(from: source.descriptor, source.status, to: file, path) }
            try fill(file)
            try check()
            if let source {
                var now = stat()
                guard fstat(source.descriptor, &now) == 0, PhotoStamp(now) == source.stamp else {
                    throw Self.changed(path)
                }
            }
        } catch {
            prepared.folder.discard(prepared.temporary)
            throw error
        }
    }
}
