import Glibc

/// In how many scans a JPEG is coded.
enum JPEGScans {
    /// The most that are decoded; programs write about ten, and those that search for the smallest file some dozens.
    static let most = 100

    /// Counts the scans of a picture; what lies in its segments, such as a thumbnail, is not counted.
    ///
    /// - Parameters:
    ///   - bytes: The picture, which may be cut off.
    ///   - most: Where counting ends, with one more.
    /// - Returns: How many scans begin.
    static func count(_ bytes: UnsafeRawBufferPointer, atMost most: Int) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var (offset, count) = (2, 0)
        while offset + 4 <= bytes.count {
            // Coded pixels, and what decoders pass over, until the next marker.
            guard let found = memchr(base + offset, 0xFF, bytes.count - offset) else { return count }
            offset = UnsafeRawPointer(found) - base
            guard offset + 4 <= bytes.count else { return count }
            switch bytes[offset + 1] {
            case 0xFF: offset += 1
            case 0xD9: return count
            case 0x00, 0x01, 0xD0...0xD8: offset += 2
            case let marker:
                if marker == 0xDA { count += 1 }
                if count > most { return count }
                offset += 2 + max(2, Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3]))
            }
        }
        return count
    }
}
