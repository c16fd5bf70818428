internal import Threads

/// Who waits until when, in the order of time, with one alarm for all.
///
/// Most waits are over long before, and nobody takes their deadlines back: they are cleared away when there are too many, and
/// an alarm finds the others done. One alarm a time limit is all that the clock hears of, however many questions there are.
struct Deadlines<Wait: Sendable> {
    private var entries: [(instant: MonotonicInstant, wait: Wait)] = []
    /// The next alarm.
    private var alarm: MonotonicInstant?

    var count: Int { entries.count }

    /// Adds a deadline.
    ///
    /// - Returns: When an alarm is needed; `nil` when one that is set already comes early enough.
    mutating func add(_ instant: MonotonicInstant, _ wait: Wait) -> MonotonicInstant? {
        // Nearly always at the end, since all have the same limit.
        var place = entries.count
        while place > 0, entries[place - 1].instant > instant { place -= 1 }
        entries.insert((instant, wait), at: place)
        if let alarm, alarm <= instant { return nil }
        alarm = instant
        return instant
    }

    /// Takes out what is due.
    ///
    /// - Returns: What is due, and when an alarm is needed for the rest.
    mutating func take(until now: MonotonicInstant) -> (due: [Wait], next: MonotonicInstant?) {
        let count = entries.firstIndex { $0.instant > now } ?? entries.count
        let due = entries[..<count].map(\.wait)
        entries.removeFirst(count)
        // This alarm was set before an earlier one was needed, and another is still to come.
        if let alarm, alarm > now { return (due, nil) }
        alarm = entries.first?.instant
        return (due, alarm)
    }

    /// Clears away whoever waits no longer.
    mutating func keep(_ isWaiting: (Wait) -> Bool) { entries.removeAll { !isWaiting($0.wait) } }
}
