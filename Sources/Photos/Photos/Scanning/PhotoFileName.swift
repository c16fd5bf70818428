package import FoundationEssentials

/// What a file's extension suggests; the format itself is detected from the content.
package enum PhotoFileName {
    private static let extensions: Set<[UInt8]> = Set(
        [
            "jpg", "jpeg", "jpe", "png", "webp", "gif", "tif", "tiff", "heic", "heif", "hif", "avif", "jxl", "dng",
            "cr2", "cr3", "nef", "nrw", "arw", "sr2", "pef", "orf", "rw2", "raf", "mp4", "m4v", "mov", "mkv", "webm",
        ].map { Array($0.utf8) })

    /// Returns whether the extension is that of a photo or video.
    static func promisesPhoto(_ name: RawPath) -> Bool { promisesPhoto(name.bytes) }

    /// Returns whether the extension is that of a photo, a video or a sidecar.
    package static func promisesPhoto(_ path: String) -> Bool {
        path.utf8.count > 4 && path.suffix(4).lowercased() == ".xmp" || promisesPhoto(Array(path.utf8))
    }

    /// Returns whether the extension is that of a photo or video, and not of a sidecar.
    package static func promisesPhotoItself(_ name: String) -> Bool { promisesPhoto(Array(name.utf8)) }

    private static func promisesPhoto(_ bytes: [UInt8]) -> Bool { has(bytes, extensions) }

    private static let backupSuffix = "_original"

    /// Returns whether the file is a backup of a photo or sidecar made by exiftool: `IMG_1.JPG_original`.
    static func isBackup(_ name: RawPath) -> Bool {
        let bytes = name.bytes
        guard bytes.suffix(backupSuffix.utf8.count).elementsEqual(backupSuffix.utf8) else { return false }
        let original = Array(bytes.dropLast(backupSuffix.utf8.count))
        return promisesPhoto(original) || has(original, [Array("xmp".utf8)])
    }

    /// Returns the name of the photo or sidecar that exiftool's backup belongs to: `IMG_1.JPG` for
    /// `IMG_1.JPG_original`; `nil` for other names.
    package static func original(ofBackup name: String) -> String? {
        guard name.hasSuffix(backupSuffix) else { return nil }
        let original = String(name.dropLast(backupSuffix.count))
        return promisesPhoto(original) ? original : nil
    }

    private static func has(_ name: [UInt8], _ extensions: Set<[UInt8]>) -> Bool {
        guard let point = name.lastIndex(of: UInt8(ascii: ".")), name.count - point <= 7 else { return false }
        return extensions.contains(name[(point + 1)...].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
    }

    // MARK: Formats that are not read

    /// Extensions of photos and videos that LocationKit does not read, or only if their content is in a supported
    /// format.
    ///
    /// Formats without metadata, such as BMP, are not listed.
    private static let otherExtensions: Set<[UInt8]> = Set(
        [
            // Images, and documents of image editors.
            "jp2", "j2k", "j2c", "jpc", "jpf", "jpx", "jpm", "jxr", "hdp", "wdp", "jfif", "jfi", "jif", "jps",
            "mpo", "insp", "heics", "heifs", "avifs", "avcs", "avci", "apng", "psd", "psb", "xcf", "afphoto", "livp",
            // Raw formats.
            "3fr", "arq", "bay", "braw", "cap", "crm", "crw", "dcr", "dcs", "eip", "erf", "fff", "gpr", "iiq", "k25",
            "kdc", "lri", "mdc", "mef", "mos", "mrw", "ori", "ptx", "pxn", "qtk", "raw", "rwl", "rwz", "srf", "srw",
            "x3f",
            // Videos.
            "360", "3g2", "3gp", "3gp2", "3gpp", "asf", "avi", "divx", "dv", "f4v", "flv", "insv", "lrv", "m1v", "m2t",
            "m2ts", "m2v", "mj2", "mod", "mpe", "mpeg", "mpg", "mts", "mxf", "ogv", "qt", "r3d", "rm", "rmvb", "tod",
            "vob", "wmv",
        ].map { Array($0.utf8) })

    /// Returns whether the extension is that of a photo or video of any kind, read or not.
    static func isVisual(_ name: RawPath) -> Bool { promisesPhoto(name) || isUnread(name) }

    /// Returns whether the extension is that of a photo or video that LocationKit does not read.
    static func isUnread(_ name: RawPath) -> Bool { has(name.bytes, otherExtensions) }

    /// Returns the files in folders that may show where photos were taken, but are not read: photos and videos in
    /// unsupported formats, by their extensions, their sidecars, and the backups of exiftool.
    ///
    /// - Parameters:
    ///   - folders: The folders, listed recursively as a library does.
    ///   - followsLinks: Whether symbolic links to folders are followed.
    ///   - photos: The files that the library reads.
    ///   - problems: Problems already reported.
    ///   - isCanceled: Called before each folder; once it returns `true`, the search ends.
    /// - Returns: An error for each file, sorted by path.
    package static func unread(
        in folders: [URL], followingLinks followsLinks: Bool = true, besides photos: some Sequence<URL>,
        _ problems: [PhotosError], isCanceled: () -> Bool = { false }
    ) -> [PhotosError] {
        let listings = FolderWalker.listings(of: folders, followingLinks: followsLinks, isCanceled: isCanceled)
        let paths = listings.flatMap { listing in
            listing.files.lazy.filter { has($0.name.bytes, otherExtensions) }.map { listing.folder.appending($0.name) }
        }
        let backups = listings.flatMap { listing in listing.backups.map { listing.folder.appending($0) } }
        if paths.isEmpty, backups.isEmpty { return [] }
        let known = Set(photos.map { RawPath($0) })
        let sidecars = paths.isEmpty ? [] : sidecars(of: paths, in: listings, besides: known)
        let reported = Set(problems.map(\.path))
        func errors(_ paths: [RawPath], _ reason: String) -> [PhotosError] {
            paths.filter { !known.contains($0) && !reported.contains($0.text) }.sorted().map { path in
                PhotosError(.unreadable, "\(path.text) \(reason)", path: path.text)
            }
        }
        return errors(
            paths, "is in a format that LocationKit does not read; whether it has a position is unknown")
            + errors(
                sidecars, "is the sidecar of a file in a format that LocationKit does not read, and may have a position"
            )
            + errors(backups, backupReason)
    }

    /// Returns the sidecars of files that are not read, unless they also belong to photos.
    private static func sidecars(
        of paths: [RawPath], in listings: [FolderListing], besides photos: Set<RawPath>
    ) -> [RawPath] {
        func owners(_ paths: some Sequence<RawPath>) -> Set<RawPath> { Set(paths.flatMap { [$0, $0.stem] }) }
        let (unread, read) = (owners(paths), owners(photos))
        return listings.flatMap { listing in
            listing.files.lazy.filter { SidecarIndex.isSidecar($0.name) }.map { listing.folder.appending($0.name) }
        }.filter { unread.contains($0.stem) && !read.contains($0.stem) }
    }

    private static let backupReason = "is a backup made by exiftool, and may have a position; delete it"

    /// Returns the backups that exiftool has made of photos and of their sidecars.
    ///
    /// - Parameters:
    ///   - photos: Files of photos.
    ///   - others: Files that are photos themselves.
    /// - Returns: An error for each backup, sorted by path.
    package static func backups(of photos: some Sequence<URL>, besides others: some Sequence<URL>) -> [PhotosError] {
        var backups: Set<RawPath> = []
        for path in photos.map({ RawPath($0) }) {
            guard let folder = path.parent else { continue }
            let (name, stem) = (path.name.bytes, path.name.stem.bytes)
            for (original, suffix) in [(name, ""), (name, ".xmp"), (name, ".XMP"), (stem, ".xmp"), (stem, ".XMP")] {
                let bytes = original + Array((suffix + backupSuffix).utf8)
                let path = folder.appending(RawPath(bytes: bytes))
                if case .file = DirectoryReader.status(of: path) { backups.insert(path) }
            }
        }
        return backups.subtracting(others.map { RawPath($0) }).sorted().map { path in
            PhotosError(.unreadable, "\(path.text) \(backupReason)", path: path.text)
        }
    }
}
