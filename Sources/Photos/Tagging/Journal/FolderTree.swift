import Glibc
import LKPlanning
import LKStorage

/// A folder that the user has named, and the folders below it, which are opened from it and never through a symbolic
/// link: another user who exchanges one of them for a link leads nowhere else.
final class FolderTree: Sendable {
    /// The folder itself.
    let root: FolderHandle

    /// Opens the root of a tree.
    ///
    /// - Parameter path: The folder as the user named it.
    /// - Throws: ``TaggingError/Code/unreadable``.
    init(_ path: String) throws(TaggingError) { root = try FolderHandle(path) }

    /// Returns the whole file system, for paths without symbolic links.
    static func fileSystem() throws(TaggingError) -> FolderTree { try FolderTree("/") }

    /// Opens a folder by a path without symbolic links.
    ///
    /// - Throws: As ``folder(_:creating:)``, and ``TaggingError/Code/unreadable`` if it does not exist.
    static func folder(atReal path: String) throws(TaggingError) -> FolderHandle {
        let tree = try fileSystem()
        guard let names = tree.names(to: path), let folder = try tree.folder(names) else {
            throw .system(ENOENT, .unreadable, "open the folder", path)
        }
        return folder
    }

    /// Removes folders that are empty, and takes them out of the set.
    ///
    /// - Parameter paths: Paths without symbolic links.
    static func removeEmpty(_ paths: inout Set<String>) {
        for path in paths.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            let (parent, name) = Folder.split(path)
            guard let folder = try? folder(atReal: parent) else { continue }
            if unlinkat(folder.descriptor, name, AT_REMOVEDIR) == 0 { paths.remove(path) }
        }
    }

    /// Returns the names of the folders that lead from the root to a path, or `nil` if the path is not below it.
    ///
    /// - Parameter path: A path that begins like that of the root.
    /// - Returns: The names, none for the root itself.
    func names(to path: String) -> [String]? { Self.names(from: root.path, to: path) }

    /// Returns the names of the folders that lead from the root to a path without symbolic links, or `nil` if it is not
    /// below it.
    func names(toReal path: String) -> [String]? { Self.names(from: root.realPath, to: path) }

    private static func names(from start: String, to path: String) -> [String]? {
        if path == start { return [] }
        let start = start.hasSuffix("/") ? start : start + "/"
        guard path.hasPrefix(start) else { return nil }
        return path.dropFirst(start.count).split(separator: "/").map(String.init)
    }

    /// Returns the path of a folder below the root.
    func path(of names: [String]) -> String { names.isEmpty ? root.path : root.path(of: names.joined(separator: "/")) }

    /// Opens a folder below the root.
    ///
    /// - Parameters:
    ///   - names: The names of the folders that lead to it.
    ///   - creating: Whether to create missing folders, with the usual permissions.
    /// - Returns: `nil` if it does not exist and `creating` is false.
    /// - Throws: ``TaggingError/Code/unsafe`` if one of the names is a symbolic link, ``TaggingError/Code/unreadable``,
    ///   ``TaggingError/Code/unwritable``.
    func folder(_ names: [String], creating: Bool = false) throws(TaggingError) -> FolderHandle? {
        // One system call, however deep the folder is; what is not found like this is looked for name by name.
        if !names.isEmpty, names.allSatisfy(JournalName.isValid),
            let descriptor = try? TrustedPath.open(
                names.joined(separator: "/"), O_RDONLY | O_DIRECTORY | O_CLOEXEC, in: root.descriptor,
                followsLinks: false)
        {
            return FolderHandle(descriptor: descriptor, path: path(of: names))
        }
        let found = try nearest(names)
        guard found.count < names.count else { return found.folder }
        guard creating else { return nil }
        var folder = found.folder
        for name in names[found.count...] { folder = try folder.makeFolder(name) }
        return folder
    }

    /// Opens the deepest existing folder on the way to one below the root.
    ///
    /// - Parameter names: The names of the folders that lead to it.
    /// - Returns: The folder, and how many of the names led to it.
    /// - Throws: As ``folder(_:creating:)``.
    func nearest(_ names: [String]) throws(TaggingError) -> (folder: FolderHandle, count: Int) {
        var folder = root
        for (count, name) in names.enumerated() {
            guard let next = try folder.folder(name) else { return (folder, count) }
            folder = next
        }
        return (folder, names.count)
    }

    /// Calls a closure for each entry of the root and of all folders below it.
    ///
    /// Folders below the root that cannot be read, or with names that are not valid UTF-8, are omitted.
    ///
    /// - Parameter look: Called with the open folder, the names that lead to it, the entry's name, and its kind as in
    ///   `stat`, or 0 if it is not known.
    /// - Throws: ``TaggingError/Code/unreadable`` if the root cannot be read to its end.
    func walk(_ look: (FolderHandle, [String], String, mode_t) -> Void) throws(TaggingError) {
        var waiting: [[String]] = [[]]
        while let names = waiting.popLast() {
            guard let folder = try? folder(names) else { continue }
            let entries: [(name: String, type: mode_t)]
            do throws(TaggingError) {
                entries = try folder.entries()
            } catch {
                if names.isEmpty { throw error }
                continue
            }
            for (name, type) in entries {
                look(folder, names, name, type)
                if type == S_IFDIR { waiting.append(names + [name]) }
            }
        }
    }
}

