/// Coasts and lakes of an area.
package struct Shores: Sendable, Equatable {
    /// Closed lines, also along the area's edges; even-odd filling gives land.
    package var coasts: [[MapPoint]] = []
    /// Closed lines around lakes, islands in them and ponds on those; even-odd filling gives water on the land.
    package var lakes: [[MapPoint]] = []
    /// Closed lines around lagoons and inlets that ``coasts`` have as land: water on the land, also by the even-odd rule.
    ///
    /// They overlap the sea, so their lines are shores only inside ``coasts``, and lines of ``coasts`` only outside of them.
    package var sounds: [[MapPoint]] = []

    /// Returns the part of the shores in a box.
    package func clipped(to box: ShoreBox) -> Shores {
        Shores(
            coasts: coasts.compactMap(box.clipped), lakes: lakes.compactMap(box.clipped),
            sounds: sounds.compactMap(box.clipped))
    }
}

/// A box, in degrees or pixels.
package struct ShoreBox: Sendable {
    package let low: MapPoint
    package let high: MapPoint

    package init(low: MapPoint, high: MapPoint) { (self.low, self.high) = (low, high) }

    /// Returns whether a line from one point to the next runs along an edge, where an area was cut.
    package func isEdge(_ from: MapPoint, _ to: MapPoint) -> Bool {
        from.x == to.x && (from.x == low.x || from.x == high.x)
            || from.y == to.y && (from.y == low.y || from.y == high.y)
    }

    /// Returns the part of a closed line inside, joined along the edges (Sutherland and Hodgman); `nil` where nothing is left.
    package func clipped(_ ring: [MapPoint]) -> [MapPoint]? {
        var (least, most) = (MapPoint(repeating: .infinity), MapPoint(repeating: -.infinity))
        for point in ring {
            least = least.replacing(with: point, where: point .< least)
            most = most.replacing(with: point, where: point .> most)
        }
        if most.x < low.x || most.y < low.y || least.x > high.x || least.y > high.y { return nil }
        if least.x >= low.x, least.y >= low.y, most.x <= high.x, most.y <= high.y { return ring }
        var points = ring
        for (axis, bound, sign) in [(0, low.x, 1.0), (0, high.x, -1), (1, low.y, 1), (1, high.y, -1)] {
            guard var last = points.last else { return nil }
            var kept: [MapPoint] = []
            for point in points {
                let (from, to) = ((last[axis] - bound) * sign, (point[axis] - bound) * sign)
                if (from < 0) != (to < 0) {
                    var crossing = last + (point - last) * (from / (from - to))
                    crossing[axis] = bound
                    kept.append(crossing)
                }
                if to >= 0 { kept.append(point) }
                last = point
            }
            points = kept
        }
        return points.count > 2 ? points : nil
    }
}

/// Answers whether points are on land, by counting the shores between them and the west.
struct ShoreGround {
    private let low: Double
    private let step: Double
    /// The sides of coasts, lakes and sounds by row.
    private var coasts: [[(MapPoint, MapPoint)]]
    private var lakes: [[(MapPoint, MapPoint)]]
    private var sounds: [[(MapPoint, MapPoint)]]

    /// Creates an index that sorts the sides of shores into rows between two values of y.
    init(_ shores: Shores, low: Double, high: Double, rows: Int = 256) {
        self.low = low
        step = max(high - low, 1e-9) / Double(rows)
        coasts = Array(repeating: [], count: rows)
        lakes = coasts
        sounds = coasts
        for ring in shores.coasts { Self.add(ring, to: &coasts, low, step) }
        for ring in shores.lakes { Self.add(ring, to: &lakes, low, step) }
        for ring in shores.sounds { Self.add(ring, to: &sounds, low, step) }
    }

    private static func add(
        _ ring: [MapPoint], to rows: inout [[(MapPoint, MapPoint)]], _ low: Double, _ step: Double
    ) {
        guard var last = ring.last else { return }
        for point in ring {
            if last.y != point.y {
                let (from, to) = (min(last.y, point.y), max(last.y, point.y))
                let first = max(((from - low) / step).rounded(.down), 0)
                let end = min(((to - low) / step).rounded(.down), Double(rows.count - 1))
                if first <= end { for row in Int(first)...Int(end) { rows[row].append((last, point)) } }
            }
            last = point
        }
    }

    /// Returns whether a point is on land and not in a lake or sound.
    func isLand(_ point: MapPoint) -> Bool { isInside(point, coasts) && !isLake(point) }

    /// Returns whether a point is in a lake or sound.
    func isLake(_ point: MapPoint) -> Bool { isInside(point, lakes) || isSound(point) }

    /// Returns whether a point is in a sound.
    func isSound(_ point: MapPoint) -> Bool { isInside(point, sounds) }

    /// Returns whether a point is inside the coasts, be it land, lake or sound.
    func isInsideCoasts(_ point: MapPoint) -> Bool { isInside(point, coasts) }

    private func isInside(_ point: MapPoint, _ rows: [[(MapPoint, MapPoint)]]) -> Bool {
        let row = ((point.y - low) / step).rounded(.down)
        guard row >= 0, row < Double(rows.count) else { return false }
        var isInside = false
        for (from, to) in rows[Int(row)] where (from.y > point.y) != (to.y > point.y) {
            if point.x < from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y) { isInside.toggle() }
        }
        return isInside
    }

    /// Returns the parts of lines where points are wanted, looked at in steps of a length.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - step: How closely to look, in the unit of the points.
    ///   - isWanted: Whether a point may be on a part.
    /// - Returns: The parts, each of at least two points.
    static func parts(
        of lines: [[MapPoint]], step: Double, where isWanted: (MapPoint) -> Bool
    ) -> [[MapPoint]] {
        var kept: [[MapPoint]] = []
        for line in lines {
            var part: [MapPoint] = []
            for (index, point) in line.enumerated() {
                if index > 0 {
                    let (from, way) = (line[index - 1], point - line[index - 1])
                    let count = min(max(Int(((way * way).sum().squareRoot() / step).rounded(.up)), 1), 10_000)
                    // Between the ends, points only where a part begins or ends.
                    var wasWanted = !part.isEmpty
                    for number in 1..<count {
                        let between = from + way * (Double(number) / Double(count))
                        let isWanted = isWanted(between)
                        if isWanted, !wasWanted { part = [between] }
                        if !isWanted, wasWanted { finish(&part, with: between, &kept) }
                        wasWanted = isWanted
                    }
                }
                if isWanted(point) { part.append(point) } else if !part.isEmpty { finish(&part, with: point, &kept) }
            }
            if part.count > 1 { kept.append(part) }
        }
        return kept
    }

    private static func finish(_ part: inout [MapPoint], with end: MapPoint, _ kept: inout [[MapPoint]]) {
        part.append(end)
        kept.append(part)
        part = []
    }
}
