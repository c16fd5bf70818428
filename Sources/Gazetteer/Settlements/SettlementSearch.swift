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
    ///   - hint: The index of a settlement near the point, -1 for none; it makes the search faster and changes nothing.
    ///   - other: The index of a settlement that is passed over, -1 for none.
    /// - Returns: The settlement, `nil` when none is that near.
    func nearest(
        to point: SurfaceVector, within limit: Double, in area: Area = .anywhere, near hint: Int = -1,
        except other: Int = -1
    ) -> Match? {
        let chord = limit / SurfaceVector.metres
        // The straight distance is the shorter one, so the limit along the ground is checked again below.
        var best = (squared: chord * chord, index: Int.max)
        var nearest = Float(limit)
        let coarse = CoarsePoint(point)
        walk(
            from: NodePoint(point), near: hint, in: area.country,
            useful: { _ in SIMD4(repeating: nearest) },
            visit: { leaf in
                for index in leaf where index != other {
                    let offset = positions.offset + index * positions.recordSize
                    let record = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Int32>.self)
                    if coarse.squaredDistance(to: record) > CoarsePoint.limit(nearest) { continue }
                    let squared = point.squaredDistance(to: vector(offset))
                    guard squared < best.squared || squared == best.squared && index < best.index,
                        isInside(area, division: bytes.uint16(offset + 14))
                    else { continue }
                    best = (squared, index)
                    nearest = Float(squared.squareRoot() * SurfaceVector.metres)
                }
            })
        guard best.index < positions.count else { return nil }
        let match = self.match(best.index, squared: best.squared)
        return match.distance <= limit ? match : nil
    }

    @inline(__always)
    private func isInside(_ area: Area, division: UInt16) -> Bool {
        area.division >= 0
            ? Int(division) == area.division : area.country < 0 || country(ofDivision: Int(division)) == area.country
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

/// Where a settlement is looked for: in a division, in a country, anywhere.
struct Area {
    /// Index into `CTRY`, -1 for any.
    let country: Int
    /// Index into `STAT`, -1 for any of the country.
    let division: Int

    static let anywhere = Area(country: -1, division: -1)

    /// A country, or a division of it.
    init(country: Int, division: Int = -1) {
        self.country = country
        self.division = division
    }
}
