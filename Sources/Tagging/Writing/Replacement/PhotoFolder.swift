import CLinux
import Glibc
import Persistence
import Synchronization

/// An open folder with photos; its files are reached by name and never by way of symbolic links.
final class PhotoFolder: Sendable, Identifiable {
    let descriptor: Int32
    /// For messages, and for readers that want a path.
    let path: String
    /// Held while a file is made.
    ///
    /// Threads that meet in the kernel for that spin, at the cost of one that could work.
    private let making = Mutex(())

    init(_ path: String) throws(TaggingError) {
        self.path = path
        descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno, .unreadable, "open the folder", path) }
    }

    deinit { close(descriptor) }

    /// The path of one of its files.
    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// The last component of a path.
    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// What the system says of a file, not followed if it is a link; `nil` if there is none.
    ///
    /// - Parameter name: The file.
    /// - Returns: Its state.
    /// - Throws: ``TaggingError/Code/unreadable``.
    func status(of name: String) throws(TaggingError) -> stat? {
        var status = stat()
        if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
        if errno == ENOENT { return nil }
        throw .system(errno, .unreadable, "read", path(of: name))
    }

    /// Makes a file that must not be there yet.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - photo: The file beside it, for messages.
    ///   - mode: Its rights, before the process's mask.
    /// - Returns: The open file, for reading and writing.
    /// - Throws: ``TaggingError/Code/unwritable``.
    func make(_ name: String, beside photo: String, mode: mode_t) throws(TaggingError) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let (file, number) = making.withLock { _ in
            let file = openat(descriptor, name, flags, mode)
            return (file, errno)
        }
        guard file >= 0 else { throw .system(number, .unwritable, "write a new file beside", path(of: photo)) }
        return file
    }

    /// The names of its files that begin so.
    ///
    /// - Parameter prefix: The beginning.
    /// - Returns: The names, in no order; none if the folder cannot be read.
    func names(beginning prefix: String) -> [String] {
        let again = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard again >= 0, let entries = fdopendir(again) else {
            if again >= 0 { close(again) }
            return []
        }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { name -> String? in
                    strncmp(name, prefix, prefix.utf8.count) == 0 ? String(validatingCString: name) : nil
                }
            }
            if let name { names.append(name) }
        }
        return names
    }

    /// Makes renamed and removed names durable.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func sync() throws(TaggingError) {
        // Some network and FUSE file systems know no fsync of folders, and answer EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .system(errno, .unwritable, "write", path) }
    }

    /// Writes all that waits for this folder's file system.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func syncFileSystem() throws(TaggingError) {
        guard clinux_sync_file_system(descriptor) == 0 else { throw .system(errno, .unwritable, "write", path) }
    }

    /// Opens a file for reading.
    ///
    /// - Parameter name: The file.
    /// - Returns: The open file.
    /// - Throws: ``TaggingError/Code/unreadable``.
    func open(_ name: String) throws(TaggingError) -> Int32 {
        // Without O_NONBLOCK a pipe of that name would be waited for.
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { throw .system(errno, .unreadable, "read", path(of: name)) }
        return file
    }

    /// Makes one file durable.
    ///
    /// - Parameter name: The file.
    /// - Throws: ``TaggingError/Code/unwritable``.
    func sync(_ name: String) throws(TaggingError) {
        let file = try open(name)
        defer { close(file) }
        guard fsync(file) == 0 else { throw .system(errno, .unwritable, "write", path(of: name)) }
    }

    /// Gives a file another name, unless there is one of that name.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - newName: Its new name.
    /// - Returns: 0, or why it could not: `errno`, `EEXIST` where the name is taken.
    func rename(_ name: String, to newName: String) -> Int32 {
        if ExclusiveRename.rename(name, to: newName, in: descriptor) == 0 { return 0 }
        var number = errno
        // NFS and others know no such rename.
        guard number == EINVAL || number == ENOSYS else { return number }
        if linkat(descriptor, name, descriptor, newName, 0) == 0 {
            guard unlinkat(descriptor, name, 0) == 0 else {
                number = errno
                unlinkat(descriptor, newName, 0)
                return number
            }
            return 0
        }
        number = errno
        // What is mounted from a phone or a cloud has no second names either.
        guard [EPERM, ENOSYS, EOPNOTSUPP].contains(number) else { return number }
        var status = stat()
        if fstatat(descriptor, newName, &status, AT_SYMLINK_NOFOLLOW) == 0 { return EEXIST }
        return renameat(descriptor, name, descriptor, newName) == 0 ? 0 : errno
    }

    /// Removes a file if it is there.
    ///
    /// - Parameter name: The file.
    /// - Throws: ``TaggingError/Code/unwritable``.
    func remove(_ name: String) throws(TaggingError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
            throw .system(errno, .unwritable, "remove", path(of: name))
        }
    }

    /// Removes a file that was not finished, as far as that is possible; the next run tries again.
    ///
    /// - Parameter name: The file.
    func discard(_ name: String) { unlinkat(descriptor, name, 0) }
}
