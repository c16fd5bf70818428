import Persistence
import TestSupport
import Testing

@Suite("CRC-32") struct CRC32Tests {
    @Test("gives the published check value, and 0 for nothing") func check() {
        #expect(Array("123456789".utf8).withUnsafeBytes { CRC32.of($0) } == 0xCBF4_3926)
        #expect([UInt8]().withUnsafeBytes { CRC32.of($0) } == 0)
    }

    @Test("is the same bit by bit, and however the bytes are cut") func cuts() {
        var random = SeededGenerator(seed: 32)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            var slow: UInt32 = ~0
            for byte in bytes {
                slow ^= UInt32(byte)
                for _ in 0..<8 { slow = slow & 1 == 1 ? slow >> 1 ^ 0xEDB8_8320 : slow >> 1 }
            }
            let cut = Int.random(in: 0...length, using: &random)
            var sum = CRC32()
            bytes.withUnsafeBytes {
                sum.update(UnsafeRawBufferPointer(rebasing: $0[..<cut]))
                sum.update(UnsafeRawBufferPointer(rebasing: $0[cut...]))
            }
            #expect(sum.value == ~slow, "\(length) bytes cut at \(cut)")
        }
    }
}
