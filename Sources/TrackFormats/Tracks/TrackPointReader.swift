public import Geo

/// The points of a file of tracks, without the elements between them.
///
/// ```swift
/// let reader = TrackPointReader(try TrackFormat.reader(path: "walk.gpx"))
/// while let point = try reader.next() { print(point.kind, point.location.coordinate) }
/// ```
public final class TrackPointReader {
    /// A point of the file.
    public struct Point: Hashable, Sendable {
        /// What the point is part of.
        public enum Kind: String, Sendable {
            /// A recorded track.
            case track
            /// A planned route.
            case route
            /// A place of its own.
            case waypoint
        }

        /// What the point is part of.
        public let kind: Kind
        /// Whether a track, segment or route begins here: no line leads from the point before.
        public let startsSegment: Bool
        /// The point as the file has it.
        public let point: TrackPoint

        /// The position and what is known of it.
        public var location: Location { point.location }
        /// The point's name.
        public var name: String? { point.name }
        /// The line of the file on which the point begins, counted from 1; 0 if the file has no lines.
        public var line: Int { point.line ?? 0 }
    }

    private let reader: any TrackReading
    private var kind = Point.Kind.track
    private var startsSegment = true
    private var ahead: Point?
    private var failure: TrackFormatError?

    /// Reads the points that a reader gives.
    public init(_ reader: any TrackReading) { self.reader = reader }

    /// What was skipped, the first 100.
    public var warnings: [TrackWarning] { reader.warnings }

    /// How many points or values were skipped.
    public var warningCount: Int { reader.warningCount }

    /// Whether ``next()`` has a point to give, or an error, without reading more, which may mean waiting.
    public var hasPointsAtHand: Bool {
        while ahead == nil, failure == nil, reader.hasElementsAtHand {
            do throws(TrackFormatError) {
                if let element = try reader.next() { ahead = point(element) }
            } catch { failure = error }
        }
        return ahead != nil || failure != nil
    }

    /// The next point; `nil` at the end of the file.
    ///
    /// - Throws: What the reader throws.
    public func next() throws(TrackFormatError) -> Point? {
        if let point = ahead {
            ahead = nil
            return point
        }
        if let failure { throw failure }
        while let element = try reader.next() {
            if let point = point(element) { return point }
        }
        return nil
    }

    private func point(_ element: TrackElement) -> Point? {
        switch element {
        case .waypoint(let point): return Point(kind: .waypoint, startsSegment: true, point: point)
        case .point(let point):
            defer { startsSegment = false }
            return Point(kind: kind, startsSegment: startsSegment, point: point)
        case .routeStart:
            kind = .route
            startsSegment = true
        case .trackStart, .segmentStart:
            kind = .track
            startsSegment = true
        case .metadata, .segmentExtensions, .fileExtensions: break
        }
        return nil
    }
}
