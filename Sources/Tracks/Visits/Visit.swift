public import FoundationEssentials
public import Geo

/// A stop: somewhere that something stayed for a while.
public struct Visit: Hashable, Sendable, Codable {
    /// The first moment at the place.
    public var arrival: Date

    /// The last moment at the place; of a visit that goes on, the last one known.
    public var departure: Date

    /// The mean of the fixes, each counted by how good it is.
    public var coordinate: Coordinate

    /// The radius in metres around ``coordinate`` that holds 68 % of the fixes: the size of the drift.
    public var spread: Double

    /// How many fixes it was computed from.
    public var count: Int

    /// How long it lasted, in seconds.
    public var duration: Double { departure.timeIntervalSince(arrival) }
}
