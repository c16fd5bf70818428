import LKFormats

/// The blocks of Photoshop's image resources (`8BIM`), with their byte ranges.
struct PhotoshopBlocks {
    /// One block.
    struct Block {
        /// The type of content: 0x0404 is IPTC, 0x0425 its digest.
        var identifier: UInt16
        /// The whole block with its padding.
        var whole: Range<Int>
        /// The four bytes of its length, and its content.
        var content: Range<Int>
    }

    static let iptc: UInt16 = 0x0404
    static let digest: UInt16 = 0x0425

    private(set) var blocks: [Block] = []
    /// The bytes after the last complete block: none, or damage.
    private(set) var rest: Range<Int>

    /// Creates a list of the blocks in a range.
    init<Source: ByteSource>(in source: Source, _ range: Range<Int>) throws(Source.Failure) {
        var position = range.lowerBound
        let end = range.upperBound
        while end - position >= 12, let head = try source.bytes(at: position, count: 12),
            head.starts(with: "8BIM".utf8)
        {
            let identifier = UInt16(head[4]) << 8 | UInt16(head[5])
            // The name has a length byte and as many letters, padded to an even size.
            let size = position + 6 + (Int(head[6]) + 2) / 2 * 2
            guard end - size >= 4, let stated = try source.bytes(at: size, count: 4) else { break }
            let length = stated.reduce(0) { $0 << 8 | Int($1) }
            let start = size + 4
            guard length <= end - start else { break }
            let next = min(start + (length + 1) / 2 * 2, end)
            blocks.append(Block(identifier: identifier, whole: position..<next, content: start..<start + length))
            position = next
        }
        rest = position..<end
    }

    /// Creates a list of the blocks in bytes in memory.
    init(_ bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { PhotoshopBlocks(in: $0, 0..<$0.count) }
    }

    /// Returns a block without a name.
    static func block(_ identifier: UInt16, _ content: [UInt8]) -> [UInt8] {
        Array("8BIM".utf8) + [UInt8(identifier >> 8), UInt8(identifier & 0xFF), 0, 0] + padded(content)
    }

    /// Returns length, content and padding.
    static func padded(_ content: [UInt8]) -> [UInt8] {
        var bytes = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (24 - 8 * $0)) }
        bytes += content
        if content.count % 2 == 1 { bytes.append(0) }
        return bytes
    }
}

/// Photoshop's blocks (`8BIM`), including IPTC and its digest from when XMP was last written.
enum PhotoshopResources {
    /// Reads IPTC from a range of a file that contains blocks.
    static func read(
        in file: FileBytes, at offset: Int, count: Int, into findings: inout Findings
    ) throws(MetadataError) {
        let blocks = try PhotoshopBlocks(in: file, offset..<max(offset, offset + count)).blocks
        guard let iptc = blocks.first(where: { $0.identifier == PhotoshopBlocks.iptc }) else { return }
        var digest: [UInt8]?
        if let block = blocks.last(where: { $0.identifier == PhotoshopBlocks.digest && $0.content.count == 16 }) {
            digest = try file.bytes(at: block.content.lowerBound, count: 16).map { Array($0) }
        }
        try readIPTC(in: file, iptc.content, digest: digest, into: &findings)
    }

    /// Reads an IPTC block; only the first one is used.
    static func readIPTC(
        in file: FileBytes, _ range: Range<Int>, digest: [UInt8]? = nil, into findings: inout Findings
    ) throws(MetadataError) {
        guard findings.iptc == nil else { return }
        guard let bytes = try file.bytes(at: range.lowerBound, count: range.count) else {
            return findings.warn("the IPTC is cut off", at: range.lowerBound)
        }
        guard var properties = IPTCReader.properties(of: bytes) else { return }
        // An all-zero digest means none.
        if let digest, digest.contains(where: { $0 != 0 }) {
            properties.isNewerThanXMP = MD5.digest(of: bytes) != digest
        }
        findings.iptc = properties
    }
}
