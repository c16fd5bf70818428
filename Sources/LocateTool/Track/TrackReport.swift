import FoundationEssentials
import Geo
import TrackFormats
import Tracks

/// What `locate track info` prints of a file of tracks, in constant memory.
struct TrackReport {
    private var name: String?
    private var statistics = TrackStatistics()
    private var waypoints = 0
    /// What of the file could not be used.
    private(set) var warnings = TrackWarnings()
    /// What only a log knows.
    private var log: TrackLog.Information?
    private var visits: [Visit] = []

    /// Reads a file to its end.
    ///
    /// - Parameters:
    ///   - input: The file.
    ///   - salvaging: Whether a damaged file gives what is whole.
    /// - Throws: ``ExitCode/noInput`` and ``ExitCode/dataError``, with the file and the line.
    init(_ input: TrackInput, salvaging: Bool) throws(ToolError) {
        do throws(TrackFormatError) {
            let reader = try input.reader(salvaging: salvaging)
            var isRoute = false
            while let element = try reader.next() { take(element, &isRoute) }
            warnings = TrackWarnings(reader)
            guard reader is TrackLogElements else { return }
        } catch {
            throw ToolError(error)
        }
        do throws(TrackError) {
            let file = try TrackLog(path: input.name)
            log = try file.information()
            visits = try file.visits()
        } catch {
            throw ToolError(error)
        }
    }

    private mutating func take(_ element: TrackElement, _ isRoute: inout Bool) {
        switch element {
        case .metadata(let metadata): name = name ?? metadata.name
        case .trackStart(let metadata):
            name = name ?? metadata.name
            isRoute = false
            statistics.startSegment()
        case .routeStart: isRoute = true
        case .segmentStart:
            isRoute = false
            statistics.startSegment()
        case .point(let point): if !isRoute { statistics.add(point.location) }
        case .waypoint: waypoints += 1
        case .segmentExtensions, .fileExtensions: break
        }
    }

    /// The figures as text, a label in front of each.
    var lines: [String] {
        var rows: [(String, String?)] = [
            ("Name", name), ("State", log.map { Self.text($0.state) }),
            (
                "Points",
                "\(statistics.count) in \(statistics.segmentCount) segment\(statistics.segmentCount == 1 ? "" : "s")"
            ),
            ("Waypoints", waypoints > 0 ? "\(waypoints)" : nil), ("From", statistics.start.flatMap(Timestamp.utc)),
            ("To", statistics.end.flatMap(Timestamp.utc)), ("Distance", TrackStatusText.length(statistics.distance)),
            ("Duration", statistics.duration.map(TrackStatusText.time)),
            ("In motion", statistics.movingTime > 0 ? TrackStatusText.time(statistics.movingTime) : nil),
            ("Speed", speeds), ("Climb", climb),
        ]
        for visit in visits {
            let place =
                "\(NumberText.fixed(visit.coordinate.latitude, decimals: 6)), "
                + NumberText.fixed(visit.coordinate.longitude, decimals: 6)
            rows.append(
                ("Stop", "\(Timestamp.utc(visit.arrival) ?? "?"), \(TrackStatusText.time(visit.duration)), at \(place)")
            )
        }
        if let log, !log.suppressed.isEmpty {
            let counts = log.suppressed.sorted { $0.key.rawValue < $1.key.rawValue }
            rows.append(("Not kept", counts.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")))
        }
        if warnings.count > 0 { rows.append(("Warnings", "\(warnings.count)")) }
        return rows.compactMap { label, value in
            value.map { label + String(repeating: " ", count: 12 - label.count) + ForeignText.clean($0) }
        }
    }

    private static func text(_ state: TrackLog.State) -> String {
        state == .recording ? "recording, or its program was killed" : state.rawValue
    }

    private var speeds: String? {
        guard let mean = statistics.movingSpeed else { return nil }
        let text = "\(kilometresPerHour(mean)) km/h in motion"
        return statistics.maximumSpeed.map { text + ", \(kilometresPerHour($0)) at most" } ?? text
    }

    private func kilometresPerHour(_ speed: Double) -> String { NumberText.fixed(speed * 3.6, decimals: 1) }

    private var climb: String? {
        guard let lowest = statistics.lowestAltitude, let highest = statistics.highestAltitude else { return nil }
        func metres(_ value: Double) -> String { NumberText.shortest(value, decimals: 0) }
        return "\(metres(statistics.ascent)) m up, \(metres(statistics.descent)) m down, between \(metres(lowest)) and "
            + "\(metres(highest)) m above sea level"
    }

    /// One object on one line; metres, seconds and metres a second.
    var json: String {
        JSONWriter.object { writer in
            writer.member("name", name)
            writer.member("state", log?.state.rawValue)
            writer.member("points", statistics.count)
            writer.member("segments", statistics.segmentCount)
            writer.member("waypoints", waypoints)
            writer.member("start", statistics.start.flatMap(Timestamp.utc))
            writer.member("end", statistics.end.flatMap(Timestamp.utc))
            writer.member("distance", statistics.distance, decimals: 1)
            writer.member("duration", statistics.duration, decimals: 3)
            writer.member("movingTime", statistics.movingTime, decimals: 3)
            writer.member("movingSpeed", statistics.movingSpeed, decimals: 3)
            writer.member("maximumSpeed", statistics.maximumSpeed, decimals: 3)
            writer.member("ascent", statistics.ascent, decimals: 1)
            writer.member("descent", statistics.descent, decimals: 1)
            writer.member("lowestAltitude", statistics.lowestAltitude, decimals: 1)
            writer.member("highestAltitude", statistics.highestAltitude, decimals: 1)
            if let bounds = statistics.bounds {
                writer.key("bounds")
                writer.object { writer in
                    writer.member("south", bounds.south, decimals: 9)
                    writer.member("west", bounds.west, decimals: 9)
                    writer.member("north", bounds.north, decimals: 9)
                    writer.member("east", bounds.east, decimals: 9)
                }
            }
            if let log, !log.suppressed.isEmpty {
                writer.key("suppressed")
                writer.object { writer in
                    for (reason, count) in log.suppressed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                        writer.member(reason.rawValue, count)
                    }
                }
            }
            writer.member("warnings", warnings.count)
        }
    }
}
