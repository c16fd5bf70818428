package import FoundationEssentials
import Glibc

/// An open folder; its files are accessed by name, never through symbolic links.
///
/// All work goes through the descriptor, so that moving or replacing the folder meanwhile cannot redirect it.
package struct Folder: ~Copyable {
    let descriptor: Int32
    /// For messages.
    package let path: String

    deinit { close(descriptor) }

    /// Creates a folder from a descriptor, which is closed with the folder.
    init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a folder inside this one.
    ///
    /// - Parameters:
    ///   - name: One component of a path; a symbolic link of that name is an error.
    ///   - creating: Whether to create it if missing, accessible to the user only.
    /// - Returns: `nil` if it does not exist and `creating` is false.
    /// - Throws: ``StorageError/Code/invalidKey`` for a symbolic link, ``StorageError/Code/system``.
    package func folder(_ name: String, creating: Bool) throws(StorageError) -> Folder? {
        if creating, FileUser(ownerOf: descriptor).perform({ mkdirat(descriptor, name, 0o700) }) == 0 {
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

    /// Splits a path into its folder and the name in it.
    package static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }

    /// Returns the path of one of its files, for messages.
    package func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// Makes renames and removals durable.
    ///
    /// - Throws: ``StorageError/Code/system`` when the disk refuses.
    package func sync() throws(StorageError) {
        // Some network and FUSE file systems do not support fsync of folders and return EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .system(errno, cannot: "write", path) }
    }

    /// Returns the error for a name that could not be opened.
    func refusal(_ number: Int32, _ action: String, _ name: String) -> StorageError {
        let path = path(of: name)
        var status = stat()
        if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFLNK {
            return StorageError(
                .invalidKey,
                "\(path) is a symbolic link, which may lead out of the folder", advice: "remove it, or name its target",
                systemError: number)
        }
        return .system(number, cannot: action, path)
    }
}

extension Folder {
    /// Replaces a file durably with `data`, unless another program has written the file since it was read.
    ///
    /// Other programs (an editor, a backup being restored) do not take our lock. Therefore the new file is exchanged
    /// with the old one atomically, and the old one is compared with the expected content before it is removed; a
    /// version written in between is restored. On file systems that cannot exchange names (`renameat2`: NFS, some FUSE)
    /// there is a short interval between the comparison and the rename.
    ///
    /// - Parameters:
    ///   - name: One component of a path.
    ///   - old: The content that was read, `nil` for a missing file.
    ///   - data: The new content.
    ///   - mode: The permissions, whatever the umask.
    ///   - maximumSize: The maximum number of bytes read for the comparison.
    /// - Returns: Whether it was replaced; if not, the file holds what another program wrote.
    /// - Throws: ``StorageError/Code/system``; then the old content is untouched.
    package func replace(
        _ name: String, holding old: Data?, with data: Data, mode: UInt32, maximumSize: Int
    ) throws(StorageError) -> Bool {
        let temporary = try writeTemporary(for: name, data, mode)
        let isReplaced: Bool
        do throws(StorageError) {
            isReplaced = try putInPlace(temporary, name, old, data, maximumSize)
        } catch {
            unlinkat(descriptor, temporary, 0)
            throw error
        }
        unlinkat(descriptor, temporary, 0)
        try sync()
        return isReplaced
    }

    private func putInPlace(
        _ temporary: String, _ name: String, _ old: Data?, _ data: Data, _ maximumSize: Int
    ) throws(StorageError) -> Bool {
        guard let old else {
            if ExclusiveRename.rename(temporary, to: name, in: descriptor) == 0 { return true }
            if errno == EEXIST { return false }
            throw .system(errno, cannot: "write", path(of: name))
        }
        guard ExclusiveRename.exchange(temporary, with: name, in: descriptor) == 0 else {
            // The file was removed meanwhile, which the caller treats like different content.
            if errno == ENOENT { return false }
            return try comparedFirst(temporary, name, old, maximumSize)
        }
        var (expected, placed) = (Optional(old), Optional(data))
        for turn in 0..<Self.maximumExchanges {
            let found = content(temporary, maximumSize)
            if found == expected { return turn == 0 }
            // The other program's version is newer than the one that replaced it, so exchange them back. The exchange
            // should then return our version, unless a still newer one was written meanwhile.
            (expected, placed) = (placed, found)
            guard ExclusiveRename.exchange(temporary, with: name, in: descriptor) == 0 else {
                if errno == ENOENT { return false }
                break
            }
        }
        let number = errno
        // Our version may be lost, since the caller still has it, but not the other program's.
        _ = renameat(descriptor, temporary, descriptor, name)
        throw .system(number, cannot: "write", path(of: name))
    }

    /// Bounds the loop; people do not use programs that replace a file this often within microseconds.
    static var maximumExchanges: Int { 100 }

    private func comparedFirst(
        _ temporary: String, _ name: String, _ old: Data, _ maximumSize: Int
    ) throws(StorageError) -> Bool {
        guard errno == EINVAL || errno == ENOSYS else { throw .system(errno, cannot: "write", path(of: name)) }
        guard holds(name, old, maximumSize) else { return false }
        guard renameat(descriptor, temporary, descriptor, name) == 0 else {
            throw .system(errno, cannot: "write", path(of: name))
        }
        return true
    }

    private func holds(_ name: String, _ content: Data?, _ maximumSize: Int) -> Bool {
        self.content(name, maximumSize) == content
    }

    /// Returns the content of a file; `nil` if it cannot be read.
    private func content(_ name: String, _ maximumSize: Int) -> Data? {
        do { return try read(name, maximumSize: maximumSize) } catch { return nil }
    }
}

extension Folder {
    /// Returns the permissions of a file; `nil` if they cannot be read.
    package func mode(of name: String) -> UInt32? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return status.st_mode & 0o777
    }

    /// Returns why a file's content may be another user's word.
    ///
    /// - Parameters:
    ///   - name: The file; `.` for the folder itself.
    ///   - owners: The users that it may belong to.
    /// - Returns: `nil` if it belongs to one of them and is not writable by its group or others, or does not exist.
    package func distrust(of name: String, owners: Set<UInt32>) -> String? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        let shown = name == "." ? path : self.path(of: name)
        if !owners.contains(status.st_uid) {
            return "\(shown) belongs to another user (\(UserName.of(status.st_uid)))"
        }
        guard status.st_mode & 0o022 != 0 else { return nil }
        return "\(shown) can be written to by other users than its owner"
    }

    /// Renames a damaged file, so that it can be examined and repaired.
    ///
    /// - Parameter name: The file.
    /// - Returns: Its new name, which was unused.
    /// - Throws: ``StorageError/Code/system`` when it cannot be renamed.
    package func setAside(_ name: String) throws(StorageError) -> String {
        for number in 1...99 {
            let kept = name + ".damaged" + (number == 1 ? "" : "\(number)")
            var status = stat()
            if fstatat(descriptor, kept, &status, AT_SYMLINK_NOFOLLOW) == 0 { continue }
            guard renameat(descriptor, name, descriptor, kept) == 0 else {
                throw .system(errno, cannot: "keep the damaged", path(of: name))
            }
            return kept
        }
        throw StorageError(
            .corrupt, "\(path(of: name)) is damaged, and 99 damaged ones are kept already",
            advice: "look at them and remove them"
        )
    }
}
