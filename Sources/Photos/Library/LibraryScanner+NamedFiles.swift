import Storage

extension LibraryScanner {
    /// Lists the folders of named files, limited to these files.
    ///
    /// - Parameter listings: Folders that are listed as a whole, whose files are included anyway.
    /// - Returns: The listings, and the named files that are missing or not photos.
    func scanNamedFiles(besides listings: [FolderListing]) -> (
        listings: [FolderListing], failures: [PhotosError]
    ) {
        if files.isEmpty { return ([], []) }
        var found: [FolderListing] = []
        var failures: [PhotosError] = []
        // The path under which each folder is listed, since several may lead to it.
        var places: [FileIdentity: RawPath] = [:]
        for listing in listings { if let identity = listing.identity { places[identity] = listing.folder } }
        let whole = Set(places.values)
        var selections: [RawPath: FolderSelection] = [:]
        for folder in files.folders {
            guard let selection = files.selections[folder] else { continue }
            guard case .folder(let identity, _) = DirectoryReader.status(of: folder) else {
                failures += selection.names.sorted().map { .missingFile(folder.appending($0)) }
                continue
            }
            let place = places[identity] ?? folder
            places[identity] = place
            if !whole.contains(place) { selections[place, default: FolderSelection()].formUnion(selection) }
            for name in selection.names.sorted() {
                switch DirectoryReader.status(of: folder.appending(name)) {
                case .file: continue
                case .nothing: failures.append(.missingFile(folder.appending(name)))
                case .failure(let number): failures.append(.file(folder.appending(name), number))
                case .folder, .other: failures.append(.notAPhoto(folder.appending(name)))
                }
            }
        }
        for (folder, selection) in selections.sorted(by: { $0.key < $1.key }) {
            watch(folder)
            switch DirectoryReader.list(folder, selecting: selection) {
            case .success((var listing, _)):
                // Broken links are reported above.
                listing.failures.removeAll { problem in files.contains(RawPath(problem.path)) }
                failures += listing.failures
                found.append(listing)
            case .failure(let failure): failures.append(.folder(folder, failure.number))
            }
        }
        return (found, failures)
    }

    /// Reports named files that are neither photos nor sidecars of one.
    func reportingOtherFiles(_ findings: Findings) -> Findings {
        if files.isEmpty { return findings }
        var findings = findings
        var entries = findings.plan.folders.map { $0.files.map(\.entry) }
        for (index, place) in findings.plan.places.enumerated() {
            entries[place.folder][place.file] = findings.read[index]
        }
        for (folder, entries) in zip(findings.plan.folders, entries) {
            guard let selection = folder.selection else { continue }
            // Names of photos, with and without extension.
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
                findings.problems.append(.notAPhoto(folder.path.appending(name)))
            }
        }
        return findings
    }

    /// Whether a new folder is included; not if only some files of its parent are.
    func isIncluded(_ folder: RawPath) -> Bool {
        guard let parent = folder.parent, tree.folders[parent]?.selection != nil else { return true }
        return roots.contains(where: folder.isInside)
    }
}
