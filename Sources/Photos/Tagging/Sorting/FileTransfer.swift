import CLKLinux
import Glibc
import LKMetadata
import LKPlanning
import LKStorage

/// Renames or copies files to another folder without overwriting any.
///
/// Use one for each thread.
struct FileTransfer {
    let copier: PatchedCopy

    init(_ copier: PatchedCopy) { self.copier = copier }

    /// Renames a file within a file system.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - folder: Its present folder.
    ///   - newName: Its new name.
    ///   - newFolder: Its new folder.
    ///   - path: The file for messages.
    /// - Throws: ``TaggingError/Code/changed`` if a file of the new name exists, ``TaggingError/Code/unwritable``.
    func rename(
        _ name: String, in folder: FolderHandle, to newName: String, in newFolder: FolderHandle, _ path: String
    ) throws(TaggingError) {
        if ExclusiveRename.move(name, from: folder.descriptor, to: newName, in: newFolder.descriptor) == 0 { return }
        // Where the file system has no such rename, a process that ends halfway leaves the file both names, which undo repairs.
        let number = errno
        if number == EEXIST {
            throw TaggingError(
                code: .changed,
                message: "\(newFolder.path(of: newName)) exists by now, so \(path) stays where it is; "
                    + "run the same command again", path: path)
        }
        throw .system(number, .unwritable, "move \(path) to", newFolder.path(of: newName))
    }

    /// Copies a file with its modification time, makes the copy durable, reads it again and compares it.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - folder: Its folder.
    ///   - newName: The name of the copy.
    ///   - newFolder: The folder of the copy.
    ///   - keepsAll: Whether the copy replaces the file and so has to keep the extended attributes set by other
    ///     programs, and the modification time.
    /// - Returns: The checksum of the content.
    /// - Throws: ``TaggingError/Code/changed`` if another program writes to the file,
    ///   ``TaggingError/Code/verification``, and the errors of reading and writing; the copy is removed then.
    func copy(
        _ name: String, in folder: FolderHandle, to newName: String, in newFolder: FolderHandle, keepsAll: Bool
    ) throws(TaggingError) -> UInt64 {
        let path = folder.path(of: name)
        let source = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard source >= 0 else { throw .system(errno, .unreadable, "read", path) }
        defer { close(source) }
        var status = stat()
        guard fstat(source, &status) == 0 else { throw .system(errno, .unreadable, "read", path) }
        let target = try newFolder.make(newName, beside: name, mode: 0o600)
        var isWhole = false
        defer {
            close(target)
            if !isWhole { newFolder.discard(newName) }
        }
        let patch = FilePatch(oldCount: Int(status.st_size))
        let sum = try copier.copy(source, to: target, patch, .old, path).oldSum.value
        try FileAttributes.copy(from: source, status, toOtherPlace: target, path, isStrict: keepsAll)
        try FileAttributes.setModificationTime(status.st_mtim, to: target, path)
        if keepsAll { try FileAttributes.checkModificationTime(of: target, status.st_mtim, path) }
        guard fsync(target) == 0 else { throw .system(errno, .unwritable, "write", newFolder.path(of: newName)) }
        // Read back from the disk if the system allows it, not from the cache.
        posix_fadvise(target, 0, 0, POSIX_FADV_DONTNEED)
        var now = stat()
        guard fstat(source, &now) == 0, PhotoStamp(now).isSameContent(as: PhotoStamp(status)) else {
            throw PhotoPreparer.changed(path)
        }
        guard try copier.sum(of: target, newFolder.path(of: newName)) == sum else {
            throw TaggingError(
                code: .verification,
                message:
                    "\(path) is left where it is, because its copy in \(newFolder.path) differs from it",
                advice: "check that disk",
                path: path)
        }
        isWhole = true
        return sum
    }
}
