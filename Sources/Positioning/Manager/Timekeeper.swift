import Dispatch

/// The clock of a ``LocationManager``, injected so that tests need not wait.
protocol Timekeeper: Sendable {
    /// The present moment.
    var now: MonotonicInstant { get }
    /// Calls `action` once at `instant` or shortly after, on any thread. Not cancellable: sessions ignore stale calls.
    func call(at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void)
}

/// The machine's clock.
struct SystemTimekeeper: Timekeeper {
    private static let queue = DispatchQueue(label: "locationkit.deadlines")

    var now: MonotonicInstant { .now }

    func call(at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void) {
        let seconds = max(0, (instant - now) / .seconds(1))
        // A year is beyond any deadline and within Dispatch's range.
        Self.queue.asyncAfter(deadline: .now() + min(seconds, 31_536_000), execute: action)
    }
}
