/// Where a ``LocationManager`` gets its positions: a receiver, or a recording of one.
///
/// A source works on a thread of its own and never blocks the caller. It can be started again after it was stopped.
public protocol LocationSource: Sendable {
    /// Starts the source; `handler` is called on the source's thread, one event at a time.
    ///
    /// A handler that takes its time slows a recording down; a live source may drop what it cannot keep up with.
    /// Starting a source that runs stops it first.
    func start(_ handler: @escaping @Sendable (SourceEvent) -> Void)

    /// Stops the source. Returns at once; the thread ends within 100 ms, and an event already under way may still arrive.
    func stop()
}
