import FoundationEssentials
import LKCommandLine
import LKGeo
import LKSharedOptions
import LKTrackFormats
import LKTracks
import LocationKitMaps

/// What `locate track info` prints of a file of tracks, in constant memory.
struct TrackReport {
    /// The units of the text.
    var units = MeasurementSystem.metric
    private var name: String?
    /// The first names of tracks, and how many tracks there are.
    private var trackNames: [String] = []
    private var trackCount = 0
    private var statistics = TrackStatistics()
    private var waypoints = 0
    /// Impossible fixes, which the figures leave out.
    private(set) var jumps = 0
    /// Impossible times and heights, likewise.
    private var impossibleTimes = 0
    private var impossibleHeights = 0
    private var routes = 0
    private var routePoints = 0
    /// What of the file could not be used.
    private(set) var warnings = TrackWarnings()
    /// What only a log knows.
    private var log: TrackLog.Information?
    private var visits: [Visit] = []
    /// What a profile is drawn from; `nil` if none is wanted.
    private var sketch: TrackSketch?

    /// Reads a file to its end.
    ///
    /// - Parameters:
    ///   - input: The file.
    ///   - salvaging: Whether a damaged file gives what is whole.
    ///   - sketching: Whether a profile is wanted.
    /// - Throws: ``ExitCode/noInput`` and ``ExitCode/dataError``, with the file and the line.
    init(_ input: TrackInput, salvaging: Bool, sketching: Bool = false) throws(ToolError) {
        sketch = sketching ? TrackSketch(capacity: 8192) : nil
        do throws(TrackFormatError) {
            let file = try input.reader(salvaging: salvaging)
            let reader = JumpReader(file)
            var isRoute = false
            while let element = try reader.next() { add(element, &isRoute) }
            warnings = TrackWarnings(reader)
            // Names after the points.
            let lateNames = reader.lateMetadata.sorted { $0.key < $1.key }.compactMap { $0.value.name }
            trackNames += lateNames.prefix(Self.maximumNames - trackNames.count)
            (jumps, impossibleTimes, impossibleHeights) = (reader.count, reader.timeCount, reader.altitudeCount)
            TrackWarningText.say(jumps: reader, path: input.name, command: "track info")
            guard file is TrackLogElements else {
                guard statistics.count == 0, waypoints == 0, routePoints == 0, jumps == 0 else { return }
                for line in warnings.lines(path: input.name) {
                    Messages.note(line, command: "track info", as: .warning)
                }
                throw TrackFormatError(withoutPositions: input.name, warnings)
            }
        } catch {
            throw ToolError(error, of: salvaging ? nil : input)
        }
        do throws(TrackError) {
            let file = try TrackLog(path: input.name)
            log = try file.information()
            visits = try file.visits()
        } catch {
            throw ToolError(error)
        }
    }

    private mutating func add(_ element: TrackElement, _ isRoute: inout Bool) {
        switch element {
        case .point(let point): if isRoute { routePoints += 1 } else { statistics.add(point.location) }
        case .metadata(let metadata): name = name ?? metadata.name
        case .trackStart(let metadata):
            trackCount += 1
            if let name = metadata.name, trackNames.count < Self.maximumNames { trackNames.append(name) }
            startSegment(&isRoute)
        case .routeStart:
            isRoute = true
            routes += 1
        case .segmentStart: startSegment(&isRoute)
        case .waypoint: waypoints += 1
        case .segmentExtensions, .fileExtensions: break
        }
        sketch?.add(element)
    }

    private mutating func startSegment(_ isRoute: inout Bool) {
        isRoute = false
        statistics.startSegment()
    }

    /// So many tracks are named.
    private static let maximumNames = 5

    /// The names of several tracks; `nil` for a single one.
    private var tracks: String? {
        guard trackCount > 1 else { return nil }
        guard !trackNames.isEmpty else { return "\(trackCount)" }
        let others = trackCount - trackNames.count
        return "\(trackCount): " + trackNames.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
    }

