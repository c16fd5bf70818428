package import FoundationEssentials
import Glibc

extension Folder {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - name: One component of a path.
    ///   - maximumSize: The maximum size, in bytes.
    /// - Returns: Its bytes; `nil` if the file does not exist.
    /// - Throws: ``StorageError/Code/invalidKey`` for a symbolic link, ``StorageError/Code/corrupt`` if it is not a
    ///   regular file or is longer than `maximumSize`, ``StorageError/Code/system``.
    package func read(_ name: String, maximumSize: Int) throws(StorageError) -> Data? {
        // Without O_NONBLOCK, opening a FIFO of that name would block.
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if file < 0 {
            if errno == ENOENT { return nil }
            throw refusal(errno, "read", name)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .system(errno, cannot: "read", path(of: name)) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StorageError(.corrupt, "\(path(of: name)) is not a regular file", advice: "move it away")
        }
        guard status.st_size <= maximumSize else {
            throw StorageError(
                .corrupt, "\(path(of: name)) has \(status.st_size) bytes, more than the \(maximumSize) allowed")
        }
        // One byte more than expected, so that the end is detected without another allocation.
        var data = Data(count: Int(status.st_size) + 1)
        var length = 0
        while length < data.count {
            let count = data.withUnsafeMutableBytes { buffer in
                Glibc.read(file, buffer.baseAddress.map { $0 + length }, buffer.count - length)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(errno, cannot: "read", path(of: name))
            }
            if count == 0 { break }
            length += count
            if length == data.count {
                guard length <= maximumSize else {
                    throw StorageError(.corrupt, "\(path(of: name)) has more than the \(maximumSize) bytes allowed")
                }
                data.append(Data(count: length))
            }
        }
        return data.prefix(length)
    }

    /// Replaces a file with `data` such that at any time, also after a power failure, it holds either the old or the
    /// new content.
    ///
    /// The data is written to a temporary file in the same folder, which is synchronized and renamed; then the folder
    /// is synchronized. The temporary file always has the same name, so that the next writer overwrites what an
    /// interrupted one left. For the same reason there must be only one writer at a time: hold a ``FileLock``.
    ///
    /// Owner and group stay those of the old file, as far as the process may set them; a new file made by root is given
    /// to the folder's owner.
    ///
    /// - Parameters:
    ///   - name: One component of a path; a symbolic link of that name is replaced, not followed.
    ///   - data: The new content.
    ///   - mode: The permissions, whatever the umask; by default only the user has access.
    /// - Throws: ``StorageError/Code/system``; then the old content is untouched.
    package func replace(_ name: String, with data: Data, mode: UInt32 = 0o600) throws(StorageError) {
        let temporary = try writeTemporary(for: name, data, mode)
        guard renameat(descriptor, temporary, descriptor, name) == 0 else {
            let number = errno
            unlinkat(descriptor, temporary, 0)
            throw .system(number, cannot: "write", path(of: name))
        }
        try sync()
    }

    /// Writes a file's new content to its temporary file, durably.
    ///
    /// - Returns: The temporary file's name.
    func writeTemporary(for name: String, _ data: Data, _ mode: mode_t) throws(StorageError) -> String {
        let temporary = Self.temporaryName(for: name)
        // Removed and created anew instead of truncated: another name may link to it.
        unlinkat(descriptor, temporary, 0)
        let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard file >= 0 else { throw .system(errno, cannot: "write", path(of: name)) }
        do {
            defer { close(file) }
            keepOwner(of: name, for: file)
            try write(data, to: file, mode: mode, name)
        } catch {
            unlinkat(descriptor, temporary, 0)
            throw error
        }
        return temporary
    }

