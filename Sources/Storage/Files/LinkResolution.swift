import Glibc

/// The target of a path after all symbolic links, even if the file does not exist yet.
package struct LinkResolution {
    /// The path without symbolic links, as far as it could be resolved.
    package private(set) var path: String
    /// Whether the file's own name is a symbolic link.
    package private(set) var isLink = false

    /// The longest chain of links followed; the kernel's limit.
    private static let limit = 40

    package init(_ path: String) {
        self.path = path
        for _ in 0..<Self.limit {
            let target = Self.target(of: self.path)
            if target != nil { isLink = true }
            if let real = Self.real(self.path) {
                self.path = real
                return
            }
            let (folder, name) = Folder.split(self.path)
            guard let target else {
                // The file is missing, but its folder may be reached through links.
                if let real = Self.real(folder) { self.path = real == "/" ? "/" + name : "\(real)/\(name)" }
                return
            }
            self.path = target.hasPrefix("/") ? target : "\(folder)/\(target)"
        }
        // A cycle of links, which opening the path reports.
        self.path = path
    }

    // Paths that are not valid UTF-8 stay unresolved: repaired ones would name another file.
    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }

    /// Returns where a symbolic link leads, as it says.
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
