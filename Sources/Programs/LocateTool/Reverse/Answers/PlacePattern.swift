import LKGeo
import LKGeocoding
import Glibc

/// The printed names of a place, with gaps for the numbers of the points that have these names.
///
/// Names of a settlement are found and formatted once, and then copied for each point: most of the time of a file of points would
/// otherwise be spent on that.
enum PlacePattern {
    /// The first of the bytes after a mark that stand for a column of the input, after those of figures.
    private static let firstColumn: UInt8 = 0x10
    /// How many columns of the input a pattern can name.
    static let mostColumns = Int(UInt8.max - firstColumn)

    /// Appends a gap where a column of the input will be.
    static func appendGap(column: Int, to bytes: inout [UInt8]) {
        bytes.append(PlaceFigure.mark)
        bytes.append(firstColumn + UInt8(clamping: min(column, mostColumns)))
    }

    /// Appends a pattern, its gaps filled.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - figures: The point's numbers; `nil` leaves their gaps empty.
    ///   - bytes: The output.
    ///   - appendColumn: Appends a column of the input, given by its number.
    static func append(
        _ pattern: Span<UInt8>, _ figures: PointFigures?, to bytes: inout [UInt8],
        appendColumn: (Int, inout [UInt8]) -> Void
    ) {
        pattern.withUnsafeBytes { pattern in
            guard var rest = pattern.baseAddress else { return }
            let end = rest + pattern.count
            while rest < end {
                let gap = memchr(rest, Int32(PlaceFigure.mark), end - rest).map { UnsafeRawPointer($0) } ?? end
                bytes.append(contentsOf: UnsafeRawBufferPointer(start: rest, count: gap - rest))
                guard gap + 1 < end else { return }
                let kind = gap.load(fromByteOffset: 1, as: UInt8.self)
                if kind >= firstColumn {
                    appendColumn(Int(kind - firstColumn), &bytes)
                } else if let figures {
                    PlaceFigure(rawValue: kind)?.append(figures, to: &bytes)
                }
                rest = gap + 2
            }
        }
    }
}

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
    /// The whole member `border` of JSON with the comma before it, or nothing.
    case border
    /// Metres to the nearest border, with up to 1 decimal.
    case borderDistance
    /// The code of the country across the border.
    case borderCountryCode
    /// `true` or `false`: whether the point is certainly on this side of the border.
    case borderCertainty

    /// The byte before a gap; UTF-8 does not have it, so that no name can look like a gap.
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

/// The nearest border of a point as it is printed, without anything that must be counted or freed: there are many.
struct NearBorder: Equatable, Sendable {
    /// Metres to the border.
    var distance: Double
    /// The two letters of the country across it; zeros for unclaimed land.
    var countryCode: (UInt8, UInt8)
    /// Whether the point is certainly on this side.
    var isCertain: Bool

    init(_ border: Placemark.Border) {
        distance = border.distance
        let letters = Array((border.isoCountryCode ?? "").utf8)
        countryCode = letters.count == 2 ? (letters[0], letters[1]) : (0, 0)
        isCertain = border.isCertain
    }

    static func == (left: NearBorder, right: NearBorder) -> Bool {
        left.distance == right.distance && left.countryCode == right.countryCode && left.isCertain == right.isCertain
    }

    /// Appends the code of the country across, or nothing.
    func appendCountryCode(to bytes: inout [UInt8]) {
        guard countryCode.0 != 0 else { return }
        bytes.append(countryCode.0)
        bytes.append(countryCode.1)
    }
}
