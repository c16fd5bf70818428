import FoundationEssentials
import LKFormats
import LKGeo
import LKGeocoding
import LKPositioning

/// What `locate` prints: the state of the search for a position, as plain values.
struct LocationReport {
    /// The state of the search.
    var status: LocationManager.Status
    /// Why the search ended; `nil` while it runs.
    var finishReason: LocationManager.FinishReason?
    /// Why there is no usable fix, as a word: `no-device`.
    var reason: String?
    /// What went wrong, as a sentence.
    var error: String?
    /// The position.
    var location: Location?
    /// The time zone at the position: `Asia/Tokyo`.
    var timeZone: String?
    /// The address of the position; `nil` when it was not looked up.
    var address: AddressReport?
    /// The provider that named the place, unless it is the built-in world without a web service: `streets`, `nominatim`.
    var provider: String?
    /// The attribution of the address.
    var attribution: String?
    /// The outage of gpsd or its receiver that has just ended, as a word: `daemon-unreachable`.
    var recovered: String?

    init(
        status: LocationManager.Status, finishReason: LocationManager.FinishReason? = nil, reason: String? = nil,
        error: String? = nil,
        location: Location? = nil, timeZone: String? = nil, address: AddressReport? = nil, recovered: String? = nil
    ) {
        self.status = status
        self.finishReason = finishReason
        self.reason = reason
        self.error = error
        self.location = location
        self.timeZone = timeZone
        self.address = address
        self.recovered = recovered
    }
}

extension LocationReport {
    /// Writes the members of the JSON object, in the documented order; unknown values are absent.
    func writeMembers(to writer: inout JSONWriter) {
        writeSearch(to: &writer)
        if let location {
            writer.member("fix", location.fix?.rawValue)
            writer.member("latitude", location.coordinate.latitude, decimals: 9)
            writer.member("longitude", location.coordinate.longitude, decimals: 9)
            Self.write(location, to: &writer)
        }
        writePlace(to: &writer)
    }

    /// Writes the properties of the GeoJSON feature: all members but the position.
    func writeProperties(to writer: inout JSONWriter) {
        writeSearch(to: &writer)
        if let location {
            writer.member("fix", location.fix?.rawValue)
            Self.write(location, to: &writer)
        }
        writePlace(to: &writer)
    }

    /// The point that the report is attached to, with a geometry (RFC 7946) where the output form needs one.
    ///
    /// The third number of the geometry is the height above the ellipsoid (section 3.1.1); where only the height above
    /// sea level is known, it stays a property.
    func point(for form: any OutputForm) -> InputPoint {
        guard let location else { return InputPoint(line: 0, position: .failure(.init(text: ""))) }
        var point = InputPoint(line: 0, position: .success(location.coordinate))
        guard form.isGeographic else { return point }
        var writer = JSONWriter()
        GeoJSONText.writePoint(location.coordinate, altitude: location.ellipsoidalAltitude, to: &writer)
        point.feature = [InputPoint.Attribute(key: "geometry", json: writer.bytes[...])]
        return point
    }

    private func writeSearch(to writer: inout JSONWriter) {
        writer.member("status", status.rawValue)
        writer.member("finishReason", finishReason?.rawValue)
        writer.member("reason", reason)
        writer.member("error", error)
        writer.member("recovered", recovered)
    }

    private static func write(_ location: Location, to writer: inout JSONWriter) {
        writer.member("altitude", location.altitude, decimals: 3)
        writer.member("ellipsoidalAltitude", location.ellipsoidalAltitude, decimals: 3)
        if let accuracy = location.horizontalAccuracy {
            writer.member("horizontalAccuracy", NumberText.accuracy(accuracy.radius), decimals: 3)
            writer.member("accuracyEstimator", accuracy.estimator.rawValue)
        }
        writer.member("verticalAccuracy", location.verticalAccuracy.map(NumberText.accuracy), decimals: 3)
        writer.member("speed", location.speed, decimals: 3)
        writer.member("course", location.course.map(roundedCourse), decimals: 3)
        writer.member("timestamp", location.timestamp.flatMap(Timestamp.utc))
        writer.member("timestampDoubt", location.timestampDoubt?.rawValue)
        if let satellites = location.satellites {
            writer.key("satellites")
            writer.object { writer in
                writer.member("used", satellites.used)
                writer.member("visible", satellites.visible)
            }
        }
        writer.member("correction", location.correction?.rawValue)
        writer.member("device", location.device)
        if location.isSimulated { writer.member("simulated", true) }
    }

