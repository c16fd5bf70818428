import Glibc
import LKGazetteer

/// The different answers of a batch, numbered from 0 in the order of their first points.
final class DistinctAnswers {
    /// The number of points.
    let count: Int
    /// The row of each answer's first point.
    private(set) var firstRows: [Int] = []
    private var memory: UnsafeMutableRawPointer?

    /// Creates the numbers of the different answers.
    ///
    /// - Parameters:
    ///   - count: The number of points.
    ///   - key: Returns a number that is equal for equal answers; `nil` for a point whose answer is counted as different from all
    ///     others.
    /// - Throws: ``PlacesError/Code/memory``.
    init(_ count: Int, key: (Int) -> UInt64?) throws(PlacesError) {
        self.count = count
        let size = max(count, 1) * MemoryLayout<Int32>.size
        guard let memory = malloc(size) else { throw .memory(size) }
        self.memory = memory
        let numbers = memory.bindMemory(to: Int32.self, capacity: max(count, 1))
        var known = KeyNumbers()
        for row in 0..<count {
            let next = Int32(truncatingIfNeeded: firstRows.count)
            let number = key(row).map { known.number(of: $0, else: next) } ?? next
            if number == next { firstRows.append(row) }
            numbers[row] = number
        }
    }

    deinit { free(memory) }

    /// Returns the number of each point's answer, 32 bits each, in memory that the caller frees.
    func takeNumbers() -> UnsafeMutableRawPointer? {
        defer { memory = nil }
        return memory
    }
}

/// A hash table from keys to numbers.
private struct KeyNumbers {
    private struct Slot {
        var key: UInt64 = 0
        /// One more than the number; 0 for a free slot.
        var next: UInt32 = 0
    }

    private var slots = [Slot](repeating: Slot(), count: 256)
    private var count = 0

    /// Returns the number of a key, which is stored if the key is new.
    mutating func number(of key: UInt64, else new: Int32) -> Int32 {
        var slot = Self.hash(key) & (slots.count - 1)
        while slots[slot].next != 0 {
            if slots[slot].key == key { return Int32(truncatingIfNeeded: slots[slot].next) - 1 }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = Slot(key: key, next: UInt32(new) + 1)
        count += 1
        if count * 2 > slots.count { grow() }
        return new
    }

    private mutating func grow() {
        var larger = [Slot](repeating: Slot(), count: slots.count * 4)
        for old in slots where old.next != 0 {
            var slot = Self.hash(old.key) & (larger.count - 1)
            while larger[slot].next != 0 { slot = (slot + 1) & (larger.count - 1) }
            larger[slot] = old
        }
        slots = larger
    }

    private static func hash(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key ^ key >> 29) &* 0x9E37_79B9_7F4A_7C15 >> 33)
    }
}
