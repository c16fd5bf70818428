/// What has to be done with listed files before they can take the place of what was known of them.
struct ScanPlan {
    /// A file of a listing.
    struct File {
        var name: RawPath
        var stamp: FileStamp
        var sidecars: UInt64
        /// What is known of it already.
        var entry: FileEntry?
        /// What was known of it in the same place, in another state.
        var previous: FileEntry?
        /// Whether it is left as it was: somebody writes it, and will be heard of when it is complete.
        var isUnsettled = false
    }

    /// What was found in a folder.
    struct Folder {
        var path: RawPath
        var identity: FileIdentity?
        var files: [File]
        var isPartial: Bool
        var gone: [RawPath]
        var selection: FolderSelection?
    }

    var folders: [Folder] = []
    /// The folder and file of each of ``items``.
    var places: [(folder: Int, file: Int)] = []
    /// What has to be read.
    var items: [FileReaders.Item] = []
}

/// What is known of files, when folders have been listed.
struct KnownFiles {
    /// The files of a folder, by name.
    var files: (RawPath) -> [RawPath: FileEntry]?
    /// A file that is no longer where it was, by its identity.
    var moved: (FileIdentity) -> FileEntry?
    /// Whether a file that has just been changed is left alone while somebody writes it.
    var isUnsettled: (RawPath, FileStamp) -> Bool
}

extension ScanPlan {
    init(_ listings: [FolderListing], known: KnownFiles) {
        folders.reserveCapacity(listings.count)
        for listing in listings {
            let present = known.files(listing.folder) ?? [:]
            let sidecars = Self.sidecars(of: listing, present)
            var files: [File] = []
            files.reserveCapacity(listing.files.count)
            for (name, stamp) in listing.files {
                let beside = sidecars.sidecars(of: name)
                var file = File(name: name, stamp: stamp, sidecars: beside.hash)
                let previous = present[name]
                file.previous = previous
                // What was damaged is read again: this version may be able to.
                if let previous, previous.problem == nil, previous.stamp == stamp,
                    previous.sidecars == beside.hash || previous.content == nil
                {
                    file.entry = previous
                } else if SidecarIndex.isSidecar(name) {
                    file.entry = FileEntry(name: name, stamp: stamp, content: nil)
                } else {
                    settle(&file, number: files.count, in: listing.folder, beside.names, known)
                }
                files.append(file)
            }
            folders.append(
                Folder(
                    path: listing.folder, identity: listing.identity, files: files, isPartial: listing.isPartial,
                    gone: listing.gone, selection: listing.selection))
        }
    }

    /// Finds out what is known of a file that is not where it was, or not as it was; else it has to be read.
    private mutating func settle(
        _ file: inout File, number: Int, in folder: RawPath, _ sidecars: [RawPath], _ known: KnownFiles
    ) {
        let path = folder.appending(file.name)
        if known.isUnsettled(path, file.stamp) {
            file.isUnsettled = true
            file.entry = file.previous
            return
        }
        if let moved = known.moved(file.stamp.identity), moved.stamp.isSameContent(as: file.stamp),
            moved.sidecars == file.sidecars, moved.problem == nil
        {
            let entry = FileEntry(
                name: file.name, stamp: file.stamp, content: moved.content, sidecars: file.sidecars,
                version: moved.version)
            // What takes the place of a photo is that photo anew: so programs replace files.
            let replaced = file.previous?.asset ?? 0
            entry.asset = replaced == 0 ? moved.asset : replaced
            file.entry = entry
            return
        }
        places.append((folders.count, number))
        items.append(FileReaders.Item(path: path, stamp: file.stamp, sidecars: sidecars.map(folder.appending)))
    }

    /// The sidecars in a folder, also those that a partial listing does not name.
    private static func sidecars(of listing: FolderListing, _ present: [RawPath: FileEntry]) -> SidecarIndex {
        guard listing.isPartial else { return SidecarIndex(listing.files) }
        var all: [RawPath: FileStamp] = [:]
        for (name, entry) in present where SidecarIndex.isSidecar(name) { all[name] = entry.stamp }
        for (name, stamp) in listing.files where SidecarIndex.isSidecar(name) { all[name] = stamp }
        for name in listing.gone { all[name] = nil }
        return SidecarIndex(all.map { (name: $0.key, stamp: $0.value) })
    }
}
