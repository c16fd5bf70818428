import Synchronization
import TestSupport
import Testing

@testable import LKThreads

@Suite struct OrderedWorkersTests {
    @Test("Results come in the order of the work", .timeLimit(.minutes(5)), arguments: [0, 1, 3, 16])
    func order(count: Int) {
        var generator = SeededGenerator(seed: 8)
        let turns = (0..<2000).map { _ in Int.random(in: 0...20_000, using: &generator) }
        let workers = OrderedWorkers<Int, Int>(count: count, name: "test") {
            { number in
                var left = turns[number]
                while left > 0 { left -= 1 }
                return number
            }
        }
        var results: [Int] = []
        for number in turns.indices {
            while workers.underWay > count { if let result = workers.next() { results.append(result) } }
            workers.submit(number)
        }
        while let result = workers.next() { results.append(result) }
        workers.close()
        #expect(results == Array(turns.indices))
    }

    @Test("Closing drops what is not begun, waits for the rest, and may be done twice", .timeLimit(.minutes(5)))
    func close() {
        let running = Counter()
        let workers = OrderedWorkers<Int, Int>(count: 2, name: "test") {
            { number in
                running.count.add(1, ordering: .sequentiallyConsistent)
                defer { running.count.subtract(1, ordering: .sequentiallyConsistent) }
                return number
            }
        }
        for number in 0..<100 { workers.submit(number) }
        workers.close()
        workers.close()
        #expect(workers.underWay == 0)
        #expect(workers.next() == nil)
        #expect(running.count.load(ordering: .sequentiallyConsistent) == 0)
    }

    private final class Counter: Sendable {
        let count = Atomic(0)
    }
}
