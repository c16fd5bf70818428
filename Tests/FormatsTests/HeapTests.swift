import TestSupport
import Testing

@testable import LKFormats

struct HeapTests {
    @Test("Elements come out in order, whatever the order they came in") func order() {
        var generator = SeededGenerator(seed: 8)
        for count in [0, 1, 2, 3, 7, 100] {
            let numbers = (0..<count).map { _ in Int.random(in: 0..<50, using: &generator) }
            var heap = Heap<Int>()
            for number in numbers { heap.insert(number) }
            #expect(heap.count == count && heap.first == numbers.min())
            var taken: [Int] = []
            while let number = heap.popFirst() { taken.append(number) }
            #expect(taken == numbers.sorted())
        }
    }

    @Test("Replacing the least keeps the largest of many") func replacing() {
        var generator = SeededGenerator(seed: 9)
        let numbers = (0..<500).map { _ in Int.random(in: 0..<1000, using: &generator) }
        var heap = Heap<Int>()
        for number in numbers {
            if heap.count < 20 {
                heap.insert(number)
            } else if let first = heap.first, first < number {
                heap.replaceFirst(with: number)
            }
        }
        #expect(heap.elements.sorted() == numbers.sorted().suffix(20))
    }
}

struct LEB128Tests {
    private func read(_ bytes: [UInt8], _ maximumBytes: Int = 10) -> (UInt64?, Int) {
        var position = 0
        let value = bytes.withUnsafeBytes { LEB128.read($0, at: &position, maximumBytes: maximumBytes) }
        return (value, position)
    }

    @Test("Numbers are read back, each prefix of one is none, and a limit counts") func roundTrip() {
        for number: UInt64 in [0, 1, 127, 128, 300, 1 << 35 - 1, 1 << 35, 1 << 63, .max] {
            var bytes: [UInt8] = []
            LEB128.append(number, to: &bytes)
            #expect(read(bytes) == (number, bytes.count))
            for length in bytes.indices { #expect(read(Array(bytes[..<length])).0 == nil) }
            #expect((read(bytes, 5).0 == nil) == (bytes.count > 5))
        }
    }

    @Test("More than 64 bits are no number, nor is what is outside the bytes") func limits() {
        #expect(read([UInt8](repeating: 0xFF, count: 9) + [2]).0 == nil)
        #expect(read([UInt8](repeating: 0x80, count: 11)).0 == nil)
        for start in [-1, 3, .max] {
            var position = start
            #expect([UInt8]([1, 2, 3]).withUnsafeBytes { LEB128.read($0, at: &position, maximumBytes: 5) } == nil)
        }
    }
}
