/// The clock of a ``LocationManager``, injected so that tests need not wait.
protocol Timekeeper: Sendable {
    /// The present moment.
    var now: MonotonicInstant { get }

    /// Calls `action` once at `instant` or shortly after, on any thread.
    ///
    /// Not cancellable: sessions ignore stale calls.
    ///
    /// - Returns: 0, or the system's error number when nobody can keep the time.
    func call(at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void) -> Int32
}
