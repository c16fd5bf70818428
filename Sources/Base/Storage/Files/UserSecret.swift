import FoundationEssentials
import Glibc

/// A secret of the user: 32 random bytes in a file that only the user can read, made at the first use.
///
/// What is derived from it, others can neither foresee nor forge.
package enum UserSecret {
    /// The number of bytes.
    package static let length = 32

    /// Reads the secret, or makes one.
    ///
    /// - Parameters:
    ///   - name: The name of its file.
    ///   - path: The folder; made if missing, accessible to the user only.
    ///   - willReplace: Called with the path and size of a damaged file before it is replaced.
    /// - Returns: The bytes.
    /// - Throws: ``StorageError/Code/system`` and the other codes of files if it can neither be read nor made;
    ///   ``StorageError/Code/corrupt`` if the folder or the file belongs to another user, or others can write to it:
    ///   they would know the secret.
    package static func bytes(
        _ name: String, in path: String, willReplace: (String, Int) -> Void = { _, _ in }
    ) throws(StorageError) -> [UInt8] {
        guard let folder = try Folder.open(path, creating: true) else {
            throw StorageError(.system, "the folder \(path) cannot be made")
        }
        try folder.checkOwner()
        if let found = try secret(name, in: folder), found.count == length { return found }
        // Of several programs that need it for the first time one makes it, and the others read that.
        let lock = try FileLock(".\(name).lock", in: folder, timeout: .seconds(5))
        defer { withExtendedLifetime(lock) {} }
        if let found = try secret(name, in: folder) {
            if found.count == length { return found }
            willReplace(folder.path(of: name), found.count)
        }
        let made = (0..<length).map { _ in UInt8.random(in: 0 ... .max) }
        try folder.replace(name, with: Data(made))
        return made
    }

    private static func secret(_ name: String, in folder: borrowing Folder) throws(StorageError) -> [UInt8]? {
        guard let found = try folder.read(name, maximumSize: 4096) else { return nil }
        try folder.checkOwner(of: name)
        return [UInt8](found)
    }
}

extension Folder {
    /// Checks that only the user can change the folder, or a file of it.
    ///
    /// - Parameter name: The file; `nil` for the folder itself.
    /// - Throws: ``StorageError/Code/corrupt`` if it belongs to another user or others can write to it,
    ///   ``StorageError/Code/system``.
    fileprivate func checkOwner(of name: String? = nil) throws(StorageError) {
        var status = stat()
        let result: Int32
        let shown: String
        if let name {
            shown = self.path(of: name)
            result = fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW)
        } else {
            shown = path
            result = fstat(descriptor, &status)
        }
        guard result == 0 else { throw .system(errno, cannot: "read", shown) }
        guard status.st_uid == geteuid() else {
            throw StorageError(
                .corrupt,
                "\(shown) belongs to another user (\(UserName.of(status.st_uid)))",
                advice: "set HOME or XDG_STATE_HOME to a folder of your own"
            )
        }
        guard status.st_mode & (name == nil ? 0o022 : 0o077) == 0 else {
            throw StorageError(
                .corrupt,
                name == nil
                    ? "others can write to \(shown)" : "others can read \(shown), which is a secret",
                advice: name == nil ? "run chmod go-w on it" : "remove it, and a new one is made")
        }
    }
}
