import FoundationEssentials
import LKCommandLine
import LKFormats
import LKGeo
import LKGeocoding
import LKPositioning
import LKSharedOptions

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
    /// The whole answer that the address is from, for templates; `nil` when it was not looked up.
    var place: PlaceReport?
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
    /// The fields of a location, in the order of the contract.
    private static let fields: [OutputField<LocationReport>] = search + fix + place

    static let table: OutputTable<LocationReport> = {
        // What `locate reverse` calls a part of the answer, a template may call it here, too.
        let known = Set(fields.map(\.key.name))
        let others = PlaceReport.fields.filter { $0.scope == .everywhere && !known.contains($0.key.name) }
        return OutputTable(fields + others.map { $0.of { $0.place }.with(listed: .last, scope: .silent) })
    }()

    /// How the search went.
    private static let search: [OutputField<LocationReport>] = [
        .text("status", "updating, updated, canceled or failed") { $0.status.rawValue },
        .text("finishReason", "accuracy, timeout, canceled or failed") { $0.finishReason?.rawValue },
        .text("reason", "why there is no usable fix, such as no-satellites") { $0.reason },
        .text("error", "what went wrong, as a sentence") { $0.error },
        .text("recovered", "the outage that is over, in the words of reason") { $0.recovered },
    ]

    /// The position, and how good it is.
    private static let fix: [OutputField<LocationReport>] = [
        .text("fix", "2d or 3d", csv: 9) { $0.location?.fix?.rawValue },
        .degrees("latitude", "degrees north, 6 decimals", csv: 2) { $0.location?.coordinate.latitude },
        .degrees("longitude", "degrees east, 6 decimals", csv: 3) { $0.location?.coordinate.longitude },
        .number("altitude", "metres above sea level", csv: 4) { $0.location?.altitude },
        .number("ellipsoidalAltitude", "metres above the WGS 84 ellipsoid") { $0.location?.ellipsoidalAltitude },
        .number("horizontalAccuracy", "68 % radius in metres", shorthand: "accuracy", csv: 5) {
            ($0.location?.horizontalAccuracy?.radius).map(NumberText.accuracy)
        },
        .text("accuracyEstimator", "where the accuracy comes from") {
            $0.location?.horizontalAccuracy?.estimator.rawValue
        },
        .number("verticalAccuracy", "68 % vertical accuracy in metres", csv: 6) {
            ($0.location?.verticalAccuracy).map(NumberText.accuracy)
        },
        .number("speed", "metres per second", csv: 7) { $0.location?.speed },
        .number("course", "degrees from true north", csv: 8) { ($0.location?.course).map(roundedCourse) },
        .text("timestamp", "time of the fix, UTC", shorthand: "time", csv: 1) {
            $0.location?.timestamp.flatMap(Timestamp.utc)
        },
        .text("timestampDoubt", "why that time is doubtful") { $0.location?.timestampDoubt?.rawValue },
        .count("satellites.used", "satellites used", shorthand: "satellites", column: "satellites_used", csv: 10) {
            $0.location?.satellites?.used
        },
        .count("satellites.visible", "satellites in view", shorthand: "visible", column: "satellites_visible", csv: 11)
        {
            $0.location?.satellites?.visible
        },
        .text("correction", "dgps, rtk-fixed, rtk-float ...") { $0.location?.correction?.rawValue },
        .text("device", "the receiver", csv: 12) { $0.location?.device },
        .mark("simulated", "true for a simulated position") { $0.location?.isSimulated == true },
    ]

    /// What the place is called, and its time.
    private static let place: [OutputField<LocationReport>] = {
        let columns = [
            "address.dictionary.CountryCode": 14, "address.dictionary.Country": 15, "address.dictionary.State": 16,
            "address.dictionary.City": 17, "address.dictionary.SubLocality": 18, "address.string": 19,
        ]
        var fields: [OutputField<LocationReport>] = [
            .text("timeZone", "time zone of the place", csv: 13) { $0.timeZone },
            .text("provider", "the web service that supplied the address") { $0.provider },
        ]
        fields += ([AddressReport.line] + AddressReport.parts).map { field in
            field.of { $0.address }.with(listed: .last, csv: columns[field.key.name])
        }
        fields += [
            .text("attribution", "attribution of the address") { $0.attribution },
            .text("localTime", "local time of the fix", listed: .last, scope: .templates) { report in
                report.location?.timestamp.flatMap { localTime($0, timeZone: report.timeZone) }
            },
        ]
        return fields
    }()

    /// Returns the course rounded to three decimals, in 0..<360 degrees.
    static func roundedCourse(_ course: Double) -> Double {
        let rounded = (course * 1000).rounded() / 1000
        return rounded >= 360 ? 0 : rounded
    }

    /// Returns the local time with its UTC offset, or UTC where the time zone is unknown.
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

    /// Returns the report as text, cut to a terminal's width in columns; `nil` does not cut.
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

    /// Returns the report as a line, cut to a terminal's width in columns: altitude and movement are dropped before the
    /// address.
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

    /// Returns metres without decimals, or with those that a surveyed position needs.
    private static func metres(_ value: Double) -> String {
        NumberText.shortest(value, decimals: value.magnitude < 1 ? 2 : value.magnitude < 10 ? 1 : 0) + " m"
    }
}
