import FoundationEssentials
import Geo

extension LocationReport {
    /// Below this speed a receiver at rest reports noise, so that speed and course would mislead a person.
    private static let movingSpeed = 0.5

    /// A few lines for a person, without the end of the last one; `nil` without a position.
    var text: String? { text(columns: nil, style: .plain) }

    /// The same for a terminal of a width in columns; `nil` leaves lines whole.
    func text(columns: Int?, style: TextStyle) -> String? {
        guard let location else { return nil }
        var rows: [(label: String, value: String)] = [("Position", position(of: location))]
        if let altitude = location.altitude {
            let margin = location.verticalAccuracy.map { " ± " + Self.metres($0) } ?? ""
            rows.append(("Altitude", Self.metres(altitude) + " above sea level" + margin))
        } else if let altitude = location.ellipsoidalAltitude {
            rows.append(("Altitude", Self.metres(altitude) + " above the ellipsoid"))
        }
        if let movement = Self.movement(of: location) { rows.append(("Movement", movement)) }
        if let satellites = location.satellites {
            rows.append(("Satellites", "\(satellites.used) of \(satellites.visible) in use"))
        }
        if let timestamp = location.timestamp, let time = Self.localTime(timestamp, timeZone: timeZone) {
            let zone = timeZone.map { " (\($0))" } ?? ""
            let doubt = location.timestampDoubt.map { ", doubtful: \($0.rawValue)" } ?? ""
            rows.append(("Time", time + zone + doubt))
        }
        if let address, !address.string.isEmpty { rows.append(("Address", address.string)) }
        return LabelledRows.lines(rows, indent: 12, width: columns, style: style).joined(separator: "\n")
    }

    /// One line for a person, for updates that follow each other; `nil` without a position.
    var textLine: String? { textLine(columns: nil) }

    /// The same for a terminal of a width in columns: altitude and movement are left out before the address is.
    func textLine(columns: Int?) -> String? {
        guard let location else { return nil }
        var parts: [(text: String, isExtra: Bool)] = []
        if let timestamp = location.timestamp, let time = Self.localTime(timestamp, timeZone: timeZone) {
            parts.append((String(time.dropFirst(11).prefix(8)), false))
        }
        parts.append((position(of: location), false))
        if let altitude = location.altitude { parts.append((Self.metres(altitude), true)) }
        if let movement = Self.movement(of: location) { parts.append((movement, true)) }
        if let address, !address.string.isEmpty { parts.append((address.string, false)) }
        func line() -> String { ForeignText.clean(parts.map(\.text).joined(separator: "  ")) }
        while let columns, TextWidth.columns(line()) > columns, let extra = parts.lastIndex(where: \.isExtra) {
            parts.remove(at: extra)
        }
        return line()
    }

    private func position(of location: Location) -> String {
        let latitude = NumberText.fixed(location.coordinate.latitude, decimals: 6)
        let longitude = NumberText.fixed(location.coordinate.longitude, decimals: 6)
        let margin = location.horizontalAccuracy.map { " ± " + Self.metres($0.radius) } ?? ""
        var notes: [String] = []
        if location.fix == .twoDimensional { notes.append("2d") }
        if let correction = location.correction { notes.append(correction.rawValue) }
        if location.isSimulated, location.correction != .simulated { notes.append("simulated") }
        return latitude + ", " + longitude + margin + (notes.isEmpty ? "" : " (" + notes.joined(separator: ", ") + ")")
    }

    private static func movement(of location: Location) -> String? {
        guard let speed = location.speed, speed >= movingSpeed else { return nil }
        let metres = NumberText.fixed(speed, decimals: 1) + " m/s"
        let kilometres = NumberText.fixed(speed * 3.6, decimals: 0) + " km/h"
        guard let course = location.course else { return "\(metres) (\(kilometres))" }
        let degrees = NumberText.fixed(course >= 359.5 ? 0 : course, decimals: 0)
        return "\(metres) (\(kilometres)), \(degrees)° \(compassPoint(course))"
    }

    private static func compassPoint(_ course: Double) -> String {
        let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
        guard course.isFinite, (0...360).contains(course) else { return "" }
        return points[Int((course / 45).rounded()) % points.count]
    }

    /// Whole metres, or as many decimals as a survey has.
    private static func metres(_ value: Double) -> String {
        NumberText.shortest(value, decimals: value.magnitude < 1 ? 2 : value.magnitude < 10 ? 1 : 0) + " m"
    }
}
