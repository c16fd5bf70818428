import Formats

/// The blocks of Photoshop's image resources (`8BIM`), with their byte ranges.
struct PhotoshopBlocks {
    /// One of them.
    struct Block {
        /// What is in it: 0x0404 is IPTC, 0x0425 its digest.
        var identifier: UInt16
        /// All of it, with what pads it.
        var whole: Range<Int>
        /// The four bytes of its length, and its content.
        var content: Range<Int>
    }

    static let iptc: UInt16 = 0x0404
    static let digest: UInt16 = 0x0425

    private(set) var blocks: [Block] = []
    /// What follows the last block that is whole: nothing, or damage.
    private(set) var rest: Range<Int>

    /// Finds the blocks.
    init(_ bytes: [UInt8]) {
        var position = 0
        while bytes.count - position >= 12, bytes[position...].starts(with: "8BIM".utf8) {
            let identifier = UInt16(bytes[position + 4]) << 8 | UInt16(bytes[position + 5])
            // A name of one byte for its length and as many letters, padded to an even count.
            let size = position + 6 + (Int(bytes[position + 6]) + 2) / 2 * 2
            guard size + 4 <= bytes.count else { break }
            let length = bytes[size..<size + 4].reduce(0) { $0 << 8 | Int($1) }
            let start = size + 4
            guard length <= bytes.count - start else { break }
            let end = min(start + (length + 1) / 2 * 2, bytes.count)
            blocks.append(Block(identifier: identifier, whole: position..<end, content: start..<start + length))
            position = end
        }
        rest = position..<bytes.count
    }

    /// A block without a name.
    static func block(_ identifier: UInt16, _ content: [UInt8]) -> [UInt8] {
        Array("8BIM".utf8) + [UInt8(identifier >> 8), UInt8(identifier & 0xFF), 0, 0] + padded(content)
    }

    /// Length, content, and what pads it.
    static func padded(_ content: [UInt8]) -> [UInt8] {
        var bytes = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (24 - 8 * $0)) }
        bytes += content
        if content.count % 2 == 1 { bytes.append(0) }
        return bytes
    }
}

/// Photoshop's blocks (`8BIM`), among them IPTC and its digest from when XMP was last written.
enum PhotoshopResources {
    /// Reads IPTC of a range of a file that holds blocks.
    static func read(
        in file: FileBytes, at offset: Int, count: Int, into findings: inout Findings
    ) throws(MetadataError) {
        let end = offset + count
        var position = offset
        var iptc: Range<Int>?
        var digest: [UInt8]?
        while position <= end - 12, let bytes = try file.bytes(at: position, count: 12), bytes.starts(with: "8BIM".utf8)
        {
            let identifier = UInt16(bytes[4]) << 8 | UInt16(bytes[5])
            // A name of one byte for its length and as many letters, padded to an even count.
            let size = position + 6 + (Int(bytes[6]) + 2) / 2 * 2
            guard size <= end - 4, let length = try file.uint32(at: size, bigEndian: true) else { break }
            let start = size + 4
            guard Int(length) <= end - start else { break }
            if identifier == 0x0404, iptc == nil { iptc = start..<start + Int(length) }
            if identifier == 0x0425, length == 16 { digest = try file.bytes(at: start, count: 16).map { Array($0) } }
            position = start + (Int(length) + 1) / 2 * 2
        }
        guard let iptc else { return }
        try readIPTC(in: file, iptc, digest: digest, into: &findings)
    }

    /// Reads a block of IPTC; the first one counts.
    static func readIPTC(
        in file: FileBytes, _ range: Range<Int>, digest: [UInt8]? = nil, into findings: inout Findings
    ) throws(MetadataError) {
        guard findings.iptc == nil else { return }
        guard let bytes = try file.bytes(at: range.lowerBound, count: range.count) else {
            return findings.warn("the IPTC is cut off", at: range.lowerBound)
        }
        guard var properties = IPTCReader.properties(of: bytes) else { return }
        // A digest of zeros means that there is none.
        if let digest, digest.contains(where: { $0 != 0 }) {
            properties.isNewerThanXMP = MD5.digest(of: bytes) != digest
        }
        findings.iptc = properties
    }
}
