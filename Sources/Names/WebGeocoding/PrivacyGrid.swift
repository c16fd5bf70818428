import Glibc
import LKGeo
import LKGeocoding

/// Blurs points before they leave the machine: all points of a cell are replaced by its centre.
///
/// Cells have roughly the requested height and width on the ground everywhere: rows have a whole number of cells around
/// the Earth, fewer towards the poles, so that the antimeridian cuts none. The grid never moves, so repeated requests
/// for the same place reveal nothing more.
struct PrivacyGrid: Hashable, Sendable {
    /// The height and width of a cell in metres.
    let size: Double

    /// The largest cell size in metres; coarser answers would name nothing.
    static let maximumSize = 1_000_000.0

    /// Creates a grid; returns `nil` for an invalid size.
    init?(size: Double) {
        guard size > 0, size <= Self.maximumSize else { return nil }
        self.size = size
    }

    private static let degree = Earth.meanRadius * .pi / 180

    /// Returns the centre of the cell that contains a point; at most 0.75 × ``size`` away.
    func center(of coordinate: Coordinate) -> Coordinate {
        let rows = max((180 * Self.degree / size).rounded(.up), 1)
        let row = min(((coordinate.latitude + 90) / 180 * rows).rounded(.down), rows - 1)
        let latitude = (row + 0.5) / rows * 180 - 90
        // The cell's width is computed at its edge nearer to the equator, so it is nowhere wider than requested.
        let edge = max(0, abs(latitude) - 90 / rows)
        let columns = max((360 * Self.degree * cos(edge * .pi / 180) / size).rounded(.up), 1)
        let column = min(((coordinate.longitude + 180) / 360 * columns).rounded(.down), columns - 1)
        let longitude = (column + 0.5) / columns * 360 - 180
        return Coordinate(latitude: latitude, longitude: longitude) ?? coordinate
    }

    /// The finest precision of an address found for the cell instead of the point; `nil` for no limit.
    ///
    /// | size in metres | precision |
    /// | --- | --- |
    /// | to 20 | all |
    /// | to 100 | down to the street |
    /// | to 2,000 | down to the quarter, the city and the postcode |
    /// | to 20,000 | down to the county |
    /// | above | the country |
    var finest: Placemark.Precision? {
        switch size {
        case ...20: nil
        case ...100: .street
        case ...2_000: .locality
        case ...20_000: .region
        default: .country
        }
    }
}

extension PrivacyGrid {
    /// Returns the grid of an option.
    ///
    /// - Parameter size: Metres; `nil` and 0 for no grid.
    /// - Returns: `nil` for no grid.
    /// - Throws: `GeocodingError.Code.requestInvalid` for an invalid size.
    static func checked(_ size: Double?) throws(GeocodingError) -> PrivacyGrid? {
        guard let size, size != 0 else { return nil }
        if let grid = PrivacyGrid(size: size) { return grid }
        throw GeocodingError(
            .requestInvalid, "privacy is a size in metres, at most \(Int(maximumSize)), and not \(size)")
    }
}

extension Placemark {
    /// Returns the placemark without components finer than a precision.
    ///
    /// Along with a component it removes data that depend on it: the name, the object's box, the distance of its
    /// coordinate. Any limit removes sights and shops, since they are points.
    func coarsened(to limit: Precision) -> Placemark {
        let order = Precision.allCases
        guard let limitIndex = order.firstIndex(of: limit), let index = order.firstIndex(of: precision),
            index < limitIndex || precision == .place || !areasOfInterest.isEmpty
        else { return self }
        var placemark = self
        placemark.areasOfInterest = []
        placemark.bounds = nil
        placemark.place = nil
        placemark.subThoroughfare = nil
        if limit != .street { placemark.thoroughfare = nil }
        if limitIndex > 3 {
            placemark.subLocality = nil
            placemark.locality = nil
            placemark.postalCode = nil
        }
        if limitIndex > 4 {
            placemark.subAdministrativeArea = nil
            placemark.administrativeArea = nil
        }
        let names: [(Precision, String?)] = [
            (.street, placemark.thoroughfare), (.locality, placemark.subLocality), (.locality, placemark.locality),
            (.region, placemark.administrativeArea), (.region, placemark.subAdministrativeArea),
            (.country, placemark.country),
        ]
        let finest = names.first { $0.1 != nil }
        placemark.name = finest?.1
        placemark.precision = finest?.0 ?? .none
        return placemark
    }
}
