import LKFormats
import LKGeo

/// The meaning of the columns of a CSV file of points.
struct TrackCSVHeader {
    /// The meaning of a column.
    enum Column: Equatable {
        case latitude, longitude, field(TrackField), date, time, kind, trackNumber, segment, trackName, other
        /// N or S, E or W: the hemispheres of numbers without a sign.
        case latitudeLetter, longitudeLetter
        /// Whether the receiver had a fix; what begins and ends a segment.
        case validity, event
        /// A second time, which should agree with the first.
        case sameTime
    }

    /// Why dates and times of day cannot be combined; `nil` if they can.
    enum TimeProblem: Equatable {
        /// There is a date but no time of day.
        case noClock
        /// They are local times of an unknown zone.
        case local
        /// One is local, the other is in UTC.
        case mixed
    }

    let columns: [Column]
    /// The unit of each column.
    let units: [TrackCSVUnit]
    /// Whether dates of six digits begin with their year, as in the files of Columbus's loggers.
    let datesBeginWithYear: Bool
    /// Why ``Column/date`` and ``Column/time`` cannot be combined.
    private(set) var timeProblem: TimeProblem?
    /// Whether the file begins with a row of values instead of a header.
    let isMissing: Bool
    /// The name of a second column of latitudes or longitudes, if neither can be preferred.
    private(set) var repeatedPosition: String?
    /// Whether hemispheres have their own columns.
    private(set) var hasLetters = false
    /// The names of columns with the same meaning as an earlier one, which are ignored.
    private(set) var repeated: [String] = []
    /// Whether times without a zone are known to be in UTC.
    private(set) var statesUTC = false
    /// A name of ``TrackFormat/Hints/columns`` that no column has.
    private(set) var missingHint: String?

    /// Creates a header from the fields of the first row; returns `nil` when they do not name latitude and longitude.
    ///
    /// - Parameters:
    ///   - fields: The names, or the first values.
    ///   - allowsDecimalComma: Whether a number may have a decimal comma.
    ///   - hints: The names of columns whose meanings are known from elsewhere.
    init?(_ fields: [String], allowsDecimalComma: Bool = false, hints: [TrackFormat.Hints.Column: String] = [:]) {
        let known = fields.map(Self.columnWithUnit)
        var columns = known.map(\.column)
        var units = known.map(\.unit)
        datesBeginWithYear = Self.placeAnglesWithLetters(&columns, fields)
        missingHint = Self.apply(hints, &columns, &units, fields)
        Self.chooseClock(&columns, fields)
        Self.assumeSpeedUnit(columns, &units, fields, isColumbus: datesBeginWithYear)
        for (index, isLatitude) in HemisphereLetter.columns(of: fields).enumerated() where columns[index] == .other {
            if let isLatitude { columns[index] = isLatitude ? .latitudeLetter : .longitudeLetter }
        }
        isMissing = Self.arePositions(fields, allowsDecimalComma)
        if isMissing {
            let usual: [Column] = [.latitude, .longitude, .field(.altitude)]
            columns = fields.indices.map { $0 < usual.count ? usual[$0] : .other }
            units = columns.map { _ in .own }
        }
        self.units = units
        timeProblem = Self.pairTimes(&columns, fields)
        guard columns.contains(.latitude), columns.contains(.longitude) else { return nil }
        for index in columns.indices where columns[index] != .other {
            guard let first = columns.firstIndex(of: columns[index]), first < index else { continue }
            switch columns[index] {
            case .latitude, .longitude:
                // Beside degrees, x and y are metres in a grid.
                let places = [first, index].filter { Self.isGrid(fields[$0]) }
                guard places.count == 1 else {
                    repeatedPosition = fields[index]
                    continue
                }
                columns[places[0]] = .other
            case .field(.timestamp): columns[index] = .sameTime
            default:
                repeated.append(fields[index])
                columns[index] = .other
            }
        }
        self.columns = columns
        statesUTC =
            datesBeginWithYear
            || columns.indices.contains { index in
                let name = TrackField.folded(fields[index])
                return Self.isTime(columns[index]) && (name.contains("utc") || name.contains("gmt"))
            }
        hasLetters = columns.contains { $0 == .latitudeLetter || $0 == .longitudeLetter }
    }

