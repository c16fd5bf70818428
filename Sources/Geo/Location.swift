public import FoundationEssentials

/// Where something was, when, and how well that is known.
///
/// Only the coordinate is always there. Every other value is `nil` when its source did not know it:
/// never zero, never NaN, never a negative number with a hidden meaning.
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

    /// The time of the fix in UTC as its source gave it.
    public var timestamp: Date?

    /// What is doubtful about ``timestamp``, if anything is.
    public var timestampDoubt: TimestampDoubt?

    /// How many dimensions the fix has.
    public var fix: Fix?

    /// Corrections applied to the fix.
    public var correction: Correction?

    /// The satellites behind the fix.
    public var satellites: SatelliteCount?

    /// Horizontal dilution of precision: the satellites' geometry, without unit.
    ///
    /// Smaller is better.
    public var horizontalDilution: Double?

    /// The receiver that gave the fix, as gpsd names it: `/dev/ttyACM0`.
    public var device: String?

    /// Where the location comes from.
    public var source: Source

    /// Whether software made the position up: a simulator, a receiver that says it simulates.
    public var isSimulated: Bool

    /// Makes a location of which nothing but the coordinate is known.
    public init(coordinate: Coordinate, source: Source = .other, isSimulated: Bool = false) {
        self.coordinate = coordinate
        self.source = source
        self.isSimulated = isSimulated
    }
}
