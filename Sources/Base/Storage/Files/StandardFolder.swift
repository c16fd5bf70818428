import Glibc

/// The folders for a user's files, by the XDG Base Directory Specification 0.8.
package enum StandardFolder: String, CaseIterable, Sendable {
    /// Data that the user would miss: `$XDG_DATA_HOME`, else `~/.local/share`.
    case data
    /// Data that can be recreated: `$XDG_CACHE_HOME`, else `~/.cache`.
    case cache
    /// Settings: `$XDG_CONFIG_HOME`, else `~/.config`.
    case configuration
    /// State that survives a restart and is useful on this machine only: `$XDG_STATE_HOME`, else `~/.local/state`.
    case state

    /// Returns the folder's absolute path; it need not exist.
    ///
    /// Relative paths in the environment are skipped, as the specification requires. The home folder is `$HOME`, or
    /// that of the user's account if unset. A path that is not valid UTF-8 is rejected, since a repaired path would
    /// name another folder.
    ///
    /// - Parameter environment: Looks up a variable; the process's own environment by default.
    /// - Returns: The path, without a slash at its end.
    /// - Throws: ``StorageError/Code/system`` when the user has no home folder, or one whose path is not valid UTF-8.
    package func path(
        environment: ((String) -> String?)? = nil
    ) throws(StorageError) -> String {
        func value(_ name: String) throws(StorageError) -> String? {
            if let environment { return environment(name) }
            return try getenv(name).flatMap { value throws(StorageError) in try Self.text(value, of: name) }
        }
        let (variable, fallback) =
            switch self {
            case .data: ("XDG_DATA_HOME", ".local/share")
            case .cache: ("XDG_CACHE_HOME", ".cache")
            case .configuration: ("XDG_CONFIG_HOME", ".config")
            case .state: ("XDG_STATE_HOME", ".local/state")
            }
        if let path = try value(variable), path.hasPrefix("/") { return Self.trimmed(path) }
        var home = try value("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        if home == nil, let account = getpwuid(getuid()), let path = account.pointee.pw_dir {
            home = try Self.text(path, of: "the home folder of this user's account")
        }
        // Service accounts have /dev/null, which means no home folder.
        guard let home, home != "/dev/null" else {
            throw StorageError(
                .system, "this user has no home folder",
                advice: "set HOME or \(variable) to the absolute path of a folder")
        }
        return Self.trimmed(home) + "/" + fallback
    }

    /// Returns the system-wide folders, the most important first: `$XDG_CONFIG_DIRS`, else `/etc/xdg`, for settings;
    /// `$XDG_DATA_DIRS`, else `/usr/local/share` and `/usr/share`, for data; none for the other cases.
    ///
    /// Relative paths are skipped, as the specification requires, and so are those that are not valid UTF-8.
    ///
    /// - Parameter environment: Looks up a variable; the process's own environment by default.
    /// - Returns: The absolute paths, without a slash at their ends; they need not exist.
    package func sharedPaths(environment: ((String) -> String?)? = nil) -> [String] {
        let (variable, fallback): (String, String)
        switch self {
        case .data: (variable, fallback) = ("XDG_DATA_DIRS", "/usr/local/share:/usr/share")
        case .configuration: (variable, fallback) = ("XDG_CONFIG_DIRS", "/etc/xdg")
        case .cache, .state: return []
        }
        let bytes: [UInt8]
        if let environment {
            bytes = Array((environment(variable) ?? "").utf8)
        } else {
            bytes = getenv(variable).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
        }
        let list = bytes.isEmpty ? Array(fallback.utf8) : bytes
        return list.split(separator: UInt8(ascii: ":")).compactMap { part in
            guard let path = String(validating: part, as: UTF8.self), path.hasPrefix("/") else { return nil }
            return Self.trimmed(path)
        }
    }

    /// Returns whether the user or an administrator may have a file of that name in the folder.
    ///
    /// - Parameters:
    ///   - name: The file, optionally with folders in front: `locationkit/locate.plist`.
    ///   - environment: Looks up a variable; the process's own environment when left out.
    /// - Returns: `false` only if the file certainly does not exist; errors are left to the code that opens the file.
    package func mayHave(_ name: String, environment: ((String) -> String?)? = nil) -> Bool {
        guard let path = try? path(environment: environment) else { return true }
        let paths = [path] + sharedPaths(environment: environment)
        return paths.contains { access("\($0)/\(name)", F_OK) == 0 || errno != ENOENT }
    }

    private static func text(
        _ bytes: UnsafePointer<CChar>, of name: String
    ) throws(StorageError) -> String {
        if let text = String(validatingCString: bytes) { return text }
        throw StorageError(
            .system,
            "\(name) is \(String(cString: bytes)), which is not valid UTF-8",
            advice: "give it the path of another folder")
    }

    private static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path == "/" ? "" : String(path)
    }
}

extension StandardFolder {
    /// Checks that a file below a user's folder is not another user's: it belongs to the caller or to root, or if it is missing,
    /// the deepest folder on the way to it does.
    ///
    /// - Parameters:
    ///   - path: The file's absolute path.
    ///   - variable: The variable that names the folder, for the message.
    /// - Throws: ``StorageError/Code/system`` with the owner's name.
    package static func checkOwner(of path: String, variable: String) throws(StorageError) {
        var (shown, status) = (path, stat())
        while stat(shown, &status) != 0 {
            guard let slash = shown.lastIndex(of: "/"), slash > shown.startIndex else { return }
            shown = String(shown[..<slash])
        }
        guard status.st_uid != geteuid(), status.st_uid != 0 else { return }
        throw StorageError(
            .system,
            "\(shown) belongs to another user (\(UserName.of(status.st_uid))), and is not used",
            advice: "set HOME or \(variable) to a folder of your own")
    }
}
