/// The searches over the tree of settlements: no allocation, an explicit stack, every index checked once on opening.
///
/// The bounds on what is below a node follow Roussopoulos, Kelley and Vincent, "Nearest Neighbor Queries", 1995;
/// the search for the settlement a point belongs to takes the reach off the distance and off the bound. The country and
/// the division in which is searched are the caller's: those of the nearest settlement or of a border's polygon.
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
        /// Metres to the settlement's edge, negative inside.
        var score: Double { distance - reach }

        /// Whether it reaches farther than another; of equals the first in the file does.
        func outreaches(_ other: Match?) -> Bool {
            guard let other else { return true }
            return reach > other.reach || reach == other.reach && index < other.index
        }
    }

    init(bytes: UnsafeRawBufferPointer, layout: WorldLayout) {
        self.bytes = bytes
        positions = layout.positions
        nodes = layout.nodes
        depth = layout.depth
    }

    /// The nearest settlement within a distance in metres; of equally near ones the first in the file.
    ///
    /// - Parameters:
    ///   - point: From where.
    ///   - limit: Metres along the ground.
    ///   - area: Where the settlement has to be.
    ///   - excluded: The index of one that does not count, -1 for none.
    /// - Returns: The settlement, `nil` when none is that near.
    func nearest(
        to point: SurfaceVector, within limit: Double, in area: Area = .anywhere, except excluded: Int = -1
    ) -> Match? {
        let chord = limit / SurfaceVector.metres
        // The straight distance is the shorter one, so the limit along the ground is checked again below.
        var best = (squared: chord * chord, index: Int.max)
        walk(
            from: point,
            skip: { $0.bound > best.squared || area.excludes(nodeOf: $0.country) },
            visit: { index, offset in
                let squared = point.squaredDistance(to: vector(offset))
                guard squared < best.squared || squared == best.squared && index < best.index,
                    index != excluded, area.includes(division: bytes.uint16(offset + 14))
                else { return }
                best = (squared, index)
            })
        guard best.index < positions.count else { return nil }
        let match = self.match(best.index, squared: best.squared)
        return match.distance <= limit ? match : nil
    }

    /// The settlement a local would say, of the start's division: the city whose catchment holds the point, the one that
    /// reaches farthest where there are several; without one the settlement in which the point lies deepest.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - start: Any settlement of the division, a near one.
    ///   - country: The division's country, index into `CTRY`.
    /// - Returns: The settlement.
    func settlement(at point: SurfaceVector, from start: Match, country: Int) -> Match {
        let area = Area(country: country, division: start.division)
        var deepest = start
        var city: Match?
        // What a city has to reach to be of use: as far as any city does, then as far as the one that was found.
        var least = Catchment.cityReach
        walk(
            from: point,
            skip: { node in
                if area.excludes(nodeOf: node.country) { return true }
                let reach = Double(node.reach)
                if reach >= least, !isFarther(node.bound, than: Catchment.share * reach) { return false }
                return city != nil || isFarther(node.bound, than: deepest.score + reach)
            },
            visit: { index, offset in
                guard area.includes(division: bytes.uint16(offset + 14)) else { return }
                let reach = Double(bytes.uint16(offset + 12))
                let squared = point.squaredDistance(to: vector(offset))
                if reach >= least, !isFarther(squared, than: Catchment.share * reach) {
                    let candidate = match(index, squared: squared)
                    if candidate.distance <= Catchment.share * reach, candidate.outreaches(city) {
                        city = candidate
                        least = reach
                    }
                }
                if city != nil || isFarther(squared, than: deepest.score + reach) { return }
                let candidate = match(index, squared: squared)
                if candidate.score < deepest.score || candidate.score == deepest.score && index < deepest.index {
                    deepest = candidate
                }
            })
        return city ?? deepest
    }

    /// The quarter of a settlement that a point lies in: the nearest other settlement of its division, when it lies inside
    /// the settlement's reach and is near enough to be meant.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - city: The settlement that the point belongs to.
    ///   - nearest: The nearest settlement of its division.
    ///   - country: Its country, index into `CTRY`.
    /// - Returns: The quarter; `nil` when there is none.
    func quarter(at point: SurfaceVector, of city: Match, nearest: Match, country: Int) -> Match? {
        // Villages have no quarters.
        guard city.reach >= Catchment.leastReachWithQuarters else { return nil }
        var quarter = nearest
        var margin = Catchment.quarterMargin
        if nearest.index == city.index {
            // Nobody in a quarter reaches as far as the city, so the search ends early.
            let area = Area(country: country, division: city.division)
            let limit = Catchment.centralQuarterLimit
            guard let other = self.nearest(to: point, within: limit, in: area, except: city.index) else { return nil }
            quarter = other
            margin = Catchment.centralQuarterMargin
        }
        guard quarter.reach < city.reach, quarter.distance <= quarter.reach + margin else { return nil }
        let between = vector(at: quarter.index).squaredDistance(to: vector(at: city.index))
        return SurfaceVector.groundDistance(squared: between) <= city.reach ? quarter : nil
    }

    /// Whether a squared straight distance in units is certainly more than that many metres.
    @inline(__always)
    private func isFarther(_ squared: Double, than metres: Double) -> Bool {
        guard metres >= 0 else { return true }
        let units = metres * SurfaceVector.unitsInMetre
        return squared > units * units
    }

    func vector(at index: Int) -> SurfaceVector { vector(positions.offset + index * positions.recordSize) }

    @inline(__always)
    func vector(_ offset: Int) -> SurfaceVector {
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
    /// `skip` is told of a node and says whether nothing below it is of use, `visit` gets a settlement's index and offset.
    @inline(__always)
    func walk(from point: SurfaceVector, skip: (Pending) -> Bool, visit: (Int, Int) -> Void) {
        let firstLeaf = nodes.count / 2
        let corner = Corner(point)
        // At most one sibling waits on each level, of which there are at most 26.
        var stack = InlineArray<28, Pending>(repeating: Pending())
        var height = 0
        var here = pending(0, first: 0, end: positions.count, from: corner)
        while true {
            var isUseful = !skip(here)
            while isUseful, Int(here.node) < firstLeaf {
                let (first, end) = (Int(here.first), Int(here.end))
                let middle = (first &+ end) / 2
                let left = 2 &* Int(here.node) &+ 1
                let one = pending(left, first: first, end: middle, from: corner)
                let other = pending(left &+ 1, first: middle, end: end, from: corner)
                let isOneNearer = one.bound <= other.bound
                let far = isOneNearer ? other : one
                here = isOneNearer ? one : other
                if !skip(far) {
                    stack[unchecked: height] = far
                    height &+= 1
                }
                isUseful = !skip(here)
            }
            if isUseful {
                var offset = positions.offset + Int(here.first) * positions.recordSize
                for index in Int(here.first)..<Int(here.end) {
                    visit(index, offset)
                    offset &+= positions.recordSize
                }
            }
            guard height > 0 else { return }
            height &-= 1
            here = stack[unchecked: height]
        }
    }

    /// A node to come, with what `NODE` says of it.
    struct Pending {
        /// Squared units, at most those to anything below.
        var bound = 0.0
        var node: UInt32 = 0
        var first: UInt32 = 0
        var end: UInt32 = 0
        /// The greatest reach below, metres.
        var reach: UInt16 = 0
        var country: UInt16 = 0
    }

    /// A point in whole units.
    private struct Corner {
        let x: Int
        let y: Int
        let z: Int

        init(_ point: SurfaceVector) {
            x = Int(point.x)
            y = Int(point.y)
            z = Int(point.z)
        }
    }

    @inline(__always)
    private func pending(_ node: Int, first: Int, end: Int, from point: Corner) -> Pending {
        let offset = nodes.offset + node * nodes.recordSize
        let low = bytes.uint64(offset)
        let high = bytes.uint64(offset + 8)
        let dx = gap(point.x, Int16(truncatingIfNeeded: low), Int16(truncatingIfNeeded: low >> 48))
        let dy = gap(point.y, Int16(truncatingIfNeeded: low >> 16), Int16(truncatingIfNeeded: high))
        let dz = gap(point.z, Int16(truncatingIfNeeded: low >> 32), Int16(truncatingIfNeeded: high >> 16))
        return Pending(
            bound: Double(dx &* dx &+ dy &* dy &+ dz &* dz) * 65_536, node: UInt32(truncatingIfNeeded: node),
            first: UInt32(truncatingIfNeeded: first), end: UInt32(truncatingIfNeeded: end),
            reach: UInt16(truncatingIfNeeded: high >> 32), country: UInt16(truncatingIfNeeded: high >> 48))
    }

    /// How far a value is outside an interval of a box, in steps of 256 units, rounded down: a whole number below 2^24.
    ///
    /// Whole numbers, because their greater one is found without a branch, and branches that go either way cost most here.
    @inline(__always)
    private func gap(_ value: Int, _ low: Int16, _ high: Int16) -> Int {
        let below = (Int(low) &<< Int(GazetteerFormat.boxShift)) &- value
        let above = value &- ((Int(high) &+ 1) &<< Int(GazetteerFormat.boxShift))
        // Less the fraction that the value lost.
        return max(max(below, above) &- 1, 0) &>> 8
    }
}
