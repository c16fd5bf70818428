import Synchronization

/// Patterns of places that were asked for lately, in a memory of fixed size.
///
/// Places of one file are near each other, or at least of one country. A key may be in one of four slots; when all are taken it
/// drives one out, and when the bytes are used up all begins anew: no list of what was used last need be kept. With one slot for a
/// key, half of the places of a file from all over the world were asked for again and again.
struct PatternCache {
    private struct Slot {
        var key: UInt64 = 0
        var offset: UInt32 = 0
        // 0: the slot is empty.
        var length: UInt32 = 0
    }

    /// None before the first pattern: of the parts of a cache most stay empty when few points are asked for.
    private var slots: [Slot] = []
    private var bytes: [UInt8] = []
    private let capacity: Int
    private let slotCount: Int
    private let shift: UInt64

    /// Makes an empty cache.
    ///
    /// - Parameter capacity: The most bytes of patterns it holds, up to 4 GiB.
    init(capacity: Int) {
        self.capacity = min(max(capacity, 0), Int(UInt32.max))
        // Patterns of CSV have 90 bytes; some of the slots stay empty, so that few keys drive others out.
        var bits = 4
        while bits < 20, 1 << bits < self.capacity / 72 { bits += 1 }
        slotCount = 1 << bits
        shift = UInt64(64 - bits)
    }

    /// Gives the pattern of a key to `body`; `false` when there is none.
    func find(_ key: UInt64, _ body: (Span<UInt8>) -> Void) -> Bool {
        guard let slot = slot(of: key).map({ slots[$0] }) else { return false }
        body(bytes.span.extracting(Int(slot.offset)..<Int(slot.offset) + Int(slot.length)))
        return true
    }

    /// Whether there is a pattern of a key.
    func contains(_ key: UInt64) -> Bool { slot(of: key) != nil }

    /// Keeps the pattern of a key.
    mutating func insert(_ key: UInt64, _ pattern: [UInt8]) {
        guard !pattern.isEmpty, pattern.count <= capacity, !contains(key) else { return }
        if bytes.count + pattern.count > capacity {
            bytes.removeAll(keepingCapacity: true)
            for index in slots.indices { slots[index] = Slot() }
        }
        if slots.isEmpty { slots = [Slot](repeating: Slot(), count: slotCount) }
        let places = candidates(for: key)
        let place = places.first { slots[$0 & (slotCount - 1)].length == 0 } ?? places.lowerBound
        slots[place & (slotCount - 1)] = Slot(
            key: key, offset: UInt32(bytes.count), length: UInt32(pattern.count))
        bytes += pattern
    }

    /// The slot of a key.
    private func slot(of key: UInt64) -> Int? {
        guard !slots.isEmpty else { return nil }
        for candidate in candidates(for: key) {
            let slot = slots[candidate & (slotCount - 1)]
            if slot.key == key, slot.length > 0 { return candidate & (slotCount - 1) }
        }
        return nil
    }

    /// The slots that a key may be in, to be taken modulo their number; they share a cache line of the processor, or two.
    private func candidates(for key: UInt64) -> Range<Int> {
        let first = Int(Self.scattered(key) >> shift)
        return first..<first + 4
    }

    /// The key with its bits mixed: neighbouring keys get distant slots (the finalizer of Steele and Vigna's SplitMix64).
    static func scattered(_ key: UInt64) -> UInt64 {
        var bits = (key ^ (key >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

/// Patterns of places that were asked for lately, for all threads.
///
/// One cache for all finds twice as much as one for each of two, in the same memory. It has many parts, each with a lock of its own,
/// so that threads seldom meet.
final class SharedPatternCache: Sendable {
    private final class Part: Sendable {
        let cache: Mutex<PatternCache>
        init(capacity: Int) { cache = Mutex(PatternCache(capacity: capacity)) }
    }

    private let parts: [Part]

    /// A file of points from all over the world meets 200,000 settlements, with 90 bytes of CSV each.
    static let defaultCapacity = 32 << 20

    /// Makes an empty cache.
    ///
    /// - Parameter capacity: The most bytes of patterns it holds.
    init(capacity: Int = defaultCapacity) {
        parts = (0..<64).map { _ in Part(capacity: capacity / 64) }
    }

    /// Gives the pattern of a key to `body`, which must not ask for another; `false` when there is none.
    func find(_ key: UInt64, _ body: (Span<UInt8>) -> Void) -> Bool {
        part(of: key).cache.withLock { $0.find(key, body) }
    }

    /// Whether there is a pattern of a key.
    func contains(_ key: UInt64) -> Bool { part(of: key).cache.withLock { $0.contains(key) } }

    /// Keeps the pattern of a key.
    func insert(_ key: UInt64, _ pattern: [UInt8]) { part(of: key).cache.withLock { $0.insert(key, pattern) } }

    private func part(of key: UInt64) -> Part { parts[Int(truncatingIfNeeded: PatternCache.scattered(key) & 63)] }
}
