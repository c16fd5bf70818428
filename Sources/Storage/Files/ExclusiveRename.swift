import CRename

/// Atomic renames that never replace a file.
///
/// They return 0, or -1 with `errno`: `EINVAL` or `ENOSYS` on NFS and other file systems without support. Folders are
/// descriptors, and names are relative to them.
package enum ExclusiveRename {
    /// Renames a file in its folder; fails with `EEXIST` if the new name exists.
    package static func rename(_ name: String, to newName: String, in folder: Int32) -> Int32 {
        crename_new(folder, name, folder, newName)
    }

    /// Moves a file to another folder of the same file system; fails with `EEXIST` if the new name exists, and with
    /// `EXDEV` for another file system.
    package static func move(_ name: String, from folder: Int32, to newName: String, in newFolder: Int32) -> Int32 {
        crename_new(folder, name, newFolder, newName)
    }

    /// Exchanges the names of two files of a folder.
    package static func exchange(_ name: String, with other: String, in folder: Int32) -> Int32 {
        crename_exchange(folder, name, other)
    }
}
