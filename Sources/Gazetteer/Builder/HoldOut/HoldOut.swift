/// Settlements to leave out of a gazetteer, so that it can be asked for what it does not know.
public struct HoldOut: Sendable, Equatable {
    /// Other settlements for another number.
    public var seed: UInt64
    /// 0 to 1.
    public var share: Double

    /// - Parameters:
    ///   - seed: Other settlements for another number.
    ///   - share: The share to leave out, 0 to 1.
    public init(seed: UInt64, share: Double) {
        self.seed = seed
        self.share = share
    }

    /// Whether a settlement is left out: a coin thrown by its number, so that no other settlement changes it.
    ///
    /// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014 (SplitMix64).
    func leavesOut(_ geonameId: UInt32) -> Bool {
        var mixed = seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(geonameId) &* 0xD1B5_4A32_D192_ED03
        for (shift, factor) in [(30, 0xBF58_476D_1CE4_E5B9), (27, 0x94D0_49BB_1331_11EB)] as [(UInt64, UInt64)] {
            mixed = (mixed ^ mixed >> shift) &* factor
        }
        mixed ^= mixed >> 31
        return Double(mixed >> 11) / Double(1 << 53) < share
    }
}
