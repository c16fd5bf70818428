/// Searches the tree of settlements, with an explicit stack and without allocation.
///
/// All indices were checked on opening.
///
/// The lower bounds per node follow Roussopoulos, Kelley and Vincent, "Nearest Neighbor Queries", 1995; the search for the
/// settlement that a point belongs to subtracts the settlement's reach from distance and bound. The caller chooses the
/// country and division to search: those of the nearest settlement or of a border's polygon.
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
        /// Radius of the settlement in metres.
        var reach: Double
        /// Index into `STAT`, not checked.
        var division: Int
        /// Metres to the settlement's edge, negative inside.
        var score: Double { distance - reach }

        /// Whether its reach is greater than another's; ties go to the first in the file.
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

    /// The nearest settlement within a distance in metres; ties go to the first in the file.
    ///
    /// - Parameters:
    ///   - point: The point to search from.
    ///   - limit: Metres along the ground.
    ///   - area: The country or division to search.
    ///   - hint: The index of a settlement near the point, -1 for none; it speeds up the search and does not change the result.
    ///   - other: The index of a settlement to skip, -1 for none.
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

/// Where to search for a settlement: in a division, in a country or anywhere.
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
