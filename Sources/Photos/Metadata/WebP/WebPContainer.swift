/// A WebP: RIFF chunks, the first of which has the size.
enum WebPContainer {
    /// Reads a WebP file.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        var chunks = WebPChunks(of: file, end: file.count)
        while let chunk = try chunks.next() {
            switch chunk.kind {
            case WebPChunk.extended, WebPChunk.lossy, WebPChunk.lossless:
                if findings.container.storedSize == nil {
                    findings.container.storedSize = try size(chunk, file)
                }
            case WebPChunk.exif:
                try EXIFPayload.read(in: file, at: chunk.payload, count: chunk.count, into: &findings)
            case WebPChunk.xmp:
                let room = max(0, file.count - chunk.payload)
                try findings.readXMP(in: file, at: chunk.payload, count: min(chunk.count, room))
            default: break
            }
        }
        if findings.container.storedSize == nil { findings.warn("the WebP has no size") }
        if chunks.position > file.count + 1 { findings.warn("the WebP is cut off") }
    }

    private static func size(
        _ chunk: WebPChunk, _ file: FileBytes
    ) throws(MetadataError) -> PixelSize? {
        guard chunk.count >= 5, let bytes = try file.bytes(at: chunk.payload, count: min(chunk.count, 10)) else {
            return nil
        }
        func number(_ offset: Int, _ size: Int) -> Int {
            (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        switch chunk.kind {
        case WebPChunk.extended:
            guard bytes.count >= 10 else { return nil }
            return PixelSize(width: number(4, 3) + 1, height: number(7, 3) + 1)
        case WebPChunk.lossless:
            guard bytes[0] == 0x2F else { return nil }
            let bits = number(1, 4)
            return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        default:
            guard bytes.count >= 10, number(3, 3) == 0x2A_019D else { return nil }
            let size = PixelSize(width: number(6, 2) & 0x3FFF, height: number(8, 2) & 0x3FFF)
            return size.width > 0 && size.height > 0 ? size : nil
        }
    }
}
