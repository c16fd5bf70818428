import CRename

/// Renames that replace no file: each takes place as a whole or not at all.
///
/// They return 0, or -1 with `errno`: `EINVAL` or `ENOSYS` on NFS and other file systems that do not know them. Folders are
/// descriptors, names are those inside of them.
package enum ExclusiveRename {
    /// Gives a file another name in its folder; fails with `EEXIST` where there is one of that name.
    package static func rename(_ name: String, to newName: String, in folder: Int32) -> Int32 {
        crename_new(folder, name, folder, newName)
    }

    /// Moves a file to another folder of the same file system; fails with `EEXIST` where there is one of the new name, and with
    /// `EXDEV` for another file system.
    package static func move(_ name: String, from folder: Int32, to newName: String, in newFolder: Int32) -> Int32 {
        crename_new(folder, name, newFolder, newName)
    }

    /// Exchanges the names of two files of a folder.
    package static func exchange(_ name: String, with other: String, in folder: Int32) -> Int32 {
        crename_exchange(folder, name, other)
    }
}
