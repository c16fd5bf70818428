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
        return east * east + north * north + up * up
    }

    /// Square metres to four places.
    @inline(__always)
    func squaredDistances(_ x: SIMD4<Int32>, _ y: SIMD4<Int32>, _ z: SIMD4<Int32>) -> SIMD4<Float> {
        let east = (SIMD4<Float>(x) - self.x) * Self.metres
        let north = (SIMD4<Float>(y) - self.y) * Self.metres
        let up = (SIMD4<Float>(z) - self.z) * Self.metres
        return east * east + north * north + up * up
    }

    /// Metres by which a coordinate lies outside.
    @inline(__always)
    private static func outside(_ place: Float, low: SIMD4<UInt32>, high: SIMD4<UInt32>) -> SIMD4<Float> {
        let below = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: low)) - place
        // A box ends one step of 65536 behind its greatest number.
        let above = place - SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: high)) - 65_536
        let farther = below.replacing(with: above, where: above .> below)
        return farther.replacing(with: 0, where: farther .< 0) * Self.metres
    }

    private static let metres = Float(GazetteerFormat.earthRadius / GazetteerFormat.unit)
}
