internal import Geo

internal import Glibc

/// A direction from the Earth's centre in units of `POSN`: distances between points are compared without trigonometry.
struct SurfaceVector {
    var x: Double
    var y: Double
    var z: Double

    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The direction of a coordinate, its latitude taken as that of a sphere.
    init(_ coordinate: Coordinate) {
        let latitude = coordinate.latitude * .pi / 180
        let longitude = coordinate.longitude * .pi / 180
        let ring = cos(latitude) * GazetteerFormat.unit
        x = ring * cos(longitude)
        y = ring * sin(longitude)
        z = sin(latitude) * GazetteerFormat.unit
    }

    /// As `POSN` keeps it.
    var rounded: SIMD3<Int32> {
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
