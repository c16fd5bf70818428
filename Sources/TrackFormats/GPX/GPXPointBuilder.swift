import FoundationEssentials
import Geo

/// One point of a GPX file while its elements come in.
struct GPXPointBuilder {
    let kind: GPXReader.Point.Kind
    let line: Int
    let latitude: String
    let longitude: String

    private var name: String?
    private var elevation: Double?
    private var geoidHeight: Double?
    private var time: Date?
    private var fix: String?
    private var satellites: Int?
    private var dilution: Double?
    private var speed: Double?
    private var course: Double?
    private var accuracy: Double?
    private var verticalAccuracy: Double?

    init(kind: GPXReader.Point.Kind, line: Int, latitude: String, longitude: String) {
        self.kind = kind
        self.line = line
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Takes the value of an element and says what is wrong with it.
    ///
    /// The name comes without prefix; `depth` is 1 for a child of the point, more inside its extensions.
    mutating func set(_ element: String, _ text: ArraySlice<UInt8>, depth: Int) -> String? {
        let value = Self.trimmed(text)
        guard !value.isEmpty else { return nil }
        if depth == 1 {
            switch element {
            case "name":
                name = String(decoding: value, as: UTF8.self)
                return nil
            case "ele": return number(element, value) { $0.elevation = $1 }
            case "geoidheight": return number(element, value) { $0.geoidHeight = $1 }
            case "hdop": return number(element, value) { $0.dilution = $1 > 0 ? $1 : nil }
            case "sat": return number(element, value) { $0.satellites = $1 >= 0 ? Int(exactly: $1.rounded()) : nil }
            case "fix":
                fix = String(decoding: value, as: UTF8.self).lowercased()
                return nil
            case "time":
                time = ISO8601Time.parse(value)
                return time == nil ? "\"\(String(decoding: value.prefix(40), as: UTF8.self))\" is no time" : nil
            default: break
            }
        }
        // GPX 1.0 has speed and course in the point, Garmin and others have them in extensions.
        switch element.lowercased() {
        case "speed": return number(element, value) { $0.speed = $1 >= 0 ? $1 : nil }
        case "course", "bearing": return number(element, value) { $0.course = (0...360).contains($1) ? $1 : nil }
        case "accuracy", "hacc", "horizontalaccuracy", "h_accuracy": return number(element, value) { $0.accuracy = $1 }
        case "vacc", "verticalaccuracy", "v_accuracy":
            return number(element, value) { $0.verticalAccuracy = $1 > 0 ? $1 : nil }
        default: return nil
        }
    }

    /// The point; `nil` when its latitude and longitude name none.
    func point(startsSegment: Bool) -> GPXReader.Point? {
        guard let latitude = Self.number(Self.trimmed(Array(latitude.utf8)[...])),
            let longitude = Self.number(Self.trimmed(Array(longitude.utf8)[...])), abs(longitude) <= 360,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        var location = Location(coordinate: coordinate, source: kind == .track ? .track : .other)
        location.altitude = elevation
        location.ellipsoidalAltitude = elevation.flatMap { msl in geoidHeight.map { msl + $0 } }
        location.timestamp = time
        location.speed = speed
        location.course = course == 360 ? 0 : course
        location.horizontalDilution = dilution
        location.horizontalAccuracy = accuracy.flatMap { Accuracy.receiver(radius: $0) }
        location.verticalAccuracy = verticalAccuracy
        // GPX counts the satellites of the fix; at least so many were visible.
        location.satellites = satellites.map { Location.SatelliteCount(used: $0, visible: $0) }
        switch fix {
        case "2d": location.fix = .twoDimensional
        case "3d": location.fix = .threeDimensional
        case "dgps", "pps":
            location.fix = elevation == nil ? .twoDimensional : .threeDimensional
            location.correction = fix == "dgps" ? .dgps : .precise
        default: break
        }
        return GPXReader.Point(kind: kind, startsSegment: startsSegment, name: name, line: line, location: location)
    }

    private mutating func number(
        _ element: String, _ text: ArraySlice<UInt8>, _ set: (inout GPXPointBuilder, Double) -> Void
    ) -> String? {
        guard let value = Self.number(text) else {
            return "\"\(String(decoding: text.prefix(40), as: UTF8.self))\" is no \(element)"
        }
        set(&self, value)
        return nil
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Double? {
        // `Double` takes names and hexadecimal digits, too; `xsd:decimal` and what is found in files do not have them.
        guard text.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
            let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
        else { return nil }
        return value
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = text
        while let first = rest.first, first <= 0x20 { rest.removeFirst() }
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        return rest
    }
}
