import Geo
import Geocoding

/// The numbers of a point that are its own though other points may have the same names.
struct PointFigures {
    /// The point.
    var coordinate: Coordinate
    /// Metres to the place that the names are taken from.
    var distance: Double?
    /// The nearest border between two countries; `nil` without one, and where the form of the output does not show it.
    var border: NearBorder?
}

extension PointFigures {
    /// The numbers of a placemark.
    init(_ placemark: Placemark) {
        self.init(
            coordinate: placemark.coordinate, distance: placemark.place?.distance,
            border: placemark.border.map(NearBorder.init))
    }
}
