internal import CZlib

/// Unpacks zlib's format (RFC 1950), which PNG has for texts.
package enum Zlib {
    /// The bytes that a stream unpacks to.
    ///
    /// The checksum at the end is not compared: programs have written wrong ones, and the bytes before it are there.
    ///
    /// - Parameters:
    ///   - stream: The stream, with its header; what follows its last block is ignored.
    ///   - limit: The most bytes that it may unpack to.
    /// - Returns: The bytes, or `nil` when the stream is damaged or cut off, or unpacks to more than `limit`.
    package static func inflated(_ stream: UnsafeRawBufferPointer, limit: Int) -> [UInt8]? {
        inflatedWithRest(stream, limit: limit)?.bytes
    }

    /// The same, with how many bytes follow the stream and its checksum.
    package static func inflatedWithRest(
        _ stream: UnsafeRawBufferPointer, limit: Int
    ) -> (bytes: [UInt8], rest: Int)? {
        // A method, a checksum of the header, and no dictionary.
        guard stream.count > 2, stream.count <= UInt32.max, stream[0] & 0x0F == 8,
            (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0, stream[1] & 0x20 == 0
        else { return nil }
        var state = z_stream()
        // zlib notes where its state is and refuses one that has moved.
        return withUnsafeMutablePointer(to: &state) { state in
            guard czlib_begin_raw_inflate(state) == Z_OK else { return nil }
            defer { inflateEnd(state) }
            // What is read is not `const` in zlib's interface, and not changed.
            state.pointee.next_in = UnsafeMutablePointer(
                mutating: stream.baseAddress?.assumingMemoryBound(to: UInt8.self).advanced(by: 2))
            state.pointee.avail_in = UInt32(stream.count - 2)
            guard let bytes = output(of: state, first: stream.count * 4, limit: limit) else { return nil }
            return (bytes, max(0, Int(state.pointee.avail_in) - 4))
        }
    }

    /// Inflates a stream part by part, each as large as all before it, so that no more memory is taken than twice what
    /// comes out.
    private static func output(of state: UnsafeMutablePointer<z_stream>, first: Int, limit: Int) -> [UInt8]? {
        var output: [UInt8] = []
        while true {
            let room = min(limit - output.count, max(first, output.count, 1024), 1 << 30)
            var code = Z_OK
            let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                state.pointee.next_out = buffer.baseAddress
                state.pointee.avail_out = UInt32(room)
                code = inflate(state, Z_NO_FLUSH)
                count = room - Int(state.pointee.avail_out)
            }
            if output.isEmpty { output = part } else { output += part }
            if code == Z_STREAM_END { return output }
            // Room that is left means that there is no more input.
            guard code == Z_OK, part.count == room, output.count < limit else { return nil }
        }
    }
}

/// The checksum of ISO 3309 that zlib and PNG use.
package struct CRC32 {
    /// The sum of all bytes so far.
    package private(set) var value: UInt32 = 0

    /// Starts with no bytes.
    package init() {}

    /// Takes in more bytes.
    ///
    /// - Parameter bytes: What follows the bytes taken in before.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // Without a pointer zlib begins anew.
        guard let start = bytes.baseAddress else { return }
        value = UInt32(crc32_z(uLong(value), start.assumingMemoryBound(to: UInt8.self), bytes.count))
    }

    /// The sum of some bytes.
    ///
    /// - Parameter bytes: All of them.
    /// - Returns: Their sum.
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var sum = CRC32()
        sum.update(bytes)
        return sum.value
    }

    /// The sum of some bytes.
    ///
    /// - Parameter bytes: All of them.
    /// - Returns: Their sum.
    package static func of(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { of($0) } }
}

/// The checksum of zlib's streams (RFC 1950).
package struct Adler32 {
    /// The sum of all bytes so far.
    package private(set) var value: UInt32 = 1

    /// Starts with no bytes.
    package init() {}

    /// Takes in more bytes.
    ///
    /// - Parameter bytes: What follows the bytes taken in before.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // Without a pointer zlib begins anew.
        guard let start = bytes.baseAddress else { return }
        value = UInt32(adler32_z(uLong(value), start.assumingMemoryBound(to: UInt8.self), bytes.count))
    }

    /// The sum of some bytes.
    ///
    /// - Parameter bytes: All of them.
    /// - Returns: Their sum.
    package static func of(_ bytes: [UInt8]) -> UInt32 {
        var sum = Adler32()
        bytes.withUnsafeBytes { sum.update($0) }
        return sum.value
    }
}
