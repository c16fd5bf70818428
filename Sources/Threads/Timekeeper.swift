/// A clock that can call back, injected so that tests need not wait.
package protocol Timekeeper: Sendable {
    /// The present moment.
    var now: MonotonicInstant { get }

    /// Calls `action` once at `instant` or shortly after, on any thread.
    ///
    /// Not cancellable: callers ignore stale calls.
    ///
    /// - Returns: 0, or the system's error number when nobody can keep the time.
    func call(at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void) -> Int32
}
