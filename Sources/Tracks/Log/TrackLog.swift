public import FoundationEssentials
public import Geo
import Storage

/// A recorded track: the file that ``TrackRecorder`` writes, also while it does.
///
/// ```swift
/// let log = try TrackLog(path: "walk.track")
/// print(try log.statistics().distance, try log.information().state)
/// for segment in try log.track().segments { print(segment.locations.count) }
/// ```
///
/// Reading never changes the file. Every call opens it anew and may wait for the disk. The tables are described in
/// `Docs/Formats/TrackLog.md`, for `sqlite3` and other programs.
public struct TrackLog: Sendable {
    /// Why a segment began.
    public enum SegmentReason: String, CaseIterable, Codable, Hashable, Sendable {
        /// The recording began.
        case start
        /// No usable fix had come for a while.
        case gap
        /// The recording was paused and went on.
        case resume
        /// Another receiver took over.
        case device
        /// The recorder was started again on the same file.
        case reopened
    }

    /// What a recording is doing, as far as its file tells.
    public enum State: String, CaseIterable, Codable, Hashable, Sendable {
        /// It records, or its program was ended while it did.
        case recording
        /// It is paused.
        case paused
        /// It was ended properly.
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

    /// A remark on the way.
    public struct Note: Hashable, Sendable {
        /// When it was written.
        public var date: Date
        /// What was written.
        public var text: String
    }

    /// One thing of a log, in the order it was recorded.
    public enum Element: Hashable, Sendable {
        /// A segment begins; at least one point follows.
        case segment(Segment)
        /// The next point of the segment.
        case point(Location)
        /// A place that was marked; it does not interrupt the segment.
        case waypoint(Waypoint)
        /// A remark; it does not interrupt the segment either.
        case note(Note)
    }

    /// The file.
    public let path: String

    /// Checks that a file is a track log.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``TrackError`` with ``TrackError/Code/missing``, ``TrackError/Code/notATrackLog``,
    ///   ``TrackError/Code/newerVersion``, ``TrackError/Code/damaged``, ``TrackError/Code/inUse`` or
    ///   ``TrackError/Code/system``.
    public init(path: String) throws(TrackError) {
        self.path = path
        _ = try open()
    }

    /// Begins to read the elements in order, in constant memory.
    ///
    /// What is appended meanwhile is not part of it.
    ///
    /// - Returns: A reader for one thread.
    /// - Throws: ``TrackError``, as ``init(path:)``.
    public func makeReader() throws(TrackError) -> Reader { try Reader(open()) }

    /// Hands out the elements in order, in constant memory.
    ///
    /// - Parameter body: Called for each; what it throws ends the reading.
    /// - Throws: ``TrackError``, and what `body` throws.
    public func forEach(_ body: (Element) throws -> Void) throws {
        let reader = try makeReader()
        while let element = try reader.next() { try body(element) }
    }

    /// The whole track, in memory.
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

    /// What the track amounts to, in constant memory.
    ///
    /// - Parameter rules: What counts as moving and as climbing.
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
            throw TrackError(.notATrackLog, "\(path) is empty, no track log; name another file")
        }
        return database
    }
}
