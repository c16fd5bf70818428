import TestSupport
import Testing

@testable import LKGeocoding

@Suite("RecentlyUsed") struct RecentlyUsedTests {
    @Test("Behaves as a plain list of uses would, over many random steps") func model() {
        var generator = SeededGenerator(seed: 11)
        for limit in [1, 2, 5] {
            var cache = RecentlyUsed<Int, Int>(maximumCount: limit)
            var model: [(key: Int, value: Int)] = []
            for step in 0..<5000 {
                let key = Int.random(in: 0..<9, using: &generator)
                let place = model.firstIndex { $0.key == key }
                switch Int.random(in: 0..<5, using: &generator) {
                case 0...1:
                    if let place { model.remove(at: place) } else if model.count == limit { model.removeFirst() }
                    model.append((key, step))
                    cache.insert(step, key)
                case 2:
                    if let place { model.remove(at: place) }
                    cache.remove(key)
                default:
                    let found = place.map { model.remove(at: $0) }
                    if let found { model.append(found) }
                    #expect(cache.value(key) == found?.value)
                }
                #expect(cache.count == model.count)
            }
            cache.removeAll()
            #expect(cache.count == 0 && cache.maximumCount == limit)
        }
    }
}
