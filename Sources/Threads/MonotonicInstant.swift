import Glibc

/// A moment of this machine's monotonic clock, which goes on while the machine sleeps.
///
/// Like `ContinuousClock.Instant`, but of known layout: that one is opaque outside the standard library, so that each
/// value that holds it is copied by way of function tables, for every fix many times.
package struct MonotonicInstant: Comparable, Hashable, Sendable {
    /// Since the machine started; enough for 292 years.
    private var nanoseconds: Int64

    /// The present moment.
    package static var now: MonotonicInstant {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return MonotonicInstant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    /// The time since the machine started, which other processes of this machine count alike.
    package var sinceBoot: Duration { .nanoseconds(nanoseconds) }

    /// A moment by the time since the machine started.
    package init(sinceBoot: Duration) { self = MonotonicInstant(nanoseconds: 0) + sinceBoot }

    private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

    package static func - (lhs: Self, rhs: Self) -> Duration { .nanoseconds(lhs.nanoseconds &- rhs.nanoseconds) }

    /// A moment later or, with a negative duration, earlier; beyond the clock's range it is the range's end.
    package static func + (lhs: Self, rhs: Duration) -> Self {
        let (seconds, attoseconds) = rhs.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, more) = lhs.nanoseconds.addingReportingOverflow(whole &+ attoseconds / 1_000_000_000)
        return Self(nanoseconds: overflow || more ? (seconds < 0 ? .min : .max) : sum)
    }

    package static func - (lhs: Self, rhs: Duration) -> Self { lhs + (.zero - rhs) }

    package static func += (lhs: inout Self, rhs: Duration) { lhs = lhs + rhs }
}
