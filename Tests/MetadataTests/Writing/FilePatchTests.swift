import TestSupport
import Testing

@testable import LKMetadata

@Suite struct FilePatchTests {
    @Test("Ranges are free, and bytes untouched, exactly where no splice is, whatever the order of the splices")
    func positions() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            var patch = FilePatch(oldCount: 40)
            for _ in 0..<6 {
                let start = Int.random(in: 0...40, using: &random)
                let range = start..<min(40, start + Int.random(in: 0...6, using: &random))
                if patch.isFree(range) { patch.replace(range, with: [1]) }
            }
            let ranges = patch.splices.map(\.range)
            for (first, second) in zip(ranges, ranges.dropFirst()) { #expect(first.upperBound <= second.lowerBound) }
            for start in 0...40 {
                if start < 40 { #expect(patch.isUntouched(start) == !ranges.contains { $0.contains(start) }) }
                for end in start...40 {
                    let isApart = ranges.allSatisfy { $0.upperBound <= start || $0.lowerBound >= end }
                    #expect(patch.isFree(start..<end) == isApart, "\(start)..<\(end) in \(ranges)")
                }
            }
        }
    }

    @Test("Insertions at one offset keep their order, before what is replaced there")
    func insertions() {
        var patch = FilePatch(oldCount: 3)
        patch.replace(1..<2, with: [9])
        for byte in 10...12 { patch.replace(1..<1, with: [UInt8(byte)]) }
        #expect(patch.applied(to: [0, 1, 2]) == [0, 10, 11, 12, 9, 2])
    }
}
