import TestSupport
import Testing

@testable import LKMetadata

@Suite("Many marks found in one pass")
struct MultiPatternSearchTests {
    @Test("The search for several patterns finds each occurrence, also where they overlap")
    func findsEachMarkWhereverItStands() {
        var random = SeededGenerator(seed: 7)
        // Few letters, so that marks begin and overlap everywhere.
        let marks: [[UInt8]] = (0..<12).map { _ in
            (0..<Int.random(in: 3...6, using: &random)).map { _ in UInt8.random(in: 0...2, using: &random) }
        }
        let finder = MultiPatternSearch(marks)
        for count in 0..<60 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...2, using: &random) }
            var found: Set<[Int]> = []
            bytes.withUnsafeBytes {
                finder.find(in: $0) { mark, place in #expect(found.insert([mark, place]).inserted) }
            }
            var wanted: Set<[Int]> = []
            for (index, mark) in marks.enumerated() {
                for place in bytes.indices where bytes[place...].starts(with: mark) { wanted.insert([index, place]) }
            }
            #expect(found == wanted)
        }
    }
}
