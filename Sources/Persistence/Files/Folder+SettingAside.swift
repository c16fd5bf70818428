import Glibc

extension Folder {
    /// The permissions of a file.
    func mode(of name: String) -> mode_t? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return status.st_mode & 0o777
    }

    /// Gives a damaged file another name, so that it can be looked at and mended.
    ///
    /// - Parameter name: The file.
    /// - Returns: Its new name, which nothing had before.
    /// - Throws: ``PersistenceError/Code/system`` when it cannot be renamed.
    func setAside(_ name: String) throws(PersistenceError) -> String {
        for number in 1...99 {
            let kept = name + ".damaged" + (number == 1 ? "" : "\(number)")
            var status = stat()
            if fstatat(descriptor, kept, &status, AT_SYMLINK_NOFOLLOW) == 0 { continue }
            guard renameat(descriptor, name, descriptor, kept) == 0 else {
                throw .system(errno, cannot: "keep the damaged", path(of: name))
            }
            return kept
        }
        throw PersistenceError(
            .corrupt, "\(path(of: name)) is damaged, and 99 damaged ones are kept already; look at them and remove them"
        )
    }
}
