internal import Synchronization

internal import Glibc

/// Which text names what in one list of languages: found once for each place, by whoever asks first.
///
/// A few bytes each in memory that the system gives when it is touched. No lock: who comes second finds the word of the
/// first or finds out the same.
// Unchecked because of the pointer, whose words are read and written whole.
final class NameMemory: @unchecked Sendable {
    private let words: UnsafeMutablePointer<Atomic<UInt32>>?
    private let count: Int

    /// What stands for no name; 0 is what has not been asked for.
    private static let nameless = UInt32.max

    init(count: Int) {
        // All zero, which is what an atomic word begins with.
        words = calloc(count, MemoryLayout<UInt32>.size)?.bindMemory(to: Atomic<UInt32>.self, capacity: count)
        self.count = words == nil ? 0 : count
    }

    deinit { free(words) }

    /// The text's reference, 0 for none; `nil` when it has not been found out.
    @inline(__always)
    subscript(slot: Int) -> UInt32? {
        guard let words, slot >= 0, slot < count else { return nil }
        let word = words[slot].load(ordering: .relaxed)
        return word == 0 ? nil : word == Self.nameless ? 0 : word
    }

    /// Keeps what was found out.
    func remember(_ reference: UInt32, at slot: Int) {
        guard let words, slot >= 0, slot < count else { return }
        words[slot].store(reference == 0 ? Self.nameless : reference, ordering: .relaxed)
    }
}
