import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("RunOrder") struct RunOrderTests {
    /// The rule, word for word: of the runs that no other is behind, the one that began last.
    private func oracle(_ journals: [[UInt64]], _ began: [UInt64: Int64]) -> [UInt64] {
        var journals = journals.map { runs in
            var kept: [UInt64] = []
            for run in runs.reversed() where !kept.contains(run) { kept.append(run) }
            return Array(kept.reversed())
        }
        var left = Set(journals.joined())
        var order: [UInt64] = []
        while !left.isEmpty {
            let followed = Set(journals.flatMap { $0.dropLast() })
            let last = left.subtracting(followed)
            let next = (last.isEmpty ? left : last).max { (began[$0] ?? 0, $0) < (began[$1] ?? 0, $1) }
            guard let next else { break }
            order.append(next)
            left.remove(next)
            journals = journals.map { $0.filter { $0 != next } }
        }
        return order
    }

    @Test("Runs come in the order of the rule, whatever the clocks said and however journals contradict each other")
    func rule() {
        var random = SeededGenerator(seed: 42)
        for _ in 0..<500 {
            let began = Dictionary(
                uniqueKeysWithValues: (1...8).map { (UInt64($0), Int64.random(in: 0...5, using: &random)) })
            let journals = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (0..<Int.random(in: 0...10, using: &random)).map { _ in UInt64.random(in: 1...8, using: &random) }
            }
            var order = RunOrder()
            for journal in journals { order.add(journal, began: began) }
            #expect(order.newestFirst() == oracle(journals, began), "\(journals) \(began)")
        }
    }

    @Test("The work grows with the number of runs, not with its square", arguments: [1, 30])
    func growth(journals: Int) {
        var order = RunOrder()
        let runs = (1...20_000).map(UInt64.init)
        for index in 0..<journals {
            order.add(runs.filter { journals == 1 || Int($0) % journals == index }, began: [:])
        }
        #expect(order.newestFirst().count == 20_000)
        #expect(order.steps <= 3 * 20_000)
    }
}
