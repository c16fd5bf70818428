public import Foundation
public import Geo
public import Tracks

/// Where a camera was at a moment, from which source, and how far off that may be.
public struct TrackMatch: Sendable, Hashable {
    /// What a position comes from.
    public enum Source: Sendable, Hashable {
        /// A track, by its name or that of its file.
        case track(String)
        /// Other photos of the set that have positions, by the camera that took them.
        case photos(String)
        /// A photo of another set that has a position, the nearest in time.
        case photo(URL)
    }

    /// What the position comes from.
    public var source: Source

    /// The position, with the time and the distance to what was recorded.
    public var position: TrackPosition

    /// How far from the position the camera may have been, in metres: in 68 % of cases it was nearer.
    public var error: Double

    /// The position's coordinate.
    public var coordinate: Coordinate { position.location.coordinate }

    /// A radius in metres that holds where the camera was by another match.
    func distance(covering other: TrackMatch) -> Double {
        // The sphere is up to 0.6 % off.
        let distance = 1.006 * coordinate.sphericalDistance(to: other.coordinate)
        return (distance * distance + other.error * other.error).squareRoot()
    }
}
