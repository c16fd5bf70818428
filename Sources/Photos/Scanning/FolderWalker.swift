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
    private let isKnown: (FileIdentity) -> Bool
    private let isCancelled: () -> Bool
    private let willRead: (RawPath) -> Void

    /// - Parameters:
    ///   - isKnown: Asked of what is reached by links: whether it is read already, and so is not read again.
    ///   - willRead: Called before a folder is read: it begins to be watched here, so that nothing is missed.
    ///   - isCancelled: Asked before each folder.
    init(
        isKnown: @escaping (FileIdentity) -> Bool = { _ in false },
        willRead: @escaping (RawPath) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { false }
    ) {
        self.isKnown = isKnown
        self.willRead = willRead
        self.isCancelled = isCancelled
    }

    /// How many files were found.
    var fileCount: Int { listings.reduce(0) { $0 + $1.files.count } }

    /// Reads folders and all in them, and then what symbolic links lead to.
    mutating func walk(_ roots: [RawPath], links more: [RawPath] = []) {
        for root in roots { walk(from: root, isRoot: true) }
        links += more
        // Links found on the way may lead to further links.
        while !links.isEmpty, !isCancelled() { walk(from: links.removeFirst(), isRoot: false) }
    }

    private mutating func walk(from start: RawPath, isRoot: Bool) {
        var waiting = [start]
        while let folder = waiting.popLast(), !isCancelled() {
            if !isRoot, case .folder(let identity, _) = DirectoryReader.look(folder), isKnown(identity) { continue }
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
