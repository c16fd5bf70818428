/// The blocks of Photoshop's image resources (`8BIM`) by where they stand.
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
