public import Geo

/// Where something was at a moment, and how that is known.
public struct TrackPosition: Hashable, Sendable {
    /// How a position was obtained.
    public enum Kind: String, Hashable, Sendable {
        /// A location was recorded at that very moment.
        case recorded
        /// The moment is between two locations of a segment.
        case interpolated
        /// The moment is before the first or after the last location near it: that location's position.
        case extrapolated
    }

    /// The position; its timestamp is the moment that was asked for.
    public var location: Location

    /// How it was obtained.
    public var kind: Kind

    /// Seconds to the nearest recorded location.
    public var gap: Double

    /// Seconds between the two locations of an interpolation; 0 for others.
    public var step: Double

    /// Metres between the two locations of an interpolation; 0 for others.
    public var distance: Double

    /// Which of the tracks that the timeline was made of it comes from, and which of its segments.
    public var origin: Origin

    /// How it moved about this moment, by which the error of an interpolation can be judged.
    package var motion = Motion()

    /// Puts a position together that comes from no timeline: a single location stands for a moment near it.
    package init(near location: Location, gap: Double) {
        self.init(
            location: location, kind: gap == 0 ? .recorded : .extrapolated, gap: gap, step: 0, distance: 0,
            origin: Origin(track: 0, segment: 0))
    }

    init(
        location: Location, kind: Kind, gap: Double, step: Double, distance: Double, origin: Origin,
        motion: Motion = Motion()
    ) {
        self.location = location
        self.kind = kind
        self.gap = gap
        self.step = step
        self.distance = distance
        self.origin = origin
        self.motion = motion
    }

    /// How something moved about a moment.
    package struct Motion: Hashable, Sendable {
        /// Metres per second along the way.
        package var speed = 0.0
        /// How far the locations beside the moment are from where their neighbours would place them.
        package var bends: [Bend] = []
    }

    /// A location's distance from where its neighbours alone would place it.
    package struct Bend: Hashable, Sendable {
        /// Metres.
        package var metres: Double
        /// The geometric mean of the seconds to either neighbour.
        package var seconds: Double
    }

    /// A segment of a track.
    public struct Origin: Hashable, Sendable {
        /// The number of the track, from 0, in the order they were given.
        public var track: Int
        /// The number of the segment in the track, from 0.
        public var segment: Int
    }
}
