package import LKCommandLine
package import LKGeo
package import LKGeocoding

/// A number that is a point's own though other points may have the same names, in the form it is printed in.
///
/// Names of a settlement are found and formatted once, as an ``OutputPattern`` with gaps for these numbers, and then copied for each
/// point: most of the time of a file of points would otherwise be spent on that.
package enum PlaceFigure: UInt8, CaseIterable {
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
    /// The whole member `border` of JSON with the comma before it, or nothing.
    case border
    /// Metres to the nearest border, with up to 1 decimal.
    case borderDistance
    /// The code of the country across the border.
    case borderCountryCode
    /// `true` or `false`: whether the point is certainly on this side of the border.
    case borderCertainty

    /// Appends the number.
    package func append(_ figures: PointFigures, to bytes: inout [UInt8]) {
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
        bytes.append(UInt8(ascii: ","))
        JSONWriter.appendMembers(to: &bytes) { NearBorder.table.writeMembers(of: border, to: &$0) }
    }
}

/// The numbers of a point that are its own though other points may have the same names.
package struct PointFigures {
    /// The point.
    package var coordinate: Coordinate
    /// Metres to the place that the names are taken from.
    package var distance: Double?
    /// The nearest border between two countries; `nil` without one, and where the form of the output does not show it.
    package var border: NearBorder?

    package init(coordinate: Coordinate, distance: Double? = nil, border: NearBorder? = nil) {
        self.coordinate = coordinate
        self.distance = distance
        self.border = border
    }
}

extension PointFigures {
    /// Creates the numbers of a placemark.
    package init(_ placemark: Placemark) {
        self.init(
            coordinate: placemark.coordinate, distance: placemark.place?.distance,
            border: placemark.border.map(NearBorder.init))
    }
}

/// The nearest border of a point as it is printed, without anything that must be counted or freed: there are many.
package struct NearBorder: Equatable, Sendable {
    /// Metres to the border.
    package var distance: Double
    /// The two letters of the country across it; zeros for unclaimed land.
    package var countryCode: (UInt8, UInt8)
    /// Whether the point is certainly on this side.
    package var isCertain: Bool

    package init(_ border: Placemark.Border) {
        distance = border.distance
        let letters = Array((border.isoCountryCode ?? "").utf8)
        countryCode = letters.count == 2 ? (letters[0], letters[1]) : (0, 0)
        isCertain = border.isCertain
    }

    package static func == (left: NearBorder, right: NearBorder) -> Bool {
        left.distance == right.distance && left.countryCode == right.countryCode && left.isCertain == right.isCertain
    }

    package static let table = OutputTable(fields)

    /// The fields of its object.
    package static let fields: [OutputField<NearBorder>] = [
        .number(
            "border.distance", "metres to the nearest border between two countries; nothing beyond 100 km", decimals: 1,
            shorthand: "border"
        ) { $0.distance },
        .text("border.countryCode", "ISO 3166-1 code of the country across it") { $0.code },
        .flag("border.certain", "true, or false if the place may be across it") { $0.isCertain },
    ]

    /// The code of the country across; `nil` for unclaimed land.
    private var code: String? {
        var bytes: [UInt8] = []
        appendCountryCode(to: &bytes)
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the code of the country across, or nothing.
    func appendCountryCode(to bytes: inout [UInt8]) {
        guard countryCode.0 != 0 else { return }
        bytes.append(countryCode.0)
        bytes.append(countryCode.1)
    }
}
