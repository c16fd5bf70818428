/// Numbers of seven bits a byte, the lowest first; the highest bit means that more follow.
///
/// SQLite's variable-length integers are another encoding: see `RecordHeader`.
package enum LEB128 {
    /// Appends a number.
    @inlinable package static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Reads a number, and advances past it.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - position: Where the number begins; it may be outside the bytes.
    ///   - maximumBytes: The largest number of bytes that it may have, 1 to 10.
    /// - Returns: `nil` if the bytes end before the number does, or if it is too long.
    @inlinable @inline(__always) package static func read(
        _ bytes: UnsafeRawBufferPointer, at position: inout Int, maximumBytes: Int
    ) -> UInt64? {
        guard position >= 0, position < bytes.count else { return nil }
        let first = bytes[position]
        position += 1
        // Most numbers are small.
        if first < 0x80 { return UInt64(first) }
        var value = UInt64(first & 0x7F)
        for count in 1..<maximumBytes {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            // The tenth byte has the last of 64 bits.
            guard count < 9 || byte & 0x7F <= 1 else { return nil }
            value |= UInt64(byte & 0x7F) &<< UInt64(truncatingIfNeeded: 7 * count)
            if byte < 0x80 { return value }
        }
        return nil
    }
}
