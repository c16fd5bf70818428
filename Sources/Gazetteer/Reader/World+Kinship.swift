package import Geo
package import Geocoding

extension World {
    /// What points have in common that are called the same: all of `placemark(at:languages:)` but its numbers.
    package struct Kinship: Hashable, Sendable {
        /// Equal for points with equal names, within this file and for the same languages.
        package var key: UInt64
        /// Metres to the settlement that the point is named after; `nil` where it is too far for that.
        package var distance: Double?
        /// What makes the search faster for a point near this one; -1 for nothing.
        package var hint = -1
    }

    /// Which points share the names of this one, so that names of many points need to be made only once.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - hint: That of a point near by, -1 for none; it changes nothing but the time.
    /// - Returns: The kinship; `nil` in files with so many settlements that no key tells them apart.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: That of ``lookup(_:)``, without allocation.
    package func kinship(at coordinate: Coordinate, near hint: Int = -1) throws(GeocodingError) -> Kinship? {
        guard layout.positions.count < 1 << 22 else { return nil }
        guard let answer = try lookup(coordinate, near: hint) else {
            // The sea has nothing but its time zone.
            let region = try region(at: coordinate)?.index ?? Int(Answer.none)
            return Kinship(key: 1 << 63 | UInt64(region))
        }
        let region = UInt64(answer.regionIndex)
        guard let distance = answer.distance else {
            // The country is the region's, or in files without borders the division's.
            let parts = UInt64(answer.divisionIndex) << 32 | UInt64(answer.zoneIndex) << 16 | region
            return Kinship(key: 1 << 62 | parts)
        }
        // Division and, where the region has none, time zone are the settlement's.
        let settlement = UInt64(answer.settlementIndex)
        let quarter = UInt64(answer.quarterIndex + 1)
        return Kinship(
            key: settlement << 39 | quarter << 16 | region, distance: distance, hint: Int(answer.settlementIndex))
    }
}
