import LKMetadata
import LKStorage

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
    /// Names without extension of photos of which edited copies were named.
    private var originals: Set<RawPath> = []
    /// Names that Takeout may have given to JSON files of the named photos by cutting them off.
    private var cutNames: Set<RawPath> = []
    /// Names of photos, with or without extension, whose sidecars were named.
    private var owners: Set<RawPath> = []

    /// Adds a file by its name in the folder.
    mutating func insert(_ name: RawPath) {
        names.insert(name)
        stems.insert(name.stem)
        if let original = TakeoutNames.original(ofEdited: name.bytes) {
            originals.insert(RawPath(bytes: original).stem)
        }
        cutNames.formUnion(TakeoutNames.cutNames(ofPhoto: name.bytes).map { RawPath(bytes: $0) })
        guard SidecarIndex.isSidecar(name) else { return }
        stems.insert(name.stem.stem)
        owners.insert(name.stem)
    }

    /// Adds the files of another selection.
    mutating func formUnion(_ other: FolderSelection) { for name in other.names { insert(name) } }

    /// Returns whether a file was named, or may belong to a named one.
    func mayInclude(_ name: RawPath) -> Bool {
        if names.contains(name) { return true }
        if name.isHidden || PhotoFileName.isBackup(name) { return false }
        let stem = name.stem
        if stems.contains(stem) || SidecarIndex.isSidecar(name) && stems.contains(stem.stem) { return true }
        guard SidecarIndex.isTakeout(name) else { return false }
        let owners = TakeoutNames.stems(ofPhotosOf: name.bytes).map { RawPath(bytes: $0) }
        return owners.contains { stems.contains($0) || originals.contains($0) || cutNames.contains($0) }
    }

    /// Returns whether a photo is included: one of its files, or a sidecar of one, was named.
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

    /// Creates the named files, grouped by folder.
    ///
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

    /// Returns whether the path is one of the files.
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
            let identity: FileIdentity
            switch DirectoryReader.status(of: folder) {
            case .folder(let found, _): identity = found
            case .refused(let link):
                failures += selection.names.sorted().map { .unfollowed(folder.appending($0), link) }
                continue
            default:
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
                case .refused(let link): failures.append(.unfollowed(folder.appending(name), link))
                case .folder, .other: failures.append(.notAPhoto(folder.appending(name)))
                }
            }
        }
        for (folder, selection) in selections.sorted(by: { $0.key < $1.key }) {
            let descriptor: Int32
            do throws(TrustedPath.Refusal) { descriptor = try DirectoryReader.open(folder) } catch {
                failures.append(.folder(folder, error))
                continue
            }
            watch(folder, descriptor)
            switch DirectoryReader.list(folder, opened: descriptor, selecting: selection) {
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

    /// Returns whether a new folder is included, which it is not if only some files of its parent are.
    func isIncluded(_ folder: RawPath) -> Bool {
        guard let parent = folder.parent, tree.folders[parent]?.selection != nil else { return true }
        return roots.contains(where: folder.isInside)
    }
}
