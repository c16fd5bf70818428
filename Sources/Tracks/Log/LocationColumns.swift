import FoundationEssentials
import Geo

/// How a location lies in the columns of a table: all but its receiver.
enum LocationColumns {
    static let names = """
        latitude, longitude, altitude, ellipsoidal_altitude, horizontal_accuracy, accuracy_estimator, vertical_accuracy,
        speed, speed_accuracy, course, course_accuracy, vertical_speed, time, time_doubt, fix, correction, satellites_used,
        satellites_visible, horizontal_dilution, source, simulated
        """
    static let count = 21
    static let parameters = String(repeating: "?, ", count: count - 1) + "?"

    /// Reads a location from columns from `first` on.
    ///
    /// - Throws: A column that has something impossible in it.
    static func read<Values>(
        _ row: RowReader<Values>, from first: Int, device: String?
    ) throws(ColumnProblem) -> Location {
        guard
            let coordinate = Coordinate(
                latitude: try row.number(first), longitude: try row.number(first + 1))
        else { throw ColumnProblem("latitude or longitude is out of range") }
        var location = Location(
            coordinate: coordinate, source: try row.name(first + 19) ?? .other,
            isSimulated: try row.optionalInteger(first + 20) == 1)
        location.altitude = try row.optionalNumber(first + 2)
        location.ellipsoidalAltitude = try row.optionalNumber(first + 3)
        if let radius = try row.optionalNumber(first + 4), let estimator: Accuracy.Estimator = try row.name(first + 5) {
            location.horizontalAccuracy = Accuracy(radius: radius, estimator: estimator)
            if location.horizontalAccuracy == nil {
                location.horizontalAccuracy = try row.passOver(ColumnProblem("horizontal_accuracy is not above zero"))
            }
        }
        location.verticalAccuracy = try row.optionalNumber(first + 6)
        location.speed = try row.optionalNumber(first + 7)
        location.speedAccuracy = try row.optionalNumber(first + 8)
        location.course = try row.optionalNumber(first + 9)
        location.courseAccuracy = try row.optionalNumber(first + 10)
        location.verticalSpeed = try row.optionalNumber(first + 11)
        location.timestamp = try row.optionalNumber(first + 12).map { Date(timeIntervalSince1970: $0) }
        location.timestampDoubt = try row.name(first + 13)
        location.fix = try row.name(first + 14)
        location.correction = try row.name(first + 15)
        if let used = try row.optionalInteger(first + 16), let visible = try row.optionalInteger(first + 17) {
            location.satellites = .init(used: used, visible: visible)
        }
        location.horizontalDilution = try row.optionalNumber(first + 18)
        location.device = device
        return location
    }
}
