/// Parses positions in ISO 6709.
enum AngleText {
    /// Parses a position in ISO 6709: `+52.3693+006.6761+012.3/`, also with minutes (`+5222.16`) and seconds.
    ///
    /// - Parameter text: The text, as in QuickTime's `©xyz` and Matroska's `LOCATION`.
    /// - Returns: Degrees, and the altitude in metres if present.
    static func position(_ text: some Sequence<UInt8>) -> (latitude: Double, longitude: Double, altitude: Double?)? {
        var rest = TextScanner(text)
        guard let latitude = signed(&rest, degreeDigits: 2), let longitude = signed(&rest, degreeDigits: 3),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        let isBelow = rest.next == UInt8(ascii: "-")
        guard rest.skip("+-"), let altitude = rest.number()?.value else { return (latitude, longitude, nil) }
        return (latitude, longitude, isBelow ? -altitude : altitude)
    }

    private static func signed(_ rest: inout TextScanner, degreeDigits: Int) -> Double? {
        let isNegative = rest.next == UInt8(ascii: "-")
        guard rest.skip("+-"), let (value, digits) = rest.number() else { return nil }
        // The number of digits determines the form.
        let angle: Double
        switch digits - degreeDigits {
        case ...0: angle = value
        case 1, 2:
            let degrees = (value / 100).rounded(.down)
            angle = degrees + (value - degrees * 100) / 60
        default:
            let degrees = (value / 10_000).rounded(.down)
            let minutes = ((value - degrees * 10_000) / 100).rounded(.down)
            angle = degrees + minutes / 60 + (value - degrees * 10_000 - minutes * 100) / 3600
        }
        return isNegative ? -angle : angle
    }
}
