public import FoundationEssentials
import Glibc
import LKFormats
public import LKGeo
import LKStorage
public import LKTrackFormats

/// A file with tracks: a log of ``TrackRecorder``, GPX, KML, GeoJSON, CSV or NMEA, detected from its content.
///
/// ```swift
/// let file = try TrackFile(URL(filePath: "walk.gpx"))
/// print(file.kind, try file.statistics().distance)
/// try file.export(to: URL(filePath: "walk.kml"))
/// ```
///
/// Nothing is kept in memory: each call reads the file again, which may block. A file of any size is read, summed up and exported in
/// constant memory; `track()` holds all of it. The file is never changed.
public struct TrackFile: Hashable, Sendable {
    /// What a file with tracks is.
    public enum Kind: Hashable, Sendable, CustomStringConvertible {
        /// A log of ``TrackRecorder``; see ``TrackLog`` for what only a log knows.
        case log
        /// A file for exchange.
        case file(TrackFormat)

        /// The name for users: `GPX`, `track log`.
        public var description: String {
            switch self {
            case .log: "track log"
            case .file(let format): format.title
            }
        }
    }

    /// The file.
    public let url: URL

    /// What the file is.
    public let kind: Kind

    /// What the file does not say itself.
    public let hints: TrackFormat.Hints

    /// Whether the intact parts of a damaged file are read, with a warning instead of an error.
    public let isSalvaged: Bool

    /// Opens a file to detect its format; its points are not read yet.
    ///
    /// - Parameters:
    ///   - url: A regular file. A pipe or device is refused, since it can be read only once.
    ///   - hints: What the file does not say itself: the meaning of columns, the date of the first fix. A track log says everything.
    ///   - salvaging: Whether to read the intact parts of a damaged file, with a warning instead of an error.
    /// - Throws: `TrackFormatError` with the code `unreadable`, `unrecognized` for a file without tracks, `malformed` for a damaged log,
    ///   and `inapplicable` for hints about another format.
    public init(
        _ url: URL, hints: TrackFormat.Hints = TrackFormat.Hints(), salvaging: Bool = false
    ) throws(TrackFormatError) {
        (self.url, self.hints, isSalvaged) = (url, hints, salvaging)
        let path = url.filePath
        if let found = TrustedPath.inputKind(path), found != S_IFREG {
            let words =
                found == S_IFDIR
                ? "a folder, not a file with tracks" : "a pipe or device; save it to a file and name that"
            throw TrackFormatError(code: .unreadable, message: "\(path) is \(words)")
        }
        if Self.isLog(path) {
            _ = try Self.reader(path: path, salvaging: salvaging, hints: hints)
            kind = .log
        } else {
            kind = .file(try TrackFormat.detect(try FileChunks(path: path), hints: hints))
        }
    }

    /// The path, for readers and messages.
    var path: String { url.filePath }

    /// Returns a reader of the elements, from the beginning.
    ///
    /// - Throws: `TrackFormatError`; the reader's end is the error `empty` where nothing can be used. A log may be empty.
    package func reader() throws(TrackFormatError) -> any TrackReading {
        let reader = try Self.reader(path: path, salvaging: isSalvaged, hints: hints)
        return kind == .log ? reader : PositionCounter(reader, requiredIn: path)
    }
}

extension TrackFile {
    /// A point of a file, with its part in it.
    public struct Point: Hashable, Sendable {
        /// What a point belongs to.
        public enum Part: String, CaseIterable, Sendable {
            /// A recorded track.
            case track
            /// A planned route.
            case route
            /// None: it is a waypoint.
            case waypoint
        }

        /// What the point belongs to.
        public let part: Part
        /// Whether a track, segment or route begins here, so that no line leads from the previous point.
        public let startsSegment: Bool
        /// The point as in the file.
        public let point: TrackPoint

        /// The position and its measurements.
        public var location: Location { point.location }
    }

    /// The points of a file in order, for one thread.
    ///
    /// ```swift
    /// let points = try TrackFile(url).points()
    /// while let point = try points.next() { print(point.location.coordinate) }
    /// print(points.warnings.count, "values could not be used")
    /// ```
    public final class Points {
        private let points: TrackPointReader
        private let jumps: JumpReader?

        fileprivate init(_ reader: any TrackReading, skippingImpossible: Bool) {
            jumps = skippingImpossible ? JumpReader(reader) : nil
            points = TrackPointReader(jumps ?? reader)
        }

        /// Returns the next point; `nil` at the end of the file.
        ///
        /// - Throws: `TrackFormatError` where the file is damaged or cannot be read, and with the code `empty` at the end of one without
        ///   any position; again on every further call.
        public func next() throws(TrackFormatError) -> Point? {
            guard let next = try points.next() else { return nil }
            let part: Point.Part =
                switch next.kind {
                case .track: .track
                case .route: .route
                case .waypoint: .waypoint
                }
            return Point(part: part, startsSegment: next.startsSegment, point: next.point)
        }

