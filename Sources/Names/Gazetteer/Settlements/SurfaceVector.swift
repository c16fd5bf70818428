import CLKWorld
import Glibc
package import LKGeo

/// A vector from the Earth's centre in units of `POSN`: distances between points can be compared without trigonometry.
package struct SurfaceVector {
    var x: Double
    var y: Double
    var z: Double

    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Creates the vector of a coordinate, treating its latitude as spherical.
    package init(_ coordinate: Coordinate) {
        let latitude = coordinate.latitude * .pi / 180
        let longitude = coordinate.longitude * .pi / 180
        var (up, ring, north, east) = (0.0, 0.0, 0.0, 0.0)
        cworld_sincos(latitude, &up, &ring)
        cworld_sincos(longitude, &north, &east)
        ring *= GazetteerFormat.unit
        x = ring * east
        y = ring * north
        z = up * GazetteerFormat.unit
    }

    /// The vector as stored in `POSN`.
    package var rounded: SIMD3<Int32> {
        SIMD3(Int32(x.rounded()), Int32(y.rounded()), Int32(z.rounded()))
    }

    func squaredDistance(to other: SurfaceVector) -> Double {
        let dx = x - other.x
        let dy = y - other.y
        let dz = z - other.z
        return dx * dx + dy * dy + dz * dz
    }

    /// Adds another vector, to compute a centroid.
    mutating func add(_ other: SurfaceVector) {
        x += other.x
        y += other.y
        z += other.z
    }

    /// The vector scaled to the Earth's radius; `nil` for the zero vector.
    var onSurface: SurfaceVector? {
        let length = (x * x + y * y + z * z).squareRoot()
        guard length > 0 else { return nil }
        let scale = GazetteerFormat.unit / length
        return SurfaceVector(x: x * scale, y: y * scale, z: z * scale)
    }

    /// Returns the distance in metres along the ground to another point.
    func groundDistance(to other: SurfaceVector) -> Double {
        Self.groundDistance(squared: squaredDistance(to: other))
    }

    /// Returns the length of a degree of longitude relative to one at the equator.
    static func narrowing(atLatitude latitude: Double) -> Double { cos(latitude * .pi / 180) }

    /// The length of a unit in metres, along a chord.
    static let metres = GazetteerFormat.earthRadius / GazetteerFormat.unit

    /// The number of units in a metre, along a chord.
    static let unitsInMetre = GazetteerFormat.unit / GazetteerFormat.earthRadius

    /// Returns the metres along the ground for a squared chord in units.
    @inline(__always)
    static func groundDistance(squared: Double) -> Double {
        let half = squared.squareRoot() / (2 * GazetteerFormat.unit)
        guard half < 0.02 else { return 2 * GazetteerFormat.earthRadius * asin(min(half, 1)) }
        // The arcsine's series; the omitted terms are less than a micrometre at 250 km.
        let square = half * half
        let series = 1 + square * (1.0 / 6 + square * (3.0 / 40 + square * (15.0 / 336)))
        return 2 * GazetteerFormat.earthRadius * half * series
    }
}

/// What the boxes of `NODE` are measured from.
protocol NodeOrigin {
    /// Returns the squared distances in metres to four boxes, whose corners are words of `NODE` with the first field in
    /// the lower half.
    func squaredDistances(
        lowXY: SIMD4<UInt32>, lowZHighX: SIMD4<UInt32>, highYZ: SIMD4<UInt32>
    ) -> SIMD4<Float>
}

/// A point from which four boxes of `NODE` or four positions of `POSN` are measured at once, to within a metre.
struct NodePoint: NodeOrigin {
    fileprivate let x: Float
    fileprivate let y: Float
    fileprivate let z: Float

    init(_ point: SurfaceVector) {
        x = Float(point.x)
        y = Float(point.y)
        z = Float(point.z)
    }

    @inline(__always)
    func squaredDistances(
        lowXY: SIMD4<UInt32>, lowZHighX: SIMD4<UInt32>, highYZ: SIMD4<UInt32>
    ) -> SIMD4<Float> {
        let east = Self.outside(x, x, low: lowXY &<< 16, high: lowZHighX & 0xFFFF_0000)
        let north = Self.outside(y, y, low: lowXY & 0xFFFF_0000, high: highYZ &<< 16)
        let up = Self.outside(z, z, low: lowZHighX &<< 16, high: highYZ & 0xFFFF_0000)
        return Self.squaredMetres(east, north, up)
    }

    /// Returns the squared distances in metres to four settlements.
    @inline(__always)
    func squaredDistances(_ four: SettlementSearch.Four) -> SIMD4<Float> {
        Self.squaredMetres(four.x.floats - x, four.y.floats - y, four.z.floats - z)
    }

