import Glibc
import LKMetadata
import LKStorage

extension LibraryScanner {
    /// Scans all folders.
    ///
    /// - Parameters:
    ///   - isCancelled: Polled on any thread.
    ///   - progress: Called with the progress.
    ///   - stored: Returns the catalog's files; called after the folders are listed.
    /// - Returns: `nil` when cancelled.
    /// - Throws: When none of the folders can be read and the library is not set up yet.
    func scanEverything(
        isCancelled: @escaping @Sendable () -> Bool, progress: (PhotoLibrary.Progress) -> Void,
        stored: () -> [RawPath: [RawPath: FileEntry]]?
    ) throws(PhotosError) -> Findings? {
        let old = beginWatchingAnew()
        watchForMissingRoots()
        var walker = FolderWalker(
            followsLinks: followsLinks, willRead: { self.watch($0, $1) }, isCancelled: isCancelled)
        walker.walk(roots)
        let named = scanNamedFiles(besides: walker.listings)
        endWatchingAnew(old, keeping: isCancelled())
        if isCancelled() { return nil }
        if let failure = walker.rootFailures.first, walker.rootFailures.count == roots.count, files.isEmpty, !isSetUp {
            throw failure
        }
        if let stored = stored() { tree.stored = stored }
        for folder in files.folders where !roots.contains(where: folder.isInside) {
            // Keep the catalog's files of a folder that cannot be listed.
            if !named.listings.contains(where: { $0.folder == folder }) { tree.stored[folder] = nil }
        }
        let findings = findings(
            walker.listings + named.listings, absent: nil, problems: walker.failures + named.failures,
            isCancelled: isCancelled, progress: progress)
        return findings.map(reportingOtherFiles)
    }

    /// Scans what events point to.
    func scan(_ digest: EventDigest) -> Findings? {
        var problems: [PhotosError] = []
        var absent: [RawPath] = []
        let gone = FolderCover(digest.goneFolders)
        for folder in tree.folders.keys where gone.covers(folder) {
            absent.append(folder)
            unwatch(folder)
        }
        // Computed only when a link to a folder is found, which is rare.
        var known: Set<FileIdentity>?
        var walker = FolderWalker(
            followsLinks: followsLinks,
            isKnown: { identity in
                let all = known ?? self.identities(without: gone)
                known = all
                return all.contains(identity)
            }, willRead: { self.watch($0, $1) })
        var partial: [FolderListing] = []
        var linked: [RawPath] = []
        for (folder, names) in digest.names where !gone.covers(folder) {
            guard let state = tree.folders[folder] else { continue }
            partial.append(scanNames(names, in: state, &problems, &linked))
        }
        // Subfolders are found with their folder. A folder whose permissions have changed may be readable now.
        let opened = digest.touchedFolders.filter { tree.folders[$0] == nil }
        let news = (Array(digest.newFolders) + opened).filter { folder in
            guard isIncluded(folder), case .folder = DirectoryReader.status(of: folder) else { return false }
            return true
        }
        walker.walk(FolderCover(news).topmost, links: linked.sorted())
        problems += walker.failures
        // A folder that was just listed needs no scan of single names.
        let listed = Set(walker.listings.map(\.folder))
        let listings = walker.listings + partial.filter { !listed.contains($0.folder) }
        absent.removeAll(where: listed.contains)
        return findings(listings, absent: absent, problems: problems)
    }

    /// Returns the library's folders, except those that are gone.
    private func identities(without gone: FolderCover) -> Set<FileIdentity> {
        var result: Set<FileIdentity> = []
        for (path, state) in tree.folders where !gone.covers(path) { if let it = state.identity { result.insert(it) } }
        return result
    }

    /// Returns whether changed links may have moved folders: a link that was followed is gone or points elsewhere, or a
    /// folder appeared that was so far reached through a link.
    func needsRescan(_ digest: EventDigest) -> Bool {
        // An event for such a name without the folder flag is about the link.
        for (folder, names) in digest.names {
            for name in names.keys where tree.folders[folder.appending(name)] != nil { return true }
        }
        var news: Set<FileIdentity> = []
        for path in digest.newFolders {
            if case .folder(let identity, _) = DirectoryReader.status(of: path) { news.insert(identity) }
        }
        if news.isEmpty { return false }
        let gone = FolderCover(digest.goneFolders)
        return tree.folders.contains { path, state in
            state.identity.map(news.contains) == true && !digest.newFolders.contains(path) && !gone.covers(path)
        }
    }

