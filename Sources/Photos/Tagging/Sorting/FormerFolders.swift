import Glibc
import LKPhotos
import LKPlanning
import LKStorage

/// Opens the folders from which files have come, as far as a journal may reach.
///
/// Use it from one thread at a time.
final class FormerFolders {
    /// Where files may be moved back to.
    enum Reach {
        /// Wherever they were: the user's own journal says so, in the folder where it was written.
        case anywhere
        /// Only within folders that the user has named.
        case named
    }

    private let named: [FolderTree]
    private var whole: FolderTree?

    /// - Parameter named: The folders that the user has named.
    init(named: [FolderTree]) { self.named = named }

    /// Where a file was.
    struct Place {
        /// The path of the file, absolute and without symbolic links.
        var path: String
        /// The deepest folder on the way to it that exists.
        var nearest: FolderHandle
        /// The names of the folders that are missing; none if its folder exists.
        var missing: [String]
        /// The file's name.
        var name: String

        /// The file's folder; `nil` if it does not exist.
        var folder: FolderHandle? { missing.isEmpty ? nearest : nil }

        /// The file's status, without following a link; `nil` if it does not exist.
        ///
        /// - Throws: ``TaggingError/Code/unreadable``.
        func status() throws(TaggingError) -> stat? { try folder?.status(of: name) }

        /// Opens the file's folder, creating it again if it was removed.
        ///
        /// - Throws: ``TaggingError/Code/unwritable``.
        func makeFolder() throws(TaggingError) -> FolderHandle {
            var folder = nearest
            for name in missing { folder = try folder.makeFolder(name) }
            return folder
        }
    }

    /// Finds the place where a file was.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - reach: Where files may be moved back to.
    ///   - present: The file's present path, for messages.
    /// - Returns: The place, whose folder need not exist.
    /// - Throws: ``TaggingError/Code/unsafe`` if it is out of reach, or a symbolic link is on the way;
    ///   ``TaggingError/Code/unreadable``.
    func place(of path: String, _ reach: Reach, _ present: String) throws(TaggingError) -> Place {
        let (folder, name) = Folder.split(path)
        guard !Self.isSystem(path) else {
            throw TaggingError(
                code: .unsafe,
                message: "\(present) stays where it is: \(path), where it is said to have been, is not a "
                    + "place for photos", path: present)
        }
        switch reach {
        case .anywhere:
            if whole == nil { whole = try FolderTree.fileSystem() }
            guard let tree = whole else { throw .system(ENOENT, .unreadable, "open", "/") }
            return try place(in: tree, tree.names(toReal: folder) ?? [], name, path)
        case .named:
            for tree in named {
                guard let names = tree.names(toReal: folder) else { continue }
                // Its folder is named already.
                guard !names.contains(where: { $0.hasPrefix(".") }), Self.isOfPhoto(name),
                    Self.isOfPhoto(Folder.split(present).name)
                else { break }
                return try place(in: tree, names, name, path)
            }
            throw TaggingError(
                code: .unsafe,
                message:
                    "\(present) stays where it is: its journal was not written by you in this folder, or the folder "
                    + "was elsewhere then, and says that the file was \(path); move it back yourself, or undo with "
                    + "\(folder) named as well",
                path: present)
        }
    }

    private func place(
        in tree: FolderTree, _ names: [String], _ name: String, _ path: String
    ) throws(TaggingError) -> Place {
        let (nearest, count) = try tree.nearest(names)
        return Place(path: path, nearest: nearest, missing: Array(names[count...]), name: name)
    }

    /// Whether a path is in a file system of the kernel, whose links lead anywhere.
    private static func isSystem(_ path: String) -> Bool {
        ["/proc/", "/sys/", "/dev/"].contains { path.hasPrefix($0) }
    }

    /// Whether a name is that of a photo or of a file that goes with one, which no program runs or reads as settings.
    static func isOfPhoto(_ name: String) -> Bool {
        guard !name.hasPrefix(".") else { return false }
        let own = PhotoFileName.original(ofBackup: name) ?? name
        if PhotoFileName.promisesPhoto(own) { return true }
        let stem = FolderSorter.stem(of: own)
        let ending = own.utf8.dropFirst(stem.utf8.count + 1)
        let kind = String(decoding: ending, as: UTF8.self).lowercased()
        if sidecarExtensions.contains(kind) { return true }
        // Other files have such names as well, and programs read them.
        guard kind == "json" || kind == "txt" else { return false }
        return [stem, FolderSorter.stem(of: stem)].contains(where: PhotoFileName.promisesPhotoItself)
    }

    /// Extensions of files that only programs for photos read.
    private static let sidecarExtensions: Set<String> = [
        "aae", "arp", "cos", "dop", "lrf", "lrv", "on1", "onphoto", "pp3", "rpp", "srt", "thm", "vrd", "wav",
    ]
}
