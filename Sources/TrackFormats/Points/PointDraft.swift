import Formats
import FoundationEssentials
import Geo

/// A point while its values come in, in any order.
struct PointDraft {
    var latitude: Double?
    var longitude: Double?
    /// Everything but the coordinate and what follows.
    var point: TrackPoint
    var geoidHeight: Double?
    var radius: Double?
    var estimator: Accuracy.Estimator?
    var used: Int?
    var visible: Int?

    private static let nowhere = TrackPoint(
        Location(coordinate: Coordinate(latitude: 0, longitude: 0)!, source: .track))

    init() { point = Self.nowhere }

    /// Takes a value.
    ///
    /// One that says that it is unknown, such as a negative speed, is taken and forgotten.
    /// - Parameters:
    ///   - field: What it is.
    ///   - text: The value without white space around it, not empty.
    /// - Returns: `false` when it is none.
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
            guard let number = DecimalText.parse(text), abs(number) < TrackField.limit else { return false }
            set(field, number)
        }
        return true
    }

    /// Takes a number; one that no quantity of its kind can have says that it is unknown.
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

    /// The time of a clock that counts from 1970: in seconds, or in thousandths where those would be after the year 5000.
    private static func time(sinceEpoch number: Double?) -> Date? {
        guard let number, abs(number) >= 1e7, abs(number) < 1e14 else { return nil }
        return Date(timeIntervalSince1970: abs(number) < 1e11 ? number : number / 1000)
    }

    private static func count(_ number: Double) -> Int? {
        (0...1_000_000).contains(number) ? Int(number.rounded()) : nil
    }

    /// The point; `nil` when its latitude and longitude name none.
    func finished() -> TrackPoint? {
        var draft = self
        return draft.complete() ? draft.point : nil
    }

    /// Gives the point away without a copy of it, and begins another; `nil` when its latitude and longitude name none.
    mutating func taken() -> TrackPoint? {
        var draft = PointDraft()
        swap(&self, &draft)
        return draft.complete() ? draft.point : nil
    }

    /// Puts the values together; `false` when latitude and longitude name no point.
    private mutating func complete() -> Bool {
        guard let latitude, let longitude, abs(longitude) <= 360,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return false }
        point.location.coordinate = coordinate
        if let geoidHeight, let altitude = point.location.altitude, point.location.ellipsoidalAltitude == nil {
            // The sum of two decimal numbers, without the dust of binary ones.
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
            // At least those of the fix were visible.
            point.location.satellites = Location.SatelliteCount(used: used, visible: visible ?? used)
        } else if let visible {
            point.location.satellites = Location.SatelliteCount(used: 0, visible: visible)
        }
        return true
    }
}
