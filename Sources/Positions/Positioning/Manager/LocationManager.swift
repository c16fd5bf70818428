public import LKGeo
package import LKThreads
import Synchronization

/// Gets positions from a receiver: a single good fix, or a stream of fixes.
///
/// A session begins with ``startUpdating()`` and ends by itself once a fix is accurate enough or time runs out.
///
/// ```swift
/// let manager = LocationManager.shared
/// manager.desiredAccuracy = 20
/// manager.startUpdating()
/// for try await event in manager.events {
///     if case .updated(let state) = event { print(state) }
///     if case .finished(let state) = event { print(state) }
/// }
/// ```
///
/// ``events`` is everything that happens: each fix, outages, satellites, headings, and the end of each session, exactly once and after
/// its last update. A program that imports `LocationKit` gets the same as notifications. For a single position call ``currentLocation(accuracy:maximumAge:timeout:)``. All of them share one
/// connection. All methods are thread-safe and may be called from observers.
public final class LocationManager: Sendable {
    /// The manager of this process's gpsd on localhost:2947.
    public static let shared = LocationManager()

    /// The observers of sessions.
    package let observers = Observers<Event>()
    let source: any LocationSource
    let clock: any Timekeeper
    let state = Mutex(State())

    /// Creates a manager.
    ///
    /// - Parameter source: The source of positions; gpsd on localhost:2947 by default.
    public convenience init(source: any LocationSource = GPSDSource()) {
        self.init(source: source, clock: SystemTimekeeper.shared)
    }

    init(source: any LocationSource, clock: any Timekeeper) {
        self.source = source
        self.clock = clock
    }

    deinit {
        source.stop()
        // Those that only watch do not retain the manager.
        for subscriber in state.withLock({ $0.subscribers }).values { subscriber.continuation.finish() }
    }

    // MARK: What is known

    /// The current state, read atomically.
    public var snapshot: LocationManager.Snapshot {
        let now = clock.now
        return state.withLock { $0.snapshot(at: now) }
    }

    /// The status; see also ``snapshot``.
    public var status: LocationManager.Status { state.withLock { $0.session.status } }

    /// The newest fix while updating, the best of the session after its end; see also ``snapshot``.
    public var location: Location? { state.withLock { $0.session.location } }

    // MARK: Sessions

    /// Begins a session with the current settings; has no effect while one runs.
    ///
    /// A fix younger than ``maximumAge`` that arrived for a request or subscriber since the last session counts
    /// immediately. When the manager is disabled the session fails immediately with the code `disabled`.
    public func startUpdating() {
        let now = clock.now
        deliver { state in
            let demand = state.settings
            // Ignore the last session's fix: an observer that restarts at the end would never stop.
            let isNews = state.lastFix?.arrival != state.session.newest?.arrival
            state.run(.start(demand, last: isNews ? state.lastFix : nil), at: now)
            if !state.isEnabled { state.run(.sourceFailed(Self.disabled), at: now) }
        }
    }

    /// Ends the running session as canceled, if there is one.
    public func stopUpdating() {
        let now = clock.now
        deliver { $0.run(.stop, at: now) }
    }

    /// Whether sessions can run.
    ///
    /// Setting it to false cancels the running session, and fails pending requests and updates.
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
        .disabled, "the location manager is switched off", advice: "set isEnabled to true to use it")
}

// Settings take effect with the next session; a running session keeps those it was started with.
extension LocationManager {
    /// The 68 % radius in metres that ends a session; 0 never does.
    ///
    /// The default is 100.
    public var desiredAccuracy: Double {
        get { state.withLock { $0.settings.desiredAccuracy } }
        set { state.withLock { $0.settings.desiredAccuracy = newValue } }
    }

    /// How long a session may take; `nil` for no limit.
    ///
    /// The default is 15 seconds.
    public var timeout: Duration? {
        get { state.withLock { $0.settings.timeout } }
        set { state.withLock { $0.settings.timeout = newValue } }
    }

    /// How long no satellite may be in view before a session gives up; `nil`, the default, waits for ``timeout``.
    public var noSatelliteTimeout: Duration? {
        get { state.withLock { $0.settings.noSatelliteTimeout } }
        set { state.withLock { $0.settings.noSatelliteTimeout = newValue } }
    }

    /// How long after its arrival a fix still counts as an answer.
    ///
    /// The default is 5 seconds.
    public var maximumAge: Duration {
        get { state.withLock { $0.settings.maximumAge } }
        set { state.withLock { $0.settings.maximumAge = newValue } }
    }

    /// How long a session looks for a better fix once the accuracy is reached.
    ///
    /// The default is 0.
    public var settle: Duration {
        get { state.withLock { $0.settings.settle } }
        set { state.withLock { $0.settings.settle = newValue } }
    }

    /// The minimum quality of a fix; others are ignored.
    ///
    /// The default is two dimensions.
    public var requirement: LocationManager.FixRequirement {
        get { state.withLock { $0.settings.requirement } }
        set { state.withLock { $0.settings.requirement = newValue } }
    }

