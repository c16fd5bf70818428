public import FoundationEssentials
import LKFormats
public import LKGeo
import LKStorage
import LKTrackFormats

/// A recorded track: the file that ``TrackRecorder`` writes, readable also during recording.
///
/// ```swift
/// let log = try TrackLog(URL(filePath: "walk.track"))
/// print(try log.statistics().distance, try log.information().state)
/// for segment in try log.track().segments { print(segment.locations.count) }
/// ```
///
/// Reading never changes the file. Every call opens it again and may block. `Docs/Formats/TrackLog.md` describes the
/// tables for `sqlite3` and other programs.
public struct TrackLog: Sendable {
    /// Why a segment began.
    public enum SegmentReason: String, CaseIterable, Codable, Hashable, Sendable {
        /// The recording began.
        case start
        /// After a time without usable fixes.
        case gap
        /// The recording was resumed after a pause.
        case resume
        /// Another receiver took over.
        case device
        /// The recorder was started again on the same file.
        case reopened
    }

    /// The state of a recording in its file.
    public enum State: String, CaseIterable, Codable, Hashable, Sendable {
        /// Recording, or interrupted while recording.
        case recording
        /// Paused.
        case paused
        /// Finished properly.
        case finished
    }

    /// The beginning of a segment.
    public struct Segment: Hashable, Sendable {
        /// 1 for the first of the log.
        public var number: Int
        /// Why it began.
        public var reason: SegmentReason
        /// The receiver of all its points.
        public var device: String?
    }

    /// A note made during recording.
    public struct Note: Hashable, Sendable {
        /// When it was written.
        public var date: Date
        /// What was written.
        public var text: String
    }

    /// An element of a log, in recorded order.
    public enum Element: Hashable, Sendable {
        /// A segment begins; at least one point follows.
        case segment(Segment)
        /// The next point of the segment.
        case point(Location)
        /// A marked position; it does not interrupt the segment.
        case waypoint(Waypoint)
        /// A note; it does not interrupt the segment either.
        case note(Note)
    }

    /// The file.
    public let url: URL

    /// The path of the file.
    package let path: String

    /// Creates a log after checking that a file is one.
    ///
    /// - Parameter url: The file.
    /// - Throws: ``TrackError`` with ``TrackError/Code/missing``, ``TrackError/Code/notATrackLog``,
    ///   ``TrackError/Code/newerVersion``, ``TrackError/Code/damaged``, ``TrackError/Code/inUse`` or
    ///   ``TrackError/Code/system``.
    public init(_ url: URL) throws(TrackError) {
        (self.url, path) = (url, url.filePath)
        _ = try open()
    }

    /// Creates a log after checking that the file at a path is one; see ``init(_:)``.
    package init(path: String) throws(TrackError) {
        self.path = path
        url = URL(filePath: path, directoryHint: .notDirectory)
        _ = try open()
    }

    /// Starts reading the elements in order, in constant memory.
    ///
    /// Elements appended later are not included.
    ///
    /// - Returns: A reader for one thread.
    /// - Throws: ``TrackError``, as ``init(_:)``.
    public func makeReader() throws(TrackError) -> Reader { try Reader(open()) }

    /// Calls a closure for each element in order, in constant memory.
    ///
    /// - Parameter body: Called for each element; an error ends the reading.
    /// - Throws: ``TrackError``, and what `body` throws.
    public func forEach(_ body: (Element) throws -> Void) throws {
        let reader = try makeReader()
        while let element = try reader.next() { try body(element) }
    }

    /// Returns the whole track, in memory.
    ///
    /// - Returns: Name, note, segments and waypoints.
    /// - Throws: ``TrackError``.
    public func track() throws(TrackError) -> Track {
        let about = try information()
        var track = Track(name: about.name, note: about.note)
        let reader = try makeReader()
        while let element = try reader.next() {
            switch element {
            case .segment: track.segments.append(Track.Segment())
            case .point(let location): track.segments[track.segments.count - 1].locations.append(location)
            case .waypoint(let waypoint): track.waypoints.append(waypoint)
            case .note: break
            }
        }
        return track
    }

