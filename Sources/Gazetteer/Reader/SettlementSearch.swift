/// The searches over the tree of settlements: no allocation, an explicit stack, every index checked once on opening.
///
/// The bounds on what is below a node follow Roussopoulos, Kelley and Vincent, "Nearest Neighbor Queries", 1995;
/// the search for the settlement a point belongs to takes the reach off the distance and off the bound. The country and
/// the division in which is searched are the caller's: those of the nearest settlement or of a border's polygon.
struct SettlementSearch {
    let bytes: UnsafeRawBufferPointer
    let positions: WorldLayout.Section
    let nodes: WorldLayout.Section
    let divisions: WorldLayout.Section

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
        divisions = layout.divisions
    }

    /// The nearest settlement within a distance in metres; of equally near ones the first in the file.
    ///
    /// - Parameters:
    ///   - point: From where.
    ///   - limit: Metres along the ground.
    ///   - area: Where the settlement has to be.
    /// - Returns: The settlement, `nil` when none is that near.
    func nearest(
        to point: SurfaceVector, within limit: Double, in area: Area = .anywhere
    ) -> Match? {
        let chord = limit / SurfaceVector.metres
        // The straight distance is the shorter one, so the limit along the ground is checked again below.
        var best = (squared: chord * chord, index: Int.max)
        var coarseLimit = CoarsePoint.limit(limit)
        walk(
            from: CoarsePoint(point),
            skip: { $0.bound > coarseLimit || area.excludes(nodeOf: $0.country) },
            visit: { leaf in
                for index in leaf {
                    let offset = positions.offset + index * positions.recordSize
                    let squared = point.squaredDistance(to: vector(offset))
                    guard squared < best.squared || squared == best.squared && index < best.index,
                        area.includes(division: bytes.uint16(offset + 14))
                    else { continue }
                    best = (squared, index)
                    coarseLimit = CoarsePoint.limit(squared.squareRoot() * SurfaceVector.metres)
                }
            })
        guard best.index < positions.count else { return nil }
        let match = self.match(best.index, squared: best.squared)
        return match.distance <= limit ? match : nil
    }

    /// Whether a squared straight distance in units is certainly more than that many metres.
    @inline(__always)
    func isFarther(_ squared: Double, than metres: Double) -> Bool {
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
}
