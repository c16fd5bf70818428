import LKStorage

/// What to read before listings can replace the known state.
struct ScanPlan {
    /// A file of a listing.
    struct File {
        var name: RawPath
        var stamp: FileStamp
        var sidecars: UInt64
        /// Its known state, if still valid.
        var entry: FileEntry?
        /// Its previous state at the same path.
        var previous: FileEntry?
        /// Whether it keeps its old state because it is being written; an event follows when it is complete.
        var isBeingWritten = false
    }

    /// The listing of a folder.
    struct Folder {
        var path: RawPath
        var identity: FileIdentity?
        var files: [File]
        var isPartial: Bool
        var gone: [RawPath]
        var selection: FolderSelection?
    }

    var folders: [Folder] = []
    /// The folder and file index of each of ``items``.
    var places: [(folder: Int, file: Int)] = []
    /// The files to read.
    var items: [FileReaders.Item] = []
}

/// Looks up known files for a scan.
struct KnownFiles {
    /// The files of a folder, by name.
    var files: (RawPath) -> [RawPath: FileEntry]?
    /// A file that is no longer at its path, by identity.
    var moved: (FileIdentity) -> FileEntry?
    /// Whether a recently changed file is still being written, so that it is not read yet.
    var isBeingWritten: (RawPath, FileStamp) -> Bool
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
                // Damaged files, and those of formats that were once unknown, are read again: this version may be able to.
                if let previous, previous.problem == nil, previous.stamp == stamp,
                    previous.content == nil
                        ? !PhotoFileName.promisesPhoto(name) : previous.sidecars == beside.hash
                {
                    file.entry = previous
                } else if SidecarIndex.isBeside(name) {
                    file.entry = FileEntry(name: name, stamp: stamp, content: nil)
                } else {
                    resolve(&file, number: files.count, in: listing.folder, beside.names, known)
                }
                files.append(file)
            }
            folders.append(
                Folder(
                    path: listing.folder, identity: listing.identity, files: files, isPartial: listing.isPartial,
                    gone: listing.gone, selection: listing.selection))
        }
    }

    /// Resolves a new or changed file: left alone while it is being written, known from another path, or to be read.
    private mutating func resolve(
        _ file: inout File, number: Int, in folder: RawPath, _ sidecars: [RawPath], _ known: KnownFiles
    ) {
        let path = folder.appending(file.name)
        if known.isBeingWritten(path, file.stamp) {
            file.isBeingWritten = true
            file.entry = file.previous
            return
        }
        if let moved = known.moved(file.stamp.identity), moved.stamp.isSameContent(as: file.stamp),
            moved.sidecars == file.sidecars, moved.problem == nil
        {
            let entry = FileEntry(
                name: file.name, stamp: file.stamp, content: moved.content, sidecars: file.sidecars,
                version: moved.version)
            // A file that replaces a photo is that photo: this is how programs save files.
            let replaced = file.previous?.asset ?? 0
            entry.asset = replaced == 0 ? moved.asset : replaced
            file.entry = entry
            return
        }
        places.append((folders.count, number))
        items.append(FileReaders.Item(path: path, stamp: file.stamp, sidecars: sidecars.map(folder.appending)))
    }

    /// Returns the sidecars in a folder, including those outside a partial listing.
    private static func sidecars(of listing: FolderListing, _ present: [RawPath: FileEntry]) -> SidecarIndex {
        guard listing.isPartial else { return SidecarIndex(listing.files) }
        var all: [RawPath: FileStamp] = [:]
        for (name, entry) in present where SidecarIndex.isBeside(name) { all[name] = entry.stamp }
        for (name, stamp) in listing.files where SidecarIndex.isBeside(name) { all[name] = stamp }
        for name in listing.gone { all[name] = nil }
        return SidecarIndex(all.map { (name: $0.key, stamp: $0.value) })
    }
}
