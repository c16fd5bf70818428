/// One area's side of an edge.
struct EdgeSide {
    /// The ends by their keys, the smaller first.
    var low: UInt64
    var high: UInt64
    /// The area on the left, times two; one more when that is seen from high to low.
    var owner: UInt32

    /// The side that lies to the left on the way from one end to the other.
    init(from start: GridPoint, to end: GridPoint, owner: Int) {
        let isForward = start.key < end.key
        low = isForward ? start.key : end.key
        high = isForward ? end.key : start.key
        self.owner = UInt32(owner) << 1 | (isForward ? 0 : 1)
    }

    static func < (one: EdgeSide, other: EdgeSide) -> Bool {
        (one.low, one.high, one.owner) < (other.low, other.high, other.owner)
    }

    /// The pieces between the points, which lie on the edge in this order from low to high.
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
