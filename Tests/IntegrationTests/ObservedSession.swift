import Foundation
import LocationKit
import TestSupport

/// A manager whose source and notifications are written down as they come.
final class ObservedSession: Sendable {
    enum Event: Sendable {
        /// An event of the source, after the manager has taken it in.
        case source(SourceEvent)
        case update(LocationManager.Snapshot)
        case finish(LocationManager.Snapshot)
    }

    let manager: LocationManager
    let log: EventLog<Event>
    private let observers: Observers

    /// Makes a manager, idle.
    init(_ source: any LocationSource, accuracy: Double = 100, timeout: Duration? = .seconds(100)) {
        let log = EventLog<Event>()
        self.log = log
        manager = LocationManager(source: TappedSource(source: source, log: log))
        manager.desiredAccuracy = accuracy
        manager.timeout = timeout
        let center = NotificationCenter.default
        let update = center.addObserver(forName: LocationManager.didUpdateLocation, object: manager, queue: nil) {
            if let snapshot = $0.locationSnapshot { log.append(.update(snapshot)) }
        }
        let finish = center.addObserver(forName: LocationManager.didFinish, object: manager, queue: nil) {
            if let snapshot = $0.locationSnapshot { log.append(.finish(snapshot)) }
        }
        observers = Observers(tokens: [update, finish])
    }

    /// A manager on a gpsd of a test's own.
    convenience init(port: UInt16, device: String? = nil, accuracy: Double = 100, timeout: Duration? = .seconds(100)) {
        let source = GPSDSource(GPSDSource.Endpoint(host: "127.0.0.1", port: port), device: device)
        self.init(source, accuracy: accuracy, timeout: timeout)
    }

    /// Runs a session from start to end.
    func run() async throws -> LocationManager.Snapshot {
        manager.startUpdating()
        return try await finish()
    }

    /// Waits for the end.
    func finish() async throws -> LocationManager.Snapshot {
        try await log.first { if case .finish(let snapshot) = $0 { snapshot } else { nil } }
    }

    /// Waits for an update that `condition` holds of.
    @discardableResult func update(
        after mark: Int = 0, where condition: @escaping @Sendable (Location) -> Bool = { _ in true }
    ) async throws -> Location {
        try await log.first(after: mark) {
            guard case .update(let snapshot) = $0, let location = snapshot.location else { return nil }
            return condition(location) ? location : nil
        }
    }

    /// Waits for an event of the source that `condition` holds of.
    func source(after mark: Int = 0, where condition: @escaping @Sendable (SourceEvent) -> Bool) async throws {
        let _: Bool = try await log.first(after: mark) {
            if case .source(let event) = $0, condition(event) { true } else { nil }
        }
    }

    /// Waits until the source has told a step of the connection.
    func link(after mark: Int = 0, where condition: @escaping @Sendable (SourceEvent.Link) -> Bool) async throws {
        try await source(after: mark) { if case .link(let event) = $0 { condition(event) } else { false } }
    }

    /// The notifications so far.
    var announcements: [Event] {
        log.events.filter { if case .source = $0 { false } else { true } }
    }

    /// The locations of all updates so far.
    var updates: [Location] {
        log.events.compactMap { if case .update(let snapshot) = $0 { snapshot.location } else { nil } }
    }
}

/// A source that writes down what another one tells.
private struct TappedSource: LocationSource {
    let source: any LocationSource
    let log: EventLog<ObservedSession.Event>

    func start(_ handler: @escaping @Sendable (SourceEvent) -> Void) {
        source.start { [log] event in
            handler(event)
            log.append(.source(event))
        }
    }

    func stop() { source.stop() }
}

/// Ends the observation with the session.
// The tokens are only handed back to the center, which is thread-safe.
private final class Observers: @unchecked Sendable {
    private let tokens: [any NSObjectProtocol]

    init(tokens: [any NSObjectProtocol]) { self.tokens = tokens }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