    /// The figures as text, a label before each.
    var lines: [String] { lines(columns: nil, style: .plain) }

    /// Returns the report for a terminal of a width in columns; `nil` leaves lines whole.
    func lines(columns: Int?, style: TextStyle) -> [String] {
        var rows: [(String, String?)] = [
            ("Name", name ?? (trackCount > 1 ? nil : trackNames.first)), ("Tracks", tracks),
            ("State", log.map { Self.text($0.state) }),
            (
                "Points",
                "\(statistics.count) in \(statistics.segmentCount) segment\(statistics.segmentCount == 1 ? "" : "s")"
            ),
            ("Routes", routes > 0 ? "\(routes), with \(routePoints) point\(routePoints == 1 ? "" : "s")" : nil),
            ("Waypoints", waypoints > 0 ? "\(waypoints)" : nil), ("From", statistics.start.flatMap(Timestamp.utc)),
            ("To", statistics.end.flatMap(Timestamp.utc)), ("Distance", length(statistics.distance)),
            ("Duration", statistics.durationSeconds.map(TrackStatusText.time)),
            ("In motion", motion),
            ("Speed", speeds), ("Climb", climb),
        ]
        for visit in visits {
            let place =
                "\(NumberText.fixed(visit.coordinate.latitude, decimals: 6)), "
                + NumberText.fixed(visit.coordinate.longitude, decimals: 6)
            rows.append(
                ("Stop", "\(Timestamp.utc(visit.arrival) ?? "?"), \(TrackStatusText.time(visit.seconds)), at \(place)")
            )
        }
        if let log, !log.suppressed.isEmpty {
            let counts = log.suppressed.sorted { $0.key.rawValue < $1.key.rawValue }
            rows.append(("Not kept", counts.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")))
        }
        let leftOut = [
            (jumps, "fix", "fixes"), (impossibleTimes, "time", "times"), (impossibleHeights, "height", "heights"),
        ]
        .filter { $0.0 > 0 }.map { "\($0.0) impossible \($0.0 == 1 ? $0.1 : $0.2)" }
        if !leftOut.isEmpty { rows.append(("Left out", leftOut.joined(separator: ", "))) }
        if warnings.count > 0 { rows.append(("Warnings", "\(warnings.count)")) }
        let known = rows.compactMap { label, value in value.map { (label: label, value: $0) } }
        return LabelledRows.lines(known, indent: 12, width: columns, style: style)
    }

    /// Returns the heights drawn with characters, after an empty line; nothing if no profile was wanted.
    func profile(columns: Int?) -> [String] {
        guard let sketch else { return [] }
        if let highest = sketch.highest, let lowest = sketch.lowest,
            units.heightText(highest.altitude) == units.heightText(lowest.altitude)
        {
            return ["", "All heights are \(units.heightText(highest.altitude)): there is no profile to draw."]
        }
        let lines = TrackProfileText.current.lines(sketch, units: units, width: columns ?? TextLayout.width)
        return lines.isEmpty ? ["", "The points have no heights over a distance to draw."] : [""] + lines
    }

    /// The time in motion, with the way where it differs.
    private var motion: String? {
        guard statistics.recordedSeconds > 0 else { return nil }
        let time = TrackStatusText.time(statistics.movingSeconds)
        return statistics.shownMovingDistance.map { "\(time), \(length($0))" } ?? time
    }

    private func length(_ metres: Double) -> String {
        units == .metric ? TrackStatusText.length(metres) : units.lengthText(metres)
    }

    private static func text(_ state: TrackLog.State) -> String {
        state == .recording ? "recording, or its program was killed" : state.rawValue
    }

    private var speeds: String? {
        guard let mean = statistics.movingSpeed else { return nil }
        let text = "\(speed(mean)) \(units == .metric ? "km/h" : "mph") in motion"
        return statistics.maximumSpeed.map { text + ", \(speed($0)) at most" } ?? text
    }

    /// Returns a speed in kilometres or miles per hour.
    private func speed(_ metresPerSecond: Double) -> String {
        NumberText.fixed(metresPerSecond * (units == .metric ? 3.6 : 3600 / 1609.344), decimals: 1)
    }

    private var climb: String? {
        guard let lowest = statistics.lowestAltitude, let highest = statistics.highestAltitude else { return nil }
        let (unit, metres) = units == .metric ? ("m", 1.0) : ("ft", 0.3048)
        func height(_ value: Double) -> String { NumberText.shortest(value / metres, decimals: 0) }
        return "\(height(statistics.ascent)) \(unit) up, \(height(statistics.descent)) \(unit) down, between "
            + "\(height(lowest)) and \(height(highest)) \(unit) above sea level"
    }

    /// One object on one line.
    var json: String { JSONWriter.object { writeMembers(to: &$0) } }
}

extension TrackReport: OutputRecord {
    /// The fields; metres, seconds and metres a second.
    static let table = OutputTable<TrackReport>(contents + figures + bounds + omissions)

    private static let contents: [OutputField<TrackReport>] = [
        .text("name", "name of the track") { $0.name ?? $0.trackNames.first },
        .text("status", "of a log: recording, paused or finished") { $0.log?.state.rawValue },
        .count("points", "how many points") { $0.statistics.count },
        .count("segments", "how many segments") { $0.statistics.segmentCount },
        .count("waypoints", "how many waypoints") { $0.waypoints },
        .count("routes", "how many planned routes, if any") { $0.routes > 0 ? $0.routes : nil },
        .count("jumps", "how many impossible fixes were left out, if any") { $0.jumps > 0 ? $0.jumps : nil },
    ]

    private static let figures: [OutputField<TrackReport>] = [
        .text("start", "time of the first point, UTC") { $0.statistics.start.flatMap(Timestamp.utc) },
        .text("end", "time of the last point, UTC") { $0.statistics.end.flatMap(Timestamp.utc) },
        .number("distance", "length in metres", decimals: 1) { $0.statistics.distance },
        .number("duration", "seconds from start to end") { $0.statistics.durationSeconds },
        .number("movingTime", "seconds in motion") { $0.statistics.movingSeconds },
        .number("movingSpeed", "mean speed in motion, metres per second") { $0.statistics.movingSpeed },
        .number("maximumSpeed", "metres per second") { $0.statistics.maximumSpeed },
        .number("ascent", "metres up", decimals: 1) { $0.statistics.ascent },
        .number("descent", "metres down", decimals: 1) { $0.statistics.descent },
        .number("lowestAltitude", "metres above sea level", decimals: 1) { $0.statistics.lowestAltitude },
        .number("highestAltitude", "metres above sea level", decimals: 1) { $0.statistics.highestAltitude },
    ]

    private static let bounds: [OutputField<TrackReport>] = [
        .number("bounds.south", "lowest latitude", decimals: 9) { $0.statistics.bounds?.south },
        .number("bounds.west", "western longitude", decimals: 9) { $0.statistics.bounds?.west },
        .number("bounds.north", "highest latitude", decimals: 9) { $0.statistics.bounds?.north },
        .number("bounds.east", "eastern longitude", decimals: 9) { $0.statistics.bounds?.east },
    ]

    private static let omissions: [OutputField<TrackReport>] = [
        OutputField("suppressed", "how many points a log did not keep, by reason", scope: .members) { report in
            guard let log = report.log, !log.suppressed.isEmpty else { return nil }
            let counts = log.suppressed.sorted { $0.key.rawValue < $1.key.rawValue }
            return .counts(counts.map { ($0.key.rawValue, $0.value) })
        },
        .count("warnings", "how many points and values could not be used") { $0.warnings.count },
    ]
}
