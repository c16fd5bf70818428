/// Edges by the squares of a twentieth of a degree they may touch, to find those that are near each other.
struct EdgeSquares {
    private struct Item {
        var square: UInt64
        var edge: Int32
    }

    private static let side: Int32 = 50_000
    /// Edges that only nearly touch are a pair as well.
    private static let margin: Int32 = 2
    private let ends: [(GridPoint, GridPoint)]
    private var items: [Item] = []

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

    /// Gives each pair of edges that share a square and whose boxes touch or nearly do; pairs that share two squares come twice.
    func forEachPair(_ body: (Int, Int) -> Void) {
        var first = 0
        while first < items.count {
            var end = first + 1
            while end < items.count, items[end].square == items[first].square { end += 1 }
            // From west to east, so that what begins farther east than one ends need not be looked at.
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
