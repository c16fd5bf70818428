import Geo
import Threads

/// A location and when it arrived here.
///
/// Ages are counted from arrival: receivers' clocks may be decades off.
struct Fix: Sendable {
    /// Shared and not copied: a fix goes through many hands, and a location has hundreds of bytes.
    private final class Box: Sendable {
        let location: Location
        let arrival: MonotonicInstant

        init(_ location: Location, _ arrival: MonotonicInstant) {
            self.location = location
            self.arrival = arrival
        }
    }

    private let box: Box

    var location: Location { box.location }
    var arrival: MonotonicInstant { box.arrival }

    init(location: Location, arrival: MonotonicInstant) { box = Box(location, arrival) }

    /// A receiver slower than this counts as standing: receivers at rest report up to about 0.5 m/s.
    static let standstill = 1.0

    /// The radius within which the receiver is at `now`: its accuracy then, and how far it may have gone since.
    ///
    /// Infinite when the accuracy is unknown.
    func radius(at now: MonotonicInstant) -> Double {
        guard let accuracy = location.horizontalAccuracy else { return .infinity }
        guard let speed = location.speed, speed > Self.standstill else { return accuracy.radius }
        return accuracy.radius + speed * max(0, (now - arrival) / .seconds(1))
    }

    /// Whether this fix is a better answer at `now` than an earlier one.
    ///
    /// Of equals the newer is better.
    func isBetter(than other: Fix, at now: MonotonicInstant) -> Bool {
        let mine = radius(at: now)
        let theirs = other.radius(at: now)
        if mine != theirs { return mine < theirs }
        return (location.fix ?? .twoDimensional) >= (other.location.fix ?? .twoDimensional)
    }
}
