import Glibc

/// The MD5 digest (RFC 1321), which some formats require; it is not used for security.
package enum MD5 {
    /// Returns the digest's 16 bytes.
    package static func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var state: (UInt32, UInt32, UInt32, UInt32) = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
        let whole = bytes.count / 64 * 64
        for start in stride(from: 0, to: whole, by: 64) {
            add(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 64]), to: &state)
        }
        var rest = Array(bytes[whole...]) + [0x80]
        while rest.count % 64 != 56 { rest.append(0) }
        withUnsafeBytes(of: (UInt64(bytes.count) &* 8).littleEndian) { rest.append(contentsOf: $0) }
        rest.withUnsafeBytes { rest in
            for start in stride(from: 0, to: rest.count, by: 64) {
                add(UnsafeRawBufferPointer(rebasing: rest[start..<start + 64]), to: &state)
            }
        }
        return [state.0, state.1, state.2, state.3].flatMap { word in
            withUnsafeBytes(of: word.littleEndian) { Array($0) }
        }
    }

    /// Returns the digest as 32 lower-case hexadecimal digits, which name files in the freedesktop thumbnail cache.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        Array(bytes).withUnsafeBytes { digest(of: $0) }.hexadecimal
    }

    private static func add(_ block: UnsafeRawBufferPointer, to state: inout (UInt32, UInt32, UInt32, UInt32)) {
        var (a, b, c, d) = state
        for step in 0..<64 {
            let mixed: UInt32
            let word: Int
            switch step / 16 {
            case 0: (mixed, word) = (b & c | ~b & d, step)
            case 1: (mixed, word) = (d & b | ~d & c, (5 * step + 1) % 16)
            case 2: (mixed, word) = (b ^ c ^ d, (3 * step + 5) % 16)
            default: (mixed, word) = (c ^ (b | ~d), 7 * step % 16)
            }
            let value = block.loadUnaligned(fromByteOffset: word * 4, as: UInt32.self).littleEndian
            let sum = a &+ mixed &+ sines[step] &+ value
            let turn = turns[step / 16 * 4 + step % 4]
            (a, d, c, b) = (d, c, b, b &+ (sum << turn | sum >> (32 - turn)))
        }
        state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
    }

    /// floor(2^32 |sin i|), the constants of RFC 1321.
    private static let sines: [UInt32] = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }
    private static let turns: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
}
