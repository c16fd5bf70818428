/// The edges of many areas, each once, with the areas on either side.
///
/// Neighbours have the same vertices along their common border, so an edge has one area on each side. Otherwise, areas
/// overlap (disputed land) or leave a gap; edges are then cut where they cross, and the areas on both sides are found
/// by counting the edges below.
struct EdgeTopology {
    struct Edge {
        /// The ends, in the order of their keys.
        var low: GridPoint
        var high: GridPoint
        /// The sets of owners (indices into `sets`) on both sides, as seen from low to high.
        var left: UInt16
        var right: UInt16
    }

    private(set) var edges: [Edge] = []
    /// The sets of owners that overlap; the first set is empty.
    private(set) var sets: [[Int]] = [[]]

    /// The number of edges cut where others cross them.
    let cuts: Int

    private var numbers: [[Int]: UInt16] = [[]: 0]

    init(_ rings: [BorderRing]) {
        var sides: [EdgeSide] = []
        sides.reserveCapacity(rings.reduce(0) { $0 + $1.points.count })
        for ring in rings {
            // The area is to the left if the outer ring runs counterclockwise and a hole clockwise.
            let isReversed = (ring.doubledArea > 0) == ring.isHole
            guard var last = ring.points.last else { continue }
            for point in ring.points where point != last {
                sides.append(
                    isReversed
                        ? EdgeSide(from: point, to: last, owner: ring.owner)
                        : EdgeSide(from: last, to: point, owner: ring.owner))
                last = point
            }
        }
        let splitter = EdgeSplitter(sides)
        cuts = splitter.cuts
        join(splitter.sides)
    }

    private mutating func join(_ sides: [EdgeSide]) {
        var groups: [Range<Int>] = []
        var first = 0
        while first < sides.count {
            var end = first + 1
            while end < sides.count, sides[end].low == sides[first].low, sides[end].high == sides[first].high {
                end += 1
            }
            groups.append(first..<end)
            first = end
        }
        var unclear: [Int] = []
        edges.reserveCapacity(groups.count)
        for group in groups {
            var edge = Edge(
                low: GridPoint(key: sides[group.lowerBound].low), high: GridPoint(key: sides[group.lowerBound].high),
                left: 0, right: 0)
            let pair = (sides[group.lowerBound].owner, sides[group.upperBound - 1].owner)
            if group.count == 2, pair.0 & 1 != pair.1 & 1 {
                let left = Int((pair.0 & 1 == 0 ? pair.0 : pair.1) >> 1)
                let right = Int((pair.0 & 1 == 0 ? pair.1 : pair.0) >> 1)
                edge.left = number([left])
                edge.right = number([right])
            } else {
                unclear.append(edges.count)
            }
            edges.append(edge)
        }
        if unclear.isEmpty { return }
        resolve(unclear, sides, groups)
        // Two areas share an edge, but a third covers both, so the edge is ambiguous.
        let overlaps = overlaps()
        let covered = edges.indices.filter { index in
            groups[index].count == 2 && overlaps.contains { $0.contains(edges[index].low) }
        }
        resolve(covered, sides, groups)
    }

    /// Returns the boxes around edges with several areas on one side.
    private func overlaps() -> [GridBox] {
        var boxes: [UInt16: GridBox] = [:]
        for edge in edges {
            for set in [edge.left, edge.right] where sets[Int(set)].count > 1 {
                boxes[set, default: GridBox(edge.low)].extend(to: edge.low)
                boxes[set, default: GridBox(edge.high)].extend(to: edge.high)
            }
        }
        return boxes.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Finds the owners on both sides by counting the edges below.
    private mutating func resolve(_ unclear: [Int], _ sides: [EdgeSide], _ groups: [Range<Int>]) {
        let columns = ColumnIndex(count: edges.count) { [edges] in (edges[$0].low.x, edges[$0].high.x) }
        let owners = Int(sides.lazy.map { $0.owner >> 1 }.max() ?? 0) + 1
        var isOdd = [Bool](repeating: false, count: owners)
        func covering(_ x: Double, _ y: Double) -> [Int] {
            var touched: Set<Int> = []
            columns.forEach(at: x) { index in
                let edge = edges[index]
                let (x0, x1) = (Double(edge.low.x), Double(edge.high.x))
                guard min(x0, x1) <= x, x < max(x0, x1) else { return }
                let (y0, y1) = (Double(edge.low.y), Double(edge.high.y))
                guard y0 + (x - x0) * (y1 - y0) / (x1 - x0) <= y else { return }
                for side in sides[groups[index]] {
                    isOdd[Int(side.owner >> 1)].toggle()
                    touched.insert(Int(side.owner >> 1))
                }
            }
            let found = touched.filter { isOdd[$0] }.sorted()
            for owner in touched { isOdd[owner] = false }
            return found
        }
        for index in unclear {
            let edge = edges[index]
            let x = (Double(edge.low.x) + Double(edge.high.x)) / 2
            let y = (Double(edge.low.y) + Double(edge.high.y)) / 2
            if edge.low.x == edge.high.x {
                let west = number(covering(x - 0.25, y))
                let east = number(covering(x + 0.25, y))
                edges[index].left = edge.low.y < edge.high.y ? west : east
                edges[index].right = edge.low.y < edge.high.y ? east : west
            } else {
                let above = number(covering(x, y + 0.25))
                let below = number(covering(x, y - 0.25))
                edges[index].left = edge.low.x < edge.high.x ? above : below
                edges[index].right = edge.low.x < edge.high.x ? below : above
            }
        }
    }

    private mutating func number(_ set: [Int]) -> UInt16 {
        if let number = numbers[set] { return number }
        // There are few sets: one for each area, and one for each overlapping group.
        let number = UInt16(clamping: sets.count)
        sets.append(set)
        numbers[set] = number
        return number
    }
}

/// One area's side of an edge.
struct EdgeSide {
    /// The ends by their keys, the smaller first.
    var low: UInt64
    var high: UInt64
    /// Twice the index of the area on the left, plus one if that is as seen from high to low.
    var owner: UInt32

    /// Creates the side on the left of an edge, seen from its start towards its end.
    init(from start: GridPoint, to end: GridPoint, owner: Int) {
        let isForward = start.key < end.key
        low = isForward ? start.key : end.key
        high = isForward ? end.key : start.key
        self.owner = UInt32(owner) << 1 | (isForward ? 0 : 1)
    }

    static func < (one: EdgeSide, other: EdgeSide) -> Bool {
        (one.low, one.high, one.owner) < (other.low, other.high, other.owner)
    }

    /// Returns the pieces between the points, which are on the edge in order from low to high.
    func cut(at points: [GridPoint]) -> [EdgeSide] {
        let chain = [GridPoint(key: low)] + points + [GridPoint(key: high)]
        let area = Int(owner >> 1)
        return zip(chain, chain.dropFirst()).compactMap { start, end in
            if start == end { return nil }
            return owner & 1 == 0
                ? EdgeSide(from: start, to: end, owner: area) : EdgeSide(from: end, to: start, owner: area)
        }
    }
}
