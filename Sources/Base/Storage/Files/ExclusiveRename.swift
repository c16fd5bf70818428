import CLKRename
import Glibc

/// Renames that never replace a file.
///
/// They return 0, or -1 with `errno`. Folders are descriptors, and names are relative to them.
package enum ExclusiveRename {
    /// Renames a file in its folder; fails with `EEXIST` if the new name exists.
    package static func rename(_ name: String, to newName: String, in folder: Int32) -> Int32 {
        move(name, from: folder, to: newName, in: folder)
    }

    /// Moves a file to another folder of the same file system; fails with `EEXIST` if the new name exists, and with
    /// `EXDEV` for another file system.
    ///
    /// Not every file system can do that in one step: on NFS the file has both names for a moment, and on mounted cards and
    /// phones the file of another program that gets the name in that moment is replaced.
    package static func move(_ name: String, from folder: Int32, to newName: String, in newFolder: Int32) -> Int32 {
        if crename_new(folder, name, newFolder, newName) == 0 { return 0 }
        guard isUnsupported(errno) else { return -1 }
        if moveByLink(name, from: folder, to: newName, in: newFolder) == 0 { return 0 }
        // EPERM also stands for a file system without links.
        guard isUnsupported(errno) || errno == EPERM else { return -1 }
        return moveAfterLook(name, from: folder, to: newName, in: newFolder)
    }

    private static func isUnsupported(_ number: Int32) -> Bool { [EINVAL, ENOSYS, EOPNOTSUPP].contains(number) }

    /// Links a file to its new name, then removes the old one.
    static func moveByLink(_ name: String, from folder: Int32, to newName: String, in newFolder: Int32) -> Int32 {
        guard linkat(folder, name, newFolder, newName, 0) == 0 else { return -1 }
        if unlinkat(folder, name, 0) == 0 { return 0 }
        let number = errno
        unlinkat(newFolder, newName, 0)
        errno = number
        return -1
    }

    /// Renames a file if the new name was free just before.
    static func moveAfterLook(_ name: String, from folder: Int32, to newName: String, in newFolder: Int32) -> Int32 {
        var status = stat()
        if fstatat(newFolder, newName, &status, AT_SYMLINK_NOFOLLOW) == 0 {
            errno = EEXIST
            return -1
        }
        guard errno == ENOENT else { return -1 }
        return renameat(folder, name, newFolder, newName)
    }

    /// Exchanges the names of two files of a folder; `EINVAL`, `ENOSYS` or `EOPNOTSUPP` where the file system cannot.
    package static func exchange(_ name: String, with other: String, in folder: Int32) -> Int32 {
        crename_exchange(folder, name, other)
    }
}
