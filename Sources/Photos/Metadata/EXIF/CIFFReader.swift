/// Reads Canon's CIFF, which its first cameras wrote into JPEGs instead of EXIF: heaps with a directory at the end.
struct CIFFReader {
    let file: FileBytes
    let bigEndian: Bool

    private static let captureTime: UInt16 = 0x180E
    private static let makeAndModel: UInt16 = 0x080A
    /// The maximum number of entries, more than any camera writes.
    private static let maximumEntries = 64

    /// Reads a block that may be CIFF, such as a segment's payload.
    static func read(
        _ file: FileBytes, at offset: Int, count: Int, into exif: inout EXIFProperties
    ) throws(MetadataError) {
        guard !exif.hasCIFF, count > 26, let head = try file.bytes(at: offset, count: 14),
            UnsafeRawBufferPointer(rebasing: head[6...]).elementsEqual("HEAPJPGM".utf8)
        else { return }
        // Heaps may contain themselves, so a damaged block is not read again.
        exif.hasCIFF = true
        let reader = CIFFReader(file: file, bigEndian: head[0] == 0x4D)
        guard let start = try file.uint32(at: offset + 2, bigEndian: reader.bigEndian), Int(start) < count else {
            return
        }
        try reader.readHeap(offset + Int(start)..<offset + count, depth: 0, into: &exif)
    }

    private func readHeap(_ heap: Range<Int>, depth: Int, into exif: inout EXIFProperties) throws(MetadataError) {
        guard depth < 3, heap.count >= 6, let offset = try file.uint32(at: heap.upperBound - 4, bigEndian: bigEndian),
            Int(offset) <= heap.count - 6,
            let count = try file.uint16(at: heap.lowerBound + Int(offset), bigEndian: bigEndian)
        else { return }
        for index in 0..<min(Int(count), Self.maximumEntries) {
            let entry = heap.lowerBound + Int(offset) + 2 + index * 10
            guard entry <= heap.upperBound - 10, let tag = try file.uint16(at: entry, bigEndian: bigEndian) else {
                return
            }
            // Tags with this bit have their value in the entry; none of them is read.
            guard tag & 0xC000 == 0, let size = try file.uint32(at: entry + 2, bigEndian: bigEndian),
                let offset = try file.uint32(at: entry + 6, bigEndian: bigEndian), Int(offset) <= heap.count,
                Int(size) <= heap.count - Int(offset)
            else { continue }
            let value = heap.lowerBound + Int(offset)..<heap.lowerBound + Int(offset) + Int(size)
            switch tag {
            case Self.captureTime: try readTime(value, into: &exif)
            case Self.makeAndModel: try readCamera(value, into: &exif)
            case _ where tag & 0x3800 == 0x2800 || tag & 0x3800 == 0x3000:
                try readHeap(value, depth: depth + 1, into: &exif)
            default: break
            }
        }
    }

    /// Reads seconds since 1970 of the camera's clock, without a time zone.
    private func readTime(_ value: Range<Int>, into exif: inout EXIFProperties) throws(MetadataError) {
        guard value.count >= 4, let seconds = try file.uint32(at: value.lowerBound, bigEndian: bigEndian), seconds > 0
        else { return }
        exif.makerNote.wallTime = PhotoDate.WallTime(secondsSince1970: Int(seconds))
    }

    /// Reads two null-terminated texts.
    private func readCamera(_ value: Range<Int>, into exif: inout EXIFProperties) throws(MetadataError) {
        guard value.count <= 256, let bytes = try file.bytes(at: value.lowerBound, count: value.count) else { return }
        exif.camera.make = exif.camera.make ?? EmbeddedText.string(bytes)
        guard let end = bytes.firstIndex(of: 0) else { return }
        exif.camera.model =
            exif.camera.model ?? EmbeddedText.string(UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...]))
    }
}
