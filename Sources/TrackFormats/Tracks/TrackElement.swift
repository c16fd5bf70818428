/// One thing of a file of tracks, in the order of the file.
///
/// A track is a ``trackStart(_:)``, then for each of its segments a ``segmentStart`` and the points; a route is a
/// ``routeStart(_:)`` and its points. Nothing marks an end: what begins ends what was before it. Waypoints may stand anywhere,
/// also between the points of a track, which they do not interrupt.
public enum TrackElement: Hashable, Sendable {
    /// What the file says of itself; the first element, if it is there.
    case metadata(TrackMetadata)
    /// A place of its own.
    case waypoint(TrackPoint)
    /// A planned route begins.
    case routeStart(TrackMetadata)
    /// A recorded track begins.
    case trackStart(TrackMetadata)
    /// A part of the track without interruption begins.
    case segmentStart
    /// The next point of the route or the segment.
    case point(TrackPoint)
    /// Foreign data of the segment at hand, after its points.
    case segmentExtensions([TrackExtension])
    /// Foreign data of the file that stands at its end.
    case fileExtensions([TrackExtension])
}
