/// The checksum of ISO 3309 that zlib and PNG use: polynomial 0xEDB88320, reflected, all ones before and after.
///
/// Eight bytes at a time by eight tables ("slicing by 8": Kounavis and Berry, A Systematic Approach to Building High
/// Performance Software-Based CRC Generators, 2005).
package struct CRC32 {
    /// Table k holds a byte's contribution to the checksum when k more bytes follow it.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = (0..<256).map { index in
            (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        for index in 256..<2048 {
            let before = tables[index - 256]
            tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
        }
        return tables
    }()

    private var state: UInt32 = ~0

    /// The checksum of no bytes.
    package init() {}

    /// Adds bytes.
    ///
    /// - Parameter bytes: The bytes that follow those added before.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var state = state
        Self.tables.withUnsafeBufferPointer { tables in
            var offset = 0
            while offset + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                let low = UInt32(truncatingIfNeeded: word) ^ state
                let high = UInt32(truncatingIfNeeded: word >> 32)
                state = tables[1792 + Int(low & 0xFF)] ^ tables[1536 + Int(low >> 8 & 0xFF)]
                state ^= tables[1280 + Int(low >> 16 & 0xFF)] ^ tables[1024 + Int(low >> 24)]
                state ^= tables[768 + Int(high & 0xFF)] ^ tables[512 + Int(high >> 8 & 0xFF)]
                state ^= tables[256 + Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
                offset += 8
            }
            while offset < bytes.count {
                state = state >> 8 ^ tables[Int((state ^ UInt32(bytes[offset])) & 0xFF)]
                offset += 1
            }
        }
        self.state = state
    }

    /// The checksum of all bytes added.
    package var value: UInt32 { ~state }

    /// The checksum of a whole buffer.
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var sum = CRC32()
        sum.update(bytes)
        return sum.value
    }

    /// The checksum of a whole buffer.
    package static func of(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { of($0) } }
}

/// The checksum of zlib streams (RFC 1950), with a loop that the compiler can vectorize.
package struct Adler32 {
    /// The most bytes that one call may add without overflow.
    package static let longest = 5000

    private var low: UInt32 = 1
    private var high: UInt32 = 0

    /// The checksum of no bytes.
    package init() {}

    /// The checksum of all bytes added.
    package var value: UInt32 { high << 16 | low }

    /// Adds bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that follow those added before.
    ///   - count: At most ``longest`` bytes.
    package mutating func add(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        // The high sum adds up all intermediate low sums, so each byte counts once for itself and for every byte after it.
        var (plain, weighted): (UInt32, UInt32) = (0, 0)
        let total = UInt32(count)
        for index in 0..<total {
            let byte = UInt32(bytes[Int(index)])
            plain &+= byte
            weighted &+= byte &* (total &- index)
        }
        high = (high &+ total &* low &+ weighted % 65_521) % 65_521
        low = (low &+ plain) % 65_521
    }

    /// The checksum of a whole buffer of any size.
    package static func of(_ bytes: [UInt8]) -> UInt32 {
        var sum = Adler32()
        bytes.withUnsafeBufferPointer { buffer in
            for start in stride(from: 0, to: buffer.count, by: longest) {
                if let first = buffer.baseAddress { sum.add(first + start, min(longest, buffer.count - start)) }
            }
        }
        return sum.value
    }
}
