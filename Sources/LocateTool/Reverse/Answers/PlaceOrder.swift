import Geo

/// An order of points in which neighbours of the list are neighbours on the Earth.
enum PlaceOrder {
    private static let digit = 11

    /// The indices of points that have a coordinate, along a curve that fills the plane (Morton, 1966); O(*n*).
    static func sorted(_ points: [Coordinate?]) -> [UInt32] {
        // 32 bits of place and 32 of index, so that plain numbers are sorted.
        var keys: [UInt64] = []
        keys.reserveCapacity(points.count)
        for (index, point) in points.enumerated() {
            guard let point else { continue }
            let north = UInt32((point.latitude + 90) * (65_535 / 180))
            let east = UInt32((point.longitude + 180) * (65_535 / 360))
            keys.append(UInt64(spread(north) << 1 | spread(east)) << 32 | UInt64(UInt32(truncatingIfNeeded: index)))
        }
        var sorted = [UInt64](repeating: 0, count: keys.count)
        for shift in stride(from: 32, to: 64, by: digit) {
            distribute(keys, into: &sorted, shift: UInt64(shift))
            swap(&keys, &sorted)
        }
        return keys.map { UInt32(truncatingIfNeeded: $0) }
    }

    /// Sorts by one digit; equal ones stay as they were.
    private static func distribute(_ keys: [UInt64], into sorted: inout [UInt64], shift: UInt64) {
        var next = [Int](repeating: 0, count: 1 << digit + 1)
        let mask = UInt64(1 << digit - 1)
        for key in keys { next[Int(key >> shift & mask) + 1] += 1 }
        for index in 1..<next.count { next[index] += next[index - 1] }
        for key in keys {
            let value = Int(key >> shift & mask)
            sorted[next[value]] = key
            next[value] += 1
        }
    }

    /// The lower 16 bits with a zero between each two.
    private static func spread(_ number: UInt32) -> UInt32 {
        var bits = (number | number << 8) & 0x00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333
        return (bits | bits << 1) & 0x5555_5555
    }
}
