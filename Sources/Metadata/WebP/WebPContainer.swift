/// A WebP: chunks of RIFF, of which the first has the size.
enum WebPContainer {
    /// More chunks than any animation has.
    private static let mostChunks = 100_000

    /// Reads a WebP file.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        var position = 12
        for _ in 0..<mostChunks {
            guard let head = try file.bytes(at: position, count: 8) else { break }
            let kind = head.loadUnaligned(as: UInt32.self).bigEndian
            let count = Int(head.loadUnaligned(fromByteOffset: 4, as: UInt32.self).littleEndian)
            let payload = position + 8
            switch kind {
            case 0x5650_3858, 0x5650_3820, 0x5650_384C:  // VP8X, VP8, VP8L
                if findings.container.storedSize == nil {
                    findings.container.storedSize = try size(file, kind, payload, count)
                }
            case 0x4558_4946:  // EXIF
                try readEXIF(file, payload, count, into: &findings)
            case 0x584D_5020:  // XMP
                try findings.readXMP(in: file, at: payload, count: min(count, max(0, file.count - payload)))
            default: break
            }
            position = payload + count + count & 1
            // Frames of animations are skipped.
            file.readAhead = 512
        }
        if findings.container.storedSize == nil { findings.warn("the WebP has no size") }
        if position > file.count + 1 { findings.warn("the WebP is cut off") }
    }

    private static func readEXIF(
        _ file: FileBytes, _ payload: Int, _ count: Int, into findings: inout Findings
    ) throws(MetadataError) {
        // Some programs put the name of JPEG's segment before it.
        let hasName = try file.bytes(at: payload, count: 6)?.starts(with: "Exif\0".utf8) == true
        let skipped = hasName ? 6 : 0
        try findings.readEXIF(in: file, at: payload + skipped, count: count - skipped)
    }

    private static func size(
        _ file: FileBytes, _ kind: UInt32, _ payload: Int, _ count: Int
    ) throws(MetadataError) -> PixelSize? {
        guard count >= 5, let bytes = try file.bytes(at: payload, count: min(count, 10)) else { return nil }
        func number(_ offset: Int, _ size: Int) -> Int {
            (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        switch kind {
        case 0x5650_3858:
            guard bytes.count >= 10 else { return nil }
            return PixelSize(width: number(4, 3) + 1, height: number(7, 3) + 1)
        case 0x5650_384C:
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
