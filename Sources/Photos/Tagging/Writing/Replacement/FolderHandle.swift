import CLKLinux
import Glibc
import LKPlanning
import LKStorage
import Synchronization

/// An open folder with photos, whose files are accessed by name without following symbolic links.
final class FolderHandle: Sendable, Identifiable {
    let descriptor: Int32
    /// For messages, and for functions that need a path.
    let path: String
    /// Locked while a file is created.
    ///
    /// Threads that contend for this in the kernel spin, and waste a processor.
    private let making = Mutex(())

    /// Opens a folder; symbolic links of other users are not followed.
    ///
    /// - Parameter path: The folder.
    /// - Throws: ``TaggingError/Code/unreadable``, ``TaggingError/Code/unsafe`` for another user's link.
    init(_ path: String) throws(TaggingError) {
        self.path = path
        do throws(TrustedPath.Refusal) {
            descriptor = try TrustedPath.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        } catch {
            throw .refused(error, .unreadable, "open the folder", path)
        }
    }

    /// Creates a handle of an open folder.
    ///
    /// - Parameters:
    ///   - descriptor: The open folder, which is closed with this object.
    ///   - path: Its path.
    init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// The inode number; 0 if the system does not tell.
    var inode: UInt64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : 0
    }

    /// The absolute path without symbolic links, as the system knows the open folder.
    var realPath: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
        if count > 0, let path = String(validating: buffer[..<count].map({ UInt8(bitPattern: $0) }), as: UTF8.self) {
            return path
        }
        return (try? RealPath.of(path)) ?? path
    }

    /// Returns the path of one of the folder's files.
    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// Returns the last component of a path.
    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Returns the status of a file, without following a link; `nil` if it does not exist.
    ///
    /// - Parameter name: The file.
    /// - Returns: Its status.
    /// - Throws: ``TaggingError/Code/unreadable``.
    func status(of name: String) throws(TaggingError) -> stat? {
        var status = stat()
        if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
        if errno == ENOENT { return nil }
        throw .system(errno, .unreadable, "read", path(of: name))
    }

    /// Creates a file that must not exist.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - photo: The file beside it, for messages.
    ///   - mode: Its permissions, before the process's umask.
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

    /// Returns the names of its files with a prefix.
    ///
    /// - Parameter prefix: The prefix.
    /// - Returns: The names that are valid UTF-8, unsorted.
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder cannot be read to its end.
    func names(beginning prefix: String) throws(TaggingError) -> [String] {
        var names: [String] = []
        try forEachEntry { name, _ in
            let matching = strncmp(name, prefix, prefix.utf8.count) == 0 ? String(validatingCString: name) : nil
            if let matching { names.append(matching) }
        }
        return names
    }

    /// Returns whether the user may list the names in the folder.
    ///
    /// - Throws: ``TaggingError/Code/unreadable``.
    func isListable() throws(TaggingError) -> Bool {
        if faccessat(descriptor, ".", R_OK, AT_EACCESS) == 0 { return true }
        if errno == EACCES { return false }
        throw .system(errno, .unreadable, "read", path)
    }

    /// Calls a closure with the name and the kind, as in `readdir`, of each entry.
    ///
    /// - Throws: ``TaggingError/Code/unreadable`` if the folder cannot be read to its end.
    func forEachEntry(_ body: (UnsafePointer<CChar>, UInt8) -> Void) throws(TaggingError) {
        let again = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard again >= 0, let entries = fdopendir(again) else {
            let number = errno
            if again >= 0 { close(again) }
            throw .system(number, .unreadable, "read", path)
        }
        defer { closedir(entries) }
        while true {
            errno = 0
            guard let entry = readdir(entries) else { break }
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { body($0, entry.pointee.d_type) }
            }
        }
        if errno != 0 { throw .system(errno, .unreadable, "read", path) }
    }

    /// Makes renames and removals durable.
    ///
    /// - Throws: ``TaggingError/Code/unwritable``.
    func sync() throws(TaggingError) {
        // Some network and FUSE file systems do not support fsync of folders and return EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .system(errno, .unwritable, "write", path) }
    }

    /// Writes all pending data of this folder's file system.
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
        // Without O_NONBLOCK, opening a pipe would block.
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

    /// Renames a file unless the new name is taken.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - newName: Its new name.
    /// - Returns: 0 or `errno`, `EEXIST` if the name is taken.
    func rename(_ name: String, to newName: String) -> Int32 {
        ExclusiveRename.rename(name, to: newName, in: descriptor) == 0 ? 0 : errno
    }

    /// Removes a file if it exists.
    ///
    /// - Parameter name: The file.
    /// - Throws: ``TaggingError/Code/unwritable``.
    func remove(_ name: String) throws(TaggingError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
            throw .system(errno, .unwritable, "remove", path(of: name))
        }
    }

    /// Removes an unfinished file, ignoring failures; the next run tries again.
    ///
    /// - Parameter name: The file.
    func discard(_ name: String) { unlinkat(descriptor, name, 0) }
}

