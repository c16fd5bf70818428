import FoundationEssentials
import Geo

/// A position as the properties of XMP state it: angles in degrees and minutes, numbers as fractions.
struct XMPPositionText {
    let location: PhotoLocation

    /// `52,22.1577N`, to a ten-millionth of a minute, which are 0.2 mm.
    var latitude: String { Self.angle(location.coordinate.latitude, "N", "S") }
    /// `6,40.5654E`.
    var longitude: String { Self.angle(location.coordinate.longitude, "E", "W") }

    /// What is said of the position and of nothing else, so that it goes where it is not known.
    var position: [(name: XMPName, text: String?)] {
        [
            (.latitude, latitude), (.longitude, longitude), (.altitude, altitude),
            (.altitudeReference, altitude == nil ? nil : altitudeReference),
        ]
    }

    /// Movement, which goes with the old position where it is not known.
    var movement: [(name: XMPName, text: String?)] {
        let speed = Self.fraction(location.speed.map { $0 * 3.6 }, 1000)
        let course = Self.fraction(location.course, 100)
        return [
            (.speedReference, speed == nil ? nil : "K"), (.speed, speed),
            (.trackReference, course == nil ? nil : "T"), (.track, course),
        ]
    }

    /// What is only written where it is known, and stays where not.
    var companions: [(name: XMPName, text: String)] {
        let direction = Self.fraction(location.imageDirection, 100)
        let all: [(XMPName, String?)] = [
            (.imageDirectionReference, direction == nil ? nil : location.isImageDirectionMagnetic ? "M" : "T"),
            (.imageDirection, direction), (.gpsTime, time),
        ]
        return all.compactMap { name, text in text.map { (name, $0) } }
    }

    /// How far off it may be, in metres.
    var error: String? { Self.fraction(location.horizontalAccuracy, 100) }

    private var altitude: String? { Self.fraction(location.altitude.map { abs($0) }, 1000) }

    private var altitudeReference: String {
        "\((location.altitude ?? 0 < 0 ? 1 : 0) | (location.altitudeReference == .ellipsoid ? 2 : 0))"
    }

    private var time: String? {
        guard let seconds = location.timestamp?.timeIntervalSince1970, abs(seconds) < 1e12 else { return nil }
        let milliseconds = Int((seconds * 1000).rounded())
        let whole = Int((Double(milliseconds) / 1000).rounded(.down))
        return WallTime(secondsSince1970: whole, nanosecond: (milliseconds - whole * 1000) * 1_000_000).map { "\($0)Z" }
    }

    private static func angle(_ degrees: Double, _ positive: Character, _ negative: Character) -> String {
        let parts = Int((abs(degrees) * 60 * 1e7).rounded())
        let minutes = decimal(parts % 600_000_000, digits: 7)
        return "\(parts / 600_000_000),\(minutes)\(degrees < 0 ? negative : positive)"
    }

    /// A number of so many digits behind the point, without zeros at its end.
    private static func decimal(_ number: Int, digits: Int) -> String {
        let text = String(number)
        var all = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
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
