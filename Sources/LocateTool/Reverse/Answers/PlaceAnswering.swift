import Geo
import Geocoding

/// Somebody who can be asked what places are called, from several threads at once.
protocol PlaceAnswering: Sendable {
    /// Which points have the same names as this one, and the distance, which is its own; `nil` when it must be asked in full.
    func kinship(at coordinate: Coordinate) throws(ToolError) -> PlaceKinship?

    /// What a point is called; empty with precision `none` where nothing is known.
    func place(at coordinate: Coordinate) throws(ToolError) -> Placemark
}

/// What points have in common whose placemarks differ in coordinate and distance only.
struct PlaceKinship {
    /// Equal for points with the same names.
    var key: UInt64
    /// Metres to the place that the names are taken from.
    var distance: Double?
}