    /// Returns how many units a range of coordinates is outside the boxes.
    @inline(__always)
    fileprivate static func outside(
        _ least: Float, _ greatest: Float, low: SIMD4<UInt32>, high: SIMD4<UInt32>
    ) -> SIMD4<Float> {
        let below = unsafeBitCast(low, to: SIMD4<Int32>.self).floats - greatest
        // A box extends to one step of 65536 above its maximum.
        let above = (least - 65_536) - unsafeBitCast(high, to: SIMD4<Int32>.self).floats
        let farther = below.replacing(with: above, where: above .> below)
        return SIMD4<Float>.zero.replacing(with: farther, where: farther .> SIMD4<Float>.zero)
    }

    @inline(__always)
    fileprivate static func squaredMetres(_ x: SIMD4<Float>, _ y: SIMD4<Float>, _ z: SIMD4<Float>) -> SIMD4<Float> {
        (x * x + y * y + z * z) * squaredMetresInUnit
    }

    private static let squaredMetresInUnit = metres * metres
    private static let metres = Float(GazetteerFormat.earthRadius / GazetteerFormat.unit)
}

/// A box around points, whose distances to boxes of `NODE` are lower bounds of those of all of its points.
struct PointBox: NodeOrigin {
    private var least = SIMD4<Float>(repeating: .infinity)
    private var greatest = SIMD4<Float>(repeating: -.infinity)

    /// Whether no point has been added.
    var isEmpty: Bool { least.x > greatest.x }

    /// Extends the box by a point.
    @inline(__always)
    mutating func add(_ point: NodePoint) {
        let place = SIMD4(point.x, point.y, point.z, 0)
        least.replace(with: place, where: place .< least)
        greatest.replace(with: place, where: place .> greatest)
    }

    @inline(__always)
    func squaredDistances(
        lowXY: SIMD4<UInt32>, lowZHighX: SIMD4<UInt32>, highYZ: SIMD4<UInt32>
    ) -> SIMD4<Float> {
        let east = NodePoint.outside(least.x, greatest.x, low: lowXY &<< 16, high: lowZHighX & 0xFFFF_0000)
        let north = NodePoint.outside(least.y, greatest.y, low: lowXY & 0xFFFF_0000, high: highYZ &<< 16)
        let up = NodePoint.outside(least.z, greatest.z, low: lowZHighX &<< 16, high: highYZ & 0xFFFF_0000)
        return NodePoint.squaredMetres(east, north, up)
    }
}

extension SIMD4<Int32> {
    /// The numbers as floating-point numbers, which rounds them.
    ///
    /// The initializer of `SIMD4<Float>` does the same, but is a call, which the optimizer does not inline everywhere.
    @inline(__always)
    var floats: SIMD4<Float> { SIMD4<Float>(Float(x), Float(y), Float(z), Float(w)) }
}

/// A point in steps of 6 mm, for fast rejection by distance.
///
/// The distances are at most 2 cm plus 1 in 100,000 longer than the true ones, so ``limit(_:)`` widens the limits they
/// are compared with. Vectors of four numbers do in eight x86-64 instructions what takes sixty scalar ones.
struct CoarsePoint {
    /// In half of `POSN`'s units, so that differences fit: x, y, z and zero.
    private let place: SIMD4<Int32>

    init(_ point: SurfaceVector) {
        place =
            SIMD4(
                Int32(truncatingIfNeeded: Int(point.x)), Int32(truncatingIfNeeded: Int(point.y)),
                Int32(truncatingIfNeeded: Int(point.z)), 0) &>> 1
    }

    /// Returns the greatest squared distance that may be within that many metres; negative if the limit is.
    @inline(__always)
    static func limit(_ metres: Double) -> Float { limit(Float(metres)) }

    @inline(__always)
    static func limit(_ metres: Float) -> Float {
        let wide = metres * 1.00001 + 0.02
        return wide < 0 ? -1 : wide * wide
    }

    /// Returns the squared distance in metres to a record of `POSN`: x, y, z, and a fourth number that is ignored.
    @inline(__always)
    func squaredDistance(to other: SIMD4<Int32>) -> Float { squaredLength((other &>> 1) &- place) }

    @inline(__always)
    private func squaredLength(_ steps: SIMD4<Int32>) -> Float {
        let metres = SIMD4<Float>(steps) * Self.metresInStep
        let squares = metres * metres
        return squares.x + squares.y + squares.z
    }

    private static let metresInStep = Float(2 * GazetteerFormat.earthRadius / GazetteerFormat.unit)
}
