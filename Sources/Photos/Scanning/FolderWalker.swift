import Storage
import Glibc

/// Walks folders recursively.
///
/// - Files and folders whose names begin with a dot are skipped, and so are trash folders of the freedesktop.org
///   specification: a folder `Trash` with `files` and `info`. Requested folders are read regardless of their names.
/// - Backups made by exiftool (`IMG_1.JPG_original`) are listed apart from the files.
/// - Symbolic links to files count as files. Links to folders are followed last and no folder is read twice, so that
///   loops end and a folder reached both ways gets the path without links.
struct FolderWalker {
    private(set) var listings: [FolderListing] = []
    /// Folders that cannot be read.
    private(set) var failures: [PhotosError] = []
    /// Those of the failures that concern requested folders.
    private(set) var rootFailures: [PhotosError] = []

    private var visited: Set<FileIdentity> = []
    private var links: [RawPath] = []
    private let isKnown: (FileIdentity) -> Bool
    private let isCancelled: () -> Bool
    private let willRead: (RawPath) -> Void

    /// - Parameters:
    ///   - isKnown: Whether a folder reached through a link is already known, and so is skipped.
    ///   - willRead: Called before a folder is read, to start watching it so that no change is missed.
    ///   - isCancelled: Called before each folder.
    init(
        isKnown: @escaping (FileIdentity) -> Bool = { _ in false },
        willRead: @escaping (RawPath) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { false }
    ) {
        self.isKnown = isKnown
        self.willRead = willRead
        self.isCancelled = isCancelled
    }

    /// The number of files found.
    var fileCount: Int { listings.reduce(0) { $0 + $1.files.count } }

    /// Walks folders, then the folders that symbolic links point to.
    mutating func walk(_ roots: [RawPath], links more: [RawPath] = []) {
        for root in roots { walk(from: root, isRoot: true) }
        links += more
        // Linked folders may contain further links.
        while !links.isEmpty, !isCancelled() { walk(from: links.removeFirst(), isRoot: false) }
    }

    private mutating func walk(from start: RawPath, isRoot: Bool) {
        var waiting = [start]
        while let folder = waiting.popLast(), !isCancelled() {
            if !isRoot, case .folder(let identity, _) = DirectoryReader.status(of: folder), isKnown(identity) {
                continue
            }
            willRead(folder)
            switch DirectoryReader.list(folder) {
            case .failure(let failure):
                let isAskedFor = isRoot && folder == start
                // A subfolder may vanish after its parent was read.
                guard failure.number != ENOENT || isAskedFor else { continue }
                let error = PhotosError.folder(folder, failure.number)
                failures.append(error)
                if isAskedFor { rootFailures.append(error) }
            case .success((var listing, let identity)):
                guard visited.insert(identity).inserted else { continue }
                if listing.folder.name.text == "Trash", folder != start || !isRoot,
                    Set(listing.subfolders.map(\.text)).isSuperset(of: ["files", "info"])
                {
                    continue
                }
                failures += listing.failures
                listing.failures = []
                // Reversed, because the last is popped first.
                waiting += listing.subfolders.sorted(by: >).map(folder.appending)
                links += listing.linkedFolders.sorted().map(folder.appending)
                listings.append(listing)
            }
        }
    }
}