    /// Overwrites a file whose content need not survive a power failure, and creates it if it is missing.
    ///
    /// - Parameters:
    ///   - name: One component of a path.
    ///   - data: The new content.
    /// - Returns: Whether it was written; never through a symbolic link, nor into a file with another hard link.
    package func overwrite(_ name: String, with data: Data) -> Bool {
        let flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        var file = openat(descriptor, name, flags)
        if file < 0, errno == ENOENT {
            file = openat(descriptor, name, flags | O_CREAT | O_EXCL, 0o600)
            if file >= 0 { giveToOwner(file) } else if errno == EEXIST { file = openat(descriptor, name, flags) }
        }
        guard file >= 0 else { return false }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else { return false }
        let count = data.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
        return count == data.count && ftruncate(file, off_t(data.count)) == 0
    }

    /// Replaces a file that can be made again, atomically but not durably.
    ///
    /// - Parameters:
    ///   - name: One component of a path; a symbolic link of that name is replaced, not followed.
    ///   - data: The new content.
    ///   - temporary: The name under which it is written, which no other writer uses; a file of that name is removed.
    /// - Returns: Whether it was replaced.
    @discardableResult package func replaceCached(_ name: String, with data: Data, through temporary: String) -> Bool {
        unlinkat(descriptor, temporary, 0)
        let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        giveToOwner(file)
        let isWritten = data.withUnsafeBytes { OutputFile.write($0, to: file) } == 0
        close(file)
        if isWritten, renameat(descriptor, temporary, descriptor, name) == 0 { return true }
        unlinkat(descriptor, temporary, 0)
        return false
    }

    func keepOwner(of name: String, for file: Int32) {
        var present = stat()
        if fstatat(descriptor, name, &present, AT_SYMLINK_NOFOLLOW) == 0, present.st_mode & S_IFMT == S_IFREG {
            give(file, to: present)
        } else {
            giveToOwner(file)
        }
    }

    /// Gives a file that root has just created to the folder's owner, who could not use it otherwise.
    func giveToOwner(_ file: Int32) {
        var folder = stat()
        if geteuid() == 0, fstat(descriptor, &folder) == 0 { give(file, to: folder) }
    }

    /// Gives a file the owner and group of another, as far as the process may set them.
    func give(_ file: Int32, to wanted: stat) {
        var made = stat()
        guard fstat(file, &made) == 0, made.st_uid != wanted.st_uid || made.st_gid != wanted.st_gid else { return }
        // Users other than root may only choose among their groups; if that is refused, owner and group stay unchanged.
        if fchown(file, wanted.st_uid, wanted.st_gid) != 0 { _ = fchown(file, uid_t.max, wanted.st_gid) }
    }

    private func write(_ data: Data, to file: Int32, mode: mode_t, _ name: String) throws(StorageError) {
        var failure = data.withUnsafeBytes { OutputFile.write($0, to: file) }
        if failure == 0, fchmod(file, mode) != 0 || fsync(file) != 0 { failure = errno }
        if failure != 0 { throw .system(failure, cannot: "write", path(of: name)) }
    }

    /// Removes a file, durably.
    ///
    /// - Parameter name: One component of a path; a symbolic link of that name is removed, not followed.
    /// - Returns: Whether the file existed.
    /// - Throws: ``StorageError/Code/system``.
    @discardableResult package func remove(_ name: String) throws(StorageError) -> Bool {
        if unlinkat(descriptor, name, 0) != 0 {
            if errno == ENOENT { return false }
            throw .system(errno, cannot: "remove", path(of: name))
        }
        try sync()
        return true
    }

    /// Removes the temporary file of an interrupted ``replace(_:with:mode:)``; hold the file's lock.
    package func removeTemporary(of name: String) { unlinkat(descriptor, Self.temporaryName(for: name), 0) }

    /// Removes a folder in this one if it is empty; not durably, since an empty folder does no harm.
    package func removeFolderIfEmpty(_ name: String) { unlinkat(descriptor, name, AT_REMOVEDIR) }

    /// Returns whether there is a regular file of this name.
    package func hasFile(_ name: String) -> Bool {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns the name of the temporary file; long names are cut, since file names are limited to 255 bytes.
    static func temporaryName(for name: String) -> String {
        let cut = name.utf8.count <= 245 ? name : String(decoding: name.utf8.prefix(200), as: UTF8.self)
        return ".\(cut).part"
    }
}
