internal import Geo
internal import Geocoding
internal import Glibc

/// Hides where exactly a point is before it leaves the machine: all points of a cell are asked for as the cell's centre.
///
/// Cells are about as high and as wide as asked on the ground everywhere: rows have a whole number of cells around the
/// Earth, fewer towards the poles, so that none is cut by the antimeridian. The grid never moves, so that asking often for
/// the same place tells nothing more.
struct PrivacyGrid: Hashable, Sendable {
    /// The height and width of a cell in metres.
    let size: Double

    /// The largest grid, in metres: what is coarser names nothing.
    static let largest = 1_000_000.0

    /// A grid; `nil` for a size that is none.
    init?(size: Double) {
        guard size > 0, size <= Self.largest else { return nil }
        self.size = size
    }

    private static let degree = Earth.meanRadius * .pi / 180

    /// The centre of the cell that a point is in; at most 0.75 × ``size`` away.
    func center(of coordinate: Coordinate) -> Coordinate {
        let rows = max((180 * Self.degree / size).rounded(.up), 1)
        let row = min(((coordinate.latitude + 90) / 180 * rows).rounded(.down), rows - 1)
        let latitude = (row + 0.5) / rows * 180 - 90
        // As wide as its edge nearer to the equator asks for, and so nowhere wider than asked.
        let edge = max(0, abs(latitude) - 90 / rows)
        let columns = max((360 * Self.degree * cos(edge * .pi / 180) / size).rounded(.up), 1)
        let column = min(((coordinate.longitude + 180) / 360 * columns).rounded(.down), columns - 1)
        let longitude = (column + 0.5) / columns * 360 - 180
        return Coordinate(latitude: latitude, longitude: longitude) ?? coordinate
    }

    /// How fine an address may be that was found for the cell and not for the point; `nil` as fine as it is.
    ///
    /// | size in metres | what is said |
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
    /// The grid of an option.
    ///
    /// - Parameter size: Metres; `nil` and 0 for no grid.
    /// - Returns: `nil` for no grid.
    /// - Throws: `GeocodingError.Code.requestInvalid` for a size that is none.
    static func checked(_ size: Double?) throws(GeocodingError) -> PrivacyGrid? {
        guard let size, size != 0 else { return nil }
        if let grid = PrivacyGrid(size: size) { return grid }
        throw GeocodingError(
            .requestInvalid, "privacy is a size in metres, at most \(Int(largest)), and not \(size)")
    }
}

extension Placemark {
    /// The same with nothing finer than a precision.
    ///
    /// With a part goes what was said of it: the name, the object's box, its coordinate's distance. Sights and shops go with
    /// any limit, since they are at a point.
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
