import Glibc

/// An open folder; its files are reached by name and never by way of symbolic links.
///
/// All work goes through the descriptor, so that a folder that is moved or replaced meanwhile cannot lead elsewhere.
package struct Folder: ~Copyable {
    let descriptor: Int32
    /// For messages.
    package let path: String

    deinit { close(descriptor) }

    private init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens the folder at an absolute or relative path, which may be or contain symbolic links: it is the caller's choice.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - creating: Whether to make what is missing of the path, accessible for the user only.
    /// - Returns: `nil` where there is none and `creating` is false.
    /// - Throws: ``PersistenceError/Code/system`` when it cannot be opened or made.
    package static func open(_ path: String, creating: Bool) throws(PersistenceError) -> Folder? {
        if creating { try make(path) }
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 {
            if errno == ENOENT, !creating { return nil }
            throw .system(errno, cannot: "open the folder", path)
        }
        return Folder(descriptor: descriptor, path: path)
    }

    private static func make(_ path: String) throws(PersistenceError) {
        if mkdir(path, 0o700) == 0 {
            try syncParent(of: path)
            return
        }
        switch errno {
        case EEXIST: return
        case ENOENT:
            guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
                throw .system(ENOENT, cannot: "make the folder", path)
            }
            try make(String(path[..<slash]))
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw .system(errno, cannot: "make the folder", path)
            }
            try syncParent(of: path)
        default: throw .system(errno, cannot: "make the folder", path)
        }
    }

    private static func syncParent(of path: String) throws(PersistenceError) {
        let parent = split(path).folder
        let descriptor = Glibc.open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A parent that cannot be read cannot be synchronized; the folder itself is there.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .system(errno, cannot: "write", parent) }
    }

    /// Opens a folder inside this one.
    ///
    /// - Parameters:
    ///   - name: One component of a path; a symbolic link of that name is an error.
    ///   - creating: Whether to make it, accessible for the user only, where it is missing.
    /// - Returns: `nil` where there is none and `creating` is false.
    /// - Throws: ``PersistenceError/Code/invalidKey`` for a symbolic link, ``PersistenceError/Code/system``.
    package func folder(_ name: String, creating: Bool) throws(PersistenceError) -> Folder? {
        if creating, mkdirat(descriptor, name, 0o700) == 0 {
            try sync()
        } else if creating, errno != EEXIST {
            throw .system(errno, cannot: "make the folder", path(of: name))
        }
        let inner = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        if inner < 0 {
            if errno == ENOENT, !creating { return nil }
            throw refusal(errno, "open the folder", name)
        }
        return Folder(descriptor: inner, path: path(of: name))
    }

    /// The folder of a path and the name in it.
    package static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }

    /// The path of one of its files, for messages.
    package func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// Makes renamed and removed names durable.
    ///
    /// - Throws: ``PersistenceError/Code/system`` when the disk refuses.
    package func sync() throws(PersistenceError) {
        // Some network and FUSE file systems know no fsync of folders, and answer EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .system(errno, cannot: "write", path) }
    }

    /// The error for a name that could not be opened.
    func refusal(_ number: Int32, _ action: String, _ name: String) -> PersistenceError {
        let path = path(of: name)
        var status = stat()
        if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFLNK {
            return PersistenceError(
                .invalidKey,
                "\(path) is a symbolic link, which may lead out of the folder; remove it, or name its target",
                systemError: number)
        }
        return .system(number, cannot: action, path)
    }
}
