/// The SHA-256 digest (FIPS 180-4): it names the scripts that a page's Content-Security-Policy lets run, and
/// authenticates what this program must know as its own.
///
/// ```swift
/// var digest = SHA256()
/// digest.add(header)
/// digest.add(record)
/// let bytes = digest.finish()  // 32 bytes
/// ```
package struct SHA256: Sendable, Equatable {
    private static let blockSize = 64

    private var state = SIMD8<UInt32>(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
    /// What does not fill a block yet.
    private var rest: [UInt8] = []
    private var count = 0

    /// Creates the digest of no bytes.
    package init() {}

    /// Returns the digest's 32 bytes.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var digest = SHA256()
        digest.add(bytes)
        return digest.finish()
    }

    /// Adds bytes to what is digested.
    package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

    /// Completes the digest.
    ///
    /// - Returns: 32 bytes.
    package consuming func finish() -> [UInt8] {
        let size = UInt64(count) &* 8
        var padding: [UInt8] = [0x80]
        let used = (rest.count + 9) % Self.blockSize
        if used > 0 { padding += repeatElement(0, count: Self.blockSize - used) }
        withUnsafeBytes(of: size.bigEndian) { padding.append(contentsOf: $0) }
        add(padding)
        var digest: [UInt8] = []
        digest.reserveCapacity(32)
        for index in state.indices { withUnsafeBytes(of: state[index].bigEndian) { digest.append(contentsOf: $0) } }
        return digest
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        count += bytes.count
        var bytes = bytes[...]
        if !rest.isEmpty {
            let missing = bytes.prefix(Self.blockSize - rest.count)
            rest.append(contentsOf: missing)
            bytes = bytes.dropFirst(missing.count)
            guard rest.count == Self.blockSize else { return }
            rest.withUnsafeBytes { Self.add($0, to: &state) }
            rest.removeAll(keepingCapacity: true)
        }
        let whole = bytes.count / Self.blockSize * Self.blockSize
        Self.add(UnsafeRawBufferPointer(rebasing: bytes.prefix(whole)), to: &state)
        rest.append(contentsOf: bytes.dropFirst(whole))
    }

    /// Adds whole blocks.
    private static func add(_ blocks: UnsafeRawBufferPointer, to state: inout SIMD8<UInt32>) {
        guard !blocks.isEmpty else { return }
        // Unchecked memory: a journal's records contain what is removed from photos, which can be megabytes.
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            constants.withUnsafeBufferPointer { constants in
                var start = 0
                while start < blocks.count {
                    add(blocks, start, schedule, constants, to: &state)
                    start &+= blockSize
                }
            }
        }
    }

    @inline(__always) private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word &>> count | word &<< (32 &- count)
    }

    @inline(__always) private static func add(
        _ blocks: UnsafeRawBufferPointer, _ start: Int, _ schedule: UnsafeMutableBufferPointer<UInt32>,
        _ constants: UnsafeBufferPointer<UInt32>, to state: inout SIMD8<UInt32>
    ) {
        var step = 0
        while step < 16 {
            schedule[step] = blocks.loadUnaligned(fromByteOffset: start &+ 4 &* step, as: UInt32.self).bigEndian
            step &+= 1
        }
        while step < 64 {
            let (early, late) = (schedule[step &- 15], schedule[step &- 2])
            let first = turned(early, 7) ^ turned(early, 18) ^ early &>> 3
            let second = turned(late, 17) ^ turned(late, 19) ^ late &>> 10
            schedule[step] = schedule[step &- 16] &+ first &+ schedule[step &- 7] &+ second
            step &+= 1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        @inline(__always) func round(
            _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
            _ h: inout UInt32, _ step: Int
        ) {
            let choice = g ^ e & (f ^ g)
            let majority = a & b | c & (a | b)
            let first =
                h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ constants[step] &+ schedule[step]
            d &+= first
            h = first &+ (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
        }
        step = 0
        // Eight at once, so that the variables change places by name and no value is moved.
        while step < 64 {
            round(a, b, c, &d, e, f, g, &h, step)
            round(h, a, b, &c, d, e, f, &g, step &+ 1)
            round(g, h, a, &b, c, d, e, &f, step &+ 2)
            round(f, g, h, &a, b, c, d, &e, step &+ 3)
            round(e, f, g, &h, a, b, c, &d, step &+ 4)
            round(d, e, f, &g, h, a, b, &c, step &+ 5)
            round(c, d, e, &f, g, h, a, &b, step &+ 6)
            round(b, c, d, &e, f, g, h, &a, step &+ 7)
            step &+= 8
        }
        state &+= SIMD8(a, b, c, d, e, f, g, h)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
