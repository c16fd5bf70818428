/// A hash that is the same in every process: 64-bit FNV-1a, finished with MurmurHash3's mixer.
package struct StableHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Creates the hash of no bytes.
    package init() {}

    /// Adds bytes.
    package mutating func combine(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// Adds the eight bytes of a number, the least significant first.
    package mutating func combine(_ number: UInt64) {
        var rest = number
        for _ in 0..<8 {
            state = (state ^ (rest & 0xFF)) &* 0x0000_0100_0000_01B3
            rest >>= 8
        }
    }

    /// The hash; never 0, which callers use for "no hash".
    package var value: UInt64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        mixed ^= mixed >> 33
        return mixed == 0 ? 1 : mixed
    }
}
