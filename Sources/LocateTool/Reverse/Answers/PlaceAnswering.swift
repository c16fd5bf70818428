import Geo
import Geocoding

/// Somebody who can be asked what places are called, from several threads at once.
protocol PlaceAnswering: Sendable {
    /// Which points have the same names as this one, and the distance, which is its own; `nil` when it must be asked in full.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - hint: That of a point near by, -1 for none; it changes nothing but the time.
    /// - Returns: The kinship.
    /// - Throws: What is wrong with the data.
    func kinship(at coordinate: Coordinate, near hint: Int) throws(ToolError) -> PlaceKinship?

    /// The nearest border between two countries; `nil` where there is none within 100 km.
    func border(near coordinate: Coordinate) throws(ToolError) -> Placemark.Border?

    /// What a point is called; empty with precision `none` where nothing is known.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - withBorder: Whether the nearest border is wanted, which takes time.
    /// - Returns: The placemark.
    /// - Throws: What is wrong with the data.
    func place(at coordinate: Coordinate, withBorder: Bool) throws(ToolError) -> Placemark
}

/// What points have in common whose placemarks differ in coordinate, distance and border only.
struct PlaceKinship {
    /// Equal for points with the same names.
    var key: UInt64
    /// Metres to the place that the names are taken from.
    var distance: Double?
    /// What makes the search faster for a point near this one.
    var hint = -1
}
