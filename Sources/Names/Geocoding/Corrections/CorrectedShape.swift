import Glibc
import LKGeo

/// The area in which a correction applies.
enum CorrectedShape: Sendable {
    /// The union of polygons.
    case area([CorrectedPolygon])
    case circle(Coordinate, radius: Double)

    /// The size in square metres.
    var size: Double {
        switch self {
        case .area(let polygons): polygons.reduce(0) { $0 + $1.size }
        case .circle(_, let radius): .pi * radius * radius
        }
    }

    /// The bounding boxes; their east may be beyond 180.
    var boxes: [CorrectedBox] {
        switch self {
        case .area(let polygons): return polygons.map(\.box)
        case .circle(let center, let radius):
            guard let box = BoundingBox(center: center, radius: radius) else { return [] }
            let east = box.east < box.west ? box.east + 360 : box.east
            return [CorrectedBox(south: box.south, west: box.west, north: box.north, east: east)]
        }
    }
}

/// A box of latitudes and longitudes; its east may be beyond 180.
struct CorrectedBox: Sendable {
    var south: Double
    var west: Double
    var north: Double
    var east: Double
}

/// A straight line in latitude and longitude, as RFC 7946 defines it (section 3.1.1).
struct CorrectedEdge: Sendable {
    /// Degrees east.
    var (x1, x2): (Double, Double)
    /// Degrees north.
    var (y1, y2): (Double, Double)
    /// The index of its ring.
    var ring: Int
    /// Its index in the ring.
    var number: Int

    /// Returns the side of the edge that a point is on: positive on the left, 0 on the line.
    func side(_ x: Double, _ y: Double) -> Double { (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1) }

    /// Returns whether a point on the line is between the ends or at one.
    func spans(_ x: Double, _ y: Double) -> Bool {
        min(x1, x2) <= x && x <= max(x1, x2) && min(y1, y2) <= y && y <= max(y1, y2)
    }
}

/// A polygon with holes; its border belongs to it.
struct CorrectedPolygon: Sendable {
    let box: CorrectedBox
    /// The size in square metres.
    let size: Double
    /// The offset from a longitude in the box to the edges' longitudes.
    private let shift: Double
    private let edges: [CorrectedEdge]
    /// Edges by the strip of latitudes that they overlap, and where each strip's edges begin.
    private var strips: [UInt32] = []
    private var starts: [Int] = []

    /// Creates a polygon from rings that have been checked.
    init(_ rings: [[CorrectedEdge]]) {
        edges = rings.flatMap { $0 }
        let (xs, ys) = (edges.map(\.x1), edges.map(\.y1))
        let (west, east) = (xs.min() ?? 0, xs.max() ?? 0)
        // A polygon completely beyond 180 is shifted back.
        let turn = west >= 180 ? -360.0 : west < -180 ? 360 : 0
        box = CorrectedBox(south: ys.min() ?? 0, west: west + turn, north: ys.max() ?? 0, east: east + turn)
        shift = -turn
        let sizes = rings.map(Self.size)
        size = sizes.dropFirst().reduce(sizes.first ?? 0, -)
        makeStrips()
    }

    /// Returns whether a point is in the polygon.
    func contains(_ point: Coordinate) -> Bool {
        let y = point.latitude
        guard y >= box.south, y <= box.north else { return false }
        return holdsWithinBox(point.longitude, y) || holdsWithinBox(point.longitude + 360, y)
    }

    private func holdsWithinBox(_ x: Double, _ y: Double) -> Bool {
        x >= box.west && x <= box.east && contains(x: x + shift, y: y)
    }

    /// Returns whether longitude and latitude, in the edges' range, are in the polygon.
    func contains(x: Double, y: Double) -> Bool {
        let strip = strip(y)
        var isInside = false
        for number in strips[starts[strip]..<starts[strip + 1]] {
            let edge = edges[Int(number)]
            let side = edge.side(x, y)
            if side == 0, edge.spans(x, y) { return true }
            // A ray to the east crosses the edge; a vertex counts with the edge above it.
            if (edge.y1 > y) != (edge.y2 > y), (side > 0) == (edge.y2 > edge.y1) { isInside.toggle() }
        }
        return isInside
    }

    /// Returns the square metres within a ring on the sphere: replacing latitudes by their sines preserves areas
    /// (Lambert 1772).
    static func size(_ ring: [CorrectedEdge]) -> Double {
        let sum = ring.reduce(0) { sum, edge in
            let heights = sin(edge.y1 * .pi / 180) + sin(edge.y2 * .pi / 180)
            return sum + (edge.x2 - edge.x1) * .pi / 180 * heights / 2
        }
        return abs(sum) * Earth.meanRadius * Earth.meanRadius
    }

