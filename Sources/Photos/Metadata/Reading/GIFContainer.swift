/// A GIF: a screen with a size, extension blocks, and images.
enum GIFContainer {
    /// How far to search for XMP: it precedes all but the first frames of an animation.
    private static let maximumSearchLength = 1 << 20

    /// Reads a GIF file.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        guard let head = try file.bytes(at: 6, count: 7) else {
            throw file.error(.malformed, "ends within the header of a GIF")
        }
        let width = Int(head[0]) | Int(head[1]) << 8
        let height = Int(head[2]) | Int(head[3]) << 8
        if width > 0, height > 0 { findings.container.storedSize = PixelSize(width: width, height: height) }
        var position = 13 + tableSize(head[4])
        while position < maximumSearchLength, let mark = try file.byte(at: position) {
            switch mark {
            case 0x21:
                guard let extended = try file.bytes(at: position, count: min(14, file.count - position)),
                    extended.count == 14, extended[1] == 0xFF, extended[2] == 11,
                    UnsafeRawBufferPointer(rebasing: extended[3...]).elementsEqual("XMP DataXMP".utf8)
                else {
                    position = try end(ofBlocksAt: position + 2, file)
                    continue
                }
                // The packet is not divided into sub-blocks; a trailer of 257 bytes lets other readers find its end.
                let start = position + 14
                position = try end(ofBlocksAt: start, file)
                if position - start > 258 { try findings.readXMP(in: file, at: start, count: position - start - 258) }
            case 0x2C:
                guard let flags = try file.byte(at: position + 9) else { return }
                position = try end(ofBlocksAt: position + 11 + tableSize(flags), file)
            case 0x3B: return
            default: return findings.warn("a block of the GIF is unknown", at: position)
            }
        }
    }

    /// Returns the size of a colour table, in bytes.
    private static func tableSize(_ flags: UInt8) -> Int { flags & 0x80 != 0 ? 3 << (Int(flags & 7) + 1) : 0 }

    /// Returns the byte offset after a sequence of sub-blocks, each of which begins with its length.
    private static func end(ofBlocksAt offset: Int, _ file: FileBytes) throws(MetadataError) -> Int {
        var position = offset
        while position < maximumSearchLength, let count = try file.byte(at: position) {
            position += 1 + Int(count)
            if count == 0 { return position }
        }
        return maximumSearchLength
    }
}
