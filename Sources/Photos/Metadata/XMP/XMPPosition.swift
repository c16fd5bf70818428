import FoundationEssentials
import LKFormats
import LKGeo

/// The position in a packet: `exif:GPSLatitude` and related properties.
struct XMPPosition {
    private let values: XMPValues

    init(_ values: XMPValues) { self.values = values }

    /// The position; `nil` without latitude and longitude.
    var location: PhotoLocation? {
        guard let latitude = degrees(.latitude), let longitude = degrees(.longitude),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        var location = PhotoLocation(coordinate: coordinate)
        readAltitude(into: &location)
        location.horizontalAccuracy = number(.positioningError).flatMap { $0 >= 0 ? $0 : nil }
        location.imageDirection = angle(.imageDirection)
        location.isImageDirectionMagnetic = values[.imageDirectionReference] == "M"
        location.course = angle(.track)
        location.speed = number(.speed).flatMap { $0 >= 0 ? $0 * metresPerSecond : nil }
        location.isVoid = values[.gpsStatus] == "V"
        location.isDerived = values[.processingMethod] == ProcessingMethod.derived
        if let time = values[.gpsTime].flatMap({ ZonedTime(text: $0.utf8) }), !time.wallTime.isDayOnly {
            let seconds = time.wallTime.secondsSince1970 - (time.offset ?? 0)
            location.timestamp = Date(
                timeIntervalSince1970: Double(seconds) + Double(time.wallTime.nanosecond) / 1e9)
        }
        return location
    }

    /// The names of latitude and longitude whose values are not known angles, with their hemispheres.
    var unread: [XMPName] {
        [.latitude, .longitude].filter {
            values[$0]?.utf8.contains { (0x30...0x39).contains($0) } == true && degrees($0) == nil
        }
    }

    /// Returns an angle in degrees, north and east positive; `nil` if it is unknown, or contradicts its reference.
    private func degrees(_ name: XMPName) -> Double? {
        let axis = name == .latitude ? AngleParser.Axis.latitude : .longitude
        let reference = values[name == .latitude ? .latitudeReference : .longitudeReference]
        guard let text = values[name],
            let angle = AngleParser.angle(text.utf8, axis: axis, hasReference: reference != nil)
        else { return nil }
        guard let reference else { return angle.isNegative == true ? -angle.magnitude : angle.magnitude }
        guard let isNegative = axis.isNegative(reference: reference.utf8),
            angle.isNegative == nil || angle.isNegative == isNegative || angle.magnitude == 0
        else { return nil }
        return isNegative ? -angle.magnitude : angle.magnitude
    }

    /// Reads the altitude, a magnitude whose sign is in the reference; signed altitudes also occur.
    private func readAltitude(into location: inout PhotoLocation) {
        guard let altitude = number(.altitude), abs(altitude) < 1e7 else { return }
        let reference = values[.altitudeReference].flatMap { Int($0) } ?? 0
        location.altitude = reference & 1 == 1 ? -abs(altitude) : altitude
        if reference & 2 == 2 { location.altitudeReference = .ellipsoid }
    }

    private var metresPerSecond: Double {
        switch values[.speedReference] {
        case "M": 1609.344 / 3600
        case "N": 1852.0 / 3600
        default: 1000.0 / 3600
        }
    }

    private func number(_ name: XMPName) -> Double? {
        guard let text = values[name] else { return nil }
        // A single comma without a point is a decimal comma.
        let hasComma = text.utf8.count { $0 == UInt8(ascii: ",") } == 1 && !text.utf8.contains(UInt8(ascii: "."))
        var rest = TextScanner(text.utf8.map { hasComma && $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 })
        guard let number = rest.rational(), number.isFinite else { return nil }
        rest.skipAny(" ")
        // In other units it would be another number.
        return rest.isAtEnd || rest.next == UInt8(ascii: "m") ? number : nil
    }

    private func angle(_ name: XMPName) -> Double? {
        number(name).flatMap { (0...360).contains($0) ? $0.truncatingRemainder(dividingBy: 360) : nil }
    }
}

/// Formats a position for XMP: angles in degrees and minutes, numbers as fractions.
struct XMPPositionText {
    let location: PhotoLocation

    /// `52,22.1577N`, to a ten-millionth of a minute, which are 0.2 mm.
    var latitude: String { Self.angle(location.coordinate.latitude, "N", "S") }
    /// `6,40.5654E`.
    var longitude: String { Self.angle(location.coordinate.longitude, "E", "W") }

    /// Properties of the position, which are removed if unknown.
    var position: [(name: XMPName, text: String?)] {
        [
            (.latitude, latitude), (.longitude, longitude), (.latitudeReference, nil), (.longitudeReference, nil),
            (.altitude, altitude),
            (.altitudeReference, altitude == nil ? nil : altitudeReference),
        ]
    }

    /// Movement, which is removed with the old position if unknown.
    var movement: [(name: XMPName, text: String?)] {
        let speed = Self.fraction(location.speed.map { $0 * 3.6 }, 1000)
        let course = Self.fraction(location.course, 100)
        return [
            (.speedReference, speed == nil ? nil : "K"), (.speed, speed),
            (.trackReference, course == nil ? nil : "T"), (.track, course),
        ]
    }

    /// Properties that are written if known, and otherwise stay.
    var companions: [(name: XMPName, text: String)] {
        let direction = Self.fraction(location.imageDirection, 100)
        let all: [(XMPName, String?)] = [
            (.imageDirectionReference, direction == nil ? nil : location.isImageDirectionMagnetic ? "M" : "T"),
            (.imageDirection, direction), (.gpsTime, time),
        ]
        return all.compactMap { name, text in text.map { (name, $0) } }
    }

    /// The accuracy in metres, as a fraction.
    var error: String? { Self.fraction(location.horizontalAccuracy, 100) }

    private var altitude: String? { Self.fraction(location.altitude.map { abs($0) }, 1000) }

    private var altitudeReference: String {
        "\((location.altitude ?? 0 < 0 ? 1 : 0) | (location.altitudeReference == .ellipsoid ? 2 : 0))"
    }

    private var time: String? { location.timestamp.flatMap { PhotoDate.WallTime(ofUTC: $0) }.map { "\($0)Z" } }

    private static func angle(_ degrees: Double, _ positive: Character, _ negative: Character) -> String {
        let parts = Int((abs(degrees) * 60 * 1e7).rounded())
        let minutes = decimal(parts % 600_000_000, digits: 7)
        return "\(parts / 600_000_000),\(minutes)\(degrees < 0 ? negative : positive)"
    }

    /// Formats a number with this many decimals, without trailing zeros.
    private static func decimal(_ number: Int, digits: Int) -> String {
        var all = number.padded(to: digits + 1)
        all.insert(".", at: all.index(all.endIndex, offsetBy: -digits))
        while all.last == "0" { all.removeLast() }
        if all.last == "." { all.append("0") }
        return all
    }

    private static func fraction(_ value: Double?, _ denominator: Int) -> String? {
        guard let value, (0..<1e9).contains(value) else { return nil }
        return "\(Int((value * Double(denominator)).rounded()))/\(denominator)"
    }
}
