import Glibc
import LKThreads

/// The interval at which receivers report, estimated from the pauses between their reports.
///
/// A pure value. Reports of one epoch follow each other closely, so the estimate is the longest of the latest pauses.
struct ReportInterval: Sendable {
    typealias Instant = MonotonicInstant

    /// The longest pause that is taken for a receiver's interval at once, rather than for silence.
    private static let slowest = Duration.seconds(6)
    /// The same while the interval is not known yet.
    static let slowestAtFirst = Duration.seconds(12)
    /// The same for a pause that is repeated: a tracker that saves power may report once a minute.
    private static let slowestRepeated = Duration.seconds(120)
    /// How long reports have to be received before the interval is known.
    private static let observation = Duration.seconds(3)
    /// The longest time between the first and the last report of one epoch.
    private static let epoch = Duration.milliseconds(1500)

    /// The estimate; zero before the second report.
    private(set) var estimate = Duration.zero
    private var observed = Duration.zero
    /// The latest pause that may be an interval if it is repeated.
    private var candidate: (pause: Duration, end: Instant)?

    /// Whether reports have been received for long enough.
    var isKnown: Bool { observed >= Self.observation }

    /// Processes the pause before a report that arrived at `now`.
    mutating func note(pause: Duration, at now: Instant) {
        // Older pauses count less. By time, not by report, of which an epoch has several.
        if estimate > .zero { estimate = estimate * pow(0.9, min(pause / estimate, 100)) }
        if pause <= (isKnown ? Self.slowest : Self.slowestAtFirst) || isRepeated(pause, at: now) {
            estimate = max(estimate, pause)
        }
        if pause > Self.slowest { candidate = (pause, now) }
        observed += min(pause, Self.observation)
    }

    /// Returns whether a pause is as long as the one before it, with nothing but reports of one epoch between them.
    private func isRepeated(_ pause: Duration, at now: Instant) -> Bool {
        guard let candidate, pause <= Self.slowestRepeated, now - pause - candidate.end <= Self.epoch else {
            return false
        }
        return (0.75...1.33).contains(pause / candidate.pause)
    }
}
