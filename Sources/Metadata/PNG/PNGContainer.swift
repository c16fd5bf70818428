/// A PNG: chunks, of which the first has the size, and any may have EXIF, XMP, or a time.
enum PNGContainer {
    /// More chunks than any picture has.
    private static let mostChunks = 200_000

    /// Reads a PNG file.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        var position = 8
        var texts = 0
        for _ in 0..<mostChunks {
            guard let chunk = try PNGChunk(in: file, at: position) else {
                return findings.warn("the PNG is cut off", at: position)
            }
            switch chunk.kind {
            case PNGChunk.header: try readHeader(file, chunk, into: &findings)
            case PNGChunk.data: file.readAhead = 512  // Pictures have thousands of these.
            case PNGChunk.exif: try readEXIF(file, chunk, into: &findings)
            case PNGChunk.time: try readTime(file, chunk, into: &findings)
            case PNGChunk.text, PNGChunk.compressedText, PNGChunk.internationalText:
                texts += try PNGText.read(file, chunk, into: &findings) ? 1 : 0
                // Each may unpack to megabytes.
                guard texts < 16 else { return findings.warn("the PNG has too many texts", at: position) }
            case PNGChunk.end: return
            default: break
            }
            position = chunk.end
        }
    }

    private static func readHeader(
        _ file: FileBytes, _ chunk: PNGChunk, into findings: inout Findings
    ) throws(MetadataError) {
        guard chunk.count >= 8, let width = try file.uint32(at: chunk.payload, bigEndian: true),
            let height = try file.uint32(at: chunk.payload + 4, bigEndian: true), width > 0, height > 0,
            width < 1 << 31, height < 1 << 31
        else { return findings.warn("the PNG has no size", at: chunk.offset) }
        findings.container.storedSize = PixelSize(width: Int(width), height: Int(height))
    }

    private static func readEXIF(
        _ file: FileBytes, _ chunk: PNGChunk, into findings: inout Findings
    ) throws(MetadataError) {
        let hasName = try file.bytes(at: chunk.payload, count: 6)?.starts(with: "Exif\0".utf8) == true
        let skipped = hasName ? 6 : 0
        try findings.readEXIF(in: file, at: chunk.payload + skipped, count: chunk.count - skipped)
    }

    /// When the picture was last changed, in UTC.
    private static func readTime(
        _ file: FileBytes, _ chunk: PNGChunk, into findings: inout Findings
    ) throws(MetadataError) {
        guard chunk.count == 7, let bytes = try file.bytes(at: chunk.payload, count: 7) else { return }
        let time = WallTime(
            year: Int(bytes[0]) << 8 | Int(bytes[1]), month: Int(bytes[2]), day: Int(bytes[3]), hour: Int(bytes[4]),
            minute: Int(bytes[5]), second: Int(bytes[6]))
        guard let time else { return findings.warn("the PNG's time does not exist", at: chunk.offset) }
        // A text may have said already when it was made.
        guard findings.container.date == nil else { return }
        findings.container.date = PhotoDate(wallTime: time, offset: 0, rule: .pngTime, offsetRule: .utc)
    }
}
