public import FoundationEssentials
import Glibc
public import LKGeo
import LKThreads
import Synchronization

/// A source of positions for a ``LocationManager``: a receiver, or a recording of one.
///
/// A source runs on its own thread and never blocks the caller. It can be restarted after it was stopped.
public protocol LocationSource: Sendable {
    /// Starts the source; `handler` is called on the source's thread, one event at a time.
    ///
    /// A slow handler slows a recording down; a live source may drop events. Starting a running source stops it
    /// first.
    func start(_ handler: @escaping @Sendable (SourceEvent) -> Void)

    /// Stops the source. Returns immediately; the thread ends within 100 ms, and a pending event may still arrive.
    func stop()
}

/// An event of a ``LocationSource``: a fix, or evidence of why there is none.
public enum SourceEvent: Sendable {
    /// A report with a position. A later one of the same epoch replaces an earlier one.
    indirect case fix(Location)
    /// The receiver has no fix; with its time, if known.
    case noFix(device: String?, time: Date?)
    /// The satellites in view.
    case sky(SkyView)
    /// The heading of a compass.
    case heading(LocationManager.Heading)
    /// A step of the connection or of a device.
    case link(SourceEvent.Link)
    /// The source has ended; nothing follows.
    case ended
    /// The source has failed; nothing follows.
    case failed(PositioningError)
}

extension SourceEvent {
    /// A change in the chain from the daemon to the receiver.
    public enum Link: Hashable, Sendable {
        /// The daemon cannot be reached, or was lost; the source retries by itself.
        case disconnected(endpoint: String, detail: String)
        /// A connection is being made; the daemon has not answered yet.
        case connecting(endpoint: String)
        /// Connected; nothing has been received yet.
        case connected(endpoint: String)
        /// The daemon has greeted with its release.
        case greeted(release: String)
        /// The daemon's receivers.
        case devices([String])
        /// The daemon has closed a receiver.
        case deviceClosed(String)
        /// The daemon refuses the requested receiver.
        case deviceRefused(String)
        /// The receiver has sent something, with or without a fix.
        case deviceAlive(String?)
        /// The daemon has reported this error.
        case complained(String)
        /// A receiver reports a fix without a valid position.
        case impossiblePosition(String?)
        /// No receiver has sent anything for a while; the source has asked the daemon to check.
        case nudged
    }
}

/// Manages the single run of a source, on its own thread because it blocks.
final class SourceRun: Sendable {
    private let current = Mutex<WakeDescriptor?>(nil)

    deinit { end() }

    /// Ends the current run and starts another.
    ///
    /// - Parameters:
    ///   - name: The thread's name.
    ///   - handler: Receives an error when the system cannot start a thread.
    ///   - body: The run; it returns soon after its descriptor was cancelled.
    func begin(
        _ name: String, _ handler: (SourceEvent) -> Void, _ body: @escaping @Sendable (WakeDescriptor) -> Void
    ) {
        let wake = WakeDescriptor()
        replace(with: wake)
        let code = wake.descriptor < 0 ? errno : SystemThread.start(name) { body(wake) }
        guard code != 0 else { return }
        handler(.failed(.unavailable(code)))
    }

    /// Cancels the run without waiting for it.
    func end() { replace(with: nil) }

    private func replace(with wake: WakeDescriptor?) {
        let earlier = current.withLock { current in
            defer { current = wake }
            return current
        }
        earlier?.cancel()
    }
}
