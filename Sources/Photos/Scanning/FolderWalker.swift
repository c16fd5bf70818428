import Glibc

/// Goes through folders and what lies in them.
///
/// - Files and folders whose name begins with a dot are left out, and so are the wastebaskets of the freedesktop
///   specification: a folder `Trash` that holds `files` and `info`. The folders asked for are read whatever their name.
/// - Symbolic links to files count as files. Those to folders are followed after all others, and no folder is read
///   twice, so that loops end and what is reached both ways has the path without links.
struct FolderWalker {
    private(set) var listings: [FolderListing] = []
    /// Folders that cannot be read.
    private(set) var failures: [PhotosError] = []
    /// Of these, the ones that were asked for.
    private(set) var rootFailures: [PhotosError] = []

    private var visited: Set<FileIdentity> = []
    private var links: [RawPath] = []
    private let isCancelled: () -> Bool
    private let willRead: (RawPath) -> Void

    /// - Parameters:
    ///   - visited: Folders that are not to be read again.
    ///   - willRead: Called before a folder is read: it begins to be watched here, so that nothing is missed.
    ///   - isCancelled: Asked before each folder.
    init(
        visited: Set<FileIdentity> = [], willRead: @escaping (RawPath) -> Void = { _ in },
        isCancelled: @escaping () -> Bool = { false }
    ) {
        self.visited = visited
        self.willRead = willRead
        self.isCancelled = isCancelled
    }

    /// How many files were found.
    var fileCount: Int { listings.reduce(0) { $0 + $1.files.count } }

    /// Reads folders and all in them.
    mutating func walk(_ roots: [RawPath]) {
        for root in roots { walk(from: root, isRoot: true) }
        // Links found on the way may lead to further links.
        while !links.isEmpty, !isCancelled() { walk(from: links.removeFirst(), isRoot: false) }
    }

    private mutating func walk(from start: RawPath, isRoot: Bool) {
        var waiting = [start]
        while let folder = waiting.popLast(), !isCancelled() {
            willRead(folder)
            switch DirectoryReader.list(folder) {
            case .failure(let failure):
                let isAskedFor = isRoot && folder == start
                // A folder that has gone since its parent was read is gone.
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
                // Reversed, as the last is taken first.
                waiting += listing.subfolders.sorted(by: >).map(folder.appending)
                links += listing.linkedFolders.sorted().map(folder.appending)
                listings.append(listing)
            }
        }
    }
}
