import Glibc

/// An instant of the monotonic clock, which keeps running while the machine sleeps.
///
/// Replaces `ContinuousClock.Instant`, a resilient type whose values are copied through witness tables, many times per
/// fix.
package struct MonotonicInstant: Comparable, Hashable, Sendable {
    /// Nanoseconds since boot; enough for 292 years.
    private var nanoseconds: Int64

    /// The current instant.
    package static var now: MonotonicInstant {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return MonotonicInstant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    /// The time since boot, the same in all processes.
    package var sinceBoot: Duration { .nanoseconds(nanoseconds) }

    /// Creates an instant from the time since boot.
    package init(sinceBoot: Duration) { self = MonotonicInstant(nanoseconds: 0) + sinceBoot }

    private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

    /// Returns the time from one instant to another, exact also at the ends of the clock's range.
    package static func - (lhs: Self, rhs: Self) -> Duration {
        .nanoseconds(lhs.nanoseconds) - .nanoseconds(rhs.nanoseconds)
    }

    /// Returns a later or, with a negative duration, earlier instant, clamped to the clock's range.
    package static func + (lhs: Self, rhs: Duration) -> Self {
        let (seconds, attoseconds) = rhs.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, more) = lhs.nanoseconds.addingReportingOverflow(whole &+ attoseconds / 1_000_000_000)
        return Self(nanoseconds: overflow || more ? (seconds < 0 ? .min : .max) : sum)
    }

    package static func - (lhs: Self, rhs: Duration) -> Self { lhs + (.zero - rhs) }

    package static func += (lhs: inout Self, rhs: Duration) { lhs = lhs + rhs }
}

/// The time of day, which people and other programs may set.
package enum WallClock {
    /// Seconds since 1970.
    package static var seconds: Int64 { Int64(time(nil)) }

    /// Nanoseconds since 1970.
    package static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
