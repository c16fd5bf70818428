import Synchronization

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
