import FoundationEssentials
import LKGeo

/// A columnar table of locations, which takes a tenth of the memory of an array.
///
/// A column is allocated with its first value. Properties with few distinct values (the kind of fix, the number of
/// satellites) are interned.
struct LocationTable: Sendable {
    private(set) var times: [Double] = []
    private var latitudes: [Double] = []
    private var longitudes: [Double] = []
    private var altitude = OptionalColumn()
    private var ellipsoidalAltitude = OptionalColumn()
    private var radius = OptionalColumn()
    private var verticalAccuracy = OptionalColumn()
    private var speed = OptionalColumn()
    private var speedAccuracy = OptionalColumn()
    private var course = OptionalColumn()
    private var courseAccuracy = OptionalColumn()
    private var verticalSpeed = OptionalColumn()
    private var dilution = OptionalColumn()
    private var kinds: [LocationKind] = []
    private var kindNumbers: [LocationKind: Int32] = [:]
    /// The kind of each location; empty while all have the first kind.
    private var kindOfLocation: [Int32] = []

    /// The number of locations.
    var count: Int { times.count }

    /// Adds a location with its time.
    mutating func append(_ location: Location, time: Double) {
        let row = count
        times.append(time)
        latitudes.append(location.coordinate.latitude)
        longitudes.append(location.coordinate.longitude)
        altitude.set(location.altitude, row: row)
        ellipsoidalAltitude.set(location.ellipsoidalAltitude, row: row)
        radius.set(location.horizontalAccuracy?.radius, row: row)
        verticalAccuracy.set(location.verticalAccuracy, row: row)
        speed.set(location.speed, row: row)
        speedAccuracy.set(location.speedAccuracy, row: row)
        course.set(location.course, row: row)
        courseAccuracy.set(location.courseAccuracy, row: row)
        verticalSpeed.set(location.verticalSpeed, row: row)
        dilution.set(location.horizontalDilution, row: row)
        note(LocationKind(location), row: row)
    }

    /// Replaces the last location, which has the same time.
    mutating func replaceLast(_ location: Location, time: Double) {
        let row = count - 1
        times.removeLast()
        latitudes.removeLast()
        longitudes.removeLast()
        for column in [
            \Self.altitude, \.ellipsoidalAltitude, \.radius, \.verticalAccuracy, \.speed, \.speedAccuracy, \.course,
            \.courseAccuracy, \.verticalSpeed, \.dilution,
        ] {
            self[keyPath: column].shorten(to: row)
        }
        if !kindOfLocation.isEmpty { kindOfLocation.removeLast() }
        append(location, time: time)
    }

    /// Returns the coordinate of a location.
    func coordinate(at row: Int) -> Coordinate {
        // The values come from a valid coordinate.
        Coordinate(latitude: latitudes[row], longitude: longitudes[row]) ?? Self.nowhere
    }

    private static let nowhere = Coordinate(latitude: 0, longitude: 0)!

    /// Returns the location in a row.
    subscript(row: Int) -> Location {
        let kind = kinds[kindOfLocation.isEmpty ? 0 : Int(kindOfLocation[row])]
        var location = Location(coordinate: coordinate(at: row), source: kind.source, isSimulated: kind.isSimulated)
        location.timestamp = Date(timeIntervalSinceReferenceDate: times[row])
        location.altitude = altitude[row]
        location.ellipsoidalAltitude = ellipsoidalAltitude[row]
        if let radius = radius[row], let estimator = kind.estimator {
            location.horizontalAccuracy = Accuracy(radius: radius, estimator: estimator)
        }
        location.verticalAccuracy = verticalAccuracy[row]
        location.speed = speed[row]
        location.speedAccuracy = speedAccuracy[row]
        location.course = course[row]
        location.courseAccuracy = courseAccuracy[row]
        location.verticalSpeed = verticalSpeed[row]
        location.horizontalDilution = dilution[row]
        location.timestampDoubt = kind.timestampDoubt
        location.fix = kind.fix
        location.correction = kind.correction
        location.satellites = kind.satellites
        location.device = kind.device
        return location
    }

    private mutating func note(_ kind: LocationKind, row: Int) {
        let number: Int32
        if let last = kindOfLocation.last, kinds[Int(last)] == kind {
            number = last
        } else if kindOfLocation.isEmpty, kinds.first == kind {
            return
        } else if let known = kindNumbers[kind] {
            number = known
        } else {
            number = Int32(kinds.count)
            kinds.append(kind)
            kindNumbers[kind] = number
            if number == 0 { return }
        }
        if kindOfLocation.isEmpty { kindOfLocation = Array(repeating: 0, count: row) }
        kindOfLocation.append(number)
    }
}

/// The non-numeric properties of locations, of which a track has few distinct combinations.
private struct LocationKind: Hashable, Sendable {
    var estimator: Accuracy.Estimator?
    var timestampDoubt: Location.TimestampDoubt?
    var fix: Location.Fix?
    var correction: Location.Correction?
    var satellites: Location.SatelliteCount?
    var device: String?
    var source: Location.Source
    var isSimulated: Bool

    init(_ location: Location) {
        estimator = location.horizontalAccuracy?.estimator
        timestampDoubt = location.timestampDoubt
        fix = location.fix
        correction = location.correction
        satellites = location.satellites
        device = location.device
        source = location.source
        isSimulated = location.isSimulated
    }
}

/// A column of optional numbers; nothing is stored before the first value.
private struct OptionalColumn: Sendable {
    /// NaN for missing values.
    private var values: [Double] = []

    mutating func set(_ value: Double?, row: Int) {
        if values.isEmpty {
            guard let value else { return }
            values = Array(repeating: .nan, count: row)
            values.append(value)
        } else {
            values.append(value ?? .nan)
        }
    }

    mutating func shorten(to count: Int) { if values.count > count { values.removeLast() } }

    subscript(row: Int) -> Double? {
        guard !values.isEmpty, !values[row].isNaN else { return nil }
        return values[row]
    }
}
