import Glibc

/// The target of a path after all symbolic links that may be trusted (``TrustedPath``), even if the file does not exist
/// yet.
package struct LinkResolution {
    /// The path without symbolic links, as far as it could be resolved; as it was given if a link is not followed.
    package private(set) var path: String
    /// Whether the file's own name is a symbolic link.
    package let isLink: Bool
    /// The link that is not followed.
    package private(set) var refused: UntrustedLink?

    /// The longest chain of links into missing folders; the kernel's limit of links.
    private static let maximumLinks = 40

    package init(_ path: String) {
        self.path = path
        isLink = Self.target(of: path) != nil
        for _ in 0..<Self.maximumLinks {
            do throws(TrustedPath.Refusal) {
                let resolved = try TrustedPath.resolve(self.path)
                // Paths that are not valid UTF-8 stay unresolved: repaired ones would name another file.
                if let real = String(validating: resolved.bytes, as: UTF8.self) { self.path = real }
                return
            } catch {
                if error.link != nil {
                    (self.path, refused) = (path, error.link)
                    return
                }
                // A link of the user's own may lead into a folder that is yet to be made.
                guard error.number == ENOENT, Self.isOwn(self.path), let target = Self.target(of: self.path) else {
                    return
                }
                self.path = target.hasPrefix("/") ? target : "\(Folder.split(self.path).folder)/\(target)"
            }
        }
        self.path = path
    }

    private static func isOwn(_ link: String) -> Bool {
        var status = stat()
        return lstat(link, &status) == 0 && (status.st_uid == 0 || status.st_uid == geteuid())
    }

    /// Returns the target of a symbolic link, as it is written in the link.
    ///
    /// - Parameters:
    ///   - path: The link.
    ///   - folder: The descriptor that a relative path starts from.
    /// - Returns: The target; `nil` if the path is not a link, or its target is not valid UTF-8.
    static func target(of path: String, in folder: Int32 = AT_FDCWD) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(folder, path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
