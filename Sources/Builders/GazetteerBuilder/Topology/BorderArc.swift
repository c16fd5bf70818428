import Glibc
import LKGazetteer
import LKGeo

/// A piece of border between two junctions, or a closed one around an island.
struct BorderArc {
    var points: [GridPoint]
    /// The classes on both sides, in the direction of the points.
    var left: UInt16
    var right: UInt16

    var isClosed: Bool { points.first == points.last }

    /// Joins edges into arcs; omits edges with the same class on both sides.
    ///
    /// - Parameters:
    ///   - topology: The edges.
    ///   - classes: The class of each set of owners.
    /// - Returns: The arcs, in an order that depends only on the edges.
    static func trace(_ topology: EdgeTopology, classes: [UInt16]) -> [BorderArc] {
        let edges = topology.edges.filter { classes[Int($0.left)] != classes[Int($0.right)] }
        func sides(_ end: Int) -> (UInt16, UInt16) {
            // As seen from this end of the edge.
            let edge = edges[end / 2]
            let pair = (classes[Int(edge.left)], classes[Int(edge.right)])
            return end % 2 == 0 ? pair : (pair.1, pair.0)
        }
        var ends: [(key: UInt64, end: Int32)] = []
        ends.reserveCapacity(2 * edges.count)
        for (index, edge) in edges.enumerated() {
            ends.append((edge.low.key, Int32(2 * index)))
            ends.append((edge.high.key, Int32(2 * index + 1)))
        }
        ends.sort { $0.key == $1.key ? $0.end < $1.end : $0.key < $1.key }
        // If two edges meet and the sides stay the same, the arc continues.
        var next = [Int32](repeating: -1, count: 2 * edges.count)
        var first = 0
        while first < ends.count {
            var last = first
            while last + 1 < ends.count, ends[last + 1].key == ends[first].key { last += 1 }
            if last == first + 1 {
                let (one, other) = (Int(ends[first].end), Int(ends[last].end))
                let (here, there) = (sides(one), sides(other))
                if here.0 == there.1, here.1 == there.0 {
                    next[one] = Int32(other)
                    next[other] = Int32(one)
                }
            }
            first = last + 1
        }
        var isTaken = [Bool](repeating: false, count: edges.count)
        func point(_ end: Int) -> GridPoint { end % 2 == 0 ? edges[end / 2].low : edges[end / 2].high }
        func walk(from start: Int) -> BorderArc {
            let (left, right) = sides(start)
            var arc = BorderArc(points: [point(start)], left: left, right: right)
            var end = start
            while true {
                isTaken[end / 2] = true
                arc.points.append(point(end ^ 1))
                let following = Int(next[end ^ 1])
                guard following >= 0, !isTaken[following / 2] else { return arc }
                end = following
            }
        }
        var arcs: [BorderArc] = []
        for end in next.indices where next[end] < 0 && !isTaken[end / 2] { arcs.append(walk(from: end)) }
        for index in edges.indices where !isTaken[index] { arcs.append(walk(from: 2 * index)) }
        return arcs
    }
}

extension BorderArc {
    /// The length in metres of a millionth of a degree of latitude.
    static let metres = GazetteerFormat.earthRadius * .pi / 180 / GridPoint.degree

    /// Returns the arc with fewer vertices, such that no removed vertex is farther than the tolerance from it.
    ///
    /// Both neighbours share the line. The ends are kept. Small shapes are simplified less, so that enclaves the size
    /// of a field keep their shape.
    ///
    /// - Parameter tolerance: Metres.
    /// - Returns: The simpler arc.
    func simplified(_ tolerance: Double) -> BorderArc {
        guard points.count > 2 else { return self }
        let latitudes = points.lazy.map(\.y)
        let longitudes = points.lazy.map(\.x)
        let height = Double(latitudes.max()! - latitudes.min()!) * Self.metres
        let shrink = cos(Double(points[0].y) / GridPoint.degree * .pi / 180)
        let width = Double(Int(longitudes.max()!) - Int(longitudes.min()!)) * Self.metres * shrink
        let maximumDeviation = min(tolerance, max(height, width) / 30)
        var isKept = [Bool](repeating: false, count: points.count)
        isKept[0] = true
        isKept[points.count - 1] = true
        // At the edges of the map, degrees do not measure distance.
        for (index, point) in points.enumerated() where abs(point.x) == 180_000_000 || abs(point.y) > 85_000_000 {
            isKept[index] = true
        }
        let fixed = isKept.indices.filter { isKept[$0] }
        for (start, end) in zip(fixed, fixed.dropFirst()) {
            let kept = DouglasPeucker.kept(
                of: end - start + 1, maximumDeviation: maximumDeviation * maximumDeviation, isBounded: false
            ) {
                Self.squaredDistance(points[start + $0], points[start + $1], points[start + $2])
            }
            for index in kept { isKept[start + index] = true }
        }
        var arc = self
        arc.points = zip(points, isKept).filter(\.1).map(\.0)
        return arc
    }

    /// Returns the squared distance in metres from a point to a line segment, on a plane around the point.
    static func squaredDistance(_ point: GridPoint, _ start: GridPoint, _ end: GridPoint) -> Double {
        let shrink = cos(Double(point.y) / GridPoint.degree * .pi / 180) * metres
        let x0 = (Double(start.x) - Double(point.x)) * shrink
        let y0 = (Double(start.y) - Double(point.y)) * metres
        let x1 = (Double(end.x) - Double(point.x)) * shrink
        let y1 = (Double(end.y) - Double(point.y)) * metres
        let (dx, dy) = (x1 - x0, y1 - y0)
        let length = dx * dx + dy * dy
        let share = length > 0 ? min(max(-(x0 * dx + y0 * dy) / length, 0), 1) : 0
        let (x, y) = (x0 + share * dx, y0 + share * dy)
        return x * x + y * y
    }
}
