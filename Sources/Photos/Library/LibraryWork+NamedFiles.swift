extension LibraryWork {
    /// Lists the folders of files that were named, as far as these files go.
    ///
    /// - Parameter listings: Folders that are listed as a whole, whose files count anyway.
    /// - Returns: The listings, and the named files that are not there.
    func lookAtNamedFiles(besides listings: [FolderListing]) -> (
        listings: [FolderListing], failures: [PhotosError]
    ) {
        if files.isEmpty { return ([], []) }
        var found: [FolderListing] = []
        var failures: [PhotosError] = []
        // By which path each folder is listed: several may lead to one.
        var places: [FileIdentity: RawPath] = [:]
        for listing in listings { if let identity = listing.identity { places[identity] = listing.folder } }
        let whole = Set(places.values)
        var selections: [RawPath: FolderSelection] = [:]
        for folder in files.folders {
            guard let selection = files.selections[folder] else { continue }
            guard case .folder(let identity, _) = DirectoryReader.look(folder) else {
                failures += selection.names.sorted().map { .noFile(folder.appending($0)) }
                continue
            }
            let place = places[identity] ?? folder
            places[identity] = place
            if !whole.contains(place) { selections[place, default: FolderSelection()].formUnion(selection) }
            for name in selection.names.sorted() {
                switch DirectoryReader.look(folder.appending(name)) {
                case .file: continue
                case .nothing: failures.append(.noFile(folder.appending(name)))
                case .failure(let number): failures.append(.file(folder.appending(name), number))
                case .folder, .other: failures.append(.noPhoto(folder.appending(name)))
                }
            }
        }
        for (folder, selection) in selections.sorted(by: { $0.key < $1.key }) {
            watch(folder)
            switch DirectoryReader.list(folder, selecting: selection) {
            case .success((var listing, _)):
                // Links that lead nowhere are told above.
                listing.failures.removeAll { problem in files.contains(RawPath(problem.path)) }
                failures += listing.failures
                found.append(listing)
            case .failure(let failure): failures.append(.folder(folder, failure.number))
            }
        }
        return (found, failures)
    }

    /// Adds the named files that are neither photos nor sidecars of one.
    func tellingOfOtherFiles(_ findings: Findings) -> Findings {
        if files.isEmpty { return findings }
        var findings = findings
        var entries = findings.plan.folders.map { $0.files.map(\.entry) }
        for (index, place) in findings.plan.places.enumerated() {
            entries[place.folder][place.file] = findings.read[index]
        }
        for (folder, entries) in zip(findings.plan.folders, entries) {
            guard let selection = folder.selection else { continue }
            // Photos, by name and by name without extension.
            var owners: Set<RawPath> = []
            var others: [RawPath] = []
            for case let entry? in entries {
                if entry.content != nil || entry.problem != nil {
                    owners.formUnion([entry.name, entry.name.stem])
                } else if selection.names.contains(entry.name) {
                    others.append(entry.name)
                }
            }
            for name in others.sorted() where !SidecarIndex.isSidecar(name) || !owners.contains(name.stem) {
                findings.problems.append(.noPhoto(folder.path.appending(name)))
            }
        }
        return findings
    }

    /// Whether a folder counts that has come: not where only some files of the one above do.
    func counts(_ folder: RawPath) -> Bool {
        guard let parent = folder.parent, tree.folders[parent]?.selection != nil else { return true }
        return roots.contains(where: folder.isInside)
    }
}
