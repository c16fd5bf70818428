public import FoundationEssentials

/// A position with its time, its accuracy and the measurements that came with it.
///
/// Only the coordinate is always present. Every other value is `nil` when its source did not provide it: never zero,
/// NaN or a negative number with a special meaning.
///
/// ```swift
/// var location = Location(coordinate: station)
/// location.horizontalAccuracy = Accuracy(radius: 4.2, estimator: .gst)
/// location.timestamp = .now
/// ```
public struct Location: Hashable, Sendable, Codable {
    /// The position on the WGS 84 ellipsoid.
    public var coordinate: Coordinate

    /// Height above mean sea level, in metres.
    public var altitude: Double?

    /// Height above the WGS 84 ellipsoid, in metres.
    public var ellipsoidalAltitude: Double?

    /// The radius around ``coordinate`` that holds the true position in 68 % of cases, and where that number came from.
    public var horizontalAccuracy: Accuracy?

    /// The half height around ``altitude`` that holds the true height in 68 % of cases, in metres.
    public var verticalAccuracy: Double?

    /// Speed over ground, in metres per second.
    public var speed: Double?

    /// The 68 % error of ``speed``, in metres per second.
    public var speedAccuracy: Double?

    /// Direction of movement over ground, in degrees clockwise from true north, 0..<360.
    public var course: Double?

    /// The 68 % error of ``course``, in degrees.
    public var courseAccuracy: Double?

    /// Upward speed, in metres per second; negative when sinking.
    public var verticalSpeed: Double?

    /// The time of the fix in UTC as the source reported it.
    public var timestamp: Date?

    /// The reason why ``timestamp`` is doubtful, if it is.
    public var timestampDoubt: TimestampDoubt?

    /// How many dimensions the fix has.
    public var fix: Fix?

    /// The corrections applied to the fix.
    public var correction: Correction?

    /// The satellites behind the fix.
    public var satellites: SatelliteCount?

    /// Horizontal dilution of precision, a dimensionless measure of the satellites' geometry; smaller is better.
    public var horizontalDilution: Double?

    /// The receiver that produced the fix, as gpsd names it: `/dev/ttyACM0`.
    public var device: String?

    /// The source of the location.
    public var source: Source

    /// Whether the position is simulated, by software or by a receiver that says so.
    public var isSimulated: Bool

    /// Creates a location with only a coordinate.
    public init(coordinate: Coordinate, source: Source = .other, isSimulated: Bool = false) {
        self.coordinate = coordinate
        self.source = source
        self.isSimulated = isSimulated
    }
}

extension Location.Correction {
    /// Creates the correction for gpsd's `status`; returns `nil` for plain satellite positioning and for unknown
    /// numbers.
    ///
    /// Uses numbers because gps.h renamed the constants in release 3.23.1.
    public init?(gpsdStatus status: Int) {
        switch status {
        case 2: self = .dgps
        case 3: self = .rtkFixed
        case 4: self = .rtkFloat
        case 5: self = .deadReckoning
        case 6: self = .combined
        case 7: self = .surveyed
        case 8: self = .simulated
        case 9: self = .precise
        default: return nil
        }
    }
}

extension Location: CustomStringConvertible {
    /// Position, accuracy, altitude and time, as far as known: `35.681236,139.767125 ± 4.2 m, altitude 40.1 m`.
    public var description: String {
        var text = coordinate.description
        if let horizontalAccuracy { text += " ± \(horizontalAccuracy.radius) m" }
        if let altitude { text += ", altitude \(altitude) m" }
        // Beyond some 1,900 years from 1970 it is not a plausible date.
        if let timestamp, timestamp.timeIntervalSince1970.magnitude < 6e10 {
            text += ", \(timestamp.formatted(.iso8601))"
        }
        return text
    }
}

extension Location {
    /// How many dimensions a fix has.
    public enum Fix: String, Sendable, Codable, Comparable {
        /// Latitude and longitude; an altitude, if present, is assumed rather than measured.
        case twoDimensional = "2d"
        /// Latitude, longitude and altitude.
        case threeDimensional = "3d"

        /// Orders a two-dimensional fix before a three-dimensional one.
        public static func < (lhs: Fix, rhs: Fix) -> Bool { lhs == .twoDimensional && rhs == .threeDimensional }
    }

    /// How a fix was improved beyond plain satellite positioning.
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
        /// A receiver at a surveyed position that serves as a time source.
        case surveyed
        /// The receiver reports that it simulates.
        case simulated
        /// The encrypted military signal.
        case precise = "p(y)"
    }

    /// Satellites used for a fix and satellites in view.
    public struct SatelliteCount: Hashable, Sendable, Codable {
        /// How many satellites the fix was computed from.
        public var used: Int
        /// How many satellites the receiver listed.
        public var visible: Int

        /// Creates a count.
        public init(used: Int, visible: Int) {
            self.used = used
            self.visible = visible
        }
    }

    /// The source of a location.
    public enum Source: String, Sendable, Codable {
        /// A receiver, through gpsd.
        case gpsd
        /// A recording that is replayed.
        case replay
        /// A file of tracks or waypoints.
        case track
        /// Metadata of a photo or video.
        case photo
        /// Anything else, such as typed or computed positions.
        case other
    }

    /// Why a timestamp is doubtful.
    ///
    /// Doubtful timestamps are marked but never changed.
    public enum TimestampDoubt: String, Sendable, Codable {
        /// Apparently off by a multiple of 1024 weeks: the receiver assumed the wrong GPS week epoch.
        case weekRollover = "week-rollover"
        /// Far from the time at which it was received, for no known reason.
        case implausible
        /// Earlier than the previous fix.
        case backwards
    }
}
