public import Geo
import Synchronization
import Threads

/// Gets positions from a receiver: one good fix, or every fix for as long as wanted.
///
/// A session begins with ``startUpdating()`` and ends by itself when a fix is accurate enough or time runs out.
///
/// ```swift
/// let manager = LocationManager.shared
/// manager.desiredAccuracy = 20
/// manager.startUpdating()
/// for try await location in manager.updates { print(location.coordinate) }
/// ```
///
/// Each fix of a session posts ``didUpdateLocation``; its end posts ``didFinish``, always exactly once and after the last
/// update. A position in one line is ``currentLocation(accuracy:maximumAge:timeout:)``. All of them share one connection.
/// Every method may be called from any thread, from within observers too.
public final class LocationManager: Sendable {
    /// The manager of this process's gpsd on localhost:2947.
    public static let shared = LocationManager()

    let source: any LocationSource
    let clock: any Timekeeper
    let state = Mutex(State())

    /// Makes a manager of its own.
    ///
    /// - Parameter source: Where positions come from; gpsd on localhost:2947 unless given.
    public convenience init(source: any LocationSource = GPSDSource()) {
        self.init(source: source, clock: SystemTimekeeper.shared)
    }

    init(source: any LocationSource, clock: any Timekeeper) {
        self.source = source
        self.clock = clock
    }

    deinit { source.stop() }

    // MARK: What is known

    /// Everything that is known at this moment, read at once.
    public var snapshot: LocationSnapshot {
        let now = clock.now
        return state.withLock { $0.snapshot(at: now) }
    }

    /// Where the manager stands; see also ``snapshot``.
    public var status: LocationStatus { state.withLock { $0.session.status } }

    /// The newest fix while updating, the best of the session after its end; see also ``snapshot``.
    public var location: Location? { state.withLock { $0.session.location } }

    // MARK: Sessions

    /// Begins a session with the present settings; while one runs, nothing happens.
    ///
    /// A fix younger than ``maximumAge`` that came for a request or subscriber since the last session counts at once. When
    /// the manager is disabled the session fails at once with the code `disabled`.
    public func startUpdating() {
        let now = clock.now
        deliver { state in
            let demand = state.settings
            // What the last session announced is no news: an observer that starts again at its end would never stop.
            let isNews = state.lastFix?.arrival != state.session.newest?.arrival
            state.run(.start(demand, last: isNews ? state.lastFix : nil), at: now)
            if !state.isEnabled { state.run(.sourceFailed(Self.disabled), at: now) }
        }
    }

    /// Ends the session that runs as canceled; without one nothing happens.
    public func stopUpdating() {
        let now = clock.now
        deliver { $0.run(.stop, at: now) }
    }

    /// Whether sessions can run.
    ///
    /// Switching it off cancels the one that does, and fails requests and updates under way.
    public var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            let now = clock.now
            deliver { state in
                state.isEnabled = newValue
                guard !newValue else { return }
                state.run(.stop, at: now)
                state.failRequests(Self.disabled)
                state.finishSubscribers(Self.disabled)
            }
        }
    }

    static let disabled = PositioningError(
        .disabled, "the location manager is switched off; set isEnabled to true to use it")
}
