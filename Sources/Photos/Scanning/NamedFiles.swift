/// The files of a folder that are included because they were named, without the rest of the folder.
///
/// A named file is included with its companions and sidecars, as in a folder that is listed as a whole. These share
/// its name without the extension, so no other file has to be inspected; a video that belongs to a photo only by its
/// live identifier has to be named itself. Hidden files and the backups of exiftool are included only
/// when they are named themselves.
struct FolderSelection: Sendable {
    /// The names as given.
    private(set) var names: Set<RawPath> = []
    private var stems: Set<RawPath> = []
    /// Names of photos, with or without extension, whose sidecars were named.
    private var owners: Set<RawPath> = []

    /// Adds a file by its name in the folder.
    mutating func insert(_ name: RawPath) {
        names.insert(name)
        stems.insert(name.stem)
        guard SidecarIndex.isSidecar(name) else { return }
        stems.insert(name.stem.stem)
        owners.insert(name.stem)
    }

    /// Adds the files of another selection.
    mutating func formUnion(_ other: FolderSelection) { for name in other.names { insert(name) } }

    /// Whether a file was named, or may belong to a named one.
    func mayInclude(_ name: RawPath) -> Bool {
        if names.contains(name) { return true }
        if name.isHidden || PhotoFileName.isBackup(name) { return false }
        let stem = name.stem
        return stems.contains(stem) || SidecarIndex.isSidecar(name) && stems.contains(stem.stem)
    }

    /// Whether a photo is included: one of its files, or a sidecar of one, was named.
    ///
    /// - Parameter members: The names of its files.
    /// - Returns: Whether it is included.
    func includes(_ members: some Sequence<RawPath>) -> Bool {
        members.contains { names.contains($0) || !owners.isEmpty && (owners.contains($0) || owners.contains($0.stem)) }
    }
}

/// The files that a library was given by name, grouped by folder.
struct NamedFiles: Sendable {
    private(set) var selections: [RawPath: FolderSelection] = [:]

    /// - Parameter files: Absolute paths; `/` is ignored.
    init(_ files: some Sequence<RawPath> = []) {
        for file in files {
            guard let folder = file.parent else { continue }
            selections[folder, default: FolderSelection()].insert(file.name)
        }
    }

    var isEmpty: Bool { selections.isEmpty }

    /// The folders, in order.
    var folders: [RawPath] { selections.keys.sorted() }

    /// Whether the path is one of the files.
    func contains(_ path: RawPath) -> Bool {
        path.parent.flatMap { selections[$0]?.names.contains(path.name) } ?? false
    }
}

extension RawPath {
    /// Whether the name is that of a hidden file.
    var isHidden: Bool {
        withCPath { $0.pointee == CChar(bitPattern: UInt8(ascii: ".")) }
    }
}
