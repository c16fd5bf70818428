/// EXIF of a further JPEG in a file, such as a preview, a thumbnail or the second of two pictures: a segment with its name.
struct EmbeddedEXIF {
    private static let nameLength = 6

    /// Its structure, within the segment.
    let block: TIFFBlock

    /// Looks at what stands before a structure of TIFF; `nil` where it is not in a segment that is named EXIF, in whatever
    /// letters: then nothing tells where it ends.
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
