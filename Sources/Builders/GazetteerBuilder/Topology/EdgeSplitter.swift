/// Cuts edges where they cross, or where one ends on another, so that afterwards they meet only at their ends.
///
/// Overlapping areas cross each other's borders between vertices, so the areas on either side of such an edge change
/// along it; uncut, a strip of the map above the crossing would be assigned to the wrong country.
struct EdgeSplitter {
    private(set) var sides: [EdgeSide]
    /// The number of cuts made.
    private(set) var cuts = 0

    /// Rounding a cut moves an edge by up to 8 cm, which rarely creates another crossing.
    private static let rounds = 4

    /// Creates a splitter and splits the edges of some sides where they cross.
    ///
    /// - Parameter sides: Sides of edges; they are returned in sorted order.
    init(_ sides: [EdgeSide]) {
        self.sides = sides.sorted(by: <)
        for _ in 0..<Self.rounds {
            let edges = edges()
            let found = Self.cuts(edges.map { (self.sides[$0.lowerBound].low, self.sides[$0.lowerBound].high) })
            if found.isEmpty { break }
            var pieces: [EdgeSide] = []
            for (edge, points) in found.sorted(by: { $0.key < $1.key }) {
                cuts += points.count
                for side in self.sides[edges[edge]] { pieces += side.cut(at: points) }
            }
            var whole: [EdgeSide] = []
            whole.reserveCapacity(self.sides.count + pieces.count)
            for (number, edge) in edges.enumerated() where found[number] == nil { whole += self.sides[edge] }
            self.sides = (whole + pieces).sorted(by: <)
        }
    }

    /// Returns the sides that share an edge.
    private func edges() -> [Range<Int>] {
        var edges: [Range<Int>] = []
        var first = 0
        while first < sides.count {
            var end = first + 1
            while end < sides.count, sides[end].low == sides[first].low, sides[end].high == sides[first].high {
                end += 1
            }
            edges.append(first..<end)
            first = end
        }
        return edges
    }

    /// Returns the points at which edges must be cut, from low to high.
    private static func cuts(_ edges: [(low: UInt64, high: UInt64)]) -> [Int: [GridPoint]] {
        let ends = edges.map { (GridPoint(key: $0.low), GridPoint(key: $0.high)) }
        var found: [Int: [GridPoint]] = [:]
        EdgeGrid(ends).forEachPair { one, other in
            guard let point = meeting(ends[one], ends[other]) else { return }
            for number in [one, other] where point != ends[number].0 && point != ends[number].1 {
                found[number, default: []].append(point)
            }
        }
        for (number, points) in found {
            let start = ends[number].0
            func distance(_ point: GridPoint) -> Int {
                let (dx, dy) = (Int(point.x) - Int(start.x), Int(point.y) - Int(start.y))
                return dx * dx + dy * dy
            }
            var chain: [GridPoint] = []
            for point in points.sorted(by: { distance($0) < distance($1) }) where chain.last != point {
                chain.append(point)
            }
            found[number] = chain
        }
        return found
    }

    /// Returns the point at which two edges cross, or at which one ends on the other; `nil` if there is none, or they
    /// only share an end.
    ///
    /// An edge that ends within a few grid steps of another ends on it: the sources round vertices, and if only one of
    /// them has a vertex there, they would be a hair's breadth apart.
    static func meeting(_ one: (GridPoint, GridPoint), _ other: (GridPoint, GridPoint)) -> GridPoint? {
        let (a, b) = one
        let (c, d) = other
        guard min(a.x, b.x) <= max(c.x, d.x) + nearness, min(c.x, d.x) <= max(a.x, b.x) + nearness,
            min(a.y, b.y) <= max(c.y, d.y) + nearness, min(c.y, d.y) <= max(a.y, b.y) + nearness
        else { return nil }
        for (point, edge) in [(c, one), (d, one), (a, other), (b, other)] where isOn(point, edge) { return point }
        let (atC, atD) = (turn(a, b, c), turn(a, b, d))
        let (atA, atB) = (turn(c, d, a), turn(c, d, b))
        guard atC.signum() * atD.signum() < 0, atA.signum() * atB.signum() < 0 else { return nil }
        let share = Double(atA) / (Double(atA) - Double(atB))
        return GridPoint(
            x: a.x + Int32((share * Double(Int(b.x) - Int(a.x))).rounded()),
            y: a.y + Int32((share * Double(Int(b.y) - Int(a.y))).rounded()))
    }

