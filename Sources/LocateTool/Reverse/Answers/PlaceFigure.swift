import Geo

/// A number that is a point's own though other points may have the same names, in the form it is printed in.
enum PlaceFigure: UInt8, CaseIterable {
    /// Degrees north with up to 9 decimals.
    case latitude
    /// Degrees east with up to 9 decimals.
    case longitude
    /// Degrees north with 6 decimals.
    case roundLatitude
    /// Degrees east with 6 decimals.
    case roundLongitude
    /// Metres to the place that the names are taken from, with up to 1 decimal.
    case distance

    /// The byte in front of a gap; UTF-8 does not have it, so that no name can look like a gap.
    static let mark: UInt8 = 0xFF

    /// Appends a gap where the number will be.
    func appendGap(to bytes: inout [UInt8]) {
        bytes.append(Self.mark)
        bytes.append(rawValue)
    }

    /// Appends the number.
    func append(coordinate: Coordinate, distance: Double?, to bytes: inout [UInt8]) {
        switch self {
        case .latitude: NumberText.append(coordinate.latitude, decimals: 9, to: &bytes)
        case .longitude: NumberText.append(coordinate.longitude, decimals: 9, to: &bytes)
        case .roundLatitude: NumberText.appendFixed(coordinate.latitude, decimals: 6, to: &bytes)
        case .roundLongitude: NumberText.appendFixed(coordinate.longitude, decimals: 6, to: &bytes)
        case .distance: if let distance { NumberText.append(distance, decimals: 1, to: &bytes) }
        }
    }
}
