/// Parses a TZif file (RFC 9636, section 3); every read is checked against the end.
struct ZoneFileReader {
    /// The counts of one block.
    struct Header {
        var version: Int
        var utcIndicators: Int
        var standardIndicators: Int
        var leapSeconds: Int
        var changes: Int
        var types: Int
        var letters: Int

        /// The bytes of the block after its header.
        func length(momentSize: Int) -> Int {
            changes * (momentSize + 1) + types * 6 + letters + leapSeconds * (momentSize + 4) + standardIndicators
                + utcIndicators
        }
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Skips a number of bytes.
    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= bytes.count - position else { return false }
        position += count
        return true
    }

    mutating func readHeader() -> Header? {
        guard bytes.count - position >= 44, bytes[position..<position + 4].elementsEqual("TZif".utf8)
        else { return nil }
        let version = bytes[position + 4]
        position += 20
        let counts = (0..<6).map { _ in Int(readUnsigned(4)) }
        // No zone comes near; it keeps products far from overflow.
        guard counts.allSatisfy({ $0 <= 1 << 20 }), counts[4] > 0 else { return nil }
        return Header(
            version: version == 0 ? 1 : Int(version) - 48, utcIndicators: counts[0], standardIndicators: counts[1],
            leapSeconds: counts[2], changes: counts[3], types: counts[4], letters: counts[5])
    }

    mutating func readBody(
        _ header: Header, momentSize: Int
    ) -> (changes: [(moment: Int, offset: Int)], firstOffset: Int)? {
        let end = position + header.length(momentSize: momentSize)
        guard end <= bytes.count else { return nil }
        let moments = (0..<header.changes).map { _ in
            momentSize == 8
                ? Int(Int64(bitPattern: readUnsigned(8))) : Int(Int32(truncatingIfNeeded: readUnsigned(4)))
        }
        let types = (0..<header.changes).map { _ in Int(readUnsigned(1)) }
        let offsets = (0..<header.types).map { _ in
            let offset = Int(Int32(truncatingIfNeeded: readUnsigned(4)))
            position += 2
            return offset
        }
        guard types.allSatisfy({ $0 < offsets.count }), offsets.allSatisfy({ abs($0) < 86_400 * 2 }),
            zip(moments, moments.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        position = end
        return (zip(moments, types).map { ($0, offsets[$1]) }, offsets[0])
    }

    /// The text between the last two line ends: the rule for the time after the last change.
    func readFooter() -> String? {
        guard position < bytes.count, bytes[position] == 10 else { return nil }
        return String(decoding: bytes[(position + 1)...].prefix { $0 != 10 }, as: UTF8.self)
    }

    /// The next big-endian number; the caller has checked the length.
    private mutating func readUnsigned(_ count: Int) -> UInt64 {
        var value: UInt64 = 0
        for byte in bytes[position..<position + count] { value = value << 8 | UInt64(byte) }
        position += count
        return value
    }
}
