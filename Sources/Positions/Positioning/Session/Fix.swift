import LKGeo
import LKThreads

/// A location and its arrival.
///
/// Ages are counted from arrival: receivers' clocks may be decades off.
struct Fix: Sendable {
    /// Shared rather than copied: a fix is passed around often, and a location takes hundreds of bytes.
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

    /// A receiver below this speed counts as stationary: receivers at rest report up to about 0.5 m/s.
    static let standstill = 1.0

    /// Returns the radius of uncertainty at `now`: the accuracy of the fix plus how far the receiver may have moved
    /// since.
    ///
    /// Infinite when the accuracy is unknown.
    func radius(at now: MonotonicInstant) -> Double {
        guard let accuracy = location.horizontalAccuracy else { return .infinity }
        guard let speed = location.speed, speed > Self.standstill else { return accuracy.radius }
        return accuracy.radius + speed * max(0, (now - arrival) / .seconds(1))
    }

    /// Returns whether this fix is a better answer at `now` than an earlier one.
    ///
    /// On a tie the newer one is better.
    func isBetter(than other: Fix, at now: MonotonicInstant) -> Bool {
        let mine = radius(at: now)
        let theirs = other.radius(at: now)
        if mine != theirs { return mine < theirs }
        return (location.fix ?? .twoDimensional) >= (other.location.fix ?? .twoDimensional)
    }
}

extension LocationManager.FixRequirement {
    /// Returns whether a location is at least of this quality.
    ///
    /// A location without dimensions counts as two-dimensional.
    func isMet(by location: Location) -> Bool {
        switch self {
        case .twoDimensional: true
        case .threeDimensional: location.fix == .threeDimensional
        case .dgps: location.correction == .dgps || LocationManager.FixRequirement.rtk.isMet(by: location)
        case .rtk: location.correction == .rtkFixed || location.correction == .rtkFloat
        }
    }
}
