import Glibc
import LKPhotos
import LKPlanning

/// The folders at the destination, as far as they exist.
struct DestinationFolders {
    private let destination: String
    private let copies: Bool
    private var grounds: [String: Ground] = [:]

    /// Creates the folders at a destination.
    ///
    /// - Parameters:
    ///   - destination: The folder into which photos are sorted.
    ///   - copies: Whether photos are copied instead of moved.
    init(_ destination: String, copies: Bool) {
        self.destination = destination
        self.copies = copies
    }

    /// The existing folder in which new ones are created.
    struct Ground {
        /// The nearest existing folder.
        var path: String
        /// Its path without symbolic links.
        var realPath: String
        var device: dev_t
        /// Why nothing can be created there.
        var error: TaggingError?

        /// Returns the path without symbolic links of a folder at or below the destination.
        func realPath(of folder: String) -> String {
            realPath + String(decoding: folder.utf8.dropFirst(path.utf8.count), as: UTF8.self)
        }
    }

    /// Returns the reason why a photo cannot go to a folder, if there is one.
    mutating func obstacle(for photo: SortedPhoto, in folder: String) -> TaggingError? {
        if let error = ground(of: folder).error { return error }
        for file in photo.files {
            let source = Folder.split(file.path).folder
            if copies {
                if access(file.path, R_OK) != 0 { return .system(errno, .unreadable, "read", file.path) }
            } else if access(source, W_OK | X_OK) != 0 {
                return .system(errno, .unwritable, "move photos out of", source)
            }
        }
        return nil
    }

    /// Returns the existing folder in which a folder is, or will be created.
    mutating func ground(of folder: String) -> Ground {
        if let known = grounds[folder] { return known }
        var path = folder
        var status = stat()
        while stat(path, &status) != 0 {
            guard errno == ENOENT || errno == ENOTDIR, path != "/", !path.isEmpty else { break }
            path = Folder.split(path).folder
        }
        var ground = Ground(path: path, realPath: path, device: status.st_dev)
        if stat(path, &status) != 0 {
            ground.error = .system(errno, .unwritable, "make the folder", folder)
        } else if status.st_mode & S_IFMT != S_IFDIR {
            ground.error = TaggingError(
                code: .unwritable, message: "\(path) is a file, and photos would go below it", advice: "move it away",
                path: path)
        } else if access(path, W_OK | X_OK) != 0 {
            ground.error = .system(errno, .unwritable, "write in", path)
        } else if let link = link(below: destination, to: path) {
            ground.error = TaggingError(
                code: .unsafe,
                message:
                    "\(link) is a symbolic link, and photos would leave \(destination), where undo looks for "
                    + "them; sort into the folder that it leads to", path: link)
        }
        if ground.error == nil {
            do throws(TaggingError) { ground.realPath = try FolderHandle(path).realPath } catch { ground.error = error }
        }
        grounds[folder] = ground
        return ground
    }

    /// Returns the first symbolic link on the way from the destination to a folder in it.
    private func link(below destination: String, to folder: String) -> String? {
        let start = destination.hasSuffix("/") ? destination : destination + "/"
        guard folder.hasPrefix(start) else { return nil }
        var path = start
        for name in folder.dropFirst(start.count).split(separator: "/") {
            path += name
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { return path }
            path += "/"
        }
        return nil
    }
}
