import Glibc

/// Folders that symbolic links lead to and the user did not name: the journals of what is written there are there, too.
package struct FoldersElsewhere {
    private let roots: [String]
    /// The folders of single files.
    private let parents: Set<String>
    /// The real paths of folders, by the path given.
    private var real: [String: String] = [:]
    private var found: Set<String> = []

    /// Creates an empty set.
    ///
    /// - Parameters:
    ///   - folders: The folders given.
    ///   - parents: The folders of the single files given.
    package init(folders: [String], parents: [String]) {
        roots = folders.compactMap { Self.resolved($0) }
        self.parents = Set(parents.compactMap(Self.resolved))
    }

    /// Their paths, without links, sorted.
    package var paths: [String] { found.sorted() }

    /// Adds a file that was written.
    ///
    /// - Parameter path: The file, also through links.
    package mutating func add(_ path: String) {
        add(realFolder: folder(of: path))
    }

    private mutating func add(realFolder: String?) {
        guard let folder = realFolder else { return }
        let isBelow = roots.contains { Self.isBelow(folder, $0) }
        if !isBelow, !parents.contains(folder) { found.insert(folder) }
    }

    /// Adds the folder that a photo is listed in, without looking whether the photo itself is a link.
    package mutating func addFolder(of path: String) { add(realFolder: resolvedParent(of: path)) }

    private mutating func folder(of path: String) -> String? {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { return Self.realFolder(of: path) }
        return resolvedParent(of: path)
    }

    private mutating func resolvedParent(of path: String) -> String? {
        let named = Self.parent(of: path)
        if let known = real[named] { return known }
        real[named] = Self.resolved(named)
        return real[named]
    }

    /// Returns a file's real folder.
    ///
    /// - Parameter path: The file, also through links.
    /// - Returns: Its folder without links; `nil` if there is no such file.
    package static func realFolder(of path: String) -> String? { resolved(path).map(parent(of:)) }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns whether a path is a folder's or below it; both without symbolic links.
    static func isBelow(_ path: String, _ folder: String) -> Bool {
        path == folder || folder == "/" || path.hasPrefix(folder + "/")
    }

    /// Returns a path without symbolic links.
    ///
    /// - Parameter path: The path.
    /// - Returns: `nil` if there is nothing.
    package static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }
}
