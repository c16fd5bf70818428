extension Location {
    /// How many dimensions a fix has.
    public enum Fix: String, Sendable, Codable, Comparable {
        /// Latitude and longitude; the altitude, if there is one, is assumed and not measured.
        case twoDimensional = "2d"
        /// Latitude, longitude and altitude.
        case threeDimensional = "3d"

        /// Orders a two-dimensional fix before a three-dimensional one.
        public static func < (lhs: Fix, rhs: Fix) -> Bool { lhs == .twoDimensional && rhs == .threeDimensional }
    }

    /// What was done to a fix beyond plain satellite positioning.
    public enum Correction: String, Sendable, Codable {
        /// Differential corrections (SBAS, RTCM).
        case dgps
        /// Carrier phase with ambiguities resolved to integers.
        case rtkFixed = "rtk-fixed"
        /// Carrier phase with floating ambiguities.
        case rtkFloat = "rtk-float"
        /// Dead reckoning alone.
        case deadReckoning = "dead-reckoning"
        /// Satellites and dead reckoning together.
        case combined
        /// A receiver at a surveyed position that is used for its time.
        case surveyed
        /// The receiver says that it simulates.
        case simulated
        /// The encrypted military signal.
        case precise = "p(y)"
    }

    /// Satellites used for a fix and satellites in view.
    public struct SatelliteCount: Hashable, Sendable, Codable {
        /// How many satellites the fix was computed from.
        public var used: Int
        /// How many satellites the receiver knew of.
        public var visible: Int

        /// Makes a count.
        public init(used: Int, visible: Int) {
            self.used = used
            self.visible = visible
        }
    }

    /// Where a location comes from.
    public enum Source: String, Sendable, Codable {
        /// A receiver, through gpsd.
        case gpsd
        /// A recording that is played back.
        case replay
        /// A file of tracks or waypoints.
        case track
        /// Metadata of a photo or video.
        case photo
        /// Anything else: typed in, computed.
        case other
    }

    /// Why a timestamp is not to be trusted blindly.
    ///
    /// Times are labelled, never changed.
    public enum TimestampDoubt: String, Sendable, Codable {
        /// Off by a whole number of 1024-week periods, as far as can be told: the GPS week was misjudged.
        case weekRollover = "week-rollover"
        /// Far from the time of its arrival, for no known reason.
        case implausible
        /// Earlier than the fix before it.
        case backwards
    }
}
