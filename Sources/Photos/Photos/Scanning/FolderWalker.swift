import FoundationEssentials
import Glibc
import LKMetadata
import LKStorage

/// Walks folders recursively.
///
/// - Files and folders whose names begin with a dot are skipped, and so are trash folders of the freedesktop.org
///   specification: a folder `Trash` with `files` and `info`. Requested folders are read regardless of their names.
/// - Backups made by exiftool (`IMG_1.JPG_original`) are listed apart from the files.
/// - A folder is opened once. What is below it is opened from its descriptor and through no symbolic link, so that a
///   folder that is exchanged for a link after it was listed is not read as that folder.
/// - Symbolic links are followed only if `TrustedPath` trusts them. Links to files count as files. Links to folders are
///   followed last and no folder is read twice, so that loops end and a folder reached both ways gets the path without
///   links.
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
    private let willRead: (RawPath, Int32) -> Void
    private let followsLinks: Bool

    /// Creates a walker; nothing is read yet.
    ///
    /// - Parameters:
    ///   - followsLinks: Whether links to folders are followed; if not, they are failures.
    ///   - isKnown: Whether a folder reached through a link is already known, and so is skipped.
    ///   - willRead: Called with each folder and its descriptor before it is read, to start watching it so that no change
    ///     is missed.
    ///   - isCancelled: Called before each folder.
    init(
        followsLinks: Bool = true, isKnown: @escaping (FileIdentity) -> Bool = { _ in false },
        willRead: @escaping (RawPath, Int32) -> Void = { _, _ in }, isCancelled: @escaping () -> Bool = { false }
    ) {
        self.followsLinks = followsLinks
        self.isKnown = isKnown
        self.willRead = willRead
        self.isCancelled = isCancelled
    }

    /// Walks folders.
    ///
    /// - Parameters:
    ///   - folders: The folders.
    ///   - followsLinks: Whether links to folders are followed.
    ///   - isCanceled: Called before each folder; once it returns `true`, the walk ends.
    /// - Returns: The folders with their files; those that cannot be read are left out.
    static func listings(
        of folders: [URL], followingLinks followsLinks: Bool, isCanceled: () -> Bool
    ) -> [FolderListing] {
        withoutActuallyEscaping(isCanceled) { isCanceled in
            var walker = FolderWalker(followsLinks: followsLinks, isCancelled: isCanceled)
            walker.walk(folders.map { RawPath($0.absoluteURL) })
            return walker.listings
        }
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

    /// A folder to read.
    private struct Waiting {
        var path: RawPath
        /// The path from the folder where the walk began.
        var below: RawPath?

        func subfolder(_ name: RawPath) -> Waiting {
            Waiting(path: path.appending(name), below: below?.appending(name) ?? name)
        }
    }

    private mutating func walk(from start: RawPath, isRoot: Bool) {
        let root: Int32
        do throws(TrustedPath.Refusal) { root = try DirectoryReader.open(start) } catch {
            // What a link led to may vanish after it was listed.
            guard isRoot || error.number != ENOENT else { return }
            let problem = PhotosError.folder(start, error)
            failures.append(problem)
            if isRoot { rootFailures.append(problem) }
            return
        }
        defer { close(root) }
        var waiting = [Waiting(path: start)]
        while let folder = waiting.popLast(), !isCancelled() {
            do throws(TrustedPath.Refusal) {
                let descriptor = try open(folder, in: root)
                waiting += read(folder, descriptor, isRoot: isRoot)
            } catch {
                switch error.number {
                // A subfolder may vanish after its parent was read.
                case ENOENT where folder.below != nil: continue
                // Or it may be exchanged for a link.
                case ELOOP where folder.below != nil && followsLinks: links.append(folder.path)
                case ELOOP where folder.below != nil: failures.append(.exchanged(folder.path))
                default:
                    let problem = PhotosError.folder(folder.path, error)
                    failures.append(problem)
                    if isRoot, folder.below == nil { rootFailures.append(problem) }
                }
            }
        }
    }

    private func open(_ folder: Waiting, in root: Int32) throws(TrustedPath.Refusal) -> Int32 {
        // The files in it could not be opened by their paths.
        guard folder.path.length < Int(PATH_MAX) else { throw TrustedPath.Refusal(number: ENAMETOOLONG) }
        return try DirectoryReader.open(folder.below ?? RawPath("."), in: root, followsLinks: false)
    }

    /// Reads a folder, unless it is known.
    ///
    /// - Returns: Its subfolders, the last of which is read first.
    private mutating func read(_ folder: Waiting, _ descriptor: Int32, isRoot: Bool) -> [Waiting] {
        var status = stat()
        if fstat(descriptor, &status) == 0 {
            let identity = FileStamp(status).identity
            if visited.contains(identity) || !isRoot && isKnown(identity) {
                close(descriptor)
                return []
            }
        }
        willRead(folder.path, descriptor)
        switch DirectoryReader.list(folder.path, opened: descriptor, followsLinks: followsLinks) {
        case .failure(let failure):
            let error = PhotosError.folder(folder.path, failure.number)
            failures.append(error)
            if isRoot, folder.below == nil { rootFailures.append(error) }
            return []
        case .success((var listing, let identity)):
            visited.insert(identity)
            if listing.folder.name.text == "Trash", folder.below != nil || !isRoot,
                Set(listing.subfolders.map(\.text)).isSuperset(of: ["files", "info"])
            {
                return []
            }
            failures += listing.failures
            listing.failures = []
            links += listing.linkedFolders.sorted().map(folder.path.appending)
            listings.append(listing)
            return listing.subfolders.sorted(by: >).map(folder.subfolder)
        }
    }
}