    private func writePlace(to writer: inout JSONWriter) {
        writer.member("timeZone", timeZone)
        guard let address else { return }
        writer.member("provider", provider)
        writer.key("address")
        address.write(to: &writer)
        writer.member("attribution", attribution)
    }

    /// The course rounded to three decimals, in 0..<360 degrees.
    static func roundedCourse(_ course: Double) -> Double {
        let rounded = (course * 1000).rounded() / 1000
        return rounded >= 360 ? 0 : rounded
    }
}

extension LocationReport {
    /// The CSV columns.
    static let columns = [
        "timestamp", "latitude", "longitude", "altitude", "horizontal_accuracy", "vertical_accuracy", "speed", "course",
        "fix", "satellites_used", "satellites_visible", "device", "time_zone", "country_code", "country", "state",
        "city", "sub_locality", "address",
    ]

    /// The values of the CSV columns, empty where unknown; `nil` without a position.
    var fields: [String]? {
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
        return fields + [address?.string ?? ""]
    }
}

extension LocationReport {
    /// The keys of a location.
    static let keys: [OutputKey] =
        [
            OutputKey("status", "updating, updated, canceled or failed"),
            OutputKey("finishReason", "accuracy, timeout, canceled or failed"),
            OutputKey("reason", "why there is no usable fix, such as no-satellites"),
            OutputKey("error", "what went wrong, as a sentence"),
            OutputKey("recovered", "the outage that is over, in the words of reason"), OutputKey("fix", "2d or 3d"),
            OutputKey("latitude", "degrees north, 6 decimals"), OutputKey("longitude", "degrees east, 6 decimals"),
            OutputKey("altitude", "metres above sea level"),
            OutputKey("ellipsoidalAltitude", "metres above the WGS 84 ellipsoid"),
            OutputKey("horizontalAccuracy", "68 % radius in metres", shorthand: "accuracy"),
            OutputKey("accuracyEstimator", "where the accuracy comes from"),
            OutputKey("verticalAccuracy", "68 % vertical accuracy in metres"), OutputKey("speed", "metres per second"),
            OutputKey("course", "degrees from true north"),
            OutputKey("timestamp", "time of the fix, UTC", shorthand: "time"),
            OutputKey("timestampDoubt", "why that time is doubtful"),
            OutputKey("satellites.used", "satellites used", shorthand: "satellites"),
            OutputKey("satellites.visible", "satellites in view", shorthand: "visible"),
            OutputKey("correction", "dgps, rtk-fixed, rtk-float ..."), OutputKey("device", "the receiver"),
            OutputKey("simulated", "true for a simulated position"),
            OutputKey("timeZone", "time zone of the place"),
            OutputKey("provider", "the web service that supplied the address"),
            OutputKey("attribution", "attribution of the address"),
        ] + AddressReport.outputKeys

    /// The keys that templates know: those of JSON and the local time.
    static let templateKeys = keys + [OutputKey("localTime", "local time of the fix")]

    /// The value of a key; `nil` if it is unknown.
    func value(of key: String) -> String? {
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

    /// The local time with its UTC offset, or UTC where the time zone is unknown.
    static func localTime(_ date: Date, timeZone: String?) -> String? {
        guard let timeZone, let zone = ZoneFile(named: timeZone) else {
            return Timestamp.local(date, offset: 0)
        }
        return Timestamp.local(date, offset: zone.offset(at: Int(date.timeIntervalSince1970.rounded(.down))))
    }
}

extension LocationReport {
    /// Below this speed, in metres per second, a receiver at rest reports noise, so speed and course would mislead the reader.
    private static let movingSpeed = 0.5

    /// A few lines of text, without a final line end; `nil` without a position.
    var text: String? { text(columns: nil, style: .plain) }

