import FoundationEssentials
import LKGeo
import LKThreads
import Synchronization
import TestSupport
import Testing

@testable import LKPositioning

@Suite("LocationManager: events") struct EventsTests {
    private let clock = ManualTimekeeper()
    private let source = ManualSource()
    private let manager: LocationManager

    init() { manager = LocationManager(source: source, clock: clock) }

    /// An event in a few words.
    private func text(_ event: LocationManager.Event?) -> String {
        func radius(_ location: Location?) -> String {
            location?.horizontalAccuracy.map { " \(Int($0.radius)) m" } ?? ""
        }
        return switch event {
        case .stateChanged(let state): "state \(state.status.rawValue)"
        case .location(let location): "location" + radius(location)
        case .updated(let state): "updated \(state.status.rawValue)" + radius(state.location)
        case .outageChanged(let state): "outage \(state.outage?.name ?? "over")"
        case .lapseChanged(let state): "lapse \(state.lapse?.name ?? "over")"
        case .sky(let view): "sky \(view.satellites.count)"
        case .heading(let heading): "heading \(heading.degrees)"
        case .finished(let state): "finished \(state.finishReason?.rawValue ?? "")" + radius(state.location)
        case nil: "end"
        }
    }

    private func texts(
        _ count: Int, of iterator: inout LocationManager.Events.AsyncIterator
    ) async throws -> [String] {
        var found: [String] = []
        while found.count < count { found.append(text(try await iterator.next())) }
        return found
    }

    @Test("Each subscriber gets the state at its subscription, then every event of sessions and source in order")
    func everything() async throws {
        var early = manager.events.makeAsyncIterator()
        #expect(source.starts == 1)
        manager.startUpdating()
        source.send(.sky(SkyView()))
        source.send(.heading(try #require(LocationManager.Heading(degrees: 274.07))))
        source.send(.fix(.sample(accuracy: 250)))
        var late = manager.events.makeAsyncIterator()
        source.send(.link(.disconnected(endpoint: "localhost:2947", detail: "closed")))
        source.send(.link(.greeted(release: "3.22")))
        source.send(.link(.deviceAlive("/dev/ttyACM0")))
        source.send(.fix(.sample(accuracy: 10)))
        let common = [
            "outage daemon-unreachable", "outage over", "updated updating 10 m", "state updated",
            "finished accuracy 10 m", "location 10 m",
        ]
        let first = [
            "state idle", "state updating", "sky 0", "heading 274.07", "updated updating 250 m", "location 250 m",
        ]
        #expect(try await texts(12, of: &early) == first + common)
        #expect(try await texts(7, of: &late) == ["state updating"] + common)
        // Both keep the source running after the session.
        #expect(source.stops == 0)
        source.send(.ended)
        #expect(try await texts(1, of: &early) == ["end"])
        #expect(try await texts(1, of: &late) == ["end"])
    }

    @Test("Sessions that are stopped, time out and are disabled change the state before they finish")
    func states() async throws {
        var events = manager.events.passive.makeAsyncIterator()
        #expect(source.starts == 0)
        manager.startUpdating()
        manager.stopUpdating()
        manager.startUpdating()
        clock.advance(by: .seconds(15))
        manager.isEnabled = false
        manager.startUpdating()
        #expect(
            try await texts(10, of: &events) == [
                "state idle", "state updating", "state canceled", "finished canceled", "state updating", "state failed",
                "finished timeout", "state updating", "state failed", "finished failed",
            ])
    }

    @Test("A passive subscriber outlives a source that breaks, which throws at the others, and ends with the manager")
    func passive() async throws {
        let source = ManualSource()
        var manager: LocationManager? = LocationManager(source: source, clock: clock)
        var passive = try #require(manager?.events.passive.makeAsyncIterator())
        var active = manager?.events.makeAsyncIterator()
        source.send(.failed(PositioningError(.unreadable, "gone")))
        #expect(text(try await active?.next()) == "state idle")
        await #expect(throws: PositioningError(.unreadable, "gone")) { try await active?.next() }
        manager?.startUpdating()
        #expect(try await texts(2, of: &passive) == ["state idle", "state updating"])
        active = nil
        manager = nil
        #expect(try await texts(1, of: &passive) == ["end"])
    }

    @Test("Fixes are the locations among the events, of which a slow subscriber keeps as many as without satellites")
    func updates() async throws {
        var updates = manager.updates.makeAsyncIterator()
        for accuracy in [5.0, 6] {
            source.send(.sky(SkyView()))
            source.send(.fix(.sample(accuracy: accuracy)))
        }
        #expect(try await updates.next()?.horizontalAccuracy?.radius == 5)
        #expect(try await updates.next()?.horizontalAccuracy?.radius == 6)
        source.send(.ended)
        #expect(try await updates.next() == nil)
    }

    @Test("A heading is in the snapshot until the source starts again, and says nothing about a receiver")
    func heading() throws {
        manager.startUpdating()
        source.send(.link(.connected(endpoint: "localhost:2947")))
        source.send(.link(.greeted(release: "3.22")))
        source.send(.heading(try #require(LocationManager.Heading(degrees: 360, device: "/dev/ttyS0"))))
        #expect(manager.snapshot.heading == LocationManager.Heading(degrees: 0, device: "/dev/ttyS0"))
        clock.advance(by: .seconds(12))
        #expect(manager.snapshot.outage?.name == "device-silent")
        manager.stopUpdating()
        manager.startUpdating()
        #expect(manager.snapshot.heading == nil)
        for degrees in [-0.1, 360.1, .nan, .infinity, 14223] {
            #expect(LocationManager.Heading(degrees: degrees) == nil)
        }
    }

    @Test("The description of a snapshot has state, fix and reason on one line")
    func description() {
        #expect(manager.snapshot.description == "idle: no fix")
        manager.startUpdating()
        source.send(.sky(SkyView()))
        #expect(manager.snapshot.description == "updating: no fix; the receiver sees no satellites")
        let location = Location.sample(accuracy: 250)
        source.send(.fix(location))
        #expect(
            manager.snapshot.description
                == "updating: \(location); the best fix is good to 250 m, 100 m was asked for")
        source.send(.failed(PositioningError(.missing, "libgps is gone")))
        #expect(manager.snapshot.description == "failed: \(location); libgps is gone")
        #expect(!manager.snapshot.description.contains("\n"))
    }
}
