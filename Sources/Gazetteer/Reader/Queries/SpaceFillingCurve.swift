internal import Geo

/// An order of points in which neighbours in the list are mostly neighbours on the ground: what is read for one is still in
/// the processor's caches for the next.
///
/// The curve is that of Morton, "A computer oriented geodetic data base and a new technique in file sequencing", IBM 1966:
/// the bits of latitude and longitude in turn.
enum SpaceFillingCurve {
    /// Bits of a key: cells of 0.09° by 0.18°, finer ones gain nothing with 235,000 settlements.
    private static let bits = 22
    private static let digit = 11

    /// The indices of the points in the order of the curve; O(*n*).
    static func order(_ points: UnsafeBufferPointer<Coordinate>) -> [UInt32] {
        var keys = [UInt64](repeating: 0, count: points.count)
        for index in points.indices { keys[index] = UInt64(key(points[index])) << 32 | UInt64(index) }
        var sorted = [UInt64](repeating: 0, count: points.count)
        for shift in stride(from: 32, to: 32 + bits, by: digit) {
            distribute(keys, into: &sorted, shift: shift)
            swap(&keys, &sorted)
        }
        return keys.map { UInt32(truncatingIfNeeded: $0) }
    }

    /// One pass of a radix sort, which keeps the order of equal digits.
    private static func distribute(_ keys: [UInt64], into sorted: inout [UInt64], shift: Int) {
        let mask = UInt64(1 << digit - 1)
        var next = [Int](repeating: 0, count: 1 << digit + 1)
        for key in keys { next[Int(key >> UInt64(shift) & mask) + 1] += 1 }
        for index in 1..<next.count { next[index] += next[index - 1] }
        for key in keys {
            let slot = Int(key >> UInt64(shift) & mask)
            sorted[next[slot]] = key
            next[slot] += 1
        }
    }

    static func key(_ point: Coordinate) -> UInt32 {
        let cells = Double(1 << (bits / 2))
        let row = UInt32(min((point.latitude + 90) / 180 * cells, cells - 1))
        let column = UInt32(min((point.longitude + 180) / 360 * cells, cells - 1))
        return spread(row) << 1 | spread(column)
    }

    /// Puts a zero between the bits of a number below 65,536.
    private static func spread(_ number: UInt32) -> UInt32 {
        var bits = number
        bits = (bits | bits << 8) & 0x00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333
        return (bits | bits << 1) & 0x5555_5555
    }
}
