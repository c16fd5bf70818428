import FoundationEssentials
import Geo

extension LocationReport {
    /// The names of the columns.
    static let csvHeader = CSVWriter.row([
        "timestamp", "latitude", "longitude", "altitude", "horizontal_accuracy", "vertical_accuracy", "speed", "course",
        "fix", "satellites_used", "satellites_visible", "device", "time_zone", "country_code", "country", "state",
        "city", "sub_locality", "address",
    ])

    /// The values in the columns of the header, empty where unknown; `nil` without a position.
    var csvRow: String? {
        guard let location else { return nil }
        func number(_ value: Double?, _ decimals: Int = 3) -> String {
            value.map { NumberText.shortest($0, decimals: decimals) } ?? ""
        }
        let accuracy = location.horizontalAccuracy?.radius
        var fields = [location.timestamp.flatMap(Timestamp.utc) ?? ""]
        fields += [number(location.coordinate.latitude, 9), number(location.coordinate.longitude, 9)]
        fields += [number(location.altitude), number(accuracy.map(NumberText.accuracy))]
        fields += [number(location.verticalAccuracy.map(NumberText.accuracy)), number(location.speed)]
        fields += [number(location.course.map(Self.roundedCourse)), location.fix?.rawValue ?? ""]
        fields += [location.satellites?.used, location.satellites?.visible].map { $0.map { String($0) } ?? "" }
        fields += [location.device ?? "", timeZone ?? ""]
        fields += ["CountryCode", "Country", "State", "City", "SubLocality"].map { address?[$0] ?? "" }
        return CSVWriter.row(fields + [address?.string ?? ""])
    }
}
