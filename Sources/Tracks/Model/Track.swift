public import Geo

/// Where something went: segments of locations, in the order they were recorded.
///
/// ```swift
/// var track = Track(name: "Morning walk")
/// track.segments = [Track.Segment(locations)]
/// print(track.statistics.distance, track.location(at: photoDate)?.kind ?? "nowhere")
/// ```
public struct Track: Hashable, Sendable, Codable {
    /// A part of a track without a gap.
    public struct Segment: Hashable, Sendable, Codable {
        /// What was recorded, in that order.
        public var locations: [Location]

        /// A part of a track.
        public init(_ locations: [Location] = []) { self.locations = locations }
    }

    /// What the track is called.
    public var name: String?

    /// What there is to say about it.
    public var note: String?

    /// The parts between which nothing was recorded.
    public var segments: [Segment]

    /// Places that were marked on the way.
    public var waypoints: [Waypoint]

    /// A track.
    public init(name: String? = nil, note: String? = nil, segments: [Segment] = [], waypoints: [Waypoint] = []) {
        self.name = name
        self.note = note
        self.segments = segments
        self.waypoints = waypoints
    }

    /// All locations of all segments, in order.
    public var locations: some Sequence<Location> { segments.lazy.flatMap(\.locations) }

    /// How many locations there are.
    public var count: Int { segments.reduce(0) { $0 + $1.locations.count } }

    /// Whether there is no location.
    public var isEmpty: Bool { segments.allSatisfy(\.locations.isEmpty) }
}
