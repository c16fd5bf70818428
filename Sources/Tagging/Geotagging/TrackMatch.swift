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

/// How far off a position between or beside recorded locations may be: a radius that holds 68 %.
///
/// The parts are independent, so their squares add up: the recorded locations themselves, the unrecorded way
/// between them, and the clock.
enum ErrorEstimate {
    /// Assumed accuracy of a location without one, in metres.
    static let unknownAccuracy = 10.0
    /// Metres of error for a horizontal dilution of 1.
    private static let metresPerDilution = 5.0
    /// A stroll: speed in metres per second, and seconds between turns.
    private static let stroll = (speed: 1.0, turn: 30.0)

    /// Walking pace, in metres per second.
    private static let walk = 1.4

    /// How much longer a way is than the lines between its locations, at most as a rule.
    private static let detour = 1.5
    /// What makes a radius for 68 % of the distance of one location from the line between its neighbours, by trials with
    /// walks, drives and trains.
    private static let crookedness = 1.4

    /// The radius in metres.
    ///
    /// - Parameters:
    ///   - position: A position of a timeline.
    ///   - clock: By how many seconds the moment may be wrong.
    /// - Returns: Metres.
    static func radius(of position: TrackPosition, clock: Double) -> Double {
        let own = recorded(position.location)
        let between = position.kind == .interpolated ? inside(position) : outside(position)
        let drift = speed(of: position) * clock
        return (own * own + between * between + drift * drift).squareRoot()
    }

    private static func recorded(_ location: Location) -> Double {
        if let accuracy = location.horizontalAccuracy { return accuracy.radius }
        return location.horizontalDilution.map { $0 * metresPerDilution } ?? unknownAccuracy
    }

    private static func speed(of position: TrackPosition) -> Double {
        position.location.speed ?? (position.step > 0 ? position.distance / position.step : position.motion.speed)
    }

    /// What the way between two locations may have been: as crooked as it was beside them, and where they are minutes apart
    /// the way may have been a stroll.
    private static func inside(_ position: TrackPosition) -> Double {
        let span = (position.gap * max(0, position.step - position.gap)).squareRoot()
        var bend = 0.0
        for other in position.motion.bends where other.seconds > 0 {
            let ratio = span / other.seconds
            bend = max(bend, crookedness * other.metres * ratio * ratio.squareRoot())
        }
        // Without neighbours to tell, a tenth of the way in its middle.
        if position.motion.bends.isEmpty, position.step > 0 { bend = 0.2 * position.distance * span / position.step }
        // No bend is larger than the way that the speed allows.
        let longest = max(position.motion.speed * detour, stroll.speed) * position.step
        let aside = (max(0, longest * longest - position.distance * position.distance)).squareRoot() / 2
        let wander = stroll.speed * (stroll.turn * max(0, position.gap - stroll.turn)).squareRoot()
        return max(min(bend, aside + unknownAccuracy), wander, rest(position))
    }

    /// The most that the true position may be ahead of or behind the interpolated one, if part of the time was a rest.
    ///
    /// With a single rest the position is off by all of that for most of the time.
    private static func rest(_ position: TrackPosition) -> Double {
        guard position.step > 0 else { return 0 }
        let average = position.distance / position.step
        // Without neighbours to tell, half of the time.
        let fastest = max(walk, position.motion.bends.isEmpty ? 2 * average : position.motion.speed)
        let expected = average * position.gap
        let farthest = min(position.distance, fastest * position.gap)
        let nearest = max(0, position.distance - fastest * (position.step - position.gap))
        return max(farthest - expected, expected - nearest)
    }

    /// What may have happened before the first or after the last location: movement at the same speed, or a walk.
    private static func outside(_ position: TrackPosition) -> Double {
        max(walk, position.motion.speed) * position.gap
    }
}
