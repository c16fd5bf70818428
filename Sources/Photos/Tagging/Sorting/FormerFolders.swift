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

    /// Creates an object that opens former folders.
    ///
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

        /// Returns the file's status without following a link, or `nil` if it does not exist.
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
            let tree = try fileSystem()
            do throws(TaggingError) {
                return try place(in: tree, tree.names(toReal: folder) ?? [], name, path)
            } catch {
                guard error.code == .unsafe else { throw error }
                // A link has come on the way since, as when a card is mounted elsewhere: it counts if the user names where it leads.
                if let place = try place(behindLink: error.path, folder, name, path, .anywhere) { return place }
                throw TaggingError(
                    code: .unsafe,
                    message:
                        "\(present) stays where it is: \(error.path), on the way to \(path), is a symbolic link now",
                    advice: "undo with the folder that it leads to named as well", path: present)
            }
        case .named:
            for tree in named {
                guard let names = tree.names(toReal: folder) else { continue }
                // Its folder is named already.
                guard !names.contains(where: { $0.hasPrefix(".") }), Self.isOfPhoto(name),
                    Self.isOfPhoto(Folder.split(present).name)
                else { break }
                return try place(in: tree, names, name, path)
            }
            if Self.isOfPhoto(name), Self.isOfPhoto(Folder.split(present).name),
                let link = try link(onTheWayTo: folder),
                let place = try place(behindLink: link, folder, name, path, .named)
            {
                return place
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

    private func fileSystem() throws(TaggingError) -> FolderTree {
        if let whole { return whole }
        let tree = try FolderTree.fileSystem()
        whole = tree
        return tree
    }

    /// Returns the first symbolic link on the way to a folder; `nil` if there is none.
    private func link(onTheWayTo folder: String) throws(TaggingError) -> String? {
        let tree = try fileSystem()
        do throws(TaggingError) { _ = try tree.nearest(tree.names(toReal: folder) ?? []) } catch {
            if error.code == .unsafe { return error.path }
            throw error
        }
        return nil
    }

    /// Finds the place where a file was, on whose way a symbolic link is now, in a folder that the user has named.
    ///
    /// - Parameters:
    ///   - link: The link. One of another user leads nowhere.
    ///   - folder: The folder of the file.
    ///   - name: The file's name.
    ///   - path: The path of the file.
    ///   - reach: Where files may be moved back to: into hidden folders only if the user's own journal says so.
    /// - Returns: `nil` if the user has not named a folder that contains it.
    /// - Throws: As ``place(of:_:_:)``.
    private func place(
        behindLink link: String, _ folder: String, _ name: String, _ path: String, _ reach: Reach
    ) throws(TaggingError) -> Place? {
        guard folder == link || folder.hasPrefix(link + "/"), let real = try? RealPath.of(link) else { return nil }
        let there = (real == "/" ? "" : real) + folder.dropFirst(link.count)
        for tree in named {
            guard let names = tree.names(toReal: there) else { continue }
            if reach == .named, names.contains(where: { $0.hasPrefix(".") }) { continue }
            return try place(in: tree, names, name, path)
        }
        return nil
    }

    private func place(
        in tree: FolderTree, _ names: [String], _ name: String, _ path: String
    ) throws(TaggingError) -> Place {
        let (nearest, count) = try tree.nearest(names)
        return Place(path: path, nearest: nearest, missing: Array(names[count...]), name: name)
    }

    /// Returns whether a path is in a file system of the kernel, whose links may lead anywhere.
    private static func isSystem(_ path: String) -> Bool {
        ["/proc/", "/sys/", "/dev/"].contains { path.hasPrefix($0) }
    }

    /// Returns whether a name is that of a photo or of a file that goes with one, which no program runs or reads as
    /// settings.
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
