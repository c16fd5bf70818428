public import FoundationEssentials

/// The satellites a receiver knows of at one moment, and the geometry they make.
public struct SkyView: Hashable, Sendable, Codable {
    /// The satellites above the horizon or listed by the receiver.
    public var satellites: [Satellite]

    /// Horizontal, vertical and positional dilution of precision, without unit; `nil` when not given.
    public var horizontalDilution: Double?
    /// See ``horizontalDilution``.
    public var verticalDilution: Double?
    /// See ``horizontalDilution``.
    public var positionDilution: Double?

    /// The receiver, as gpsd names it.
    public var device: String?

    /// The receiver's time of the view.
    public var timestamp: Date?

    /// Makes a view of the sky.
    public init(satellites: [Satellite] = []) { self.satellites = satellites }

    /// Satellites used and visible, for ``Location/satellites``.
    public var count: Location.SatelliteCount {
        Location.SatelliteCount(used: satellites.count { $0.isUsed }, visible: satellites.count)
    }
}
