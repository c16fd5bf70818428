/// Fujifilm's raw format: a header with the byte offsets of a JPEG, which has the EXIF, and of a table, which has the
/// size.
enum RAFContainer {
    private static let croppedSize: UInt16 = 0x0111
    private static let fullSize: UInt16 = 0x0100

    /// Reads a RAF file.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        guard let jpeg = try file.uint32(at: 84, bigEndian: true),
            let jpegCount = try file.uint32(at: 88, bigEndian: true),
            let table = try file.uint32(at: 92, bigEndian: true)
        else { throw file.error(.malformed, "ends within the header of a RAF") }
        findings.container.storedSize = try size(file, at: Int(table))
        let (offset, count) = (Int(jpeg), Int(jpegCount))
        guard offset > 0, offset < file.count, count <= file.count - offset else {
            return findings.warn("the JPEG of the RAF is outside the file", at: 84)
        }
        let size = try JPEGContainer.read(file, at: offset, count: count, into: &findings)
        findings.container.preview = EmbeddedImage(offset: offset, count: count, format: .jpeg, size: size)
        findings.container.storedSize = findings.container.storedSize ?? size
    }

    private static func size(_ file: FileBytes, at offset: Int) throws(MetadataError) -> PixelSize? {
        guard let count = try file.uint32(at: offset, bigEndian: true) else { return nil }
        var position = offset + 4
        var size: PixelSize?
        for _ in 0..<min(count, 256) {
            guard let tag = try file.uint16(at: position, bigEndian: true),
                let length = try file.uint16(at: position + 2, bigEndian: true)
            else { break }
            if length == 4, tag == croppedSize || tag == fullSize && size == nil,
                let height = try file.uint16(at: position + 4, bigEndian: true),
                let width = try file.uint16(at: position + 6, bigEndian: true), width > 0, height > 0
            {
                size = PixelSize(width: Int(width), height: Int(height))
            }
            position += 4 + Int(length)
        }
        return size
    }
}