    /// The same, cut to a terminal's width in columns; `nil` does not cut.
    func text(columns: Int?, style: TextStyle) -> String? {
        guard let location else { return nil }
        var rows: [(label: String, value: String)] = [("Position", position(of: location))]
        if let altitude = location.altitude {
            let margin = location.verticalAccuracy.map { " ± " + Self.metres($0) } ?? ""
            rows.append(("Altitude", Self.metres(altitude) + " above sea level" + margin))
        } else if let altitude = location.ellipsoidalAltitude {
            rows.append(("Altitude", Self.metres(altitude) + " above the ellipsoid"))
        }
        if let movement = Self.movement(of: location) { rows.append(("Movement", movement)) }
        if let satellites = location.satellites {
            rows.append(("Satellites", "\(satellites.used) of \(satellites.visible) in use"))
        }
        if let timestamp = location.timestamp, let time = Self.localTime(timestamp, timeZone: timeZone) {
            let zone = timeZone.map { " (\($0))" } ?? ""
            let doubt = location.timestampDoubt.map { ", doubtful: \($0.rawValue)" } ?? ""
            rows.append(("Time", time + zone + doubt))
        }
        if let address, !address.string.isEmpty { rows.append(("Address", address.string)) }
        return LabelledRows.lines(rows, indent: 12, width: columns, style: style).joined(separator: "\n")
    }

    /// One line of text, for consecutive updates; `nil` without a position.
    var textLine: String? { textLine(columns: nil) }

    /// The same, cut to a terminal's width in columns: altitude and movement are dropped before the address.
    func textLine(columns: Int?) -> String? {
        guard let location else { return nil }
        var parts: [(text: String, isExtra: Bool)] = []
        if let timestamp = location.timestamp, let time = Self.localTime(timestamp, timeZone: timeZone) {
            parts.append((String(time.dropFirst(11).prefix(8)), false))
        }
        parts.append((position(of: location), false))
        if let altitude = location.altitude { parts.append((Self.metres(altitude), true)) }
        if let movement = Self.movement(of: location) { parts.append((movement, true)) }
        if let address, !address.string.isEmpty { parts.append((address.string, false)) }
        func line() -> String { ForeignText.clean(parts.map(\.text).joined(separator: "  ")) }
        while let columns, TextWidth.columns(line()) > columns, let extra = parts.lastIndex(where: \.isExtra) {
            parts.remove(at: extra)
        }
        return line()
    }

    private func position(of location: Location) -> String {
        let latitude = NumberText.fixed(location.coordinate.latitude, decimals: 6)
        let longitude = NumberText.fixed(location.coordinate.longitude, decimals: 6)
        let margin = location.horizontalAccuracy.map { " ± " + Self.metres($0.radius) } ?? ""
        var notes: [String] = []
        if location.fix == .twoDimensional { notes.append("2d") }
        if let correction = location.correction { notes.append(correction.rawValue) }
        if location.isSimulated, location.correction != .simulated { notes.append("simulated") }
        return latitude + ", " + longitude + margin + (notes.isEmpty ? "" : " (" + notes.joined(separator: ", ") + ")")
    }

    private static func movement(of location: Location) -> String? {
        guard let speed = location.speed, speed >= movingSpeed else { return nil }
        let metres = NumberText.fixed(speed, decimals: 1) + " m/s"
        let kilometres = NumberText.fixed(speed * 3.6, decimals: 0) + " km/h"
        guard let course = location.course else { return "\(metres) (\(kilometres))" }
        let degrees = NumberText.fixed(course >= 359.5 ? 0 : course, decimals: 0)
        return "\(metres) (\(kilometres)), \(degrees)° \(compassPoint(course))"
    }

    private static func compassPoint(_ course: Double) -> String {
        let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
        guard course.isFinite, (0...360).contains(course) else { return "" }
        return points[Int((course / 45).rounded()) % points.count]
    }

    /// Metres without decimals, or with those that a surveyed position needs.
    private static func metres(_ value: Double) -> String {
        NumberText.shortest(value, decimals: value.magnitude < 1 ? 2 : value.magnitude < 10 ? 1 : 0) + " m"
    }
}
