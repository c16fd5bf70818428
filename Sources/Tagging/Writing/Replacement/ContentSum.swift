/// The sum by which a file's content is known again: XXH64 with seed 0, at several bytes for each cycle.
///
/// Yann Collet, xxHash fast digest algorithm, version 0.1.1. It finds accidents and edits, not forgeries.
struct ContentSum {
    private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
        0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
        0x27D4_EB2F_1656_67C5
    )

    private var lanes = SIMD4<UInt64>(
        primes.0 &+ primes.1, primes.1, 0, 0 &- primes.0)
    private var pending: [UInt8] = []
    private var total: UInt64 = 0

    /// Adds more bytes.
    ///
    /// - Parameter bytes: What follows the bytes added before.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        total &+= UInt64(bytes.count)
        var bytes = bytes[...]
        if !pending.isEmpty {
            let missing = bytes.prefix(32 - pending.count)
            pending += missing
            bytes = bytes.dropFirst(missing.count)
            guard pending.count == 32 else { return }
            pending.withUnsafeBytes { lanes = Self.stripes($0, lanes) }
            pending.removeAll(keepingCapacity: true)
        }
        let whole = bytes.prefix(bytes.count & ~31)
        lanes = Self.stripes(UnsafeRawBufferPointer(rebasing: whole), lanes)
        pending += bytes.dropFirst(whole.count)
    }

    /// Adds more bytes.
    ///
    /// - Parameter bytes: What follows the bytes added before.
    mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// The checksum of all bytes added.
    var value: UInt64 {
        let (one, two, three, four, five) = Self.primes
        var sum = five
        if total >= 32 {
            sum = Self.turned(lanes[0], 1) &+ Self.turned(lanes[1], 7)
            sum = sum &+ Self.turned(lanes[2], 12) &+ Self.turned(lanes[3], 18)
            for lane in 0..<4 { sum = (sum ^ Self.round(0, lanes[lane])) &* one &+ four }
        }
        sum &+= total
        var rest = pending[...]
        while rest.count >= 8 {
            sum = Self.turned(sum ^ Self.round(0, Self.number(rest.prefix(8))), 27) &* one &+ four
            rest = rest.dropFirst(8)
        }
        if rest.count >= 4 {
            sum = Self.turned(sum ^ Self.number(rest.prefix(4)) &* one, 23) &* two &+ three
            rest = rest.dropFirst(4)
        }
        for byte in rest { sum = Self.turned(sum ^ UInt64(byte) &* five, 11) &* one }
        sum = (sum ^ sum >> 33) &* two
        sum = (sum ^ sum >> 29) &* three
        return sum ^ sum >> 32
    }

    private static func stripes(_ bytes: UnsafeRawBufferPointer, _ lanes: SIMD4<UInt64>) -> SIMD4<UInt64> {
        var (first, second, third, fourth) = (lanes[0], lanes[1], lanes[2], lanes[3])
        var offset = 0
        while offset < bytes.count {
            first = round(first, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            second = round(
                second, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)))
            third = round(
                third, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self)))
            fourth = round(
                fourth, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self)))
            offset += 32
        }
        return SIMD4(first, second, third, fourth)
    }

    private static func round(_ sum: UInt64, _ input: UInt64) -> UInt64 {
        turned(sum &+ input &* primes.1, 31) &* primes.0
    }

    private static func turned(_ number: UInt64, _ bits: UInt64) -> UInt64 { number &<< bits | number &>> (64 - bits) }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
