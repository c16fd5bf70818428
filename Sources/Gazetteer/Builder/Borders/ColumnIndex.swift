/// Which edges cross each column of a twentieth of a degree, for looking straight down.
struct ColumnIndex {
    private static let width = 50_000.0
    private static let count = 7_200
    private var starts: [Int32]
    private var items: [Int32]

    /// - Parameters:
    ///   - count: Number of edges.
    ///   - ends: The longitudes of an edge's ends in millionths of a degree.
    init(count: Int, ends: (Int) -> (Int32, Int32)) {
        var sizes = [Int32](repeating: 0, count: Self.count + 1)
        for index in 0..<count {
            for column in Self.columns(ends(index)) { sizes[column + 1] += 1 }
        }
        for column in 1...Self.count { sizes[column] += sizes[column - 1] }
        starts = sizes
        items = [Int32](repeating: 0, count: Int(sizes[Self.count]))
        for index in 0..<count {
            for column in Self.columns(ends(index)) {
                items[Int(sizes[column])] = Int32(index)
                sizes[column] += 1
            }
        }
    }

    private static func column(_ x: Double) -> Int {
        min(max(Int((x + 180 * GridPoint.degree) / width), 0), count - 1)
    }

    private static func columns(_ ends: (Int32, Int32)) -> ClosedRange<Int> {
        column(Double(min(ends.0, ends.1)))...column(Double(max(ends.0, ends.1)))
    }

    @inline(__always)
    func forEach(at x: Double, _ body: (Int) -> Void) {
        let column = Self.column(x)
        items.withUnsafeBufferPointer { items in
            for position in Int(starts[column])..<Int(starts[column + 1]) { body(Int(items[position])) }
        }
    }
}
