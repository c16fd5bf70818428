import TestSupport
import Testing

@testable import LKPlaceCommands

@Suite struct PatternCacheTests {
    @Test("What is found is what was put in, in a memory that does not grow")
    func findsOwn() {
        let cache = SharedPatternCache(capacity: 64 << 10)
        var generator = SeededGenerator(seed: 4)
        var hits = 0
        for _ in 0..<50_000 {
            let key = UInt64.random(in: 0...300, using: &generator)
            let pattern = [UInt8](repeating: UInt8(key & 0x7F), count: 1 + Int(key % 50))
            let isFound = cache.find(key) { found in
                #expect(found.count == pattern.count && found[0] == pattern[0])
            }
            if isFound { hits += 1 } else { cache.insert(key, pattern) }
        }
        #expect(hits > 10_000)
    }

    @Test("What is longer than the memory is not kept")
    func tooLong() {
        var cache = PatternCache(capacity: 10)
        cache.insert(1, [UInt8](repeating: 1, count: 11))
        cache.insert(2, [])
        #expect(!cache.contains(1))
        #expect(!cache.contains(2))
    }
}
