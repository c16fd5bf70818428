import FoundationEssentials
import Geo
import Geocoding
import Positioning

extension LocationReport {
    /// The keywords of a location's template and their meaning.
    static let keywordList = Appendix(
        title: "Template keywords",
        entries: [
            ("%latitude", "degrees north, 6 decimals"), ("%longitude", "degrees east, 6 decimals"),
            ("%altitude", "metres above sea level"), ("%ellipsoidalAltitude", "metres above the WGS 84 ellipsoid"),
            ("%accuracy", "68 % radius in metres"), ("%accuracyEstimator", "where the accuracy comes from"),
            ("%verticalAccuracy", "68 % half height in metres"), ("%speed", "metres per second"),
            ("%course", "degrees from true north"), ("%time", "time of the fix, UTC"),
            ("%localTime", "time of the fix at the place"), ("%timeZone", "time zone of the place"),
            ("%satellites", "satellites used"), ("%visible", "satellites in view"), ("%fix", "2d or 3d"),
            ("%correction", "dgps, rtk-fixed, rtk-float ..."), ("%device", "the receiver"),
            ("%status", "updating, updated, canceled or failed"),
            ("%finishReason", "accuracy, timeout, canceled or failed"),
        ] + AddressReport.keywordList
    )

    /// The keywords without their percent sign.
    static var keywords: [String] { keywordList.entries.map { String($0.term.dropFirst()) } }

    /// A template with this report's values.
    func render(_ template: OutputTemplate) -> String { template.render(value(ofKeyword:)) }

    private func value(ofKeyword keyword: String) -> String? {
        switch keyword {
        case "status": status.rawValue
        case "finishReason": finishReason?.rawValue
        case "timeZone": timeZone
        default:
            location.flatMap { Self.value(ofKeyword: keyword, in: $0, timeZone: timeZone) }
                ?? address?.value(ofKeyword: keyword)
        }
    }

    private static func value(ofKeyword keyword: String, in location: Location, timeZone: String?) -> String? {
        func number(_ value: Double?, _ decimals: Int = 3) -> String? {
            value.map { NumberText.shortest($0, decimals: decimals) }
        }
        return switch keyword {
        case "latitude": NumberText.fixed(location.coordinate.latitude, decimals: 6)
        case "longitude": NumberText.fixed(location.coordinate.longitude, decimals: 6)
        case "altitude": number(location.altitude)
        case "ellipsoidalAltitude": number(location.ellipsoidalAltitude)
        case "accuracy": number((location.horizontalAccuracy?.radius).map(NumberText.accuracy))
        case "accuracyEstimator": location.horizontalAccuracy?.estimator.rawValue
        case "verticalAccuracy": number(location.verticalAccuracy.map(NumberText.accuracy))
        case "speed": number(location.speed)
        case "course": number(location.course.map(roundedCourse))
        case "time": location.timestamp.flatMap(Timestamp.utc)
        case "localTime": location.timestamp.flatMap { localTime($0, timeZone: timeZone) }
        case "satellites": location.satellites.map { String($0.used) }
        case "visible": location.satellites.map { String($0.visible) }
        case "fix": location.fix?.rawValue
        case "correction": location.correction?.rawValue
        case "device": location.device
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