    private func scanNames(
        _ names: [RawPath: FolderEvent.Kind], in state: FolderState, _ problems: inout [PhotosError],
        _ linked: inout [RawPath]
    ) -> FolderListing {
        var listing = FolderListing(folder: state.place.path, selection: state.selection)
        listing.isPartial = true
        var wanted = names
        if let selection = state.selection {
            wanted = names.filter { selection.mayInclude($0.key) }
        } else {
            wanted = names.filter { !PhotoFileName.isBackup($0.key) }
        }
        for name in wanted.keys where SidecarIndex.isSidecar(name) {
            // Its photos have to be read again.
            let owner = name.stem
            for known in state.files.keys where known == owner || known.stem == owner {
                wanted[known, default: []].formUnion(.closed)
            }
        }
        // All of them at once: an archive that is unpacked brings a JSON for each photo.
        let takeout = TakeoutNames(wanted.keys.filter(SidecarIndex.isTakeout).map(\.bytes))
        if !takeout.isEmpty {
            for known in state.files.keys where !takeout.matches(of: known.bytes).isEmpty {
                wanted[known, default: []].formUnion(.closed)
            }
        }
        for (name, kind) in wanted {
            let path = state.place.path.appending(name)
            switch DirectoryReader.status(of: path) {
            case .nothing, .other: listing.gone.append(name)
            case .failure(let number):
                problems.append(.file(path, number))
                listing.gone.append(name)
            case .refused(let link):
                problems.append(.leftOut(path, link))
                listing.gone.append(name)
            case .folder(_, let isLink):
                listing.gone.append(name)
                if isLink, followsLinks, state.selection == nil { linked.append(path) }
            case .file(let stamp, let isLink, let count):
                // A new file is incomplete until it is closed; symbolic and hard links are complete from the start.
                let isComplete = !kind.isDisjoint(with: [.closed, .movedTo])
                let isKnown = state.files[name] != nil
                if isComplete || isKnown || isLink || count > 1 { listing.files.append((name, stamp)) }
            }
        }
        return listing
    }

    /// Returns the requested folders that do not exist.
    func missingRoots(in problems: [PhotosError]) -> Set<RawPath> {
        Set(roots.filter { root in problems.contains { $0.code == .missing && $0.path == root.text } })
    }

    /// Applies the results of a scan.
    func commit(_ findings: Findings) -> (RecordChanges, StoredChanges) {
        let failed = findings.problems.filter {
            $0.code == .missing || $0.code == .unreadable || $0.code == .notAFolder
        }
        let kept = FolderCover(failed.map { RawPath($0.path) })
        return tree.commit(findings.plan, read: findings.read, absent: findings.absent, isKept: kept.covers)
    }
}

/// The topmost of a set of folders, for testing whether a path is inside any of them.
///
/// Lookup is a binary search, because removing a tree of ten thousand folders yields an event for each.
struct FolderCover {
    /// The folders that are not inside another one.
    private(set) var topmost: [RawPath] = []
    private var keys: [[UInt8]] = []

    init(_ folders: some Sequence<RawPath>) {
        let sorted = folders.map { (key: Self.key($0), folder: $0) }.sorted { Self.order($0.key, $1.key) < 0 }
        for (key, folder) in sorted {
            if let last = keys.last, Self.hasPrefix(key, last) { continue }
            keys.append(key)
            topmost.append(folder)
        }
    }

    /// Returns whether the path is one of the folders or inside one.
    func covers(_ path: RawPath) -> Bool {
        if keys.isEmpty { return false }
        let key = Self.key(path)
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if Self.order(key, keys[middle]) < 0 { high = middle } else { low = middle + 1 }
        }
        // Everything that sorts between a folder and its contents is inside it too, so checking the predecessor is
        // enough.
        return low > 0 && Self.hasPrefix(key, keys[low - 1])
    }

    /// Returns the bytes with a trailing slash, so that exactly the contents of a folder have its key as a prefix.
    private static func key(_ path: RawPath) -> [UInt8] {
        var bytes = path.bytes
        if bytes.last != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
        return bytes
    }

    private static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
        let order = Int(memcmp(left, right, min(left.count, right.count)))
        return order != 0 ? order : left.count - right.count
    }

    private static func hasPrefix(_ key: [UInt8], _ folder: [UInt8]) -> Bool {
        key.count >= folder.count && memcmp(key, folder, folder.count) == 0
    }
}
