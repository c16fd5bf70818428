import CLKZlib

/// Decompresses zlib's format (RFC 1950), which PNG uses for texts.
package enum Zlib {
    /// Decompresses a stream.
    ///
    /// The trailing checksum is not verified: some programs write wrong ones, and the bytes before it are usable.
    ///
    /// - Parameters:
    ///   - stream: The stream, with its header; bytes after its last block are ignored.
    ///   - maximumSize: The maximum size of the result, in bytes.
    /// - Returns: The bytes, or `nil` when the stream is damaged, truncated, or larger than `maximumSize` when
    ///   decompressed.
    package static func inflated(_ stream: UnsafeRawBufferPointer, maximumSize: Int) -> [UInt8]? {
        inflatedWithRest(stream, maximumSize: maximumSize)?.bytes
    }

    /// Decompresses a stream, and counts the bytes after its checksum.
    package static func inflatedWithRest(
        _ stream: UnsafeRawBufferPointer, maximumSize: Int
    ) -> (bytes: [UInt8], rest: Int)? {
        // Method, header checksum, and no preset dictionary.
        guard stream.count > 2, stream.count <= UInt32.max, stream[0] & 0x0F == 8,
            (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0, stream[1] & 0x20 == 0
        else { return nil }
        var state = z_stream()
        // zlib stores the address of its state and rejects a state that has moved.
        return withUnsafeMutablePointer(to: &state) { state in
            guard czlib_begin_raw_inflate(state) == Z_OK else { return nil }
            defer { inflateEnd(state) }
            // zlib's interface lacks `const`, but the input is not changed.
            state.pointee.next_in = UnsafeMutablePointer(
                mutating: stream.baseAddress?.assumingMemoryBound(to: UInt8.self).advanced(by: 2))
            state.pointee.avail_in = UInt32(stream.count - 2)
            guard let bytes = output(of: state, first: stream.count * 4, maximumSize: maximumSize) else { return nil }
            return (bytes, max(0, Int(state.pointee.avail_in) - 4))
        }
    }

    /// Inflates a stream in parts, each as large as all previous ones together, so that memory use is at most twice the
    /// size of the result.
    private static func output(of state: UnsafeMutablePointer<z_stream>, first: Int, maximumSize: Int) -> [UInt8]? {
        var output: [UInt8] = []
        while true {
            let room = min(maximumSize - output.count, max(first, output.count, 1024), 1 << 30)
            var code = Z_OK
            let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                state.pointee.next_out = buffer.baseAddress
                state.pointee.avail_out = UInt32(room)
                code = inflate(state, Z_NO_FLUSH)
                count = room - Int(state.pointee.avail_out)
            }
            if output.isEmpty { output = part } else { output += part }
            if code == Z_STREAM_END { return output }
            // Unused room means that the input has ended.
            guard code == Z_OK, part.count == room, output.count < maximumSize else { return nil }
        }
    }
}

/// Compresses to gzip's format (RFC 1952), which browsers decompress.
package enum Gzip {
    /// Compresses bytes.
    ///
    /// The file has neither name nor time, so that equal bytes become equal files.
    ///
    /// - Parameters:
    ///   - bytes: At most 4 GB.
    ///   - level: 1 (fastest) to 9 (smallest).
    /// - Returns: The compressed bytes; `nil` without memory.
    package static func deflated(_ bytes: [UInt8], level: Int = 9) -> [UInt8]? {
        guard bytes.count <= UInt32.max else { return nil }
        var state = z_stream()
        // zlib stores the address of its state and rejects a state that has moved.
        return withUnsafeMutablePointer(to: &state) { state in
            guard czlib_begin_gzip(state, Int32(min(max(level, 1), 9))) == Z_OK else { return nil }
            defer { deflateEnd(state) }
            let room = Int(deflateBound(state, uLong(bytes.count)))
            guard room <= UInt32.max else { return nil }
            var isWhole = false
            let output = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                bytes.withUnsafeBufferPointer { bytes in
                    // zlib's interface lacks `const`, but the input is not changed.
                    state.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
                    state.pointee.avail_in = UInt32(bytes.count)
                    state.pointee.next_out = buffer.baseAddress
                    state.pointee.avail_out = UInt32(room)
                    isWhole = deflate(state, Z_FINISH) == Z_STREAM_END
                    count = room - Int(state.pointee.avail_out)
                }
            }
            return isWhole ? output : nil
        }
    }
}

/// The CRC-32 (ISO 3309) that zlib and PNG use.
package struct CRC32 {
    /// The checksum of all bytes so far.
    package private(set) var value: UInt32 = 0

    /// Creates the checksum of no bytes.
    package init() {}

    /// Adds bytes to the checksum.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // zlib restarts the checksum when the pointer is null.
        guard let start = bytes.baseAddress else { return }
        value = UInt32(crc32_z(uLong(value), start.assumingMemoryBound(to: UInt8.self), bytes.count))
    }

    /// Returns the checksum of some bytes.
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var sum = CRC32()
        sum.update(bytes)
        return sum.value
    }

    /// Returns the checksum of some bytes.
    package static func of(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { of($0) } }
}

/// The checksum of zlib's streams (RFC 1950).
package struct Adler32 {
    /// The checksum of all bytes so far.
    package private(set) var value: UInt32 = 1

    /// Creates the checksum of no bytes.
    package init() {}

    /// Adds bytes to the checksum.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // zlib restarts the checksum when the pointer is null.
        guard let start = bytes.baseAddress else { return }
        value = UInt32(adler32_z(uLong(value), start.assumingMemoryBound(to: UInt8.self), bytes.count))
    }

    /// Returns the checksum of some bytes.
    package static func of(_ bytes: [UInt8]) -> UInt32 {
        var sum = Adler32()
        bytes.withUnsafeBytes { sum.update($0) }
        return sum.value
    }
}