        /// What could not be used so far; complete at the end of the file.
        public var warnings: TrackWarnings {
            TrackWarnings(first: points.warnings, count: points.warningCount, notes: points.notes)
        }

        /// What was left out as impossible so far; zeros unless asked for.
        public var leftOut: LeftOut { jumps.map(LeftOut.init) ?? LeftOut() }
    }

    /// How many impossible values were left out: positions far from those before and after, times of an unset clock, heights out of
    /// line.
    public struct LeftOut: Hashable, Sendable {
        /// The number of fixes.
        public package(set) var fixes = 0
        /// The number of times, whose fixes stay.
        public package(set) var times = 0
        /// The number of heights, whose fixes stay.
        public package(set) var heights = 0
    }

    /// Starts reading the points in order, in constant memory.
    ///
    /// - Parameter skippingImpossible: Whether fixes are left out where the receiver cannot have been, such as those kilometres away that
    ///   one sends when it is switched on, with impossible times and heights.
    /// - Returns: The points of tracks, routes and waypoints as they come in the file.
    /// - Throws: `TrackFormatError` when the file cannot be read.
    public func points(skippingImpossible: Bool = false) throws(TrackFormatError) -> Points {
        Points(try reader(), skippingImpossible: skippingImpossible)
    }

    /// Reads all tracks of the file into one, in memory, with its waypoints; planned routes are left out.
    ///
    /// - Parameter skippingImpossible: Whether fixes are left out where the receiver cannot have been.
    /// - Returns: The track, with the first name and comment of the file.
    /// - Throws: `TrackFormatError` when the file cannot be read or is damaged, or has no position that can be used (`empty`); a log may be
    ///   empty.
    public func track(skippingImpossible: Bool = false) throws(TrackFormatError) -> Track {
        let reader = try reader()
        return try Track(reading: skippingImpossible ? JumpReader(reader) : reader)
    }
}

extension TrackFile.LeftOut {
    fileprivate init(_ reader: JumpReader) {
        (fixes, times, heights) = (reader.count, reader.timeCount, reader.altitudeCount)
    }
}

extension TrackFile {
    /// What a file contains.
    public struct Summary: Hashable, Sendable {
        /// The name of the file, else of its first track.
        public package(set) var name: String?
        /// The comment of the file, else of its first track.
        public package(set) var note: String?
        /// The number of recorded tracks.
        public package(set) var trackCount = 0
        /// The number of planned routes.
        public package(set) var routeCount = 0
        /// The number of points of planned routes.
        public package(set) var routePointCount = 0
        /// The number of waypoints.
        public package(set) var waypointCount = 0
        /// The figures of the recorded tracks, without impossible fixes.
        public package(set) var statistics: TrackStatistics
        /// What the figures leave out.
        public package(set) var leftOut = LeftOut()
        /// What could not be used.
        public package(set) var warnings = TrackWarnings()
    }

    /// Reads the file to its end and sums it up, in constant memory.
    ///
    /// Impossible fixes are left out of the figures, as by `locate track info`.
    ///
    /// - Parameter rules: The thresholds for moving and climbing.
    /// - Returns: Counts, figures and warnings.
    /// - Throws: `TrackFormatError` when the file cannot be read or is damaged, or has no position that can be used (`empty`).
    public func summary(rules: TrackStatistics.Rules = .init()) throws(TrackFormatError) -> Summary {
        var summary = Summary(statistics: TrackStatistics(rules: rules))
        let reader = JumpReader(try reader())
        var isRoute = false
        while let element = try reader.next() {
            switch element {
            case .point(let point):
                if isRoute { summary.routePointCount += 1 } else { summary.statistics.add(point.location) }
            case .metadata(let metadata): summary.add(metadata)
            case .trackStart(let metadata):
                summary.add(metadata)
                summary.trackCount += 1
                isRoute = false
                summary.statistics.startSegment()
            case .routeStart:
                summary.routeCount += 1
                isRoute = true
            case .segmentStart:
                isRoute = false
                summary.statistics.startSegment()
            case .waypoint: summary.waypointCount += 1
            case .segmentExtensions, .fileExtensions: break
            }
        }
        for (_, metadata) in reader.lateMetadata.sorted(by: { $0.key < $1.key }) { summary.add(metadata) }
        summary.leftOut = LeftOut(reader)
        summary.warnings = TrackWarnings(reader)
        return summary
    }

    /// Computes the figures of the recorded tracks, in constant memory; see ``summary(rules:)``.
    ///
    /// - Parameter rules: The thresholds for moving and climbing.
    /// - Returns: The figures.
    /// - Throws: As ``summary(rules:)``.
    public func statistics(rules: TrackStatistics.Rules = .init()) throws(TrackFormatError) -> TrackStatistics {
        try summary(rules: rules).statistics
    }
}

extension TrackFile.Summary {
    fileprivate mutating func add(_ metadata: TrackMetadata) {
        name = name ?? metadata.name
        note = note ?? metadata.note
    }
}
