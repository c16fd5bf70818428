public import FoundationEssentials
public import Geo
import Glibc
import Synchronization
import Threads

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

/// What a ``LocationSource`` tells: fixes, and the evidence about why there are none.
public enum SourceEvent: Sendable {
    /// A report with a position. A later one of the same epoch replaces an earlier one.
    indirect case fix(Location)
    /// The receiver says that it has no fix, and what time it is, if it knows.
    case noFix(device: String?, time: Date?)
    /// The satellites in view.
    case sky(SkyView)
    /// A step of the connection or of a device.
    case link(LinkEvent)
    /// The source has told all it had; nothing follows.
    case ended
    /// The source cannot go on; nothing follows.
    case failed(PositioningError)
}

/// A change in the chain from the daemon to the receiver.
public enum LinkEvent: Hashable, Sendable {
    /// The daemon cannot be reached, or was lost; the source tries again by itself.
    case disconnected(endpoint: String, detail: String)
    /// A connection is being made; the daemon has not answered yet.
    case connecting(endpoint: String)
    /// A connection stands; nothing has been said on it yet.
    case connected(endpoint: String)
    /// The daemon has greeted with its release.
    case greeted(release: String)
    /// The daemon's receivers.
    case devices([String])
    /// The daemon has given a receiver up.
    case deviceClosed(String)
    /// The daemon refuses the receiver that was asked for.
    case deviceRefused(String)
    /// The receiver has sent something, with or without a fix.
    case deviceAlive(String?)
    /// The daemon has reported an error, in its words.
    case complained(String)
    /// A receiver says that it has a fix, and gives no position or none on Earth.
    case impossiblePosition(String?)
    /// Nothing has come from a receiver for a while; the source has asked the daemon to look again.
    case nudged
}

/// The one run of a source at a time, on a thread of its own: blocking calls have no place on Swift's cooperative pool.
final class SourceRun: Sendable {
    private let current = Mutex<WakeDescriptor?>(nil)

    deinit { end() }

    /// Ends the run there is and begins another.
    ///
    /// - Parameters:
    ///   - name: The thread's name.
    ///   - handler: Is told when the system has no thread for it.
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

    /// Tells the run to end, and does not wait for it.
    func end() { replace(with: nil) }

    private func replace(with wake: WakeDescriptor?) {
        let earlier = current.withLock { current in
            defer { current = wake }
            return current
        }
        earlier?.cancel()
    }
}