    private var stripCount: Int { starts.count - 1 }

    private func strip(_ y: Double) -> Int {
        let share = (y - box.south) / max(box.north - box.south, .leastNormalMagnitude)
        return min(max(Int(share * Double(stripCount)), 0), stripCount - 1)
    }

    /// Divides the edges into strips of about 8 edges each, unless long edges would be in too many strips.
    private mutating func makeStrips() {
        var count = max(1, edges.count / 8)
        while true {
            starts = [Int](repeating: 0, count: count + 1)
            let entries = edges.reduce(0) { $0 + strip(max($1.y1, $1.y2)) - strip(min($1.y1, $1.y2)) + 1 }
            if entries <= 8 * edges.count + count || count == 1 { break }
            count /= 2
        }
        let ranges = edges.map { strip(min($0.y1, $0.y2))...strip(max($0.y1, $0.y2)) }
        for range in ranges { for strip in range { starts[strip + 1] += 1 } }
        for strip in 0..<count { starts[strip + 1] += starts[strip] }
        var next = starts
        strips = [UInt32](repeating: 0, count: starts[count])
        for (number, range) in ranges.enumerated() {
            for strip in range {
                strips[next[strip]] = UInt32(number)
                next[strip] += 1
            }
        }
    }
}

/// Checks that the rings of an area do not cross, so that its inside is well-defined.
///
/// A plane sweep from west to east: each edge is compared with those that overlap it in longitude and latitude. That is
/// fast for outlines as in maps; a file of many long parallel edges exceeds the budget of comparisons.
struct RingCheck {
    /// What is wrong with the rings of an area, and near which point.
    enum Problem: Error {
        case crosses(latitude: Double, longitude: Double)
        case tooIntricate
    }

    /// The remaining number of edge comparisons, for all areas of a file.
    var budget = 1 << 28

    /// Checks that no ring crosses or touches itself, and that no rings cross each other.
    ///
    /// - Throws: ``Problem`` if a ring crosses or touches itself, or rings cross each other.
    mutating func check(_ rings: [[CorrectedEdge]]) throws(Problem) {
        let edges = rings.flatMap { $0 }.sorted { min($0.x1, $0.x2) < min($1.x1, $1.x2) }
        var open: [CorrectedEdge] = []
        for edge in edges {
            let west = min(edge.x1, edge.x2)
            open.removeAll { max($0.x1, $0.x2) < west }
            budget -= open.count + 1
            guard budget > 0 else { throw .tooIntricate }
            let (south, north) = (min(edge.y1, edge.y2), max(edge.y1, edge.y2))
            for other in open where max(other.y1, other.y2) >= south && min(other.y1, other.y2) <= north {
                if Self.meet(edge, other, in: rings) { throw .crosses(latitude: edge.y1, longitude: edge.x1) }
            }
            open.append(edge)
        }
    }

    /// Returns whether two edges have a point in common that they should not have.
    private static func meet(_ one: CorrectedEdge, _ other: CorrectedEdge, in rings: [[CorrectedEdge]]) -> Bool {
        let sides = (other.side(one.x1, one.y1), other.side(one.x2, one.y2))
        let otherSides = (one.side(other.x1, other.y1), one.side(other.x2, other.y2))
        let crosses = sides.0.sign != sides.1.sign && otherSides.0.sign != otherSides.1.sign
        if crosses, sides.0 != 0, sides.1 != 0, otherSides.0 != 0, otherSides.1 != 0 { return true }
        // A hole may touch the outline in a point.
        guard one.ring == other.ring else { return false }
        let touches =
            sides.0 == 0 && other.spans(one.x1, one.y1) || sides.1 == 0 && other.spans(one.x2, one.y2)
            || otherSides.0 == 0 && one.spans(other.x1, other.y1) || otherSides.1 == 0 && one.spans(other.x2, other.y2)
        guard touches else { return false }
        let count = rings[one.ring].count
        if (one.number + 1) % count == other.number { return turnsBack(one, other) }
        if (other.number + 1) % count == one.number { return turnsBack(other, one) }
        return true
    }

    /// Returns whether an edge reverses the previous one.
    private static func turnsBack(_ one: CorrectedEdge, _ next: CorrectedEdge) -> Bool {
        one.side(next.x2, next.y2) == 0
            && (one.x2 - one.x1) * (next.x2 - next.x1) + (one.y2 - one.y1) * (next.y2 - next.y1) < 0
    }
}