extension FolderHandle {
    /// Opens a folder in this one.
    ///
    /// - Parameter name: Its name.
    /// - Returns: `nil` if there is none.
    /// - Throws: ``TaggingError/Code/unsafe`` for a symbolic link, ``TaggingError/Code/unreadable``.
    func folder(_ name: String) throws(TaggingError) -> FolderHandle? {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        var inner = openat(descriptor, name, flags)
        // A folder on the way need not be readable.
        if inner < 0, errno == EACCES { inner = openat(descriptor, name, flags | TrustedPath.reference) }
        if inner >= 0 { return FolderHandle(descriptor: inner, path: path(of: name)) }
        let number = errno
        if number == ENOENT { return nil }
        var status = stat()
        if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFLNK {
            throw TaggingError(
                code: .unsafe,
                message: "\(path(of: name)) is a symbolic link, which is not followed here; name the folder it leads "
                    + "to",
                path: path(of: name))
        }
        throw .system(number, .unreadable, "open the folder", path(of: name))
    }

    /// Creates a folder in this one, with the usual permissions, and opens it; one that is there already is opened.
    ///
    /// A folder created by root in a user's folder is created with the user's rights, so that it is the user's from the
    /// beginning: one that were given away afterwards could be another of that name by then.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``, and as ``folder(_:)``.
    func makeFolder(_ name: String) throws(TaggingError) -> FolderHandle {
        let isMade = FileUser(ownerOf: descriptor).perform { mkdirat(descriptor, name, 0o777) } == 0
        guard isMade || errno == EEXIST else { throw .system(errno, .unwritable, "make the folder", path(of: name)) }
        guard let folder = try folder(name) else {
            throw .system(ENOENT, .unwritable, "make the folder", path(of: name))
        }
        return folder
    }

    /// Returns the names in the folder that are valid UTF-8, with the kind of each as in `stat`, and 0 for one that is not
    /// known.
    ///
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder cannot be read to its end.
    func entries() throws(TaggingError) -> [(name: String, type: mode_t)] {
        var found: [(name: String, type: mode_t)] = []
        try forEachEntry { name, type in
            guard let name = String(validatingCString: name), name != ".", name != ".." else { return }
            switch Int(type) {
            case Int(DT_DIR): found.append((name, S_IFDIR))
            case Int(DT_LNK): found.append((name, S_IFLNK))
            case Int(DT_UNKNOWN):
                var status = stat()
                let isKnown = fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
                found.append((name, isKnown ? status.st_mode & S_IFMT : 0))
            default: found.append((name, S_IFREG))
            }
        }
        return found
    }
}
