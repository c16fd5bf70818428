/// EXIF of a further JPEG in a file, such as a preview, a thumbnail or the second of two images: a segment with its
/// name.
struct EmbeddedEXIF {
    private static let nameLength = 6

    /// Its structure, within the segment.
    let block: TIFFBlock

    /// Checks what precedes a TIFF structure; `nil` if it is not in a segment named EXIF, in upper or lower case,
    /// since then its end is unknown.
    ///
    /// - Parameters:
    ///   - place: Where the structure begins.
    ///   - file: The file.
    /// - Throws: ``MetadataError/Code/unreadable``.
    init?(at place: Int, in file: FileBytes) throws(MetadataError) {
        let before = 4 + Self.nameLength
        guard place >= before, let head = try file.bytes(at: place - before, count: before).map({ Array($0) }),
            head.starts(with: [0xFF, JPEGSegment.app1]), EXIFPayload.prefix(of: head[4...]) == Self.nameLength
        else { return nil }
        let count = (Int(head[2]) << 8 | Int(head[3])) - 2 - Self.nameLength
        guard count <= file.count - place, let block = try TIFFBlock(in: file, at: place, count: count) else {
            return nil
        }
        self.block = block
    }

    /// The bytes of the structure in the file.
    var range: Range<Int> { block.base..<block.end }
}

/// A structure of TIFF somewhere in a file: EXIF of an image, a preview or a part that no reader knows.
enum EmbeddedTIFF {
    /// Most directories of a chain that are examined: the image's, the thumbnail's, and a few more.
    private static let mostDirectories = 4
    /// A directory of GPS has no more entries than there are tags.
    private static let mostOfGPS = 64
    private static let mostEntries = 1000

    /// The byte offsets of the entries that lead to GPS directories.
    ///
    /// - Parameters:
    ///   - place: Where the head is said to begin.
    ///   - file: The file.
    ///   - isNamed: Whether a name precedes it; four bytes alone may occur in image data by chance, so that the
    ///     structure then has to be complete.
    /// - Returns: Their places in the file.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func pointers(at place: Int, in file: FileBytes, isNamed: Bool) throws(MetadataError) -> [Int] {
        guard let block = try TIFFBlock(in: file, at: place, count: file.count - place) else { return [] }
        var found: [Int] = []
        var next: Int? = block.firstDirectory
        for _ in 0..<mostDirectories {
            guard let here = next, let directory = try block.directory(at: here) else { break }
            guard isNamed || directory.count == directory.statedCount && directory.count <= mostEntries else { break }
            for field in try block.fields(of: directory) where field.tag == EXIFTag.gpsDirectory {
                if !isNamed { guard try isWhole(field, of: block) else { continue } }
                if let offset = field.offset { found.append(offset) }
            }
            next = try block.directory(after: directory)
        }
        return found
    }

    private static func isWhole(_ pointer: TIFFField, of block: TIFFBlock) throws(MetadataError) -> Bool {
        guard let target = block.target(of: pointer), let gps = try block.directory(at: target),
            gps.count == gps.statedCount, (1...mostOfGPS).contains(gps.count)
        else { return false }
        return try block.fields(of: gps).allSatisfy { $0.tag <= 0x1F || $0.tag >= 0xEA00 }
    }
}
