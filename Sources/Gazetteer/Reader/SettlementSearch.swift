/// The searches over the tree of settlements: no allocation, an explicit stack, every index checked once on opening.
///
/// The bounds on what is below a node follow Roussopoulos, Kelley and Vincent, "Nearest Neighbor Queries", 1995;
/// the second search takes the reach off the distance and off the bound.
struct SettlementSearch {
    let bytes: UnsafeRawBufferPointer
    let positions: WorldLayout.Section
    let nodes: WorldLayout.Section
    let depth: Int

    /// A settlement and how far away it is.
    struct Match {
        var index: Int
        /// Metres along the ground.
        var distance: Double
        /// Metres that the settlement reaches.
        var reach: Double
        /// Index into `STAT`, not checked.
        var division: Int
        /// What the second search makes least.
        var score: Double { distance - reach }
    }

    private struct Pending {
        var node: Int
        var first: Int
        var end: Int
        /// Squared units, at most those to anything below.
        var bound: Double
    }

    init(bytes: UnsafeRawBufferPointer, layout: WorldLayout) {
        self.bytes = bytes
        positions = layout.positions
        nodes = layout.nodes
        depth = layout.depth
    }

    /// The nearest settlement within a distance in metres; of equally near ones the first in the file.
    func nearest(to point: SurfaceVector, within limit: Double) -> Match? {
        let chord = limit / SurfaceVector.metres
        // The straight distance is the shorter one, so the limit along the ground is checked again below.
        var best = (squared: chord * chord, index: Int.max)
        walk(
            from: point,
            skip: { _, bound in bound > best.squared },
            visit: { index, offset in
                let squared = point.squaredDistance(to: vector(offset))
                if squared < best.squared || squared == best.squared && index < best.index { best = (squared, index) }
            })
        guard best.index < positions.count else { return nil }
        let match = self.match(best.index, squared: best.squared)
        return match.distance <= limit ? match : nil
    }

    /// The settlement of the start's division in which the point lies deepest: least distance minus reach.
    func deepest(at point: SurfaceVector, from start: Match, country: Int) -> Match {
        var best = start
        walk(
            from: point,
            skip: { node, bound in
                let below = Int(bytes.uint16(node + 14))
                if below != country, below != Int(GazetteerFormat.mixedCountries) { return true }
                return isFarther(bound, than: best.score + Double(bytes.uint16(node + 12)))
            },
            visit: { index, offset in
                guard Int(bytes.uint16(offset + 14)) == start.division else { return }
                let squared = point.squaredDistance(to: vector(offset))
                if isFarther(squared, than: best.score + Double(bytes.uint16(offset + 12))) { return }
                let candidate = match(index, squared: squared)
                if candidate.score < best.score || candidate.score == best.score && index < best.index {
                    best = candidate
                }
            })
        return best
    }

    /// Whether a squared straight distance in units is certainly more than that many metres.
    private func isFarther(_ squared: Double, than metres: Double) -> Bool {
        guard metres >= 0 else { return true }
        let units = metres / SurfaceVector.metres
        return squared > units * units
    }

    private func vector(_ offset: Int) -> SurfaceVector {
        SurfaceVector(
            x: Double(bytes.int32(offset)), y: Double(bytes.int32(offset + 4)), z: Double(bytes.int32(offset + 8)))
    }

    func match(_ index: Int, squared: Double) -> Match {
        let offset = positions.offset + index * positions.recordSize
        return Match(
            index: index, distance: SurfaceVector.groundDistance(squared: squared),
            reach: Double(bytes.uint16(offset + 12)), division: Int(bytes.uint16(offset + 14)))
    }

    /// Depth first, the nearer child first.
    ///
    /// `skip` gets a node's offset and bound, `visit` a settlement's index and offset.
    @inline(__always)
    private func walk(from point: SurfaceVector, skip: (Int, Double) -> Bool, visit: (Int, Int) -> Void) {
        // One waiting sibling on each level, and the node in hand.
        var stack = InlineArray<32, Pending>(repeating: Pending(node: 0, first: 0, end: 0, bound: 0))
        var height = 1
        stack[0] = Pending(node: 0, first: 0, end: positions.count, bound: 0)
        let firstLeaf = nodes.count / 2
        while height > 0 {
            height -= 1
            let here = stack[height]
            if skip(nodes.offset + here.node * nodes.recordSize, here.bound) { continue }
            if here.node >= firstLeaf {
                var offset = positions.offset + here.first * positions.recordSize
                for index in here.first..<here.end {
                    visit(index, offset)
                    offset += positions.recordSize
                }
                continue
            }
            let middle = (here.first + here.end) / 2
            let left = 2 * here.node + 1
            let near = Pending(node: left, first: here.first, end: middle, bound: bound(left, point))
            let far = Pending(node: left + 1, first: middle, end: here.end, bound: bound(left + 1, point))
            let leftIsNearer = near.bound <= far.bound
            stack[height] = leftIsNearer ? far : near
            stack[height + 1] = leftIsNearer ? near : far
            height += 2
        }
    }

    /// The squared distance to a node's box, in units.
    @inline(__always)
    private func bound(_ node: Int, _ point: SurfaceVector) -> Double {
        let offset = nodes.offset + node * nodes.recordSize
        // Two loads in place of six; vector types of Swift were slower when measured (x86-64 without SSE 4.1).
        let first = bytes.uint64(offset)
        let second = bytes.uint32(offset + 8)
        let dx = gap(point.x, Int16(truncatingIfNeeded: first), Int16(truncatingIfNeeded: first >> 48))
        let dy = gap(point.y, Int16(truncatingIfNeeded: first >> 16), Int16(truncatingIfNeeded: second))
        let dz = gap(point.z, Int16(truncatingIfNeeded: first >> 32), Int16(truncatingIfNeeded: second >> 16))
        return dx * dx + dy * dy + dz * dz
    }

    @inline(__always)
    private func gap(_ value: Double, _ low: Int16, _ high: Int16) -> Double {
        let below = Double(Int32(low) << GazetteerFormat.boxShift) - value
        let above = value - Double((Int(high) + 1) << Int(GazetteerFormat.boxShift))
        return below > above ? (below > 0 ? below : 0) : (above > 0 ? above : 0)
    }
}
