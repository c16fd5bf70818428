/// Reads and edits a file of boxes according to its brands.
enum BoxFile {
    /// Reads the file's metadata into `findings`, and sets the format from its brands.
    ///
    /// - Throws: ``MetadataError/Code/unknownFormat`` for audio, JPEG 2000 and other kinds.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        guard let brands = try BoxBrands(file), let kind = brands.kind else {
            throw file.error(.unknownFormat, "is neither an image nor a video of a known kind, by its brands")
        }
        switch kind {
        case .heic, .avif:
            // An image sequence may be only a video, without a still image.
            let whole = 0..<file.count
            if try BoxWalk.first("meta", in: whole, of: file) == nil,
                try BoxWalk.first("moov", in: whole, of: file) != nil
            {
                try MP4Container.read(file, into: &findings)
                findings.container.format = kind == .heic ? .heic : .avif
            } else {
                try HEIFContainer.read(file, into: &findings)
            }
        case .cr3: try CR3Container.read(file, into: &findings)
        case .mp4, .mov: try MP4Container.read(file, into: &findings)
        }
    }
}

/// Edits files of boxes: images and videos.
enum BoxEditing {
    /// Returns the patch of an edit.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - file: A file of boxes, open.
    /// - Returns: The bytes that change.
    /// - Throws: ``EditRefusal``, ``MetadataError``.
    static func patch(of edit: MetadataEdit, on file: FileBytes) throws -> FilePatch {
        switch try BoxBrands(file)?.kind {
        case .mp4?, .mov?: return try MP4Editing.patch(of: edit, on: file)
        case .heic?, .avif?:
            // An image sequence may be only a video.
            let isVideo = try BoxWalk.first("meta", in: 0..<file.count, of: file) == nil
            return try isVideo ? MP4Editing.patch(of: edit, on: file) : HEIFEditing.patch(of: edit, on: file)
        case .cr3?: throw EditRefusal("raw photos are not changed")
        case nil: throw EditRefusal("it is neither an image nor a video of a known kind")
        }
    }
}

/// The brands of a file of boxes.
package struct BoxBrands: Hashable, Sendable {
    /// The kinds that are distinguished.
    package enum Kind: Sendable {
        case heic, avif
        /// Canon's raw photos.
        case cr3
        case mp4, mov
    }

    /// The first brand.
    package let major: FourCharacterCode
    /// The other brands, which a reader may rely on.
    package let compatible: [FourCharacterCode]

    /// Reads the brands that a file begins with.
    ///
    /// - Returns: `nil` for a file that does not begin like a file of boxes.
    init?(_ file: FileBytes) throws(MetadataError) {
        var walk = BoxWalk(file, 0..<min(file.count, 4096))
        guard let first = try walk.next() else { return nil }
        switch first.type {
        case "ftyp", "styp":
            var cursor = FileCursor(file, first.content)
            major = FourCharacterCode(try cursor.uint32())
            cursor.skip(4)
            guard !cursor.isCut else { return nil }
            var others: [FourCharacterCode] = []
            while cursor.remaining >= 4, others.count < 64 { others.append(FourCharacterCode(try cursor.uint32())) }
            compatible = others
        case "moov", "mdat", "wide", "free", "skip", "pnot":
            // QuickTime files from before brands were introduced.
            major = "qt  "
            compatible = []
        default: return nil
        }
    }

    /// The kind; `nil` for other files of boxes, such as audio and JPEG 2000.
    package var kind: Kind? {
        let all = [major] + compatible
        if all.contains("crx ") { return .cr3 }
        if major == "qt  " { return .mov }
        if all.contains(where: Self.avif.contains) { return .avif }
        if all.contains(where: Self.heic.contains) { return .heic }
        if Self.other.contains(major) { return nil }
        return .mp4
    }

    private static let avif: Set<FourCharacterCode> = ["avif", "avis"]
    private static let heic: Set<FourCharacterCode> = [
        "heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs", "mif1", "mif2", "msf1",
    ]
    private static let other: Set<FourCharacterCode> = [
        "jp2 ", "jpx ", "jpm ", "jxl ", "mjp2", "M4A ", "M4B ", "M4P ", "aax ", "aaxc", "dats",
    ]
}
