internal import Geo

import Glibc

/// Where a correction holds.
enum CorrectedShape: Sendable {
    /// Any of the polygons.
    case area([CorrectedPolygon])
    case circle(Coordinate, radius: Double)

    /// Square metres.
    var size: Double {
        switch self {
        case .area(let polygons): polygons.reduce(0) { $0 + $1.size }
        case .circle(_, let radius): .pi * radius * radius
        }
    }

    /// The boxes around it; their east may be beyond 180.
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

/// A box of latitudes and longitudes, whose east may be beyond 180.
struct CorrectedBox: Sendable {
    var south: Double
    var west: Double
    var north: Double
    var east: Double
}

/// A straight line on the map of latitude and longitude, as RFC 7946 has it (section 3.1.1).
struct CorrectedEdge: Sendable {
    /// Degrees east.
    var (x1, x2): (Double, Double)
    /// Degrees north.
    var (y1, y2): (Double, Double)
    /// The number of its ring.
    var ring: Int
    /// Its number in the ring.
    var number: Int

    /// Which side of the edge a point is on: positive on the left, 0 on the line.
    func side(_ x: Double, _ y: Double) -> Double { (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1) }

    /// Whether a point on the line is between the ends or at one.
    func spans(_ x: Double, _ y: Double) -> Bool {
        min(x1, x2) <= x && x <= max(x1, x2) && min(y1, y2) <= y && y <= max(y1, y2)
    }
}

/// An area with holes; its border belongs to it.
struct CorrectedPolygon: Sendable {
    let box: CorrectedBox
    /// Square metres.
    let size: Double
    /// What is added to a longitude of the box for one of the edges.
    private let shift: Double
    private let edges: [CorrectedEdge]
    /// Edges by the strip of latitudes that they reach into, and where each strip's begin.
    private var strips: [UInt32] = []
    private var starts: [Int] = []

    /// Prepares rings that were checked.
    init(_ rings: [[CorrectedEdge]]) {
        edges = rings.flatMap { $0 }
        let (xs, ys) = (edges.map(\.x1), edges.map(\.y1))
        let (west, east) = (xs.min() ?? 0, xs.max() ?? 0)
        // One that is all beyond 180 is on this side too.
        let turn = west >= 180 ? -360.0 : west < -180 ? 360 : 0
        box = CorrectedBox(south: ys.min() ?? 0, west: west + turn, north: ys.max() ?? 0, east: east + turn)
        shift = -turn
        let sizes = rings.map(Self.size)
        size = sizes.dropFirst().reduce(sizes.first ?? 0, -)
        makeStrips()
    }

    /// Whether a point is in it.
    func holds(_ point: Coordinate) -> Bool {
        let y = point.latitude
        guard y >= box.south, y <= box.north else { return false }
        return holdsWithinBox(point.longitude, y) || holdsWithinBox(point.longitude + 360, y)
    }

    private func holdsWithinBox(_ x: Double, _ y: Double) -> Bool {
        x >= box.west && x <= box.east && holds(x: x + shift, y: y)
    }

    /// The same for longitudes and latitudes as the edges have them.
    func holds(x: Double, y: Double) -> Bool {
        let strip = strip(y)
        var isInside = false
        for number in strips[starts[strip]..<starts[strip + 1]] {
            let edge = edges[Int(number)]
            let side = edge.side(x, y)
            if side == 0, edge.spans(x, y) { return true }
            // A ray to the east meets the edge; a vertex counts with the edge above it.
            if (edge.y1 > y) != (edge.y2 > y), (side > 0) == (edge.y2 > edge.y1) { isInside.toggle() }
        }
        return isInside
    }

    /// Square metres within a ring, on the sphere: latitudes become their sines, which keeps areas (Lambert 1772).
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

    /// Divides the edges into strips of some 8 edges each, unless long edges would fill too many strips.
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

/// Checks that the rings of an area do not cross, so that what is inside is beyond doubt.
///
/// A plane sweep from west to east: each edge is compared with those that reach as far as its beginning and to its latitudes. That
/// is quick for outlines as maps have them; a file made of long edges side by side runs out of comparisons.
struct RingCheck {
    /// What is wrong with the rings of an area, and near which point.
    enum Problem: Error {
        case crosses(latitude: Double, longitude: Double)
        case tooIntricate
    }

    /// How many pairs of edges may still be compared, for all areas of a file.
    var budget = 1 << 28

    /// - Throws: ``Problem`` for a ring that crosses or touches itself, and for rings that cross each other.
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

    /// Whether two edges have a point in common that they should not have.
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

    /// Whether an edge goes back along the one before.
    private static func turnsBack(_ one: CorrectedEdge, _ next: CorrectedEdge) -> Bool {
        one.side(next.x2, next.y2) == 0
            && (one.x2 - one.x1) * (next.x2 - next.x1) + (one.y2 - one.y1) * (next.y2 - next.y1) < 0
    }
}
