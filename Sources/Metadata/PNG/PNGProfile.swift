/// A profile as a text of a PNG: digits, in the compressed form but without compression.
enum PNGProfile {
    private static let digits = Array("0123456789abcdef".utf8)
    private static let bytesInLine = 36
    private static let longestBlock = 0xFFFF

    /// A chunk.
    ///
    /// - Parameters:
    ///   - name: What stands behind `Raw profile type `.
    ///   - profile: The profile.
    /// - Returns: The chunk, with its length and its checksum.
    static func chunk(named name: [UInt8], _ profile: [UInt8]) -> [UInt8] {
        var text: [UInt8] = [0x0A] + name + [0x0A]
        let count = String(profile.count)
        text += Array((String(repeating: " ", count: max(0, 8 - count.count)) + count).utf8)
        for (index, byte) in profile.enumerated() {
            if index % bytesInLine == 0 { text.append(0x0A) }
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        text.append(0x0A)
        let keyword = Array("Raw profile type ".utf8) + name + [0, 0]
        return PNGEditing.chunk(PNGChunk.compressedText, keyword + stored(text))
    }

    /// A zlib stream (RFC 1950) of stored blocks.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let part = rest.prefix(longestBlock)
            rest = rest.dropFirst(part.count)
            let (low, high) = (UInt8(part.count & 0xFF), UInt8(part.count >> 8))
            let last: UInt8 = rest.isEmpty ? 1 : 0
            stream += [last, low, high, ~low, ~high]
            stream += part
        } while !rest.isEmpty
        var (first, second): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            first = (first + UInt32(byte)) % 65_521
            second = (second + first) % 65_521
        }
        return stream + PNGEditing.bigEndian(second << 16 | first)
    }
}
