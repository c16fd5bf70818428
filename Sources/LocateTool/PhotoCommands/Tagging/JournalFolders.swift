import Glibc
import LocationKit

/// Folders that the user did not name and that symbolic links led to: files were written there, and the journals are there.
struct FoldersElsewhere {
    private let roots: [String]
    /// The folders of single files.
    private let parents: Set<String>
    /// Folders as they were named, and where they really are.
    private var real: [String: String] = [:]
    private var found: Set<String> = []

    /// - Parameter photos: The folders and files that were named.
    init(_ photos: PhotoSelection) {
        roots = photos.folderPaths.compactMap { Self.resolved($0.path) }
        parents = Set(photos.parents.compactMap(Self.resolved))
    }

    /// Their paths, without links, in order.
    var paths: [String] { found.sorted() }

    /// Adds a file that was written.
    ///
    /// - Parameter path: The file, also through links.
    mutating func add(_ path: String) {
        guard let folder = folder(of: path) else { return }
        let isBelow = roots.contains { $0 == "/" || folder == $0 || folder.hasPrefix($0 + "/") }
        if !isBelow, !parents.contains(folder) { found.insert(folder) }
    }

    private mutating func folder(of path: String) -> String? {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { return Self.realFolder(of: path) }
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

/// Cleans up after an interrupted run before anything is planned, and names the photos that are moved back.
struct Recovery {
    /// What messages name.
    let command: String
    /// Whether nothing is said of what went well.
    let isQuiet: Bool

    /// - Throws: ``ExitCode/cannotCreate`` while another run changes photos there, and what keeps from clearing away.
    func recover(_ photos: PhotoSelection) throws(ToolError) {
        for path in photos.folderPaths { try recover(below: path.path) }
        for path in photos.parents { try recover(path, includingSubfolders: false) }
    }

    /// The same of a folder that need not be there.
    ///
    /// - Throws: As ``recover(_:)``.
    func recover(below folder: String) throws(ToolError) { try recover(folder, includingSubfolders: true) }

    private func recover(_ folder: String, includingSubfolders: Bool) throws(ToolError) {
        let result = Waiting.wait { () -> Result<[TaggingJournal.PutBack], TaggingError> in
            do throws(TaggingError) {
                return .success(
                    try await TaggingJournal.recover(in: folder, includingSubfolders: includingSubfolders))
            } catch {
                return .failure(error)
            }
        }
        do throws(TaggingError) {
            let putBack = try result.get()
            if !isQuiet { for photo in putBack { Messages.note(Self.text(photo), command: command) } }
        } catch {
            // A folder that is not there is named when it is looked into.
            if error.code != .unreadable { throw ToolError(error) }
        }
    }

    private static func text(_ photo: TaggingJournal.PutBack) -> String {
        switch photo.cause {
        case .change: "\(photo.path): an interrupted run had begun to change it; it is what it was"
        case .move: "\(photo.path): an interrupted run had begun to move it; it is where it was"
        case .copy: "\(photo.path): an interrupted run had begun to copy it; the unfinished copy is removed"
        }
    }
}
