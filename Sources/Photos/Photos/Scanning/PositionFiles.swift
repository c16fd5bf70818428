package import FoundationEssentials
import LKMetadata

/// Files in folders of photos that hold a position and belong to no photo that is read: sidecars of photos that are no
/// longer there, and the JSON of Google Takeout.
package enum PositionFiles {
    /// The largest file that is searched, in bytes.
    private static let maximumSize = 16 << 20

    /// Returns an error for each of these files, sorted by path.
    ///
    /// - Parameters:
    ///   - folders: The folders, listed recursively as a library does.
    ///   - followsLinks: Whether symbolic links to folders are followed.
    ///   - photos: The files that the library reads.
    ///   - problems: Problems already reported.
    ///   - isCanceled: Called before each folder and file; once it returns `true`, the search ends.
    /// - Returns: None for files without a position.
    package static func errors(
        in folders: [URL], followingLinks followsLinks: Bool = true, besides photos: some Sequence<URL>,
        _ problems: [PhotosError], isCanceled: () -> Bool = { false }
    ) -> [PhotosError] {
        let listings = FolderWalker.listings(of: folders, followingLinks: followsLinks, isCanceled: isCanceled)
        let known = Set(photos.map { RawPath($0) })
        let reported = Set(problems.map(\.path))
        let bytes = FileBytes()
        var errors: [PhotosError] = []
        for listing in listings {
            let names = listing.files.map(\.name)
            let owned = Self.sidecars(of: known, names, in: listing.folder)
            for name in names.sorted() {
                if isCanceled() { return errors }
                let path = listing.folder.appending(name)
                guard !known.contains(path), !reported.contains(path.text) else { continue }
                if SidecarIndex.isSidecar(name), !owned.contains(name.bytes),
                    holds(path, bytes, SidecarContent.holdsPlace)
                {
                    errors.append(
                        PhotosError(
                            .unreadable,
                            "\(path.text) is the sidecar of a photo that is not there, and has a position or a place name; "
                                + "delete it", path: path.text))
                } else if name.hasEnding(".json"), holds(path, bytes, TakeoutPosition.isIn) {
                    errors.append(takeout(path))
                }
            }
        }
        return errors
    }

    /// Returns an error for each JSON of Google Takeout beside photos that were named as files.
    ///
    /// - Parameter photos: The files of these photos.
    /// - Returns: None for those without a position, and those whose names belong to other photos.
    package static func errors(beside photos: some Sequence<URL>) -> [PhotosError] {
        let bytes = FileBytes()
        var errors: [PhotosError] = []
        let byFolder = Dictionary(grouping: photos.map { RawPath($0) }) { $0.parent }
        for case (let folder?, let photos) in byFolder {
            guard let descriptor = try? DirectoryReader.open(folder),
                case .success((let listing, _)) = DirectoryReader.list(folder, opened: descriptor)
            else { continue }
            for (name, _) in listing.files where name.hasEnding(".json") {
                let path = folder.appending(name)
                guard photos.contains(where: { belongs(name.stem.bytes, to: $0.name.bytes) }),
                    holds(path, bytes, TakeoutPosition.isIn)
                else { continue }
                errors.append(takeout(path))
            }
        }
        return errors.sorted { $0.path < $1.path }
    }

    /// Returns whether a JSON file belongs to a photo by its name, which Takeout truncates and numbers after the
    /// extension.
    private static func belongs(_ stem: [UInt8], to photo: [UInt8]) -> Bool {
        var start = SidecarName.stem(of: photo)
        if start.last == UInt8(ascii: ")"), let bracket = start.lastIndex(of: UInt8(ascii: "(")) {
            start.removeSubrange(bracket...)
        }
        return stem.starts(with: start) || stem.count >= minimumCutLength && start.starts(with: stem)
    }

    /// The shortest name that Takeout cuts off, in bytes.
    private static let minimumCutLength = 40

    private static func takeout(_ path: RawPath) -> PhotosError {
        PhotosError(
            .unreadable, "\(path.text) has the position of a photo, as Google Takeout writes it", advice: "delete it",
            path: path.text)
    }

    /// Returns the names of the sidecars of photos of a folder, including those that are stripped but not read.
    private static func sidecars(of known: Set<RawPath>, _ names: [RawPath], in folder: RawPath) -> Set<[UInt8]> {
        let further = AdditionalSidecars(names.map(\.bytes))
        var owned: Set<[UInt8]> = []
        for name in names where known.contains(folder.appending(name)) {
            owned.formUnion(SidecarName.candidates(of: name.bytes) + further.names(of: name.bytes))
        }
        return owned
    }

    private static func holds(_ path: RawPath, _ bytes: FileBytes, _ isHolding: ([UInt8]) -> Bool) -> Bool {
        let result = path.withCPath { path -> [UInt8]? in
            do throws(MetadataError) {
                try bytes.open(path)
                defer { bytes.close() }
                guard bytes.count <= maximumSize else { return nil }
                return try bytes.bytes(at: 0, count: bytes.count).map { Array($0) }
            } catch {
                return nil
            }
        }
        return result.map(isHolding) ?? false
    }
}

/// The position in a JSON of Google Takeout: `geoData` and `geoDataExif`, which are zeros when it is unknown.
enum TakeoutPosition {
    /// Returns whether a JSON has a latitude or a longitude other than zero.
    ///
    /// - Parameter text: The file.
    /// - Returns: Whether there is one.
    static func isIn(_ text: [UInt8]) -> Bool {
        for name in ["\"latitude\"", "\"longitude\""].map({ Array($0.utf8) }) {
            var position = 0
            while let start = text[position...].firstRange(of: name)?.upperBound {
                position = start
                let value = text[start...].drop { " \t\r\n:\"".utf8.contains($0) }
                let number = value.prefix { "+-.0123456789eE".utf8.contains($0) }
                if let degrees = Double(String(decoding: number, as: UTF8.self)), degrees != 0 { return true }
            }
        }
        return false
    }
}
