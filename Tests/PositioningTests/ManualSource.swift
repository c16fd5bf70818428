import Synchronization

@testable import LKPositioning

/// A source whose events the test gives, on the test's own thread.
final class ManualSource: LocationSource {
    private struct State {
        var handler: (@Sendable (SourceEvent) -> Void)?
        var starts = 0
        var stops = 0
    }
    private let state = Mutex(State())

    func start(_ handler: @escaping @Sendable (SourceEvent) -> Void) {
        state.withLock {
            $0.handler = handler
            $0.starts += 1
        }
    }

    func stop() { state.withLock { $0.stops += 1 } }

    /// What the last start was given.
    var handler: (@Sendable (SourceEvent) -> Void)? { state.withLock { $0.handler } }

    var starts: Int { state.withLock { $0.starts } }
    var stops: Int { state.withLock { $0.stops } }

    /// Gives an event to the last handler, even after a stop: a real source may have one under way.
    func send(_ event: SourceEvent) { handler?(event) }
}
