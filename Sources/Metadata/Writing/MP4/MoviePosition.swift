import Geo

/// A position in the forms in which films have it.
struct MoviePosition {
    /// ISO 6709 as QuickTime writes it: `+52.3692900+006.6760900+012.300/`, 5 mm near.
    let text: [UInt8]
    /// The accuracy in metres, as Apple writes it.
    let accuracy: [UInt8]?
    /// Degrees east and north, and metres, each with 16 bits behind the point, as 3GPP's `loci` has them.
    let fixed: [UInt8]

    init(_ location: PhotoLocation) {
        let coordinate = location.coordinate
        let altitude = location.altitude.flatMap { $0.isFinite && abs($0) < 32_767 ? $0 : nil }
        text =
            Self.decimal(coordinate.latitude, digits: 2, decimals: 7)
            + Self.decimal(coordinate.longitude, digits: 3, decimals: 7)
            + (altitude.map { Self.decimal($0, digits: 3, decimals: 3) } ?? []) + [UInt8(ascii: "/")]
        let radius = location.horizontalAccuracy.flatMap { $0 >= 0 && $0 < 1e7 ? $0 : nil }
        accuracy = radius.map { Array(Self.decimal($0, digits: 1, decimals: 3).dropFirst()) }
        fixed = [coordinate.longitude, coordinate.latitude, altitude ?? 0].flatMap {
            BoxBytes.uint32(Int(($0 * 65_536).rounded()))
        }
    }

    /// A record of QuickTime's user data: length, language, text.
    func record(language: [UInt8]) -> [UInt8] { BoxBytes.uint16(text.count) + language + text }

    /// English, as telephones write it for texts without words.
    static let usualLanguage: [UInt8] = [0x15, 0xC7]

    /// A sign, so many digits or more, a point, and so many decimals.
    private static func decimal(_ value: Double, digits: Int, decimals: Int) -> [UInt8] {
        let scale = (0..<decimals).reduce(1) { product, _ in product * 10 }
        let scaled = Int((abs(value) * Double(scale)).rounded())
        let whole = String(scaled / scale)
        let rest = String(scaled % scale)
        // A rounded zero has no sign of its own.
        let sign = value < 0 && scaled > 0 ? "-" : "+"
        let padded = String(repeating: "0", count: max(0, digits - whole.count)) + whole
        return Array((sign + padded + "." + String(repeating: "0", count: decimals - rest.count) + rest).utf8)
    }
}
