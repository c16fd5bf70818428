import FoundationEssentials
import LKFormats
import LKGeo

/// A point whose values are set in any order.
struct PointDraft {
    var latitude: Double?
    var longitude: Double?
    /// Everything except the coordinate and the following properties.
    var point: TrackPoint
    var geoidHeight: Double?
    var radius: Double?
    var estimator: Accuracy.Estimator?
    var used: Int?
    var visible: Int?

    private static let nowhere = TrackPoint(
        Location(coordinate: Coordinate(latitude: 0, longitude: 0)!, source: .track))

    init() { point = Self.nowhere }

    /// Sets a value.
    ///
    /// A value that means unknown, such as a negative speed, is accepted and ignored.
    ///
    /// - Parameters:
    ///   - field: The quantity.
    ///   - text: The value without surrounding white space, not empty.
    /// - Returns: `false` when it is invalid.
    mutating func set(_ field: TrackField, _ text: Span<UInt8>) -> Bool {
        switch field {
        case .timestamp:
            guard let time = ISO8601Time.parse(text) ?? Self.time(sinceEpoch: DecimalText.parse(text)) else {
                return false
            }
            point.location.timestamp = time
        case .fix: return setFix(text)
        case .correction:
            guard let correction = Location.Correction(rawValue: text.string) else { return false }
            point.location.correction = correction
        case .accuracyEstimator:
            guard let estimator = Accuracy.Estimator(rawValue: text.string) else { return false }
            self.estimator = estimator
        case .timestampDoubt:
            guard let doubt = Location.TimestampDoubt(rawValue: text.string) else { return false }
            point.location.timestampDoubt = doubt
        case .simulated: point.location.isSimulated = text.isWord("true") || text.isWord("1")
        case .device: point.location.device = text.string
        case .name: point.name = text.string
        case .note: point.note = text.string
        case .symbol: point.symbol = text.string
        default:
            guard let number = DecimalText.parse(text), abs(number) < TrackField.maximumMagnitude else { return false }
            set(field, number)
        }
        return true
    }

    /// Sets a number; an impossible value means unknown.
    mutating func set(_ field: TrackField, _ number: Double) {
        switch field {
        case .altitude: point.location.altitude = number
        case .ellipsoidalAltitude: point.location.ellipsoidalAltitude = number
        case .horizontalAccuracy: radius = number
        case .verticalAccuracy: point.location.verticalAccuracy = number > 0 ? number : nil
        case .speed: point.location.speed = number >= 0 ? number : nil
        case .speedAccuracy: point.location.speedAccuracy = number > 0 ? number : nil
        case .course:
            point.location.course = (0...360).contains(number) ? (number == 360 ? 0 : number) : nil
        case .courseAccuracy: point.location.courseAccuracy = number > 0 ? number : nil
        case .verticalSpeed: point.location.verticalSpeed = number
        case .satellitesUsed: used = Self.count(number)
        case .satellitesVisible: visible = Self.count(number)
        case .hdop: point.location.horizontalDilution = number > 0 ? number : nil
        default: break
        }
    }

    private mutating func setFix(_ text: Span<UInt8>) -> Bool {
        if text.isWord("2d") {
            point.location.fix = .twoDimensional
        } else if text.isWord("3d") {
            point.location.fix = .threeDimensional
        } else {
            return text.isWord("none")
        }
        return true
    }

    /// Returns a time in seconds since 1970, or in milliseconds, microseconds or nanoseconds if the larger unit would be
    /// after the year 5000.
    private static func time(sinceEpoch number: Double?) -> Date? {
        guard let number, abs(number) >= 1e7, abs(number) < 1e20 else { return nil }
        let units = [(1e11, 1.0), (1e14, 1e3), (1e17, 1e6), (1e20, 1e9)]
        guard let unit = units.first(where: { abs(number) < $0.0 }) else { return nil }
        return Date(timeIntervalSince1970: number / unit.1)
    }

    private static func count(_ number: Double) -> Int? {
        (0...1_000_000).contains(number) ? Int(number.rounded()) : nil
    }

    /// Returns the point; `nil` when latitude and longitude are not valid.
    func finished() -> TrackPoint? {
        var draft = self
        return draft.complete() ? draft.point : nil
    }

    /// Returns the point without copying it, and starts another; `nil` when latitude and longitude are not valid.
    mutating func taken() -> TrackPoint? {
        var draft = PointDraft()
        swap(&self, &draft)
        return draft.complete() ? draft.point : nil
    }

    /// Combines the values; returns `false` when latitude and longitude are not valid.
    private mutating func complete() -> Bool {
        guard let latitude, let longitude, abs(longitude) <= 360,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return false }
        point.location.coordinate = coordinate
        if let geoidHeight, let altitude = point.location.altitude, point.location.ellipsoidalAltitude == nil {
            // The sum of two decimal numbers, without binary rounding errors.
            point.location.ellipsoidalAltitude = ((altitude + geoidHeight) * 1e6).rounded() / 1e6
        }
        if let radius {
            if let estimator {
                point.location.horizontalAccuracy = Accuracy(radius: radius, estimator: estimator)
            } else {
                point.location.horizontalAccuracy = Accuracy.receiver(radius: radius)
            }
        }
        if let used {
            // At least the used ones were visible.
            point.location.satellites = Location.SatelliteCount(used: used, visible: visible ?? used)
        } else if let visible {
            point.location.satellites = Location.SatelliteCount(used: 0, visible: visible)
        }
        return true
    }
}