    /// In grid steps of at most 11 cm.
    private static let nearness: Int32 = 2

    /// Returns whether a point that is not an end is on an edge, or very close to it.
    private static func isOn(_ point: GridPoint, _ edge: (GridPoint, GridPoint)) -> Bool {
        let (start, end) = edge
        if point == start || point == end { return false }
        let (dx, dy) = (Int(end.x) - Int(start.x), Int(end.y) - Int(start.y))
        let along = dx * (Int(point.x) - Int(start.x)) + dy * (Int(point.y) - Int(start.y))
        guard along > 0, along < dx * dx + dy * dy else { return false }
        return abs(turn(start, end, point)) <= Int(nearness) * max(abs(dx), abs(dy))
    }

    /// Returns twice the signed area of a triangle; positive when counterclockwise.
    private static func turn(_ start: GridPoint, _ end: GridPoint, _ point: GridPoint) -> Int {
        let (dx, dy) = (Int(end.x) - Int(start.x), Int(end.y) - Int(start.y))
        return dx * (Int(point.y) - Int(start.y)) - dy * (Int(point.x) - Int(start.x))
    }
}

/// Edges by the squares of a twentieth of a degree that they may touch, to find pairs of nearby edges.
struct EdgeGrid {
    private struct Item {
        var square: UInt64
        var edge: Int32
    }

    private static let side: Int32 = 50_000
    /// Edges that nearly touch also form a pair.
    private static let margin: Int32 = 2
    private let ends: [(GridPoint, GridPoint)]
    private var items: [Item] = []

    /// Creates an index of edges.
    ///
    /// - Parameter ends: The edges.
    init(_ ends: [(GridPoint, GridPoint)]) {
        self.ends = ends
        items.reserveCapacity(ends.count * 5 / 4)
        for (number, edge) in ends.enumerated() {
            for column in Self.squares(edge.0.x, edge.1.x) {
                for row in Self.squares(edge.0.y, edge.1.y) {
                    items.append(Item(square: GridPoint(x: column, y: row).key, edge: Int32(number)))
                }
            }
        }
        items.sort { ($0.square, $0.edge) < ($1.square, $1.edge) }
    }

    private static func squares(_ one: Int32, _ other: Int32) -> ClosedRange<Int32> {
        // Rounded down, so that no square is twice as wide as the others.
        func square(_ value: Int32) -> Int32 { value >= 0 ? value / side : -((side - 1 - value) / side) }
        return square(min(one, other) - margin)...square(max(one, other) + margin)
    }

    /// Calls `body` with each pair of edges that share a square and whose boxes touch or nearly do; pairs that share
    /// two squares occur twice.
    func forEachPair(_ body: (Int, Int) -> Void) {
        var first = 0
        while first < items.count {
            var end = first + 1
            while end < items.count, items[end].square == items[first].square { end += 1 }
            // Sorted from west to east, so that the search can stop at edges that begin east of another's end.
            let group = items[first..<end].map { item -> (west: Int32, east: Int32, edge: Int) in
                let edge = ends[Int(item.edge)]
                return (min(edge.0.x, edge.1.x), max(edge.0.x, edge.1.x), Int(item.edge))
            }.sorted { ($0.west, $0.edge) < ($1.west, $1.edge) }
            for one in group.indices {
                var other = one + 1
                while other < group.count, group[other].west <= group[one].east + Self.margin {
                    body(group[one].edge, group[other].edge)
                    other += 1
                }
            }
            first = end
        }
    }
}
