package import LKGeo

/// The points of a file of tracks, without the elements between them.
///
/// ```swift
/// let reader = TrackPointReader(try TrackFormat.reader(path: "walk.gpx"))
/// while let point = try reader.next() { print(point.kind, point.location.coordinate) }
/// ```
package final class TrackPointReader {
    /// A point of the file.
    package struct Point: Hashable, Sendable {
        /// The kind of a point.
        package enum Kind: String, Sendable {
            /// A recorded track.
            case track
            /// A planned route.
            case route
            /// A waypoint.
            case waypoint
        }

        /// The kind of the point.
        package let kind: Kind
        /// Whether a track, segment or route begins here, so that no line leads from the previous point.
        package let startsSegment: Bool
        /// The point as in the file.
        package let point: TrackPoint

        /// The position and its measurements.
        package var location: Location { point.location }
        /// The point's name.
        package var name: String? { point.name }
        /// The line of the file on which the point begins, counted from 1; 0 if the file has no lines.
        package var line: Int { point.line ?? 0 }
    }

    private let reader: any TrackReading
    private var kind = Point.Kind.track
    private var startsSegment = true
    private var ahead: Point?
    private var failure: TrackFormatError?

    /// Creates a reader for a file's points.
    package init(_ reader: any TrackReading) { self.reader = reader }

    /// The first 100 warnings about skipped points and values.
    package var warnings: [TrackWarnings.Warning] { reader.warnings }

    /// The number of points and values skipped.
    package var warningCount: Int { reader.warningCount }

    /// Remarks about the file as a whole; see ``TrackReading/notes``.
    package var notes: [TrackWarnings.Note] { reader.notes }

    /// Whether ``next()`` returns a point, or throws, without reading more input, which may block.
    package var hasBufferedPoints: Bool {
        while ahead == nil, failure == nil, reader.hasBufferedElements {
            do throws(TrackFormatError) {
                if let element = try reader.next() { ahead = point(element) }
            } catch { failure = error }
        }
        return ahead != nil || failure != nil
    }

    /// Returns the next point; `nil` at the end of the file.
    ///
    /// - Throws: The errors of the reader.
    package func next() throws(TrackFormatError) -> Point? {
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
