package import Geo

internal import Glibc

extension World {
    /// How many settlements there are.
    package var settlementCount: Int { layout.positions.count }

    /// Where a settlement is: for measuring with points where people are.
    ///
    /// - Parameter index: 0 up to ``settlementCount``.
    /// - Returns: Its place; `nil` outside that range.
    package func settlementCoordinate(_ index: Int) -> Coordinate? {
        guard (0..<settlementCount).contains(index) else { return nil }
        let offset = layout.positions.offset + index * layout.positions.recordSize
        let (x, y, z) = (bytes.int32(offset), bytes.int32(offset + 4), bytes.int32(offset + 8))
        // Rounded vectors are a few millimetres longer or shorter than the radius, which an arcsine would take for latitude.
        let ring = (Double(x) * Double(x) + Double(y) * Double(y)).squareRoot()
        let latitude = atan2(Double(z), ring) * 180 / .pi
        return Coordinate(latitude: latitude, longitude: atan2(Double(y), Double(x)) * 180 / .pi)
    }
}
