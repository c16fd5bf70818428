import Glibc

/// Folders that the user did not name and that symbolic links lead to: what is written there has its journals there.
struct FoldersElsewhere {
    private let roots: [String]
    /// The folders of single files.
    private let parents: Set<String>
    /// The real paths of folders, by the path given.
    private var real: [String: String] = [:]
    private var found: Set<String> = []

    /// - Parameter photos: The folders and files given.
    init(_ photos: PhotoSelection) {
        roots = photos.folderPaths.compactMap { Self.resolved($0.path) }
        parents = Set(photos.parents.compactMap(Self.resolved))
    }

    /// Their paths, without links, sorted.
    var paths: [String] { found.sorted() }

    /// Adds a file that was written.
    ///
    /// - Parameter path: The file, also through links.
    mutating func add(_ path: String) {
        add(realFolder: folder(of: path))
    }

    private mutating func add(realFolder: String?) {
        guard let folder = realFolder else { return }
        let isBelow = roots.contains { $0 == "/" || folder == $0 || folder.hasPrefix($0 + "/") }
        if !isBelow, !parents.contains(folder) { found.insert(folder) }
    }

    /// Adds the folder that a photo is listed in, without looking whether the photo itself is a link.
    mutating func addFolder(of path: String) { add(realFolder: resolvedParent(of: path)) }

    /// Says which folders links lead to, as a warning: links may have come with an archive.
    ///
    /// - Parameters:
    ///   - consequence: What becomes of the photos there: `are listed too`.
    ///   - command: Whose message it is.
    func tell(_ consequence: String, command: String) {
        for place in paths {
            Messages.note("links lead to photos in \(place), which \(consequence)", command: command, as: .warning)
        }
    }

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

    /// A file's real folder.
    ///
    /// - Parameter path: The file, also through links.
    /// - Returns: Its folder without links; `nil` if there is no such file.
    static func realFolder(of path: String) -> String? { resolved(path).map(parent(of:)) }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// A path without symbolic links; `nil` if there is nothing.
    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }
}
