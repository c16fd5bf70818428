import CLocationKit
import Foundation
import TestSupport
import Testing

@Suite("Batches with each different answer once") struct DistinctTests {
    /// All columns but those that depend on the point itself: 14 to 17.
    private static let columns = CLibrary.allColumns & ~(0b1111 << 14)

    /// Cities with many points each, the open sea, and points that are not on the Earth.
    private var points: [(Double, Double)] {
        var generator = SeededGenerator(seed: 8)
        var points = scatteredPoints(1_000, seed: 4) + [(0, -140), (.nan, 0), (91, 0), (0, -140)]
        for center in [(48.86, 2.35), (35.68, 139.77), (47.14, 9.52)] {
            for _ in 0..<2_000 {
                points.append(
                    (
                        center.0 + .random(in: -0.1...0.1, using: &generator),
                        center.1 + .random(in: -0.1...0.1, using: &generator)
                    ))
            }
        }
        return points.shuffled(using: &generator)
    }

    @Test("Each point's answer is that of a batch with a row for each point", arguments: [0, UInt32(LK_DICTIONARY)])
    func sameAnswers(flags: UInt32) throws {
        let library = try CLibrary()
        let points = points
        let expected = try library.rows(points, columns: Self.columns)
        for threads: Int32 in [1, 3] {
            let (rows, numbers) = try library.distinctRows(
                points, columns: Self.columns, threads: threads, flags: flags)
            #expect(numbers.map { rows[$0] } == expected)
        }
    }

    @Test("Answers are numbered in the order of their first points, and those of a city are few")
    func numbers() throws {
        let library = try CLibrary()
        let (rows, numbers) = try library.distinctRows(points, columns: 1 << 4)
        var next = 0
        for number in numbers {
            #expect(number <= next)
            next = max(next, number + 1)
        }
        #expect(rows.count == next && rows.count < points.count / 4)
        let (none, noNumbers) = try library.distinctRows([], columns: 1)
        #expect(none.isEmpty && noNumbers.isEmpty)
    }

    @Test("Houses of a street index have answers of their own")
    func streets() throws {
        let folder = TemporaryFolder()
        var streets: OpaquePointer?
        try #require(lk_streets_open(streetIndex(in: folder), &streets, nil, 0) == LK_OK)
        defer { lk_streets_close(streets) }
        let library = try CLibrary(streets: [streets])
        let points = points + [(47.1386, 9.5220), (47.1385, 9.5221), (47.1386, 9.5220)]
        let expected = try library.rows(points, columns: Self.columns)
        #expect(expected.last?["house_number"] == "43")
        let (rows, numbers) = try library.distinctRows(points, columns: Self.columns)
        #expect(numbers.map { rows[$0] } == expected)
    }

    @Test("A column that depends on the point is an error that names it", arguments: [14, 15, 16, 17])
    func excludedColumns(column: Int) throws {
        let library = try CLibrary()
        #expect(Self.columns & 1 << UInt64(column) == 0)
        let names = ["distance_m", "border_m", "border_country_code", "border_certain"]
        func code(columns: UInt64) -> Int32 {
            library.answer([(48.86, 2.35)], columns: columns, flags: UInt32(LK_DISTINCT)).code
        }
        #expect(code(columns: 1 | 1 << UInt64(column)) == LK_ARGUMENT)
        #expect(library.text.contains(names[column - 14]) && library.text.contains("LK_DISTINCT"))
        // The default columns have the distance.
        #expect(code(columns: 0) == LK_ARGUMENT)
    }

    @Test("The indices and the answers are released by themselves")
    func release() throws {
        var (schema, array) = (ArrowSchema(), ArrowArray())
        do {
            let library = try CLibrary()
            (schema, array) = try library.batch(points, columns: 1 << 4, flags: UInt32(LK_DISTINCT))
        }
        let dictionary = try #require(array.dictionary)
        var moved = dictionary.pointee
        dictionary.pointee.release = nil
        array.release(&array)
        schema.release(&schema)
        #expect(array.release == nil && schema.release == nil && moved.n_children == 1)
        moved.release(&moved)
        #expect(moved.release == nil)
    }
}
