/// A piece of border between two junctions, or all around an island.
struct BorderArc {
    var points: [GridPoint]
    /// Classes of what lies on either side, in the direction of the points.
    var left: UInt16
    var right: UInt16

    var isClosed: Bool { points.first == points.last }

    /// Joins edges into arcs; edges with the same class on both sides are left out.
    ///
    /// - Parameters:
    ///   - topology: The edges.
    ///   - classes: The class of each set of owners.
    /// - Returns: The arcs, in an order that only depends on the edges.
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
        // Where two edges meet and the sides stay the same, the walk goes on.
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
