import Geo

/// An order of points in which neighbours of the list are neighbours on the Earth.
enum PlaceOrder {
    /// The indices of points that have a coordinate, along a curve that fills the plane (Morton, 1966).
    static func sorted(_ points: [InputPoint]) -> [Int] {
        // 32 bits of place and 32 of index, so that plain numbers are sorted.
        var keys: [UInt64] = []
        keys.reserveCapacity(points.count)
        for (index, point) in points.enumerated() {
            guard case .success(let coordinate) = point.position else { continue }
            let north = UInt32((coordinate.latitude + 90) * (65_535 / 180))
            let east = UInt32((coordinate.longitude + 180) * (65_535 / 360))
            keys.append(UInt64(spread(north) << 1 | spread(east)) << 32 | UInt64(UInt32(truncatingIfNeeded: index)))
        }
        keys.sort()
        return keys.map { Int(UInt32(truncatingIfNeeded: $0)) }
    }

    /// The lower 16 bits with a zero between each two.
    private static func spread(_ number: UInt32) -> UInt32 {
        var bits = (number | number << 8) & 0x00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333
        return (bits | bits << 1) & 0x5555_5555
    }
}
