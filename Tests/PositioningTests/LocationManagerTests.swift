import FoundationEssentials
import LKGeo
import LKThreads
import Synchronization
import TestSupport
import Testing

@testable import LKPositioning

@Suite struct LocationManagerTests {
    private let clock = ManualTimekeeper()
    private let source = ManualSource()
    private let manager: LocationManager

    init() { manager = LocationManager(source: source, clock: clock) }

    /// What was announced, as `update 250 updating` and `finish updated accuracy`, in order.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])

        init(_ manager: LocationManager, onUpdate: @escaping @Sendable () -> Void = {}) {
            manager.observers.add { [weak self] event in
                switch event {
                case .updated(let snapshot):
                    let radius = snapshot.location?.horizontalAccuracy.map { "\(Int($0.radius))" } ?? "?"
                    self?.add("update \(radius) \(snapshot.status.rawValue)")
                    onUpdate()
                case .finished(let snapshot):
                    self?.add("finish \(snapshot.status.rawValue) \(snapshot.finishReason?.rawValue ?? "none")")
                default: break
                }
            }
        }

        private func add(_ line: String) { lines.withLock { $0.append(line) } }
        var text: [String] { lines.withLock { $0 } }
    }

    @Test("Announces each fix once and the end once, in order, with what was known")
    func order() {
        let log = Log(manager)
        manager.startUpdating()
        #expect(manager.status == .updating)
        source.send(.fix(.sample(accuracy: 250)))
        source.send(.fix(.sample(accuracy: 60)))
        source.send(.fix(.sample(accuracy: 1)))
        #expect(log.text == ["update 250 updating", "update 60 updating", "finish updated accuracy"])
        #expect(source.starts == 1)
        #expect(source.stops == 1)
    }

    @Test("The timer of a session that ended does not end the next one")
    func staleTimer() {
        let log = Log(manager)
        manager.startUpdating()
        source.send(.fix(.sample(accuracy: 10)))
        clock.advance(by: .seconds(6))
        manager.startUpdating()
        clock.advance(by: .seconds(10))
        #expect(manager.status == .updating)
        clock.advance(by: .seconds(5))
        #expect(manager.status == .failed)
        #expect(log.text == ["update 10 updating", "finish updated accuracy", "finish failed timeout"])
    }

    @Test("An observer may stop the session; the end comes after the update it was told of")
    func stopFromObserver() {
        let manager = manager
        let log = Log(manager, onUpdate: { manager.stopUpdating() })
        manager.startUpdating()
        source.send(.fix(.sample(accuracy: 250)))
        source.send(.fix(.sample(accuracy: 240)))
        #expect(log.text == ["update 250 updating", "finish canceled canceled"])
    }

    @Test("An observer of the end may start the next session")
    func startFromObserver() {
        let manager = manager
        let observer = manager.observers.add { event in if case .finished = event { manager.startUpdating() } }
        defer { manager.observers.remove(observer) }
        manager.startUpdating()
        source.send(.fix(.sample(accuracy: 10)))
        #expect(manager.status == .updating)
        #expect(manager.snapshot.finishReason == nil)
    }

    @Test("No fix yet is not fatal, and the snapshot says why")
    func noFixIsNotFatal() {
        manager.startUpdating()
        source.send(.noFix(device: "/dev/ttyACM0", time: nil))
        source.send(.sky(SkyView()))
        #expect(manager.status == .updating)
        #expect(manager.snapshot.reason == .noSatellites)
        clock.advance(by: .seconds(15))
        #expect(manager.status == .failed)
        #expect(manager.snapshot.error?.reason == .noSatellites)
    }

    @Test("A source that breaks keeps the error and the last fix, and its event after the end changes nothing")
    func brokenSource() {
        let log = Log(manager)
        manager.startUpdating()
        source.send(.fix(.sample(accuracy: 300)))
        source.send(.failed(PositioningError(.missing, "libgps is gone")))
        source.send(.fix(.sample(accuracy: 1, north: 900)))
        #expect(manager.status == .failed)
        #expect(manager.snapshot.error?.message == "libgps is gone")
        #expect(manager.location?.horizontalAccuracy?.radius == 300)
        #expect(log.text == ["update 300 updating", "finish failed failed"])
    }

    @Test("A manager that is switched off fails at once, and says so")
    func disabled() async {
        let log = Log(manager)
        manager.isEnabled = false
        manager.startUpdating()
        #expect(log.text == ["finish failed failed"])
        #expect(manager.snapshot.error?.code == .disabled)
        await #expect(throws: LocationManager.disabled) { try await manager.currentLocation() }
        #expect(source.starts == 0)
        manager.isEnabled = true
        manager.startUpdating()
        #expect(manager.status == .updating)
        manager.isEnabled = false
        #expect(manager.status == .canceled)
    }

    @Test("Many requests with different demands share one connection")
    func requests() async throws {
        let manager = manager
        async let coarse = manager.currentLocation(accuracy: 200, timeout: .seconds(60))
        async let fine = manager.currentLocation(accuracy: 20, timeout: .seconds(60))
        await until { manager.state.withLock { $0.requests.values.count { $0.continuation != nil } } == 2 }
        source.send(.fix(.sample(accuracy: 150)))
        let first = try await coarse
        #expect(first.horizontalAccuracy?.radius == 150)
        #expect(source.stops == 0)
        source.send(.fix(.sample(accuracy: 15)))
        let second = try await fine
        #expect(second.horizontalAccuracy?.radius == 15)
        #expect(source.starts == 1)
        #expect(source.stops == 1)
    }

    @Test("A fresh fix answers a request at once, a stale one does not")
    func fromMemory() async throws {
        manager.startUpdating()
        source.send(.fix(.sample(accuracy: 10)))
        clock.advance(by: .seconds(4))
        let location = try await manager.currentLocation()
        #expect(location.horizontalAccuracy?.radius == 10)
        #expect(source.starts == 1)
        clock.advance(by: .seconds(2))
        await #expect(throws: PositioningError.self) {
            let clock = clock
            async let request = manager.currentLocation(timeout: .seconds(3))
            await until { manager.state.withLock { $0.requests.values.contains { $0.continuation != nil } } }
            clock.advance(by: .seconds(3))
            return try await request
        }
    }

    @Test("Time that runs out gives the best fix, and throws with the reason when there is none")
    func requestTimeout() async throws {
        let manager = manager
        async let request = manager.currentLocation(accuracy: 1, timeout: .seconds(5))
        await until { manager.state.withLock { $0.requests.values.contains { $0.continuation != nil } } }
        source.send(.fix(.sample(accuracy: 40)))
        source.send(.fix(.sample(accuracy: 30)))
        source.send(.fix(.sample(accuracy: 90)))
        clock.advance(by: .seconds(5))
        #expect(try await request.horizontalAccuracy?.radius == 30)
    }

    @Test("A cancelled task ends its request and lets the source go")
    func cancellation() async {
        let manager = manager
        let task = Task { () async -> PositioningError? in
            do throws(PositioningError) {
                _ = try await manager.currentLocation(timeout: .seconds(600))
                return nil
            } catch { return error }
        }
        await until { manager.state.withLock { $0.requests.values.contains { $0.continuation != nil } } }
        task.cancel()
        #expect(await task.value?.code == .canceled)
        #expect(manager.state.withLock { $0.requests.isEmpty })
        #expect(source.stops == 1)
    }

    @Test("A task that was cancelled before it asked gets no position")
    func cancelledBefore() async {
        let manager = manager
        let task = Task { () async -> PositioningError? in
            while !Task.isCancelled { await Task.yield() }
            do throws(PositioningError) {
                _ = try await manager.currentLocation(timeout: .seconds(600))
                return nil
            } catch { return error }
        }
        task.cancel()
        #expect(await task.value?.code == .canceled)
        #expect(manager.state.withLock { $0.requests.isEmpty })
    }

    @Test("Every subscriber gets every fix, and the source stops with the last of them")
    func updates() async throws {
        var first: LocationManager.Updates.AsyncIterator? = manager.updates.makeAsyncIterator()
        var second: LocationManager.Updates.AsyncIterator? = manager.updates.makeAsyncIterator()
        #expect(source.starts == 1)
        source.send(.fix(.sample(accuracy: 5)))
        source.send(.fix(.sample(accuracy: 6)))
        #expect(try await first?.next()?.horizontalAccuracy?.radius == 5)
        #expect(try await second?.next()?.horizontalAccuracy?.radius == 5)
        #expect(try await second?.next()?.horizontalAccuracy?.radius == 6)
        first = nil
        let (manager, source) = (manager, source)
        await until { manager.state.withLock { $0.subscribers.count } == 1 }
        #expect(source.stops == 0)
        second = nil
        await until { source.stops == 1 }
    }

    @Test("The updates end with a recording and throw what breaks the source")
    func updatesEnd() async throws {
        var iterator = manager.updates.makeAsyncIterator()
        source.send(.fix(.sample(accuracy: 5)))
        source.send(.ended)
        #expect(try await iterator.next() != nil)
        #expect(try await iterator.next() == nil)
        var broken = manager.updates.makeAsyncIterator()
        #expect(source.starts == 2)
        source.send(.failed(PositioningError(.unreadable, "gone")))
        await #expect(throws: PositioningError(.unreadable, "gone")) { try await broken.next() }
    }

    @Test("Who iterates over updates keeps the manager, of which nobody else may know")
    func updatesKeepTheManager() async throws {
        let source = ManualSource()
        var iterator = LocationManager(source: source).updates.makeAsyncIterator()
        source.send(.fix(.sample(accuracy: 5)))
        #expect(try await iterator.next()?.horizontalAccuracy?.radius == 5)
        #expect(source.stops == 0)
    }

    @Test("An event of a run of the source that was stopped is not taken for one of the next")
    func eventOfEarlierRun() {
        manager.startUpdating()
        let late = source.handler
        manager.stopUpdating()
        manager.startUpdating()
        late?(.fix(.sample(accuracy: 1)))
        #expect(manager.status == .updating)
        #expect(manager.location == nil)
    }

    private func until(_ condition: @Sendable () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    private final class Refusing: Timekeeper {
        var now: MonotonicInstant { .now }
        func call(at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void) -> Int32 { 11 }
    }

    @Test("Where nobody can keep the time, a session fails at once instead of lasting for ever")
    func refused() async {
        let source = ManualSource()
        let manager = LocationManager(source: source, clock: Refusing())
        manager.startUpdating()
        #expect(manager.status == .failed)
        #expect(manager.snapshot.error?.code == .unavailable)
        await #expect(throws: PositioningError.self) { try await manager.currentLocation() }
    }
}
