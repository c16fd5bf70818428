import Glibc
import Persistence

/// The folders in which a run works, each with its journal; for one thread at a time.
final class OpenFolders {
    /// Folders that are open, and locked, at a time, each with two descriptors: what a process may open beside them is left
    /// for photos, catalogs and what the program itself has open.
    private static let limit: Int = {
        var limits = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return mostFolders }
        return min(mostFolders, max(1, (Int(clamping: limits.rlim_cur) - keptDescriptors) / 4))
    }()
    private static let mostFolders = 64
    private static let keptDescriptors = 40

    private enum Opened {
        case open(FolderJournal)
        case failed(TaggingError)
    }

    private let copier = PatchedCopy()
    private var folders: [String: Opened] = [:]
    /// Folders as they were named, and where they really are.
    private var real: [String: String] = [:]

    /// A file's real folder, without symbolic links.
    struct Place {
        var journal: FolderJournal
        var name: String
    }

    /// Opens the folder of a file, and clears away what an interrupted run has left there.
    ///
    /// - Parameter path: The file, also through symbolic links.
    /// - Returns: Its folder's journal, and its name.
    /// - Throws: ``TaggingError/Code/busy`` and the others of folders that cannot be used.
    func place(of path: String) throws(TaggingError) -> Place {
        let (folder, name) = Folder.split(path)
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0) else {
            throw TaggingError(
                code: .unreadable, message: "\(path) is not the path of a file; name a photo", path: path)
        }
        let key: String
        if let known = real[folder] {
            key = known
        } else {
            key = LinkResolution(folder).path
            real[folder] = key
        }
        var status = stat()
        let named = key.hasSuffix("/") ? key + name : "\(key)/\(name)"
        if lstat(named, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
            let target = LinkResolution(named).path
            // A loop, or a dangling link: opening it fails and says so.
            guard target != named else { return Place(journal: try journal(of: key), name: name) }
            let (folder, name) = Folder.split(target)
            return Place(journal: try journal(of: folder), name: name)
        }
        return Place(journal: try journal(of: key), name: name)
    }

    /// Opens a folder, and clears away what an interrupted run has left there.
    ///
    /// - Parameter path: The folder, without symbolic links in the way.
    /// - Returns: Its journal.
    /// - Throws: ``TaggingError/Code/busy`` and the others of folders that cannot be used.
    func journal(of path: String) throws(TaggingError) -> FolderJournal {
        switch folders[path] {
        case .open(let journal): return journal
        case .failed(let error): throw error
        case nil: break
        }
        do throws(TaggingError) {
            guard let journal = try FolderJournal.open(in: PhotoFolder(path), creating: true) else {
                throw .system(ENOENT, .unwritable, "write a journal in", path)
            }
            try journal.recover(copier)
            journal.dropEntries()
            folders[path] = .open(journal)
            return journal
        } catch {
            folders[path] = .failed(error)
            throw error
        }
    }

    /// Whether the folder of a file can be opened beside those that are open; else their photos are written first.
    ///
    /// - Parameter path: The file.
    /// - Returns: Whether it can, or is open already.
    func hasRoom(for path: String) -> Bool {
        guard folders.count >= Self.limit else { return true }
        if let key = real[Folder.split(path).folder], folders[key] != nil { return true }
        return folders.count { if case .open = $0.value { true } else { false } } < Self.limit
    }

    /// Closes what is more than a few, and what could not be opened, so that it is tried again.
    func trim() {
        folders = folders.filter { if case .open = $0.value { true } else { false } }
        if folders.count >= Self.limit { closeAll() }
    }

    /// Closes and unlocks all.
    func closeAll() {
        folders.removeAll()
        real.removeAll()
    }
}
