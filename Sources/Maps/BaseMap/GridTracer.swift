/// A point of a drawn line: x is the longitude, y the latitude, in degrees.
package typealias MapPoint = SIMD2<Double>

/// Lines of a map: where water ends, and where countries meet.
package struct Outline: Sendable, Equatable {
    /// Closed lines around land, and around seas in it; even-odd filling gives land.
    ///
    /// The last point is joined to the first.
    package var coasts: [[MapPoint]] = []
    /// Closed lines around lakes, which are drawn on the land; even-odd filling gives water.
    package var lakes: [[MapPoint]] = []
    /// Closed lines around lagoons and inlets, which are drawn as lakes, but without their lines.
    package var sounds: [[MapPoint]] = []
    /// Open or closed lines between the lands of two countries.
    package var borders: [[MapPoint]] = []
}

/// A grid of points, a step apart.
package struct TracedGrid: Sendable {
    /// The south-western corner in degrees.
    package var west: Double
    package var south: Double
    /// The distance of neighbours in degrees.
    package var step: Double
    /// The number of squares in each direction.
    package var columns: Int
    package var rows: Int

    package var east: Double { west + Double(columns) * step }
    package var north: Double { south + Double(rows) * step }

    /// Returns the corner of squares in a column and row; those outside are on the edge.
    func point(_ column: Int, _ row: Int) -> MapPoint {
        MapPoint(
            west + Double(min(max(column, 0), columns)) * step, south + Double(min(max(row, 0), rows)) * step)
    }

    /// Returns whether a point is on the edge of the grid, where lines are cut.
    func isOnEdge(_ point: MapPoint) -> Bool {
        point.x == west || point.x == east || point.y == south || point.y == north
    }
}

/// Traces the lines between the kinds of points on a grid.
///
/// A line crosses the side of a square where its ends are of different kinds; the place is then found by bisection, so that
/// lines are much finer than the grid. Where three kinds meet in a square, lines meet in one point. Around the grid all counts
/// as water, so that each coast is closed.
struct GridTracer {
    /// How often a side is halved to find where a line crosses it.
    private static let halvings = 7

    private let grid: TracedGrid
    private var points: [MapPoint] = []
    /// Up to four neighbours of each point; -1 for none.
    private var links: [Int32] = []
    /// Whether the line to a neighbour is a coast, else a border.
    private var areCoasts: [Bool] = []

    /// Traces a grid.
    ///
    /// - Parameters:
    ///   - grid: The grid.
    ///   - tolerance: How far a simplified line may be from the traced one, in degrees.
    ///   - kind: What a point is, by latitude and longitude; 0 is water.
    /// - Returns: The lines.
    static func outline(
        of grid: TracedGrid, tolerance: Double, kind: (_ latitude: Double, _ longitude: Double) -> UInt16
    ) -> Outline {
        var tracer = GridTracer(grid: grid)
        tracer.trace(kind)
        return tracer.outline(tolerance: tolerance)
    }

    private init(grid: TracedGrid) { self.grid = grid }

    /// Returns the kinds of a row of points, with water on both sides.
    private func row(_ row: Int, _ kind: (Double, Double) -> UInt16) -> [UInt16] {
        var kinds = [UInt16](repeating: 0, count: grid.columns + 3)
        guard row >= 0, row <= grid.rows else { return kinds }
        for column in 0...grid.columns {
            let point = grid.point(column, row)
            kinds[column + 1] = kind(point.y, point.x)
        }
        return kinds
    }

    private mutating func trace(_ kind: (Double, Double) -> UInt16) {
        let width = grid.columns + 2
        var lower = row(-1, kind)
        var lowerCrossings = [Int32](repeating: -1, count: width)
        for row in -1...grid.rows {
            let upper = self.row(row + 1, kind)
            var upperCrossings = [Int32](repeating: -1, count: width)
            var west: Int32 = -1
            for index in 0..<width {
                let (a, b, c, d) = (lower[index], lower[index + 1], upper[index + 1], upper[index])
                if a == b, b == c, c == d {
                    west = -1
                    continue
                }
                let column = index - 1
                if d != c {
                    upperCrossings[index] = crossing(
                        grid.point(column, row + 1), d, grid.point(column + 1, row + 1), c, kind)
                }
                let east =
                    b == c
                    ? -1 : crossing(grid.point(column + 1, row), b, grid.point(column + 1, row + 1), c, kind)
                // The pad has no western side, and what is east of it is made by the square before.
                let sides = [
                    (lowerCrossings[index], a == 0 || b == 0), (east, b == 0 || c == 0),
                    (upperCrossings[index], d == 0 || c == 0), (west, a == 0 || d == 0),
                ]
                let isPad = index == 0 || index == width - 1 || row < 0 || row == grid.rows
                join(sides.filter { $0.0 >= 0 }, isPad: isPad)
                west = east
            }
            lower = upper
            lowerCrossings = upperCrossings
        }
    }