    /// Whether the file has times.
    var hasTimes: Bool { columns.contains(where: Self.isTime) }

    private static func isTime(_ column: Column) -> Bool { [.date, .time, .field(.timestamp)].contains(column) }

    /// Assigns columns the meanings that are known from elsewhere; returns a name that no column has.
    private static func apply(
        _ hints: [TrackFormat.Hints.Column: String], _ columns: inout [Column], _ units: inout [TrackCSVUnit],
        _ names: [String]
    ) -> String? {
        for (hint, name) in hints.sorted(by: { $0.value < $1.value }) {
            let folded = TrackField.folded(name)
            guard
                let index = names.firstIndex(of: name)
                    ?? names.firstIndex(where: { TrackField.folded($0) == folded && !folded.isEmpty })
            else { return name }
            let meaning = Column(hint)
            var lesser = [meaning]
            if hint == .time { lesser += [.date, .time] }
            columns = columns.map { lesser.contains($0) ? .other : $0 }
            columns[index] = meaning
            let field: TrackField? = if case .field(let field) = meaning { field } else { nil }
            let unit = TrackCSVUnit.split(names[index]).flatMap { TrackCSVUnit($0.unit, of: field) }
            units[index] = unit ?? .own
        }
        return nil
    }

    /// Keeps one date and one time of day that belong together, preferring UTC; returns why there is none.
    private static func pairTimes(_ columns: inout [Column], _ names: [String]) -> TimeProblem? {
        // A clock alone is a time of day if a date column exists, and a full time otherwise.
        let hasDate = columns.contains(.date)
        if hasDate {
            columns = columns.map { $0 == .field(.timestamp) ? .time : $0 }
        } else if columns.contains(.field(.timestamp)) {
            columns = columns.map { $0 == .time ? .other : $0 }
        }
        let clocks = names.map { name in
            let name = TrackField.folded(name)
            return name.contains("local") ? Clock.local : name.contains("utc") || name.contains("gmt") ? .utc : .unnamed
        }
        func choose(_ column: Column) -> Clock? {
            let all = columns.indices.filter { columns[$0] == column }
            let clock = all.map { clocks[$0] }.min { $0.rawValue < $1.rawValue }
            for index in all where clocks[index] != clock { columns[index] = .other }
            return clock
        }
        let (date, time) = (choose(.date), choose(.time))
        if let date, let time, date != time, date != .unnamed, time != .unnamed { return .mixed }
        if date == .local || time == .local { return .local }
        return date != nil && time == nil ? .noClock : nil
    }

    /// The clock of a column, best first.
    private enum Clock: Int { case utc, unnamed, local }

    /// Returns the meaning and the unit of a column.
    private static func columnWithUnit(_ name: String) -> (column: Column, unit: TrackCSVUnit) {
        let whole = column(name)
        guard let (base, unitName) = TrackCSVUnit.split(name) else { return (whole, .own) }
        let found = column(base)
        let unit: TrackCSVUnit? =
            switch found {
            case .latitude, .longitude: TrackCSVUnit(unitName, of: nil)
            case .field(let field): TrackCSVUnit(unitName, of: field)
            default: nil
            }
        if let unit { return (found, unit) }
        // An unknown unit would make another quantity of it, unless that has no unit, as with `time (UTC)`.
        return (whole, .own)
    }

    /// Uses the column `LATITUDE N/S` as the latitude where no other column is, as in the files of Columbus's loggers.
    private static func placeAnglesWithLetters(_ columns: inout [Column], _ names: [String]) -> Bool {
        guard !columns.contains(.latitude), !columns.contains(.longitude) else { return false }
        let folded = names.map(TrackField.folded)
        guard let latitude = folded.firstIndex(of: "latitudens"), let longitude = folded.firstIndex(of: "longitudeew")
        else { return false }
        columns[latitude] = .latitude
        columns[longitude] = .longitude
        return true
    }