    /// Computes the statistics, in constant memory.
    ///
    /// - Parameter rules: The thresholds for moving and climbing.
    /// - Returns: The figures.
    /// - Throws: ``TrackError``.
    public func statistics(rules: TrackStatistics.Rules = .init()) throws(TrackError) -> TrackStatistics {
        var statistics = TrackStatistics(rules: rules)
        let reader = try makeReader()
        while let element = try reader.next() {
            switch element {
            case .segment: statistics.startSegment()
            case .point(let location): statistics.add(location)
            case .waypoint, .note: break
            }
        }
        return statistics
    }

    func open() throws(TrackError) -> Database {
        guard let database = try TrackLogFormat.open(path) else {
            throw TrackError(.notATrackLog, "\(path) is empty, not a track log", advice: "name another file")
        }
        return database
    }
}

extension TrackLog {
    /// The metadata of a log.
    public struct Information: Hashable, Sendable {
        /// The name of the track.
        public var name: String?
        /// A comment.
        public var note: String?
        /// The program that created it.
        public var software: String?
        /// When it was created.
        public var created: Date
        /// The state of the recording.
        public var state: State
        /// The number of points.
        public var pointCount: Int
        /// The number of segments, none of which is empty.
        public var segmentCount: Int
        /// The length of the recorded track in metres, as summed by the recorder, without gaps.
        public var distance: Double
        /// The numbers of suppressed fixes, by reason.
        public var suppressed: [LocationFilter.Reason: Int]
    }

    /// Reads the metadata, not the points.
    ///
    /// - Returns: Names, counts and state.
    /// - Throws: ``TrackError``.
    public func information() throws(TrackError) -> Information { try Self.information(open()) }

    /// Returns the visits in order; an ongoing one as far as it is known.
    ///
    /// - Returns: All detected visits.
    /// - Throws: ``TrackError``.
    public func visits() throws(TrackError) -> [Visit] {
        var visits: [Visit] = []
        try Self.rows(
            open(), "SELECT arrival, departure, latitude, longitude, spread, count FROM visit ORDER BY id", "visit"
        ) { (row) throws(ColumnProblem) in
            guard let place = Coordinate(latitude: try row.number(2), longitude: try row.number(3)) else {
                throw ColumnProblem("latitude or longitude is out of range")
            }
            visits.append(
                Visit(
                    arrival: Date(timeIntervalSince1970: try row.number(0)),
                    departure: Date(timeIntervalSince1970: try row.number(1)), coordinate: place,
                    spread: try row.number(4), count: Int(try row.integer(5))))
        }
        return visits
    }

    static func information(_ database: Database) throws(TrackError) -> Information {
        var found: Information?
        try rows(
            database,
            """
            SELECT name, note, software, created, state, distance, (SELECT ifnull(max(id), 0) FROM point),
                (SELECT ifnull(max(id), 0) FROM segment) FROM track WHERE id = 1
            """, "track"
        ) { (row) throws(ColumnProblem) in
            guard let state: State = try row.name(4) else { throw ColumnProblem("the state is missing") }
            found = Information(
                name: try row.optionalText(0), note: try row.optionalText(1), software: try row.optionalText(2),
                created: Date(timeIntervalSince1970: try row.number(3)), state: state,
                pointCount: Int(try row.integer(6)), segmentCount: Int(try row.integer(7)),
                distance: try row.number(5), suppressed: [:])
        }
        guard var information = found else {
            throw TrackError(
                .damaged,
                "\(database.path): the row of the track is missing; save the intact part with: locate track repair FILE -o NEW"
            )
        }
        try rows(database, "SELECT reason, count FROM suppressed", "suppressed") { (row) throws(ColumnProblem) in
            // Ignore reasons of later versions.
            guard let reason = LocationFilter.Reason(rawValue: try row.text(0)) else { return }
            information.suppressed[reason] = Int(try row.integer(1))
        }
        return information
    }

    /// Calls `body` for each row, and adds the location to its errors.
    static func rows(
        _ database: Database, _ query: String, _ table: String, _ body: (StatementRow) throws(ColumnProblem) -> Void
    ) throws(TrackError) {
        do throws(StorageError) {
            let statement = try database.statement(query)
            defer { statement.reset() }
            while try statement.step() {
                do throws(ColumnProblem) {
                    try body(StatementRow(values: statement))
                } catch {
                    throw StorageError(
                        .corrupt,
                        "\(database.path): in the table \(table), \(error.text); save the intact part with: locate track repair FILE -o NEW"
                    )
                }
            }
        } catch { throw TrackError(error, path: database.path) }
    }
}
