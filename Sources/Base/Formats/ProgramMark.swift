/// The mark in files that LocationKit writes for its users.
///
/// A later run recognizes an earlier output by it and replaces that without being told to. A mark is at the beginning,
/// exactly as the writers put it, so that most programs that edit such a file remove it.
package enum ProgramMark {
    /// The name that a mark contains.
    package static let name = "LocationKit"
    /// What stands before the root element of XML that has no other place for a mark.
    package static let xmlProlog = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- \(name) -->\n"

    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The length of the signature and the first chunk, which is the image's header.
    private static let pngHeaderSize = 33
    /// The chunk with the keyword that the PNG specification has for the program.
    private static let pngChunk: [UInt8] = {
        let content = Array("tEXtSoftware\0\(name)".utf8)
        return bigEndian(UInt32(content.count - 4)) + content + bigEndian(CRC32.of(content))
    }()

    /// Returns a PNG with the mark after its header.
    package static func marked(png: [UInt8]) -> [UInt8] {
        guard png.count >= pngHeaderSize, png.starts(with: pngSignature) else { return png }
        return png[..<pngHeaderSize] + pngChunk + png[pngHeaderSize...]
    }

    /// Returns whether a file that begins with these bytes is a PNG with the mark.
    package static func isMarked(png beginning: [UInt8]) -> Bool {
        beginning.starts(with: pngSignature) && beginning.dropFirst(pngHeaderSize).starts(with: pngChunk)
    }

    /// The comment segment of a JPEG, which follows the JFIF segment.
    package static let jpegSegment: [UInt8] = [0xFF, 0xFE, 0, UInt8(name.utf8.count + 2)] + Array(name.utf8)

    /// Returns whether a file that begins with these bytes is a JPEG with the mark.
    package static func isMarked(jpeg beginning: [UInt8]) -> Bool {
        guard beginning.count > 6, beginning.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]) else { return false }
        return beginning.dropFirst(4 + Int(beginning[4]) << 8 + Int(beginning[5])).starts(with: jpegSegment)
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}
