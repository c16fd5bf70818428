import Glibc

extension Folder {
    /// Opens the folder at an absolute or relative path, following only links that may be trusted (``TrustedPath``).
    ///
    /// What root creates belongs to the owner of the folder that contains it: a home folder that `sudo` keeps in `HOME`
    /// may be another user's.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - creating: Whether to create missing folders of the path, accessible to their owner only.
    /// - Returns: `nil` if it does not exist and `creating` is false.
    /// - Throws: ``StorageError/Code/invalidKey`` for a link that is not followed,
    ///   ``StorageError/Code/system`` when it cannot be opened or made.
    package static func open(_ path: String, creating: Bool) throws(StorageError) -> Folder? {
        do throws(TrustedPath.Refusal) {
            let descriptor = try TrustedPath.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            return Folder(descriptor: descriptor, path: path)
        } catch {
            if let link = error.link {
                let remedy = geteuid() == 0 ? ", or set HOME to your own home folder (sudo -H)" : ""
                throw StorageError(
                    .invalidKey, link.reason(opening: path), advice: UntrustedLink.advice + remedy,
                    systemError: error.number, underlying: error)
            }
            guard error.number == ENOENT else { throw .system(error.number, cannot: "open the folder", path) }
        }
        return creating ? try make(path) : nil
    }

    /// Creates a folder and the missing folders that contain it.
    private static func make(_ path: String) throws(StorageError) -> Folder {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        let (parent, name) = split(String(trimmed))
        // What exists but has no such entry is a link to nothing, or a path through something other than a folder.
        guard !name.isEmpty, name != ".", name != "..", parent != path else {
            throw .system(ENOENT, cannot: "make the folder", path)
        }
        guard let folder = try open(parent, creating: true) else {
            throw .system(ENOENT, cannot: "make the folder", path)
        }
        // Made by the owner instead of given to the owner, since another folder could take its name in between.
        let isMade = FileUser(ownerOf: folder.descriptor).perform { mkdirat(folder.descriptor, name, 0o700) } == 0
        if isMade {
            try folder.sync()
        } else if errno != EEXIST {
            throw .system(errno, cannot: "make the folder", path)
        }
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let descriptor = openat(folder.descriptor, name, flags)
        guard descriptor >= 0 else { throw .system(errno, cannot: "open the folder", path) }
        return Folder(descriptor: descriptor, path: path)
    }
}
