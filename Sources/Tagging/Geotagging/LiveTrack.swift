public import Positioning
import Synchronization
public import Tracks

/// The track of a receiver while it comes in, for photos that are taken meanwhile.
///
/// ```swift
/// let live = LiveTrack(.shared)
/// geotagger.tracks = live.timeline
/// ```
///
/// It keeps the receiver running until ``stop()``, or until the last reference to it is gone.
public final class LiveTrack: Sendable {
    private let state: Mutex<State>
    /// Kept alive: its updates would otherwise never end.
    private let manager: LocationManager

    private struct State: Sendable {
        var timeline: TrackTimeline
        var failure: PositioningError?
        var task: Task<Void, Never>?
    }

    /// Follows a manager.
    ///
    /// - Parameters:
    ///   - manager: Where the locations come from.
    ///   - empty: An empty timeline with the limits that are wanted.
    public init(_ manager: LocationManager, continuing empty: TrackTimeline = TrackTimeline()) {
        self.manager = manager
        state = Mutex(State(timeline: empty))
        let updates = manager.updates
        // Subscribed here, so that no fix is missed that comes before the task begins.
        let iterator = Handover(updates.makeAsyncIterator())
        let task = Task { [weak self] in
            var iterator = iterator.value
            do throws(PositioningError) {
                while let location = try await iterator.next() {
                    guard let self else { return }
                    self.state.withLock { $0.timeline.append(location) }
                }
            } catch {
                self?.state.withLock { $0.failure = error }
            }
        }
        state.withLock { $0.task = task }
    }

    deinit { stop() }

    /// What has come in so far.
    public var timeline: TrackTimeline { state.withLock { $0.timeline } }

    /// What broke the receiver, if something did; what came in before remains.
    public var failure: PositioningError? { state.withLock { $0.failure } }

    /// Stops following the receiver.
    public func stop() { state.withLock { $0.task }?.cancel() }

    /// Waits until nothing more comes in: the end of a recording, a failure, or ``stop()``.
    public func finish() async { await state.withLock { $0.task }?.value }
}

/// Gives an iterator from one thread to another, which alone uses it from then on.
private struct Handover: @unchecked Sendable {
    let value: LocationUpdates.AsyncIterator

    init(_ value: LocationUpdates.AsyncIterator) { self.value = value }
}
