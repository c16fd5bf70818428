import FoundationEssentials
import LKFormats
import LKGeo

extension TrackField {
    /// Appends a point's value as plain text; returns `false` and appends nothing when it is unknown or invalid.
    func append(_ point: TrackPoint, to bytes: inout [UInt8]) -> Bool {
        let location = point.location
        switch self {
        case .timestamp: return ISO8601Time.append(location.timestamp, to: &bytes)
        case .accuracyEstimator: return Self.word(location.horizontalAccuracy?.estimator.rawValue, to: &bytes)
        case .fix: return Self.word(location.fix?.rawValue, to: &bytes)
        case .correction: return Self.word(location.correction?.rawValue, to: &bytes)
        case .timestampDoubt: return Self.word(location.timestampDoubt?.rawValue, to: &bytes)
        case .device: return Self.word(location.device, to: &bytes)
        case .simulated: return Self.word(location.isSimulated ? "true" : nil, to: &bytes)
        case .name: return Self.word(point.name, to: &bytes)
        case .note: return Self.word(point.note, to: &bytes)
        case .symbol: return Self.word(point.symbol, to: &bytes)
        default: return DecimalText.append(number(location), decimals: 4, to: &bytes)
        }
    }

    /// Returns whether the point has a value that can be written.
    func isKnown(in point: TrackPoint) -> Bool {
        let location = point.location
        return switch self {
        case .timestamp: ISO8601Time.hasText(location.timestamp)
        case .accuracyEstimator: location.horizontalAccuracy != nil
        case .fix: location.fix != nil
        case .correction: location.correction != nil
        case .timestampDoubt: location.timestampDoubt != nil
        case .device: location.device?.isEmpty == false
        case .simulated: location.isSimulated
        case .name: point.name?.isEmpty == false
        case .note: point.note?.isEmpty == false
        case .symbol: point.symbol?.isEmpty == false
        default: number(location) != nil
        }
    }

    /// Returns the number of a numeric quantity as written; `nil` if it is unknown or invalid.
    private func number(_ location: Location) -> Double? {
        switch self {
        case .altitude: Self.finite(location.altitude)
        case .ellipsoidalAltitude: Self.finite(location.ellipsoidalAltitude)
        case .horizontalAccuracy: Self.error(location.horizontalAccuracy?.radius)
        case .verticalAccuracy: Self.error(location.verticalAccuracy)
        case .speed: Self.finite(location.speed).flatMap { $0 >= 0 ? $0 : nil }
        case .speedAccuracy: Self.error(location.speedAccuracy)
        // Values that round to 360 are written as 0.
        case .course: location.course.flatMap { (0...360).contains($0) ? ($0 >= 359.99995 ? 0 : $0) : nil }
        case .courseAccuracy: Self.error(location.courseAccuracy)
        case .verticalSpeed: Self.finite(location.verticalSpeed)
        case .satellitesUsed: (location.satellites?.used).flatMap { $0 >= 0 ? Double($0) : nil }
        case .satellitesVisible: (location.satellites?.visible).flatMap { $0 >= 0 ? Double($0) : nil }
        case .hdop: Self.error(location.horizontalDilution)
        default: nil
        }
    }

    private static func finite(_ value: Double?) -> Double? { value.flatMap { abs($0) < 1e15 ? $0 : nil } }

    /// Returns an error to write: never 0 for a known one, as that would mean no error at all.
    private static func error(_ value: Double?) -> Double? {
        finite(value).flatMap { $0 > 0 ? max($0, 0.0001) : nil }
    }

    private static func word(_ text: String?, to bytes: inout [UInt8]) -> Bool {
        guard let text, !text.isEmpty else { return false }
        bytes += text.utf8
        return true
    }
}
