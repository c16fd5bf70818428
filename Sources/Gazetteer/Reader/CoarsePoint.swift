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

    /// Square metres to a record of `POSN`: x, y, z and what is no number of a place.
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
