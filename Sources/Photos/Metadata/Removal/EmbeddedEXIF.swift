/// EXIF of an additional JPEG in a file, such as a preview, a thumbnail or the second of two images, in a named
/// segment.
struct EmbeddedEXIF {
    private static let nameLength = 6

    /// The TIFF structure in the segment.
    let block: TIFFBlock

    /// Creates the EXIF around a TIFF structure by checking what precedes it; returns `nil` unless it is in a segment
    /// named EXIF, in upper or lower case, since otherwise its end is unknown.
    ///
    /// - Parameters:
    ///   - offset: Where the structure begins.
    ///   - file: The file.
    /// - Throws: ``MetadataError/Code/unreadable``.
    init?(at offset: Int, in file: FileBytes) throws(MetadataError) {
        let before = 4 + Self.nameLength
        guard offset >= before, let head = try file.bytes(at: offset - before, count: before).map({ Array($0) }),
            head.starts(with: [0xFF, JPEGSegment.app1]), EXIFPayload.prefix(of: head[4...]) == Self.nameLength
        else { return nil }
        let count = (Int(head[2]) << 8 | Int(head[3])) - 2 - Self.nameLength
        guard count <= file.count - offset, let block = try TIFFBlock(in: file, at: offset, count: count) else {
            return nil
        }
        self.block = block
    }

    /// The bytes of the structure in the file.
    var range: Range<Int> { block.base..<block.end }
}

/// A TIFF structure anywhere in a file: EXIF of an image, a preview or an unknown part.
enum EmbeddedTIFF {
    /// The maximum number of directories of a chain examined: the image's, the thumbnail's, and a few more.
    private static let maximumDirectories = 4
    /// The maximum number of entries of a GPS directory, more than there are tags.
    private static let maximumGPSEntries = 64
    private static let maximumEntries = 1000

    /// Returns the byte offsets of the entries that point to GPS directories.
    ///
    /// - Parameters:
    ///   - offset: The possible start of the header.
    ///   - file: The file.
    ///   - isNamed: Whether a name precedes it; otherwise the structure must be complete, since four bytes may occur in
    ///     image data by chance.
    /// - Returns: Their offsets in the file.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func pointers(at offset: Int, in file: FileBytes, isNamed: Bool) throws(MetadataError) -> [Int] {
        guard let block = try TIFFBlock(in: file, at: offset, count: file.count - offset) else { return [] }
        var found: [Int] = []
        var next: Int? = block.firstDirectory
        for _ in 0..<maximumDirectories {
            guard let here = next, let directory = try block.directory(at: here) else { break }
            guard isNamed || directory.count == directory.statedCount && directory.count <= maximumEntries else {
                break
            }
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
            gps.count == gps.statedCount, (1...maximumGPSEntries).contains(gps.count)
        else { return false }
        return try block.fields(of: gps).allSatisfy { $0.tag <= 0x1F || $0.tag >= 0xEA00 }
    }
}
