import Synchronization

/// A cache of recently used patterns of places, of fixed size.
///
/// Points of one file are close together, or at least in one country. A key may be in one of four slots; if all are in
/// use, it replaces one, and when the bytes are used up, the cache is cleared: this needs no list of recent use. With a
/// single slot per key, half of the places of a worldwide file were looked up again and again.
struct PatternCache {
    private struct Slot {
        var key: UInt64 = 0
        var offset: UInt32 = 0
        // 0 for an empty slot.
        var length: UInt32 = 0
    }

    /// Allocated with the first pattern: with few points, most parts of a shared cache stay empty.
    private var slots: [Slot] = []
    private var bytes: [UInt8] = []
    private let capacity: Int
    private let slotCount: Int
    private let shift: UInt64

    /// Creates an empty cache.
    ///
    /// - Parameter capacity: Maximum bytes of patterns, up to 4 GiB.
    init(capacity: Int) {
        self.capacity = min(max(capacity, 0), Int(UInt32.max))
        // Patterns of CSV have about 90 bytes; spare slots reduce evictions.
        var bits = 4
        while bits < 20, 1 << bits < self.capacity / 72 { bits += 1 }
        slotCount = 1 << bits
        shift = UInt64(64 - bits)
    }

    /// Calls `body` with the pattern of a key; `false` if there is none.
    func find(_ key: UInt64, _ body: (Span<UInt8>) -> Void) -> Bool {
        guard let slot = slot(of: key).map({ slots[$0] }) else { return false }
        body(bytes.span.extracting(Int(slot.offset)..<Int(slot.offset) + Int(slot.length)))
        return true
    }

    /// Returns whether the cache contains a key.
    func contains(_ key: UInt64) -> Bool { slot(of: key) != nil }

    /// Stores the pattern of a key.
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

    /// Returns the slot of a key.
    private func slot(of key: UInt64) -> Int? {
        guard !slots.isEmpty else { return nil }
        for candidate in candidates(for: key) {
            let slot = slots[candidate & (slotCount - 1)]
            if slot.key == key, slot.length > 0 { return candidate & (slotCount - 1) }
        }
        return nil
    }

    /// Returns the possible slots of a key, modulo their number, within one or two cache lines.
    private func candidates(for key: UInt64) -> Range<Int> {
        let first = Int(Self.scattered(key) >> shift)
        return first..<first + 4
    }

    /// Returns the key with its bits mixed: neighbouring keys get distant slots (the finalizer of Steele and Vigna's
    /// SplitMix64).
    static func scattered(_ key: UInt64) -> UInt64 {
        var bits = (key ^ (key >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

/// A cache of recently used patterns of places, shared by all threads.
///
/// One shared cache has twice the hits of two separate ones in the same memory. It has many parts with their own locks,
/// so that threads rarely contend.
final class SharedPatternCache: Sendable {
    private final class Part: Sendable {
        let cache: Mutex<PatternCache>
        init(capacity: Int) { cache = Mutex(PatternCache(capacity: capacity)) }
    }

    private let parts: [Part]

    /// A worldwide file contains 200,000 settlements, with 90 bytes of CSV each.
    static let defaultCapacity = 32 << 20

    /// Creates an empty cache.
    ///
    /// - Parameter capacity: Maximum bytes of patterns.
    init(capacity: Int = defaultCapacity) {
        parts = (0..<64).map { _ in Part(capacity: capacity / 64) }
    }

    /// Calls `body`, which must not use the cache, with the pattern of a key; `false` if there is none.
    func find(_ key: UInt64, _ body: (Span<UInt8>) -> Void) -> Bool {
        part(of: key).cache.withLock { $0.find(key, body) }
    }

    /// Returns whether the cache contains a key.
    func contains(_ key: UInt64) -> Bool { part(of: key).cache.withLock { $0.contains(key) } }

    /// Stores the pattern of a key.
    func insert(_ key: UInt64, _ pattern: [UInt8]) { part(of: key).cache.withLock { $0.insert(key, pattern) } }

    private func part(of key: UInt64) -> Part { parts[Int(truncatingIfNeeded: PatternCache.scattered(key) & 63)] }
}
