package import Geo

internal import Glibc

/// A direction from the Earth's centre in units of `POSN`: distances between points are compared without trigonometry.
package struct SurfaceVector {
    var x: Double
    var y: Double
    var z: Double

    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The direction of a coordinate, its latitude taken as that of a sphere.
    package init(_ coordinate: Coordinate) {
        let latitude = coordinate.latitude * .pi / 180
        let longitude = coordinate.longitude * .pi / 180
        let ring = cos(latitude) * GazetteerFormat.unit
        x = ring * cos(longitude)
        y = ring * sin(longitude)
        z = sin(latitude) * GazetteerFormat.unit
    }

    /// As `POSN` keeps it.
    package var rounded: SIMD3<Int32> {
        SIMD3(Int32(x.rounded()), Int32(y.rounded()), Int32(z.rounded()))
    }

    func squaredDistance(to other: SurfaceVector) -> Double {
        let dx = x - other.x
        let dy = y - other.y
        let dz = z - other.z
        return dx * dx + dy * dy + dz * dz
    }

    /// Adds another, for a middle of many.
    mutating func add(_ other: SurfaceVector) {
        x += other.x
        y += other.y
        z += other.z
    }

    /// The same direction with the length of the Earth's radius; `nil` for none.
    var onSurface: SurfaceVector? {
        let length = (x * x + y * y + z * z).squareRoot()
        guard length > 0 else { return nil }
        let scale = GazetteerFormat.unit / length
        return SurfaceVector(x: x * scale, y: y * scale, z: z * scale)
    }

    /// Metres along the ground to another.
    func groundDistance(to other: SurfaceVector) -> Double {
        Self.groundDistance(squared: squaredDistance(to: other))
    }

    /// How wide a degree of longitude is beside one at the equator.
    static func narrowing(atLatitude latitude: Double) -> Double { cos(latitude * .pi / 180) }

    /// Metres in a unit, through the Earth.
    static let metres = GazetteerFormat.earthRadius / GazetteerFormat.unit

    /// Units in a metre, through the Earth.
    static let unitsInMetre = GazetteerFormat.unit / GazetteerFormat.earthRadius

    /// Metres along the ground for a squared straight distance in units.
    @inline(__always)
    static func groundDistance(squared: Double) -> Double {
        let half = squared.squareRoot() / (2 * GazetteerFormat.unit)
        guard half < 0.02 else { return 2 * GazetteerFormat.earthRadius * asin(min(half, 1)) }
        // The arcsine's series: what is left out is less than a micrometre in 250 km.
        let square = half * half
        let series = 1 + square * (1.0 / 6 + square * (3.0 / 40 + square * (15.0 / 336)))
        return 2 * GazetteerFormat.earthRadius * half * series
    }
}

/// A point as boxes of `NODE` and places of `POSN` are measured from it, four at once: within a metre.
struct NodePoint {
    private let x: Float
    private let y: Float
    private let z: Float

    init(_ point: SurfaceVector) {
        x = Float(point.x)
        y = Float(point.y)
        z = Float(point.z)
    }

    /// Square metres to four boxes, whose corners come as the words of `NODE`: the lower half of a word is its first field.
    @inline(__always)
    func squaredDistances(
        lowXY: SIMD4<UInt32>, lowZHighX: SIMD4<UInt32>, highYZ: SIMD4<UInt32>
    ) -> SIMD4<Float> {
        let east = Self.outside(x, low: lowXY &<< 16, high: lowZHighX & 0xFFFF_0000)
        let north = Self.outside(y, low: lowXY & 0xFFFF_0000, high: highYZ &<< 16)
        let up = Self.outside(z, low: lowZHighX &<< 16, high: highYZ & 0xFFFF_0000)
        return Self.squaredMetres(east, north, up)
    }

    /// Square metres to four settlements.
    @inline(__always)
    func squaredDistances(_ four: SettlementSearch.Four) -> SIMD4<Float> {
        Self.squaredMetres(SIMD4<Float>(four.x) - x, SIMD4<Float>(four.y) - y, SIMD4<Float>(four.z) - z)
    }

    /// Units by which a coordinate is outside.
    @inline(__always)
    private static func outside(_ place: Float, low: SIMD4<UInt32>, high: SIMD4<UInt32>) -> SIMD4<Float> {
        let below = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: low)) - place
        // A box ends one step of 65536 after its greatest number.
        let above = (place - 65_536) - SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: high))
        let farther = below.replacing(with: above, where: above .> below)
        return SIMD4<Float>.zero.replacing(with: farther, where: farther .> SIMD4<Float>.zero)
    }

    @inline(__always)
    private static func squaredMetres(_ x: SIMD4<Float>, _ y: SIMD4<Float>, _ z: SIMD4<Float>) -> SIMD4<Float> {
        (x * x + y * y + z * z) * squaredMetresInUnit
    }

    private static let squaredMetresInUnit = metres * metres
    private static let metres = Float(GazetteerFormat.earthRadius / GazetteerFormat.unit)
}

/// A point in steps of 6 mm, for distances that rule out at a small price.
///
/// They are at most 2 cm and a part in 100,000 longer than the true ones, so ``limit(_:)`` widens what they are compared
/// with. Vectors of four numbers do in eight instructions of x86-64 what takes sixty one by one.
struct CoarsePoint {
    /// Half of `POSN`'s units, so that differences fit: x, y, z and zero.
    private let place: SIMD4<Int32>

    init(_ point: SurfaceVector) {
        place =
            SIMD4(
                Int32(truncatingIfNeeded: Int(point.x)), Int32(truncatingIfNeeded: Int(point.y)),
                Int32(truncatingIfNeeded: Int(point.z)), 0) &>> 1
    }

    /// The greatest squared distance that may be within that many metres; a negative number when nothing is.
    @inline(__always)
    static func limit(_ metres: Double) -> Float { limit(Float(metres)) }

    @inline(__always)
    static func limit(_ metres: Float) -> Float {
        let wide = metres * 1.00001 + 0.02
        return wide < 0 ? -1 : wide * wide
    }

    /// Square metres to a record of `POSN`: x, y, z, and a fourth number that is ignored.
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
