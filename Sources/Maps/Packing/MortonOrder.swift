import Glibc
package import LKGeo

/// The order of points along the Z-shaped curve through the squares of a Mercator map.
///
/// In this order the points of any square of any zoom follow each other, so that a page groups them by one look at each.
package enum MortonOrder {
    /// The bits of each direction: squares of 2.4 m at the equator.
    package static let bits = 24

    /// The parallel at which the square map of the web ends, in degrees.
    package static let maximumLatitude = 85.051_128_779_806_6

    /// Returns the position of a point along the curve.
    ///
    /// Points beyond ``maximumLatitude`` are drawn at the map's edge, and sorted so.
    package static func key(_ coordinate: Coordinate) -> UInt64 {
        let (x, y) = position(coordinate)
        let side = Double(1 << bits)
        func whole(_ value: Double) -> UInt32 { UInt32(min(max(value * side, 0), side - 1)) }
        return spread(whole(x)) | spread(whole(y)) << 1
    }

    /// Returns where a point is on the square map, as shares of its side from the west and from the north.
    package static func position(_ coordinate: Coordinate) -> (x: Double, y: Double) {
        let latitude = min(max(coordinate.latitude, -maximumLatitude), maximumLatitude) * .pi / 180
        let north = log(tan(.pi / 4 + latitude / 2))
        return ((coordinate.longitude + 180) / 360, (1 - north / .pi) / 2)
    }

    /// Moves the bits of a number to every other place.
    private static func spread(_ value: UInt32) -> UInt64 {
        var bits = UInt64(value)
        bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
        bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333_3333_3333
        return (bits | bits << 1) & 0x5555_5555_5555_5555
    }
}
