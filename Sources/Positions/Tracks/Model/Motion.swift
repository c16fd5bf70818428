import FoundationEssentials
import Glibc
import LKGeo

/// Judges which steps of a track are motion, and which are the drift of a receiver at rest.
///
/// A receiver at rest makes a step of about a metre each second, and its error wanders within half a minute to a minute. So what counts
/// is how far the position gets in 8, 20 and 60 s: a window in which it gets far enough makes all its steps motion. The short windows
/// find people who turn around often, the long one slow hikers. Where the receiver measures its speed, that decides.
struct Motion: Hashable, Sendable {
    /// Seconds and metres.
    struct Sum: Hashable, Sendable {
        var seconds = 0.0
        var metres = 0.0

        mutating func add(_ seconds: Double, _ metres: Double) {
            self.seconds += seconds
            self.metres += metres
        }
    }

    private struct Entry: Hashable, Sendable {
        var coordinate: Coordinate
        var time: Double
        /// The steps up to here that only a window can judge.
        var steps: Sum
    }

    /// A window that ends at the latest entry.
    private struct Window: Hashable, Sendable {
        /// In seconds.
        let span: Double
        /// The index of the latest entry that is at least as old, or else of the first.
        var start = 0
    }

    /// Entries are at least so many seconds apart, which bounds their number.
    private static let spacing = 0.9
    /// After so many seconds without motion, it takes ``resumption`` times the distance to begin again.
    private static let settling = 120.0
    private static let resumption = 1.3
    /// A lower speed, in metres per second, is that of a receiver at rest, if it measures speeds.
    private static let restSpeed = 0.3
    /// A reported speed tells nothing about more seconds between two locations.
    private static let maximumReportSeconds = 15.0
    /// A position within so many metres for so many seconds has not changed.
    private static let sameness = (metres: 1.0, seconds: 5.0)
    private static let metresPerDegree = Earth.meanRadius * .pi / 180

    private let movingSpeed: Double
    private var entries: [Entry] = []
    private var long = Window(span: 60)
    private var middle = Window(span: 20)
    private var short = Window(span: 8)
    private var steps = Sum()
    private var judged = Sum()
    private var anchor: Entry?
    /// When the last motion ended, or the segment began; in seconds since 2001.
    private var lastMotion = 0.0
    private var now = 0.0
    /// Receivers that do not measure speeds may report 0 all the time.
    private var measuresSpeed = false
    /// What was recognized so far.
    private(set) var total = Sum()

    init(movingSpeed: Double) { self.movingSpeed = movingSpeed }

    /// The seconds since the last motion.
    var restingTime: Double { now - lastMotion }

    /// Restarts at a location, as after a gap.
    mutating func restart(at location: Location, _ time: Double) {
        entries.removeAll(keepingCapacity: true)
        (long.start, middle.start, short.start) = (0, 0, 0)
        (lastMotion, now, judged) = (time, time, steps)
        let entry = Entry(coordinate: location.coordinate, time: time, steps: steps)
        entries.append(entry)
        anchor = entry
    }

    /// Adds the step to the next location.
    ///
    /// - Parameters:
    ///   - location: Where it leads.
    ///   - last: Where it begins.
    ///   - time: When it ends, in seconds since 2001.
    ///   - seconds: How long it takes; positive.
    ///   - metres: How long it is.
    mutating func add(_ location: Location, after last: Location, at time: Double, _ seconds: Double, _ metres: Double)
    {
        now = time
        // Metres per degree of longitude.
        let scale = Self.metresPerDegree * cos(location.coordinate.latitude * .pi / 180)
        let isSame = stays(location, scale)
        if let speed = location.speed, let before = last.speed, seconds <= Self.maximumReportSeconds {
            measuresSpeed = measuresSpeed || speed > 0
            if min(speed, before) >= movingSpeed {
                total.add(seconds, metres)
                lastMotion = time
            } else if !measuresSpeed || max(speed, before) >= Self.restSpeed {
                if !isSame { steps.add(seconds, metres) }
            }
        } else if !isSame {
            steps.add(seconds, metres)
        }
        guard let latest = entries.last, time - latest.time >= Self.spacing else { return }
        entries.append(
            Entry(coordinate: location.coordinate, time: time, steps: steps))
        advance(&long)
        advance(&middle)
        advance(&short)
        if long.start >= 64 { forget(long.start) }
        guard steps.seconds > judged.seconds else { return }
        if !recognize(short, scale), !recognize(middle, scale) { _ = recognize(long, scale) }
    }

    private func advance(_ window: inout Window) {
        let limit = now - window.span
        while window.start + 2 < entries.count, entries[window.start + 1].time <= limit { window.start += 1 }
    }

    private mutating func forget(_ count: Int) {
        entries.removeFirst(count)
        long.start -= count
        middle.start -= count
        short.start -= count
    }

    /// Returns whether the position has stayed the same, which is then not motion, whatever the windows show.
    private mutating func stays(_ location: Location, _ scale: Double) -> Bool {
        if let anchor,
            squaredDistance(anchor.coordinate, location.coordinate, scale) <= Self.sameness.metres
                * Self.sameness.metres
        {
            return now - anchor.time >= Self.sameness.seconds
        }
        anchor = Entry(coordinate: location.coordinate, time: now, steps: steps)
        return false
    }

    /// Counts the steps of a window as motion if it leads far enough; returns `false` if it does not.
    private mutating func recognize(_ window: Window, _ scale: Double) -> Bool {
        guard let end = entries.last else { return false }
        let start = entries[window.start]
        let seconds = end.time - start.time
        // 15 m in 20 s and 21 m in 60 s. In an hour at rest, errors of 4 m in each direction that wander within 45 s reach that for a
        // second on average of 60 runs, 5 m within 30 s for 3 min. Of an hour in a pool of 25 m, 59 to 53 min are motion; of a hike at
        // 0.5 m/s, 57 min or more.
        var goal = movingSpeed * max(26 + 0.2 * seconds, 0.7 * seconds)
        if restingTime > Self.settling { goal *= Self.resumption }
        guard squaredDistance(start.coordinate, end.coordinate, scale) >= goal * goal else { return false }
        let first = start.steps.seconds > judged.seconds ? start.steps : judged
        total.add(steps.seconds - first.seconds, steps.metres - first.metres)
        judged = steps
        lastMotion = now
        return true
    }

    private func squaredDistance(_ one: Coordinate, _ other: Coordinate, _ scale: Double) -> Double {
        let north = (other.latitude - one.latitude) * Self.metresPerDegree
        var degrees = other.longitude - one.longitude
        if degrees.magnitude > 180 { degrees -= degrees > 0 ? 360 : -360 }
        let east = degrees * scale
        return north * north + east * east
    }
}
