import FoundationEssentials
import Geo
import Geocoding
import Positioning

extension LocationReport {
    /// The keys of a location.
    static let keys: [OutputKey] =
        [
            OutputKey("status", "updating, updated, canceled or failed"),
            OutputKey("finishReason", "accuracy, timeout, canceled or failed"),
            OutputKey("reason", "why there is no usable fix, such as no-satellites"),
            OutputKey("error", "what went wrong, as a sentence"),
            OutputKey("recovered", "which outage is over, in the words of reason"), OutputKey("fix", "2d or 3d"),
            OutputKey("latitude", "degrees north, 6 decimals"), OutputKey("longitude", "degrees east, 6 decimals"),
            OutputKey("altitude", "metres above sea level"),
            OutputKey("ellipsoidalAltitude", "metres above the WGS 84 ellipsoid"),
            OutputKey("horizontalAccuracy", "68 % radius in metres", shorthand: "accuracy"),
            OutputKey("accuracyEstimator", "where the accuracy comes from"),
            OutputKey("verticalAccuracy", "68 % half height in metres"), OutputKey("speed", "metres per second"),
            OutputKey("course", "degrees from true north"),
            OutputKey("timestamp", "time of the fix, UTC", shorthand: "time"),
            OutputKey("timestampDoubt", "what is doubtful about that time"),
            OutputKey("satellites.used", "satellites used", shorthand: "satellites"),
            OutputKey("satellites.visible", "satellites in view", shorthand: "visible"),
            OutputKey("correction", "dgps, rtk-fixed, rtk-float ..."), OutputKey("device", "the receiver"),
            OutputKey("simulated", "true for a position that is simulated"),
            OutputKey("timeZone", "time zone of the place"),
            OutputKey("provider", "who was asked for the address on the web"),
            OutputKey("attribution", "whose data the address is"),
        ] + AddressReport.outputKeys

    /// What templates know: the keys, and the time on the clocks of the place.
    static let templateKeys = keys + [OutputKey("localTime", "time of the fix at the place")]

    /// A template with this report's values.
    func render(_ template: OutputTemplate) -> String { template.render(value(of:)) }

    private func value(of key: String) -> String? {
        switch key {
        case "status": status.rawValue
        case "finishReason": finishReason?.rawValue
        case "reason": reason
        case "error": error
        case "recovered": recovered
        case "timeZone": timeZone
        case "provider": provider
        case "attribution": attribution
        default: location.flatMap { Self.value(of: key, in: $0, timeZone: timeZone) } ?? address?.value(of: key)
        }
    }

    private static func value(of key: String, in location: Location, timeZone: String?) -> String? {
        func number(_ value: Double?, _ decimals: Int = 3) -> String? {
            value.map { NumberText.shortest($0, decimals: decimals) }
        }
        return switch key {
        case "latitude": NumberText.fixed(location.coordinate.latitude, decimals: 6)
        case "longitude": NumberText.fixed(location.coordinate.longitude, decimals: 6)
        case "altitude": number(location.altitude)
        case "ellipsoidalAltitude": number(location.ellipsoidalAltitude)
        case "horizontalAccuracy": number((location.horizontalAccuracy?.radius).map(NumberText.accuracy))
        case "accuracyEstimator": location.horizontalAccuracy?.estimator.rawValue
        case "verticalAccuracy": number(location.verticalAccuracy.map(NumberText.accuracy))
        case "speed": number(location.speed)
        case "course": number(location.course.map(roundedCourse))
        case "timestamp": location.timestamp.flatMap(Timestamp.utc)
        case "timestampDoubt": location.timestampDoubt?.rawValue
        case "localTime": location.timestamp.flatMap { localTime($0, timeZone: timeZone) }
        case "satellites.used": location.satellites.map { String($0.used) }
        case "satellites.visible": location.satellites.map { String($0.visible) }
        case "fix": location.fix?.rawValue
        case "correction": location.correction?.rawValue
        case "device": location.device
        case "simulated": location.isSimulated ? "true" : nil
        default: nil
        }
    }

    /// The time at the place with its offset, or in UTC where the zone is unknown.
    static func localTime(_ date: Date, timeZone: String?) -> String? {
        guard let timeZone, let zone = ZoneFile(named: timeZone) else {
            return Timestamp.local(date, offset: 0)
        }
        return Timestamp.local(date, offset: zone.offset(at: Int(date.timeIntervalSince1970.rounded(.down))))
    }
}
