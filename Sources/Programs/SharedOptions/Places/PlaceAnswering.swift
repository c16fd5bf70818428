package import LKCommandLine
package import LKGeo
package import LKGeocoding
import Synchronization

/// Thread-safe look-up of place names.
package protocol PlaceAnswering: Sendable {
    /// Returns the key of the names at a point, and the distance, which differs between points; `nil` if the place must
    /// be looked up in full.
    ///
    /// - Parameter coordinate: The point.
    /// - Returns: The key.
    /// - Throws: What is wrong with the data.
    func kinship(at coordinate: Coordinate) throws(ToolError) -> PlaceKinship?

    /// Returns the same for many points, faster if consecutive ones are near each other.
    ///
    /// - Parameter coordinates: The points.
    /// - Returns: A key for each.
    /// - Throws: What is wrong with the data for one of them.
    func kinships(at coordinates: [Coordinate]) throws(ToolError) -> [PlaceKinship?]

    /// Returns the nearest border between two countries, or `nil` if there is none within 100 km.
    func border(near coordinate: Coordinate) throws(ToolError) -> Placemark.Border?

    /// Returns the place at a point; empty with precision `none` if nothing is known.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - withBorder: Whether to find the nearest border, which takes time.
    /// - Returns: The placemark.
    /// - Throws: What is wrong with the data.
    func place(at coordinate: Coordinate, withBorder: Bool) throws(ToolError) -> Placemark
}

extension PlaceAnswering {
    package func kinships(at coordinates: [Coordinate]) throws(ToolError) -> [PlaceKinship?] {
        try coordinates.map { coordinate throws(ToolError) in try kinship(at: coordinate) }
    }
}

/// Shared by points whose placemarks differ only in coordinate, distance and border.
package struct PlaceKinship {
    /// Equal for points with the same names.
    package var key: UInt64
    /// The distance in metres to the place that names the point.
    package var distance: Double?
    /// A hint that speeds up the search for a nearby point.
    package var hint = -1

    package init(key: UInt64, distance: Double? = nil, hint: Int = -1) {
        self.key = key
        self.distance = distance
        self.hint = hint
    }
}

/// Applies the user's corrections to the answers of others.
package struct CorrectedPlaces: PlaceAnswering {
    private let places: any PlaceAnswering
    private let corrections: PlaceCorrections
    private let keys = Keys()

    package init(_ places: any PlaceAnswering, by corrections: PlaceCorrections) {
        self.places = places
        self.corrections = corrections
    }

    package func kinship(at coordinate: Coordinate) throws(ToolError) -> PlaceKinship? {
        corrected(try places.kinship(at: coordinate), at: coordinate)
    }

    package func kinships(at coordinates: [Coordinate]) throws(ToolError) -> [PlaceKinship?] {
        var kinships = try places.kinships(at: coordinates)
        for (index, coordinate) in coordinates.enumerated() {
            kinships[index] = corrected(kinships[index], at: coordinate)
        }
        return kinships
    }

    private func corrected(_ kinship: PlaceKinship?, at coordinate: Coordinate) -> PlaceKinship? {
        guard let feature = corrections.feature(at: coordinate) else { return kinship }
        // In another country the border beside it is another one.
        guard var kinship, !corrections.namesCountry(feature) else { return nil }
        kinship.key = keys.key(of: kinship.key, feature)
        return kinship
    }

    package func border(near coordinate: Coordinate) throws(ToolError) -> Placemark.Border? {
        try places.border(near: coordinate)
    }

    package func place(at coordinate: Coordinate, withBorder: Bool) throws(ToolError) -> Placemark {
        corrections.corrected(try places.place(at: coordinate, withBorder: withBorder))
    }

    /// Numbers for points of one feature that had the same names before.
    private final class Keys: Sendable {
        private struct Kin: Hashable {
            var key: UInt64
            var feature: Int
        }

        /// A bit that no key of the world has.
        private static let mark: UInt64 = 1 << 61
        private let numbers = Mutex<[Kin: UInt64]>([:])

        func key(of key: UInt64, _ feature: Int) -> UInt64 {
            numbers.withLock { numbers in
                let kin = Kin(key: key, feature: feature)
                if let number = numbers[kin] { return number }
                let number = Self.mark | UInt64(numbers.count)
                numbers[kin] = number
                return number
            }
        }
    }
}
