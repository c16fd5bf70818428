public import LKPositioning
public import LKTracks
import Synchronization

/// A track recorded live from a receiver, for photos taken meanwhile.
///
/// ```swift
/// let live = LiveTrack(.shared)
/// let plan = try await folder.geotagging(from: live.timeline)    // once photos are taken
/// ```
///
/// It keeps the receiver running until ``stop()`` is called or the last reference to it is released.
public final class LiveTrack: Sendable {
    private let state: Mutex<State>
    /// Retained so that its updates end.
    private let manager: LocationManager

    private struct State: Sendable {
        var timeline: TrackTimeline
        var failure: PositioningError?
        var task: Task<Void, Never>?
    }

    /// Creates a track and starts recording the locations of a manager.
    ///
    /// - Parameters:
    ///   - manager: The source of locations.
    ///   - empty: An empty timeline with the limits to use.
    public init(_ manager: LocationManager, continuing empty: TrackTimeline = TrackTimeline()) {
        self.manager = manager
        state = Mutex(State(timeline: empty))
        let updates = manager.updates
        // Subscribe here, so that no fix is missed before the task begins.
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

    /// The track recorded so far.
    public var timeline: TrackTimeline { state.withLock { $0.timeline } }

    /// The error that ended the recording, if any; the track recorded before it is kept.
    public var failure: PositioningError? { state.withLock { $0.failure } }

    /// Stops following the receiver.
    public func stop() { state.withLock { $0.task }?.cancel() }

    /// Waits until the recording ends, by itself, by a failure or by ``stop()``.
    public func finish() async { await state.withLock { $0.task }?.value }
}

/// Transfers an iterator to another thread, the only one to use it from then on.
private struct Handover: @unchecked Sendable {
    let value: LocationManager.Updates.AsyncIterator

    init(_ value: LocationManager.Updates.AsyncIterator) { self.value = value }
}
