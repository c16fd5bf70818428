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
    /// The whole member `border` of JSON with the comma in front of it, or nothing.
    case border
    /// Metres to the nearest border, with up to 1 decimal.
    case borderDistance
    /// The code of the country across the border.
    case borderCountryCode
    /// `true` or `false`: whether the point is certainly on this side of the border.
    case borderCertainty

    /// The byte in front of a gap; UTF-8 does not have it, so that no name can look like a gap.
    static let mark: UInt8 = 0xFF

    /// Appends a gap where the number will be.
    func appendGap(to bytes: inout [UInt8]) {
        bytes.append(Self.mark)
        bytes.append(rawValue)
    }

    /// Appends the number.
    func append(_ figures: PointFigures, to bytes: inout [UInt8]) {
        switch self {
        case .latitude: NumberText.append(figures.coordinate.latitude, decimals: 9, to: &bytes)
        case .longitude: NumberText.append(figures.coordinate.longitude, decimals: 9, to: &bytes)
        case .roundLatitude: NumberText.appendFixed(figures.coordinate.latitude, decimals: 6, to: &bytes)
        case .roundLongitude: NumberText.appendFixed(figures.coordinate.longitude, decimals: 6, to: &bytes)
        case .distance: if let distance = figures.distance { NumberText.append(distance, decimals: 1, to: &bytes) }
        case .border: Self.appendBorder(figures, to: &bytes)
        case .borderDistance:
            if let border = figures.border { NumberText.append(border.distance, decimals: 1, to: &bytes) }
        case .borderCountryCode: figures.border?.appendCountryCode(to: &bytes)
        case .borderCertainty: if let border = figures.border { bytes += (border.isCertain ? "true" : "false").utf8 }
        }
    }

    private static func appendBorder(_ figures: PointFigures, to bytes: inout [UInt8]) {
        guard let border = figures.border, border.distance.isFinite else { return }
        bytes += ",\"border\":{\"distance\":".utf8
        NumberText.append(border.distance, decimals: 1, to: &bytes)
        if border.countryCode.0 != 0 {
            bytes += ",\"countryCode\":\"".utf8
            border.appendCountryCode(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes += ",\"certain\":".utf8
        bytes += (border.isCertain ? "true}" : "false}").utf8
    }
}