    /// Prefers the time of the fix to those of the device and the server, as in Traccar's files.
    private static func chooseClock(_ columns: inout [Column], _ names: [String]) {
        let lesser = ["devicetime", "servertime"]
        let times = columns.indices.filter { columns[$0] == .field(.timestamp) }
        guard times.count > 1, times.contains(where: { !lesser.contains(TrackField.folded(names[$0])) }) else { return }
        for index in times where lesser.contains(TrackField.folded(names[index])) { columns[index] = .other }
    }

    /// Sets the unit of a speed without one to that of the program that writes these columns.
    private static func assumeSpeedUnit(
        _ columns: [Column], _ units: inout [TrackCSVUnit], _ names: [String], isColumbus: Bool
    ) {
        let folded = Set(names.map(TrackField.folded))
        guard let speed = columns.firstIndex(of: .field(.speed)) else { return }
        guard ["speed", "vel"].contains(TrackField.folded(names[speed])) else { return }
        if folded.isSuperset(of: ["fixtime", "devicetime"]) {
            // Traccar.
            units[speed] = .knots
        } else if isColumbus || folded.contains("trackpointtype") || folded.isSuperset(of: ["tst", "vel"]) {
            // Columbus, OpenTracks, OwnTracks.
            units[speed] = .kilometresPerHour
        }
    }

    /// Returns whether an unknown column name may be that of a time.
    static func mayBeTime(_ name: String) -> Bool {
        let folded = TrackField.folded(name)
        return ["time", "date", "stamp", "zeit", "datum", "heure", "hora", "fecha", "epoch", "utc"].contains {
            folded.contains($0)
        }
    }

    private static func isGrid(_ name: String) -> Bool { ["x", "y"].contains(TrackField.folded(name)) }

    /// Returns whether a line is a header of points.
    static func isHeader(_ line: [UInt8]) -> Bool {
        let text = String(decoding: line, as: UTF8.self)
        return ",;\t|".contains { separator in
            let fields = text.split(separator: separator, omittingEmptySubsequences: false).map { field in
                String(field.filter { $0 != "\"" })
            }
            return TrackCSVHeader(fields, allowsDecimalComma: separator != ",") != nil
        }
    }

    private static func arePositions(_ fields: [String], _ allowsDecimalComma: Bool) -> Bool {
        fields.count >= 2
            && fields.prefix(2).allSatisfy { field in
                let bytes = Array(field.utf8)
                if DecimalText.parse(bytes.span.extracting(bytes.span.trimmed)) != nil { return true }
                // A value such as 10:30 is more often a time of day.
                guard !field.contains(":") || field.contains(where: \.isLetter) else { return false }
                let parser = Coordinate.Parser(allowsDecimalComma: allowsDecimalComma)
                // A longitude may exceed the range of latitudes.
                return (try? parser.latitude(field)) != nil || (try? parser.longitude(field)) != nil
            }
    }

    private static func column(_ name: String) -> Column {
        switch TrackField.folded(name) {
        case "latitude", "lat", "y", "latitudedeg", "latdeg": .latitude
        case "longitude", "lon", "lng", "long", "x", "longitudedeg", "londeg": .longitude
        case "date", "localdate", "datelocal", "utcd", "utcdate", "dateutc", "gmtdate", "dategmt": .date
        case "utct", "localtime", "timelocal", "localdatetime", "datetimelocal": .time
        case "timeutc", "datetimeutc", "utcdatetime", "gmttime", "timegmt": .field(.timestamp)
        case "kind", "type": .kind
        case "valid", "validity", "fixvalid": .validity
        case "trackpointtype": .event
        case "track", "tracknumber", "trackid": .trackNumber
        case "segment", "trackseg", "segmentid", "trksegid": .segment
        case "trackname": .trackName
        default:
            TrackField(named: name).map(Column.field) ?? .other
        }
    }
}

extension TrackCSVHeader.Column {
    /// Creates the meaning that a hint states.
    init(_ hint: TrackFormat.Hints.Column) {
        self =
            switch hint {
            case .latitude: .latitude
            case .longitude: .longitude
            case .time: .field(.timestamp)
            case .altitude: .field(.altitude)
            case .speed: .field(.speed)
            case .course: .field(.course)
            case .accuracy: .field(.horizontalAccuracy)
            case .name: .field(.name)
            }
    }
}
