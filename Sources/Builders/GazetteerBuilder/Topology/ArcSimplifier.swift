/// Simplifies arcs so that they do not cross each other afterwards.
///
/// The two banks of a border river are closer together than the tolerance: simplified independently they would cross,
/// and the land between would be on the wrong side. Arcs that cross are simplified again with a quarter of the
/// tolerance, and finally not at all.
struct ArcSimplifier {
    private(set) var arcs: [BorderArc]
    /// The number of pairs of edges that still cross: those that did so in the source.
    private(set) var crossings = 0

    private static let rounds = 5
    /// Longer arcs are cut, so that one crossing does not force a whole coast to stay unsimplified.
    private static let length = 256

    /// Creates arcs that are simplified within their tolerances.
    ///
    /// - Parameters:
    ///   - whole: The arcs.
    ///   - tolerance: The tolerance of an arc in metres.
    init(_ whole: [BorderArc], tolerance: (BorderArc) -> Double) {
        let source = whole.flatMap(Self.cut)
        var metres = source.map(tolerance)
        arcs = zip(source, metres).map { $0.simplified($1) }
        for round in 0..<Self.rounds {
            let crossing = crossing()
            if crossing.isEmpty { break }
            for index in crossing {
                metres[index] /= 4
                arcs[index] = round + 2 < Self.rounds ? source[index].simplified(metres[index]) : source[index]
            }
        }
    }

    private static func cut(_ arc: BorderArc) -> [BorderArc] {
        stride(from: 0, to: arc.points.count - 1, by: length).map { start in
            var part = arc
            part.points = Array(arc.points[start...min(start + length, arc.points.count - 1)])
            return part
        }
    }

    /// A piece of an arc in a square of the spatial index.
    private struct Item {
        var square: UInt64
        var arc: Int32
        var position: Int32
    }

    private mutating func crossing() -> Set<Int> {
        let side: Int32 = 50_000
        var items: [Item] = []
        for (number, arc) in arcs.enumerated() {
            for position in 0..<arc.points.count - 1 {
                let (one, other) = (arc.points[position], arc.points[position + 1])
                for column in min(one.x, other.x) / side...max(one.x, other.x) / side {
                    for row in min(one.y, other.y) / side...max(one.y, other.y) / side {
                        items.append(
                            Item(
                                square: GridPoint(x: column, y: row).key, arc: Int32(number),
                                position: Int32(position)))
                    }
                }
            }
        }
        items.sort { ($0.square, $0.arc, $0.position) < ($1.square, $1.arc, $1.position) }
        var found: Set<Int> = []
        crossings = 0
        var first = 0
        while first < items.count {
            var end = first + 1
            while end < items.count, items[end].square == items[first].square { end += 1 }
            for one in first..<end {
                for other in one + 1..<end where cross(items[one], items[other]) {
                    found.insert(Int(items[one].arc))
                    found.insert(Int(items[other].arc))
                    crossings += 1
                }
            }
            first = end
        }
        return found
    }

    /// Returns whether two pieces cross in their interior, or one ends inside the other.
    private func cross(_ one: Item, _ other: Item) -> Bool {
        let (a, b) = ends(one)
        let (c, d) = ends(other)
        guard min(a.x, b.x) <= max(c.x, d.x), min(c.x, d.x) <= max(a.x, b.x), min(a.y, b.y) <= max(c.y, d.y),
            min(c.y, d.y) <= max(a.y, b.y)
        else { return false }
        return Self.turn(a, b, c) * Self.turn(a, b, d) < 0 && Self.turn(c, d, a) * Self.turn(c, d, b) < 0
    }

    private func ends(_ item: Item) -> (GridPoint, GridPoint) {
        let points = arcs[Int(item.arc)].points
        return (points[Int(item.position)], points[Int(item.position) + 1])
    }

    /// Returns the side of a line that a point is on: 1, 0 or −1.
    private static func turn(_ start: GridPoint, _ end: GridPoint, _ point: GridPoint) -> Int {
        let (dx, dy) = (Int(end.x) - Int(start.x), Int(end.y) - Int(start.y))
        return (dx * (Int(point.y) - Int(start.y)) - dy * (Int(point.x) - Int(start.x))).signum()
    }
}
