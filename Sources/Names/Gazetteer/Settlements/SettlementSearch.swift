import Glibc
import LKFormats
import LKGeo

/// Searches the tree of settlements, with an explicit stack and without allocation.
///
/// All indices are checked on opening.
///
/// The lower bounds per node follow Roussopoulos, Kelley and Vincent, "Nearest Neighbor Queries", 1995; the search for
/// the settlement of a point subtracts the settlement's reach from distance and bound. The caller chooses the country
/// and division to search: those of the nearest settlement or of a border polygon.
// Unchecked because of the pointer: the bytes are never written, and outlive the search. A class, since copying so many
// fields for each look-up takes time.
final class SettlementSearch: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    let positions: WorldLayout.Section
    let nodes: WorldLayout.Section
    let places: WorldLayout.Section
    let belonging: WorldLayout.Section
    /// `nil` in a file without borders.
    let borders: BorderMap?
    let divisions: WorldLayout.Section

    /// A settlement with its distance.
    struct Match {
        var index: Int
        /// The distance in metres along the ground.
        var distance: Double
        /// The settlement's radius in metres.
        var reach: Double
        /// The index in `STAT`, unchecked.
        var division: Int
        /// The distance in metres to the settlement's edge, negative inside.
        var score: Double { distance - reach }

        /// Returns whether its reach is greater than another's; ties go to the first in the file.
        func outreaches(_ other: Match?) -> Bool {
            guard let other else { return true }
            return reach > other.reach || reach == other.reach && index < other.index
        }
    }

    init(bytes: UnsafeRawBufferPointer, layout: WorldLayout) {
        self.bytes = bytes
        positions = layout.positions
        nodes = layout.nodes
        places = layout.places
        belonging = layout.belonging
        borders = layout.cells.count > 0 ? BorderMap(bytes: bytes, layout: layout) : nil
        divisions = layout.divisions
    }

    /// Returns the nearest settlement within a distance in metres; ties go to the first in the file.
    ///
    /// - Parameters:
    ///   - descent: The way to the point.
    ///   - maximumDistance: The maximum distance in metres along the ground.
    ///   - area: The country or division to search.
    ///   - other: The index of a settlement to skip, -1 for none.
    /// - Returns: The settlement; `nil` when none is near enough.
    func nearest(
        to descent: Descent, within maximumDistance: Double, in area: Area = .anywhere, except other: Int = -1
    ) -> Match? {
        let chord = maximumDistance / SurfaceVector.metres
        // A chord is shorter than its arc, so the limit along the ground is checked again below.
        var best = Nearest(squared: chord * chord, metres: Float(maximumDistance))
        let (point, place) = (descent.point, descent.place)
        walk(
            from: descent, in: area.country,
            useful: { _ in SIMD4(repeating: best.metres) },
            visit: { leaf in
                var first = leaf.lowerBound
                while first < leaf.upperBound {
                    let four = fourSettlements(first)
                    let isNear = place.squaredDistances(four) .<= Self.widened(SIMD4(repeating: best.metres))
                    first &+= 4
                    if isNear.isEmpty { continue }
                    var lanes = isNear.bits
                    while lanes != 0 {
                        let index = four.first &+ lanes.trailingZeroBitCount
                        lanes &= lanes &- 1
                        if index != other, index < positions.count { consider(index, point, area, &best) }
                    }
                }
            })
        guard best.index < positions.count else { return nil }
        let match = self.match(best.index, squared: best.squared)
        return match.distance <= maximumDistance ? match : nil
    }

    /// The nearest settlement so far.
    private struct Nearest {
        /// Squared distance in units.
        var squared: Double
        /// The distance in metres beyond which nodes are skipped.
        var metres: Float
        /// .max for none.
        var index = Int.max
    }

    @inline(__always)
    private func consider(_ index: Int, _ point: SurfaceVector, _ area: Area, _ best: inout Nearest) {
        let offset = positions.offset &+ index &* positions.recordSize
        let squared = point.squaredDistance(to: vector(offset))
        guard squared < best.squared || squared == best.squared && index < best.index,
            isInside(area, division: bytes.uint16(offset + 14))
        else { return }
        best = Nearest(squared: squared, metres: Float(squared.squareRoot() * SurfaceVector.metres), index: index)
    }

    @inline(__always)
    private func isInside(_ area: Area, division: UInt16) -> Bool {
        area.division >= 0
            ? Int(division) == area.division : area.country < 0 || country(ofDivision: Int(division)) == area.country
    }

    /// Four consecutive settlements of the file, with one vector for each field.
    struct Four {
        /// The first of the four.
        let first: Int
        let x: SIMD4<Int32>
        let y: SIMD4<Int32>
        let z: SIMD4<Int32>
        /// The reaches in metres.
        let reaches: SIMD4<Float>
        let divisions: SIMD4<UInt32>

        /// Creates four settlements from their records.
        @inline(__always)
        fileprivate init(
            first: Int, _ one: SIMD4<Int32>, _ two: SIMD4<Int32>, _ three: SIMD4<Int32>, _ four: SIMD4<Int32>
        ) {
            self.first = first
            x = SIMD4(one.x, two.x, three.x, four.x)
            y = SIMD4(one.y, two.y, three.y, four.y)
            z = SIMD4(one.z, two.z, three.z, four.z)
            let rest = unsafeBitCast(SIMD4(one.w, two.w, three.w, four.w), to: SIMD4<UInt32>.self)
            reaches = unsafeBitCast(rest & 0xFFFF, to: SIMD4<Int32>.self).floats
            divisions = rest &>> 16
        }
    }

    /// Returns four settlements that include a given one, usually first.
    @inline(__always)
    func fourSettlements(_ index: Int) -> Four {
        // The last group of the file may have fewer than four.
        let first = min(index, positions.count &- 4)
        guard first >= 0 else { return fewSettlements() }
        let offset = positions.offset &+ first &* positions.recordSize
        let size = positions.recordSize
        return Four(
            first: first, record(offset), record(offset &+ size), record(offset &+ 2 &* size),
            record(offset &+ 3 &* size))
    }

    /// Returns the settlements of a file of fewer than four, missing ones as far away.
    private func fewSettlements() -> Four {
        func record(_ index: Int) -> SIMD4<Int32> {
            index < positions.count ? self.record(positions.offset + index * positions.recordSize) : .zero
        }
        return Four(first: 0, record(0), record(1), record(2), record(3))
    }

    /// Returns a record of `POSN`.
    @inline(__always)
    private func record(_ offset: Int) -> SIMD4<Int32> {
        bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Int32>.self)
    }

    /// Returns the position of a settlement with the file's precision.
    func coordinate(of index: Int) -> Coordinate? {
        let place = vector(at: index)
        // Rounded vectors are a few millimetres longer or shorter than the radius, so an arcsine would return a wrong
        // latitude.
        let ring = (place.x * place.x + place.y * place.y).squareRoot()
        let latitude = atan2(place.z, ring) * 180 / .pi
        return Coordinate(latitude: latitude, longitude: atan2(place.y, place.x) * 180 / .pi)
    }

    func vector(at index: Int) -> SurfaceVector { vector(positions.offset + index * positions.recordSize) }

    @inline(__always)
    func vector(_ offset: Int) -> SurfaceVector {
        SurfaceVector(
            x: Double(bytes.int32(offset)), y: Double(bytes.int32(offset + 4)), z: Double(bytes.int32(offset + 8)))
    }

    func match(_ index: Int, squared: Double) -> Match {
        let offset = positions.offset &+ index &* positions.recordSize
        return Match(
            index: index, distance: SurfaceVector.groundDistance(squared: squared),
            reach: Double(bytes.uint16(offset + 12)), division: Int(bytes.uint16(offset + 14)))
    }
}

/// The area to search: a division, a country or everywhere.
struct Area {
    /// The index in `CTRY`, -1 for any.
    let country: Int
    /// The index in `STAT`, -1 for any of the country.
    let division: Int

    static let anywhere = Area(country: -1, division: -1)

    /// Creates an area from a country, or from a division of it.
    init(country: Int, division: Int = -1) {
        self.country = country
        self.division = division
    }
}