/// Paths without symbolic links.
enum RealPath {
    /// Follows the links of a path, but none of other users.
    ///
    /// - Parameter path: The path; its last component need not exist.
    /// - Returns: The absolute path without links.
    /// - Throws: ``TaggingError/Code/unsafe`` for another user's link, ``TaggingError/Code/unreadable``.
    static func of(_ path: String) throws(TaggingError) -> String {
        do throws(TrustedPath.Refusal) {
            let resolved = try TrustedPath.resolve(path)
            if let real = String(validating: resolved.bytes, as: UTF8.self) { return real }
        } catch {
            throw .refused(error, .unreadable, "read", path)
        }
        throw TaggingError(
            code: .unreadable, message: "\(path) leads to a name that is not valid UTF-8", advice: "rename it",
            path: path)
    }
}

/// A file that is renamed to a hidden name until it is certain that it may be removed.
///
/// It may turn out to be a version that another program saved after the last check of the photo, so such a file is
/// never removed unchecked, not even by the run after an interrupted one.
struct AsideFile {
    private static let prefix = "\(FolderJournal.temporaryPrefix)aside-"
    /// Maximum length of a file name in bytes.
    private static let maximumNameLength = 255

    let folder: FolderHandle
    /// The file's visible name.
    let original: String
    /// Its hidden name.
    let name: String

    /// Creates the file that a photo is set aside as.
    ///
    /// - Parameters:
    ///   - photo: The file's visible name.
    ///   - folder: Its folder.
    init(of photo: String, in folder: FolderHandle) {
        var ending = Substring(photo)
        while Self.prefix.utf8.count + ending.utf8.count > Self.maximumNameLength { ending.removeFirst() }
        self.folder = folder
        original = photo
        name = Self.prefix + ending
    }

    private init(named name: String, in folder: FolderHandle) {
        self.folder = folder
        original = String(name.dropFirst(Self.prefix.count))
        self.name = name
    }

    /// Returns the files that interrupted runs have left in a folder.
    ///
    /// - Throws: ``TaggingError/Code/unreadable``.
    static func left(in folder: FolderHandle) throws(TaggingError) -> [AsideFile] {
        try folder.names(beginning: prefix).sorted().map { AsideFile(named: $0, in: folder) }
    }

    /// The path of the hidden file, for messages.
    var path: String { folder.path(of: name) }

    /// Returns its status; `nil` if it does not exist.
    ///
    /// - Throws: ``TaggingError/Code/unreadable``.
    func status() throws(TaggingError) -> stat? { try folder.status(of: name) }

    /// Renames a file to the hidden name, unless that is taken.
    ///
    /// - Parameter file: The file's present name.
    /// - Returns: 0 or `errno`.
    func hide(_ file: String) -> Int32 { folder.rename(file, to: name) }

    /// Renames the file back or, if that is impossible, to another visible name.
    ///
    /// - Returns: Its current name: its own, another beside it, or still the hidden one.
    func giveBack() -> String {
        if folder.rename(name, to: original) == 0 { return original }
        let dot = original.dropFirst().lastIndex(of: ".") ?? original.endIndex
        for number in 1...99 {
            let visible = "\(original[..<dot]).kept-\(number)\(original[dot...])"
            switch folder.rename(name, to: visible) {
            case 0: return visible
            case EEXIST: continue
            default: return name
            }
        }
        return name
    }

    /// Returns the error for a version of a photo that could not get its name back.
    ///
    /// - Parameter name: Its current name.
    /// - Returns: The error, which contains both names.
    func kept(as name: String) -> TaggingError {
        TaggingError(
            code: .changed,
            message:
                "\(folder.path(of: original)) was changed by another program meanwhile, and one version of it "
                + "is now \(folder.path(of: name)); compare the two and remove the one you do not want",
            path: folder.path(of: original))
    }
}
