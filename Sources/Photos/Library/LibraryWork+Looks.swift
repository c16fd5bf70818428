extension LibraryWork {
    /// Looks at all folders.
    ///
    /// - Parameters:
    ///   - isCancelled: Asked now and then, on any thread.
    ///   - progress: Told how far it is.
    ///   - stored: What the catalog knows, asked for once the folders are listed.
    /// - Returns: `nil` when it was cancelled.
    /// - Throws: Why none of the folders can be read, when the library is not set up yet.
    func lookAtEverything(
        isCancelled: @escaping @Sendable () -> Bool, progress: (PhotoProgress) -> Void,
        stored: () -> [RawPath: [RawPath: FileEntry]]?
    ) throws(PhotosError) -> Findings? {
        let old = beginWatchingAnew()
        awaitMissingRoots()
        var walker = FolderWalker(willRead: { self.watch($0) }, isCancelled: isCancelled)
        walker.walk(roots)
        let named = lookAtNamedFiles(besides: walker.listings)
        endWatchingAnew(old, keeping: isCancelled())
        if isCancelled() { return nil }
        if let failure = walker.rootFailures.first, walker.rootFailures.count == roots.count, files.isEmpty, !isSetUp {
            throw failure
        }
        if let stored = stored() { tree.stored = stored }
        for folder in files.folders where !roots.contains(where: folder.isInside) {
            // What the catalog knows of a folder that cannot be listed stays as it is.
            if !named.listings.contains(where: { $0.folder == folder }) { tree.stored[folder] = nil }
        }
        let findings = findings(
            walker.listings + named.listings, absent: nil, problems: walker.failures + named.failures,
            isCancelled: isCancelled, progress: progress)
        return findings.map(tellingOfOtherFiles)
    }

    /// Looks at what events tell of.
    func look(at digest: EventDigest) -> Findings? {
        var problems: [PhotosError] = []
        var absent: [RawPath] = []
        let gone = FolderCover(digest.goneFolders)
        for folder in tree.folders.keys where gone.covers(folder) {
            absent.append(folder)
            unwatch(folder)
        }
        // Made where a link to a folder is met, which is rare.
        var known: Set<FileIdentity>?
        var walker = FolderWalker(
            isKnown: { identity in
                let all = known ?? self.identities(without: gone)
                known = all
                return all.contains(identity)
            }, willRead: { self.watch($0) })
        var partial: [FolderListing] = []
        var linked: [RawPath] = []
        for (folder, names) in digest.names where !gone.covers(folder) {
            guard let state = tree.folders[folder] else { continue }
            partial.append(lookAtNames(names, in: state, &problems, &linked))
        }
        // A folder's children are found with it.
        // One whose rights have changed may be readable now.
        let opened = digest.touchedFolders.filter { tree.folders[$0] == nil }
        let news = (Array(digest.newFolders) + opened).filter { folder in
            guard counts(folder), case .folder = DirectoryReader.look(folder) else { return false }
            return true
        }
        walker.walk(FolderCover(news).topmost, links: linked.sorted())
        problems += walker.failures
        // A folder that was made and listed just now needs no look at its names.
        let listed = Set(walker.listings.map(\.folder))
        let listings = walker.listings + partial.filter { !listed.contains($0.folder) }
        absent.removeAll(where: listed.contains)
        return findings(listings, absent: absent, problems: problems)
    }

    /// The folders that are in the library, but for those that have gone.
    private func identities(without gone: FolderCover) -> Set<FileIdentity> {
        var result: Set<FileIdentity> = []
        for (path, state) in tree.folders where !gone.covers(path) { if let it = state.identity { result.insert(it) } }
        return result
    }

    /// Whether links have changed in a way that says anew where folders are: one that was followed has gone or leads
    /// elsewhere, or a folder has come that so far was reached by a link.
    func needsRescan(_ digest: EventDigest) -> Bool {
        // What is told of a name that is no folder's is told of the link.
        for (folder, names) in digest.names {
            for name in names.keys where tree.folders[folder.appending(name)] != nil { return true }
        }
        var news: Set<FileIdentity> = []
        for path in digest.newFolders {
            if case .folder(let identity, _) = DirectoryReader.look(path) { news.insert(identity) }
        }
        if news.isEmpty { return false }
        let gone = FolderCover(digest.goneFolders)
        return tree.folders.contains { path, state in
            state.identity.map(news.contains) == true && !digest.newFolders.contains(path) && !gone.covers(path)
        }
    }

    private func lookAtNames(
        _ names: [RawPath: FolderEvent.Kind], in state: FolderState, _ problems: inout [PhotosError],
        _ linked: inout [RawPath]
    ) -> FolderListing {
        var listing = FolderListing(folder: state.place.path, selection: state.selection)
        listing.isPartial = true
        var wanted = names
        if let selection = state.selection { wanted = names.filter { selection.mayInclude($0.key) } }
        for name in wanted.keys where SidecarIndex.isSidecar(name) {
            // The photos that it belongs to may say something else now.
            let owner = name.stem
            for known in state.files.keys where known == owner || known.stem == owner {
                wanted[known, default: []].formUnion(.closed)
            }
        }
        for (name, kind) in wanted {
            let path = state.place.path.appending(name)
            switch DirectoryReader.look(path) {
            case .nothing, .other: listing.gone.append(name)
            case .failure(let number):
                problems.append(.file(path, number))
                listing.gone.append(name)
            case .folder(_, let isLink):
                listing.gone.append(name)
                if isLink, state.selection == nil { linked.append(path) }
            case .file(let stamp, let isLink, let count):
                // A file that was made, and not yet closed, is not complete; links and further names are from the
                // start.
                let isComplete = !kind.isDisjoint(with: [.closed, .movedTo])
                let isKnown = state.files[name] != nil
                if isComplete || isKnown || isLink || count > 1 { listing.files.append((name, stamp)) }
            }
        }
        return listing
    }

    /// The folders asked for that are not there.
    func missingRoots(in problems: [PhotosError]) -> Set<RawPath> {
        Set(roots.filter { root in problems.contains { $0.code == .missing && $0.path == root.text } })
    }

    /// Takes over what was found.
    func commit(_ findings: Findings) -> (RecordChanges, StoredChanges) {
        let failed = findings.problems.filter {
            $0.code == .missing || $0.code == .unreadable || $0.code == .notAFolder
        }
        let kept = FolderCover(failed.map { RawPath($0.path) })
        return tree.commit(findings.plan, read: findings.read, absent: findings.absent, isKept: kept.covers)
    }
}