    /// The distance from the last announced fix, in metres, at which the next one is announced.
    ///
    /// 0, the default, announces all.
    public var distanceFilter: Double {
        get { state.withLock { $0.settings.distanceFilter } }
        set { state.withLock { $0.settings.distanceFilter = newValue } }
    }
}

extension LocationManager {
    /// Waits for one position that is accurate and recent enough.
    ///
    /// Any number of calls with different demands may run at once; they share the connection with each other and with
    /// the session. On timeout the best fix is returned, so check its `horizontalAccuracy`.
    ///
    /// - Parameters:
    ///   - accuracy: The 68 % radius in metres that ends the wait; ``desiredAccuracy`` by default.
    ///   - maximumAge: How old an existing fix may be; ``maximumAge`` by default.
    ///   - timeout: How long to wait; ``timeout`` by default.
    /// - Returns: The first fix that is good enough, or the best one on timeout.
    /// - Throws: `PositioningError` with the code `timeout` and a reason when no fix came, `canceled` when the task
    ///   was cancelled, `disabled`, or what broke the source.
    public func currentLocation(
        accuracy: Double? = nil, maximumAge: Duration? = nil, timeout: Duration? = nil
    ) async throws(PositioningError) -> Location {
        let id = begin(accuracy: accuracy, maximumAge: maximumAge, timeout: timeout)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                deliver { state in
                    if let result = state.requests[id]?.result {
                        state.requests[id] = nil
                        state.outbox.append(.resume(continuation, result))
                    } else {
                        state.requests[id]?.continuation = continuation
                    }
                }
            }
        } onCancel: {
            let now = clock.now
            deliver { $0.run(.stop, request: id, at: now) }
        }
        return try result.get()
    }

    private func begin(accuracy: Double?, maximumAge: Duration?, timeout: Duration?) -> Int {
        let now = clock.now
        var id = 0
        deliver { state in
            id = state.nextID
            state.nextID += 1
            var demand = state.settings
            demand.desiredAccuracy = accuracy ?? demand.desiredAccuracy
            demand.maximumAge = maximumAge ?? demand.maximumAge
            demand.timeout = timeout ?? demand.timeout
            state.requests[id] = State.Request()
            state.run(.start(demand, last: state.lastFix), request: id, at: now)
            if !state.isEnabled { state.complete(id, .failure(Self.disabled)) }
        }
        return id
    }
}

extension LocationManager {
    /// A consistent snapshot of a ``LocationManager``.
    public struct Snapshot: Sendable {
        /// The status.
        public var status: LocationManager.Status
        /// The newest fix while updating, the best fix of the session after its end; kept when a later step fails.
        public var location: Location?
        /// The satellites in view, as last reported.
        public var satellites: SkyView?
        /// The heading of a compass, as last reported since the source was started.
        public var heading: Heading?
        /// Why there is no usable fix; `nil` when there is one or when nothing runs.
        public var reason: LocationManager.NoFixReason?
        /// The current fault of gpsd, or of its connection to a receiver; `nil` without one.
        ///
        /// A source without a daemon, such as a track, has no outages; a replayed gpsd session has those of its
        /// recording. After a fix ``reason`` says how old it is; this says why.
        public var outage: LocationManager.NoFixReason?
        /// Why a receiver that sends has had no usable fix for 5 s or more; `nil` while fixes arrive.
        ///
        /// Slow receivers have two and a half of their intervals. Before the first fix it may be set too.
        public var lapse: LocationManager.NoFixReason?
        /// What went wrong, when the session failed.
        public var error: PositioningError?
        /// What ended the session; `nil` before its end.
        public var finishReason: LocationManager.FinishReason?
        /// Whether there ever was a connection to gpsd.
        package var hasConnected: Bool

        init(
            status: LocationManager.Status = .idle, location: Location? = nil, satellites: SkyView? = nil,
            heading: Heading? = nil,
            reason: LocationManager.NoFixReason? = nil, outage: LocationManager.NoFixReason? = nil,
            lapse: LocationManager.NoFixReason? = nil,
            error: PositioningError? = nil, finishReason: LocationManager.FinishReason? = nil,
            hasConnected: Bool = false
        ) {
            self.status = status
            self.location = location
            self.satellites = satellites
            self.heading = heading
            self.reason = reason
            self.outage = outage
            self.lapse = lapse
            self.error = error
            self.finishReason = finishReason
            self.hasConnected = hasConnected
        }
    }
}

extension LocationManager.Snapshot: CustomStringConvertible {
    /// The status, the fix and the reason in one line: `updating: 35.681236,139.767125 ± 4.2 m; the newest fix is 7 s old`.
    public var description: String {
        var parts = [location?.description ?? "no fix"]
        if let error {
            parts.append(error.message)
        } else if let explanation = outage ?? lapse ?? reason {
            parts.append(explanation.description)
        }
        return "\(status.rawValue): " + parts.joined(separator: "; ")
    }
}
