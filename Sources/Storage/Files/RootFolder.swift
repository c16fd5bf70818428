import Glibc

/// How root opens folders, which may be those of another user: a home folder that `sudo` keeps in `HOME`, for example.
enum RootFolder {
    /// Opens a folder, following only links that root may trust (``TrustedPath``).
    ///
    /// - Parameters:
    ///   - path: An absolute or relative path.
    ///   - creating: Whether to create missing folders; they belong to the owner of the folder that contains them.
    /// - Returns: A descriptor that reads the folder; `nil` if it does not exist and `creating` is false.
    /// - Throws: ``PersistenceError/Code/invalidKey`` for a link that is not followed,
    ///   ``PersistenceError/Code/system``.
    static func open(_ path: String, creating: Bool) throws(PersistenceError) -> Int32? {
        do throws(TrustedPath.Refusal) {
            return try TrustedPath.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        } catch {
            if let link = error.link {
                throw PersistenceError(
                    .invalidKey, "\(link.message(opening: path)), or set HOME to your own home folder (sudo -H)",
                    systemError: error.number)
            }
            guard error.number == ENOENT else { throw .system(error.number, cannot: "open the folder", path) }
        }
        return creating ? try make(path) : nil
    }

    /// Creates a folder, accessible to its owner only, and the folders that contain it.
    private static func make(_ path: String) throws(PersistenceError) -> Int32 {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        let (parent, name) = Folder.split(String(trimmed))
        // What exists but has no such entry is a link to nothing, or a path through something other than a folder.
        guard !name.isEmpty, name != ".", name != "..", parent != path else {
            throw .system(ENOENT, cannot: "make the folder", path)
        }
        guard let folder = try open(parent, creating: true) else {
            throw .system(ENOENT, cannot: "make the folder", path)
        }
        defer { close(folder) }
        // Made by the owner instead of given to the owner, since another folder could take its name in between.
        if FileUser(ownerOf: folder).perform({ mkdirat(folder, name, 0o700) }) == 0 {
            guard fsync(folder) == 0 || errno == EINVAL else { throw .system(errno, cannot: "write", parent) }
        } else if errno != EEXIST {
            throw .system(errno, cannot: "make the folder", path)
        }
        let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno, cannot: "open the folder", path) }
        return descriptor
    }
}
