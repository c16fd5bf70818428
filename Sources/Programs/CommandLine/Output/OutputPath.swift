import Glibc
import LKStorage

extension OutputFile {
    /// Makes sure that the folder exists in which a file is to be made.
    ///
    /// - Throws: ``ExitCode/cannotCreate`` if it does not.
    package static func requireFolder(of path: String) throws(ToolError) {
        let parent = Folder.split(path).folder
        do throws(StorageError) {
            if let folder = try Folder.open(parent, creating: false) {
                _ = consume folder
                return
            }
        } catch {
            throw ToolError(.cannotCreate, error.message)
        }
        throw ToolError(.cannotCreate, "there is no folder \(parent) for \(path)")
    }

    /// Makes sure that a path is that of a regular file or does not exist.
    ///
    /// - Throws: ``ExitCode/cannotCreate`` for a folder, device or pipe.
    package static func requireRegularFile(_ path: String) throws(ToolError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        let kind = status.st_mode & S_IFMT == S_IFDIR ? "is a folder" : "is not a regular file"
        throw ToolError(.cannotCreate, "\(path) \(kind); name a file")
    }

    /// Returns whether two paths lead to one file, also through links, and also if that does not exist yet.
    package static func isSame(_ first: String, _ second: String) -> Bool {
        guard let one = FileIdentity(path: first), let other = FileIdentity(path: second) else {
            return LinkResolution(first).path == LinkResolution(second).path
        }
        return one == other
    }
}
