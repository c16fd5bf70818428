package import FoundationEssentials
package import LKGeo
package import LKTracks

/// The position of a camera at a given time, with its source and possible error.
package struct TrackMatch: Sendable, Hashable {
    /// The source of a position.
    package enum Source: Sendable, Hashable {
        /// A track, by its name or the name of its file.
        case track(String)
        /// Other photos of the set, by the camera that took them.
        case photos(String)
        /// The photo outside the set that is nearest in time.
        case photo(URL)
    }

    /// The source of the position.
    package var source: Source

    /// The position, with its time and the distance to the recorded locations.
    package var position: TrackTimeline.Position

    /// The radius in metres that contains the camera with 68 % probability.
    package var error: Double

    /// The position's coordinate.
    package var coordinate: Coordinate { position.location.coordinate }

    /// Returns a radius in metres around this match that also covers another match.
    func distance(covering other: TrackMatch) -> Double {
        // Distances on the sphere are up to 0.6 % off.
        let distance = 1.006 * coordinate.sphericalDistance(to: other.coordinate)
        return (distance * distance + other.error * other.error).squareRoot()
    }
}

/// Estimates the error of a position between or beyond recorded locations: a radius with 68 % probability.
///
/// Three independent errors are added in squares: that of the recorded locations, that of the unrecorded path between
/// them, and that of the clock.
enum ErrorEstimate {
    /// Assumed accuracy of a location without one, in metres.
    static let unknownAccuracy = 10.0
    /// Metres of error for a horizontal dilution of 1.
    private static let metresPerDilution = 5.0
    /// Strolling: speed in metres per second, and seconds between turns.
    private static let stroll = (speed: 1.0, turn: 30.0)

    /// Walking pace, in metres per second.
    private static let walk = 1.4

    /// How much longer than the straight line between its locations a path usually is at most.
    private static let detour = 1.5
    /// The factor from the distance of one location from the line between its neighbours to a 68 % radius, found
    /// empirically from walks, drives and train rides.
    private static let crookedness = 1.4

    /// Returns the radius.
    ///
    /// - Parameters:
    ///   - position: A position of a timeline.
    ///   - clock: The possible error of the time, in seconds.
    /// - Returns: Metres.
    static func radius(of position: TrackTimeline.Position, clock: Double) -> Double {
        let own = recorded(position.location)
        let between = position.kind == .interpolated ? inside(position) : outside(position)
        let drift = speed(of: position) * clock
        return (own * own + between * between + drift * drift).squareRoot()
    }

    private static func recorded(_ location: Location) -> Double {
        if let accuracy = location.horizontalAccuracy { return accuracy.radius }
        return location.horizontalDilution.map { $0 * metresPerDilution } ?? unknownAccuracy
    }

    private static func speed(of position: TrackTimeline.Position) -> Double {
        position.location.speed
            ?? (position.stepSeconds > 0 ? position.distance / position.stepSeconds : position.motion.speed)
    }

    /// Returns the error from the unrecorded path between two locations: as winding as the path around them, or a
    /// stroll if they are minutes apart.
    private static func inside(_ position: TrackTimeline.Position) -> Double {
        let span = (position.gapSeconds * max(0, position.stepSeconds - position.gapSeconds)).squareRoot()
        var bend = 0.0
        for other in position.motion.bends where other.seconds > 0 {
            let ratio = span / other.seconds
            bend = max(bend, crookedness * other.metres * ratio * ratio.squareRoot())
        }
        // Without neighbours, assume a tenth of the distance at the middle.
        if position.motion.bends.isEmpty, position.stepSeconds > 0 {
            bend = 0.2 * position.distance * span / position.stepSeconds
        }
        // A bend cannot exceed what the speed allows.
        let maximumPath = max(position.motion.speed * detour, stroll.speed) * position.stepSeconds
        let aside = (max(0, maximumPath * maximumPath - position.distance * position.distance)).squareRoot() / 2
        let wander = stroll.speed * (stroll.turn * max(0, position.gapSeconds - stroll.turn)).squareRoot()
        return max(min(bend, aside + unknownAccuracy), wander, rest(position))
    }

    /// Returns the maximum distance of the true position ahead of or behind the interpolated one if part of the time
    /// was a rest.
    ///
    /// With a single rest, the position is off by this distance most of the time.
    private static func rest(_ position: TrackTimeline.Position) -> Double {
        guard position.stepSeconds > 0 else { return 0 }
        let average = position.distance / position.stepSeconds
        // Without neighbours, assume a rest of half of the time.
        let fastest = max(walk, position.motion.bends.isEmpty ? 2 * average : position.motion.speed)
        let expected = average * position.gapSeconds
        let farthest = min(position.distance, fastest * position.gapSeconds)
        let nearest = max(0, position.distance - fastest * (position.stepSeconds - position.gapSeconds))
        return max(farthest - expected, expected - nearest)
    }

    /// Returns the error before the first or after the last location: movement at the same speed, or a walk; in a gap
    /// also the way to the location on the other side.
    private static func outside(_ position: TrackTimeline.Position) -> Double {
        let alone = max(walk, position.motion.speed) * position.gapSeconds
        guard let crossing = position.motion.crossing, crossing.seconds > 0 else { return alone }
        // A traveller who rests before leaving is on the way for at least half of the time. The time of leaving is unknown;
        // with 68 % probability it is not in the first 32 % of the possible ones.
        let fastest = max(walk, position.motion.speed, 2 * crossing.metres / crossing.seconds)
        let rest = crossing.seconds - crossing.metres / fastest
        let moved = fastest * max(0, position.gapSeconds - 0.32 * rest)
        return max(alone, min(crossing.metres, moved))
    }
}
