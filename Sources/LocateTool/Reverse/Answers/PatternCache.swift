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
        var bits = 10
        while bits < 17, 1 << bits < self.capacity / 128 { bits += 1 }
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

    // Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): neighbouring keys get distant slots.
    private func index(of key: UInt64) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> shift) }
}
