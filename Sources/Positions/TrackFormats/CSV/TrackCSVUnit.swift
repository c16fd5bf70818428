/// The unit of a quantity in a CSV file, from the name of its column or from a cell.
struct TrackCSVUnit: Equatable {
    /// The number of the quantity's own units (metres, metres per second, degrees) in one of this unit.
    let scale: Double

    /// A quantity that is written in its own unit.
    static let own = TrackCSVUnit(scale: 1)
    static let kilometresPerHour = TrackCSVUnit(scale: 1 / 3.6)
    static let knots = TrackCSVUnit(scale: 1852.0 / 3600)
    /// An angle in whole ten-millionths of a degree, as phones store it.
    static let tenMillionths = TrackCSVUnit(scale: 1e-7)

    /// Creates the unit with a name; returns `nil` if the quantity has no such unit.
    ///
    /// - Parameters:
    ///   - name: The name, folded by `TrackField.folded(_:)`.
    ///   - field: The quantity; `nil` for latitude and longitude.
    init?(_ name: String, of field: TrackField?) {
        switch (field, name) {
        case (nil, "deg"), (nil, "degree"), (nil, "degrees"), (nil, "wgs84"): self = .own
        case (nil, "e7"): self = .tenMillionths
        case (.speed, "ms"), (.speed, "mps"), (.speedAccuracy, "ms"), (.speedAccuracy, "mps"), (.verticalSpeed, "ms"):
            self = .own
        case (.speed, "kmh"), (.speed, "kph"), (.speed, "kmph"): self = .kilometresPerHour
        case (.speed, "kn"), (.speed, "kt"), (.speed, "kts"), (.speed, "knot"), (.speed, "knots"): self = .knots
        case (.speed, "mph"), (.speed, "mih"): self.init(scale: 0.44704)
        case (.speed, "fts"), (.speed, "fps"): self.init(scale: 0.3048)
        case (.altitude, _), (.ellipsoidalAltitude, _), (.horizontalAccuracy, _), (.verticalAccuracy, _):
            switch name {
            case "m", "meter", "meters", "metre", "metres": self = .own
            case "ft", "foot", "feet": self.init(scale: 0.3048)
            default: return nil
            }
        case (.course, "deg"), (.course, "degree"), (.course, "degrees"), (.courseAccuracy, "deg"): self = .own
        default: return nil
        }
    }

    private init(scale: Double) { self.scale = scale }

    /// Splits a column's name into the name of the quantity and that of its unit, both folded: `Speed (km/h)`,
    /// `speed_kmh`, `Height[m]`, `latitudeE7`.
    ///
    /// - Returns: The name and the unit; `nil` if the name states no unit.
    static func split(_ name: String) -> (name: String, unit: String)? {
        if let open = name.firstIndex(where: { "([{".contains($0) }) {
            let unit = TrackField.folded(String(name[open...]))
            return unit.isEmpty ? nil : (TrackField.folded(String(name[..<open])), unit)
        }
        let folded = TrackField.folded(name)
        // The longest ending counts: `speedkmh` is not in `h`.
        let endings = [
            "degrees", "metres", "meters", "knots", "feet", "kmph", "kmh", "kph", "mph", "mps", "kts", "deg", "e7",
            "kn",
            "ft",
        ]
        guard let unit = endings.first(where: { folded.hasSuffix($0) && folded.count > $0.count }) else { return nil }
        return (String(folded.dropLast(unit.count)), unit)
    }

    /// Splits a cell such as `18.0 km/h` into its number and the folded name of its unit; `nil` if it has none.
    static func splitCell(_ text: String) -> (number: String, unit: String)? {
        guard text.count < 64, let end = text.firstIndex(where: { $0.isLetter }), end > text.startIndex else {
            return nil
        }
        let number = text[..<end].drop { $0 == " " }
        guard let last = number.lastIndex(where: { $0 != " " && $0 != "\u{A0}" }) else { return nil }
        return (String(number[...last]), TrackField.folded(String(text[end...])))
    }
}