    /// Adds the point where a line crosses a side of a square.
    private mutating func crossing(
        _ from: MapPoint, _ first: UInt16, _ to: MapPoint, _ second: UInt16, _ kind: (Double, Double) -> UInt16
    ) -> Int32 {
        var (low, high) = (from, to)
        if low != high {
            for _ in 0..<Self.halvings {
                let middle = (low + high) / 2
                if kind(middle.y, middle.x) == first { low = middle } else { high = middle }
            }
        }
        return add((low + high) / 2)
    }

    private mutating func add(_ point: MapPoint) -> Int32 {
        points.append(point)
        links.append(contentsOf: [-1, -1, -1, -1])
        areCoasts.append(contentsOf: [false, false, false, false])
        return Int32(points.count - 1)
    }

    /// Joins the crossings of a square: two by a line, more through a point between them.
    private mutating func join(_ sides: [(point: Int32, isCoast: Bool)], isPad: Bool) {
        if sides.count == 2 {
            link(sides[0].point, sides[1].point, isCoast: sides[0].isCoast)
            return
        }
        guard sides.count > 2 else { return }
        var middle = MapPoint.zero
        for side in sides { middle += points[Int(side.point)] / Double(sides.count) }
        // On the edge a border ends where it is cut.
        if isPad, let border = sides.first(where: { !$0.isCoast }) { middle = points[Int(border.point)] }
        let center = add(middle)
        for side in sides { link(center, side.point, isCoast: side.isCoast) }
    }

    private mutating func link(_ first: Int32, _ second: Int32, isCoast: Bool) {
        for (here, there) in [(first, second), (second, first)] {
            for slot in 4 * Int(here)..<4 * Int(here) + 4 where links[slot] < 0 {
                links[slot] = there
                areCoasts[slot] = isCoast
                break
            }
        }
    }
}

extension GridTracer {
    private mutating func outline(tolerance: Double) -> Outline {
        // Where borders end or meet, coasts keep their points.
        var joints = [Bool](repeating: false, count: points.count)
        for point in points.indices {
            let slots = 4 * point..<4 * point + 4
            let borders = slots.count { links[$0] >= 0 && !areCoasts[$0] }
            joints[point] = borders > 0 && (borders != 2 || slots.contains { links[$0] >= 0 && areCoasts[$0] })
        }
        var outline = Outline()
        for point in points.indices {
            while let ring = walk(from: Int32(point), coast: true, until: { _ in false }) {
                outline.coasts.append(simplified(ring: ring, joints, tolerance))
            }
        }
        for isJoint in [true, false] {
            for point in points.indices where joints[point] == isJoint {
                while let line = walk(from: Int32(point), coast: false, until: { joints[Int($0)] }) {
                    let places = line.map { points[Int($0)] }
                    outline.borders.append(LineSimplifier.simplified(places[...], tolerance: tolerance))
                }
            }
        }
        return outline
    }

    /// Follows unused lines of one kind until they end, come back, or reach a stop; `nil` if there are none here.
    ///
    /// - Returns: The points, of a closed line with the first one again at the end.
    private mutating func walk(from start: Int32, coast: Bool, until isStop: (Int32) -> Bool) -> [Int32]? {
        var path = [start]
        var here = start
        while let next = take(from: here, coast: coast) {
            path.append(next)
            here = next
            if here == start || isStop(here) { break }
        }
        return path.count > 1 ? path : nil
    }

    /// Removes a line at both of its ends.
    private mutating func take(from here: Int32, coast: Bool) -> Int32? {
        for slot in 4 * Int(here)..<4 * Int(here) + 4 where links[slot] >= 0 && areCoasts[slot] == coast {
            let there = links[slot]
            links[slot] = -1
            for back in 4 * Int(there)..<4 * Int(there) + 4 where links[back] == here && areCoasts[back] == coast {
                links[back] = -1
                break
            }
            return there
        }
        return nil
    }

    /// Simplifies a closed line between the points that have to stay.
    private func simplified(ring: [Int32], _ joints: [Bool], _ tolerance: Double) -> [MapPoint] {
        let places = ring.dropLast().map { points[Int($0)] }
        let count = places.count
        var fixed: [Int] = []
        for index in 0..<count {
            let isOnEdge = grid.isOnEdge(places[index])
            let leavesEdge =
                isOnEdge
                && !(grid.isOnEdge(places[(index + 1) % count]) && grid.isOnEdge(places[(index + count - 1) % count]))
            if joints[Int(ring[index])] || leavesEdge { fixed.append(index) }
        }
        if fixed.isEmpty { fixed = [0] }
        if fixed.count == 1 {
            // A closed line needs a second end: the point farthest from the first.
            let first = places[fixed[0]]
            func distance(_ index: Int) -> Double { ((places[index] - first) * (places[index] - first)).sum() }
            if let farthest = (0..<count).max(by: { distance($0) < distance($1) }), farthest != fixed[0] {
                fixed = [fixed[0], farthest].sorted()
            }
        }
        var result: [MapPoint] = []
        for (number, begin) in fixed.enumerated() {
            let end = number + 1 < fixed.count ? fixed[number + 1] : fixed[0] + count
            let part = (begin...end).map { places[$0 % count] }
            result += LineSimplifier.simplified(part[...], tolerance: tolerance).dropLast()
        }
        return result
    }
}
