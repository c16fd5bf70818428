public import LKGeo

extension TrackTimeline {
    /// A position at an instant, and how it was obtained.
    public struct Position: Hashable, Sendable {
        /// How a position was obtained.
        public enum Kind: String, Hashable, Sendable {
            /// A location was recorded at this instant.
            case recorded
            /// The instant is between two locations of a segment.
            case interpolated
            /// The instant is before the first or after the last location; this is the position of the nearest one.
            case extrapolated
        }

        /// The position, with the requested instant as timestamp.
        public var location: Location

        /// How it was obtained.
        public var kind: Kind

        /// The time to the nearest recorded location.
        public var gap: Duration { Duration(clamping: gapSeconds) }

        /// ``gap`` in seconds.
        package var gapSeconds: Double

        /// The time between the two locations of an interpolation; 0 for others.
        public var step: Duration { Duration(clamping: stepSeconds) }

        /// ``step`` in seconds.
        package var stepSeconds: Double

        /// Metres between the two locations of an interpolation; 0 for others.
        public var distance: Double

        /// The track and segment that it comes from.
        public var origin: Origin

        /// The motion around this instant, for estimating the error of an interpolation.
        package var motion = Motion()

        /// Creates a position from a single location near an instant, without a timeline.
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
            gapSeconds = gap
            stepSeconds = step
            self.distance = distance
            self.origin = origin
            self.motion = motion
        }

        /// The motion around an instant.
        package struct Motion: Hashable, Sendable {
            /// The speed, in metres per second.
            package var speed = 0.0
            /// For the locations next to the instant, their distance from where their neighbours would place them.
            package var bends: [Bend] = []
            /// For an extrapolated position, the way across the gap that it is in; `nil` outside the recorded time.
            package var crossing: Crossing?
        }

        /// The way between the last location before an instant and the first one after it.
        package struct Crossing: Hashable, Sendable {
            /// The distance in a straight line, in metres.
            package var metres: Double
            /// The time between them, in seconds.
            package var seconds: Double
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
}
