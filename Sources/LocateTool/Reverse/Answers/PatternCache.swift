/// Patterns of places that were asked for lately, in a memory of fixed size.
///
/// Places of one file are near each other, or at least of one country. Each key has one slot; a place that needs the slot of another
/// drives it out, and when the bytes are used up all begins anew: no list of what was used last need be kept.
struct PatternCache {
    private struct Slot {
        var key: UInt64 = 0
        var offset: UInt32 = 0
        // 0: the slot is empty.
        var length: UInt32 = 0
    }

    private var slots: [Slot]
    private var bytes: [UInt8] = []
    private let capacity: Int
    private let shift: UInt64

    /// Makes an empty cache.
    ///
    /// - Parameter capacity: The most bytes of patterns it holds, up to 4 GiB.
    init(capacity: Int) {
        self.capacity = min(max(capacity, 0), Int(UInt32.max))
        // Patterns of CSV have 90 bytes, so that about every slot can be filled.
        var bits = 4
        while bits < 20, 1 << bits < self.capacity / 96 { bits += 1 }
        slots = [Slot](repeating: Slot(), count: 1 << bits)
        shift = UInt64(64 - bits)
    }

    /// Gives the pattern of a key to `body`; `false` when there is none.
    func find(_ key: UInt64, _ body: (Span<UInt8>) -> Void) -> Bool {
        let slot = slots[index(of: key)]
        guard slot.key == key, slot.length > 0 else { return false }
        body(bytes.span.extracting(Int(slot.offset)..<Int(slot.offset) + Int(slot.length)))
        return true
    }

    /// Whether there is a pattern of a key.
    func contains(_ key: UInt64) -> Bool {
        let slot = slots[index(of: key)]
        return slot.key == key && slot.length > 0
    }

    /// Keeps the pattern of a key.
    mutating func insert(_ key: UInt64, _ pattern: [UInt8]) {
        guard !pattern.isEmpty, pattern.count <= capacity else { return }
        if bytes.count + pattern.count > capacity {
            bytes.removeAll(keepingCapacity: true)
            for index in slots.indices { slots[index] = Slot() }
        }
        slots[index(of: key)] = Slot(key: key, offset: UInt32(bytes.count), length: UInt32(pattern.count))
        bytes += pattern
    }

    private func index(of key: UInt64) -> Int { Int(Self.scattered(key) >> shift) }

    /// The key with its bits mixed: neighbouring keys get distant slots (the finalizer of Steele and Vigna's SplitMix64).
    static func scattered(_ key: UInt64) -> UInt64 {
        var bits = (key ^ (key >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
