/// Lines that divide the globe, with the class on either side of each.
struct PlanarLayer {
    struct Edge {
        /// From west to east.
        var start: GridPoint
        var end: GridPoint
        /// The class north of the edge, or west of a vertical one.
        var above: UInt16
        /// The class south of the edge, or east of a vertical one.
        var below: UInt16
    }

    let edges: [Edge]
    private let columns: ColumnIndex

    /// Creates a layer of lines.
    ///
    /// - Parameter edges: The lines.
    init(_ edges: [Edge]) {
        self.edges = edges
        columns = ColumnIndex(count: edges.count) { (edges[$0].start.x, edges[$0].end.x) }
    }

    init(_ arcs: [BorderArc]) {
        self.init(
            arcs.flatMap { arc in
                zip(arc.points, arc.points.dropFirst()).compactMap { start, end -> Edge? in
                    guard start != end else { return nil }
                    // Vertical edges run north here, so their left side is west.
                    let isForward = start.x < end.x || start.x == end.x && start.y < end.y
                    return isForward
                        ? Edge(start: start, end: end, above: arc.left, below: arc.right)
                        : Edge(start: end, end: start, above: arc.right, below: arc.left)
                }
            })
    }

    /// Creates a layer of all edges, whose classes are the indices of the sets.
    init(_ topology: EdgeTopology) {
        self.init(
            topology.edges.map { edge in
                let isForward = edge.low.x < edge.high.x || edge.low.x == edge.high.x && edge.low.y < edge.high.y
                return isForward
                    ? Edge(start: edge.low, end: edge.high, above: edge.left, below: edge.right)
                    : Edge(start: edge.high, end: edge.low, above: edge.right, below: edge.left)
            })
    }

    /// Returns the class at a point in millionths of a degree: the class above the nearest line below; 0 when there is
    /// none.
    func at(_ x: Double, _ y: Double) -> UInt16 {
        var best = (y: -Double.infinity, rise: -Double.infinity, found: UInt16(0))
        edges.withUnsafeBufferPointer { edges in
            columns.forEach(at: x) { index in
                let edge = edges[index]
                let (x0, x1) = (Double(edge.start.x), Double(edge.end.x))
                guard x0 <= x, x < x1 else { return }
                let (y0, y1) = (Double(edge.start.y), Double(edge.end.y))
                guard min(y0, y1) <= y else { return }
                let rise = (y1 - y0) / (x1 - x0)
                let height = y0 + (x - x0) * rise
                // Of two that begin at this point, the steeper one is the upper one.
                guard height <= y, (height, rise) > (best.y, best.rise) else { return }
                best = (height, rise, edge.above)
            }
        }
        return best.found
    }
}

/// The edges that cross each column of a twentieth of a degree, for vertical rays.
struct ColumnIndex {
    private static let width = 50_000.0
    private static let count = 7_200
    private var starts: [Int32]
    private var items: [Int32]

    /// Creates an index that sorts edges into columns of longitude.
    ///
    /// - Parameters:
    ///   - count: Number of edges.
    ///   - ends: Returns the longitudes of an edge's ends in millionths of a degree.
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
