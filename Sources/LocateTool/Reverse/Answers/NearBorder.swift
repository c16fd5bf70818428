import Geocoding

/// The nearest border of a point as it is printed, without anything that must be counted or freed: there are many.
struct NearBorder: Equatable, Sendable {
    /// Metres to the border.
    var distance: Double
    /// The two letters of the country across it; zeros where nobody governs.
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
