public import FoundationEssentials

/// The satellites that a receiver lists at one time, and their dilution of precision.
public struct SkyView: Hashable, Sendable, Codable {
    /// The satellites that the receiver lists.
    public var satellites: [SkyView.Satellite]

    /// Horizontal, vertical and position dilution of precision, dimensionless; `nil` when not reported.
    public var horizontalDilution: Double?
    /// See ``horizontalDilution``.
    public var verticalDilution: Double?
    /// See ``horizontalDilution``.
    public var positionDilution: Double?

    /// The receiver, as gpsd names it.
    public var device: String?

    /// The receiver's timestamp of the report.
    public var timestamp: Date?

    /// Creates a view of the sky.
    public init(satellites: [SkyView.Satellite] = []) { self.satellites = satellites }

    /// Satellites used and visible, for ``Location/satellites``.
    public var count: Location.SatelliteCount {
        Location.SatelliteCount(used: satellites.count { $0.isUsed }, visible: satellites.count)
    }
}

extension SkyView {
    /// One satellite as a receiver reports it.
    public struct Satellite: Hashable, Sendable, Codable {
        /// The satellite's number in gpsd's numbering (the NMEA number for NMEA receivers).
        public var id: Int
        /// Degrees above the horizon, 0...90; `nil` when the receiver does not know.
        public var elevation: Double?
        /// Degrees clockwise from true north, 0..<360; `nil` when the receiver does not know.
        public var azimuth: Double?
        /// Carrier-to-noise density in dB-Hz; 0 when the signal is not received, `nil` when unknown.
        public var signal: Double?
        /// Whether the satellite was used for the fix.
        public var isUsed: Bool

        /// Creates a satellite.
        public init(
            id: Int, elevation: Double? = nil, azimuth: Double? = nil, signal: Double? = nil, isUsed: Bool = false
        ) {
            self.id = id
            self.elevation = elevation
            self.azimuth = azimuth
            self.signal = signal
            self.isUsed = isUsed
        }
    }
}
