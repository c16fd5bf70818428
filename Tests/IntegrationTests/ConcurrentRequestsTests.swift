import LocationKit
import Synchronization
import TestSupport
import Testing

@testable import LKPositioning

@Suite("currentLocation, many at once", .serialized)
struct ConcurrentRequestsTests {
    private static func fix(eph: Double, second: Int) -> FakeGPSD.Step {
        .send(GPSDLines.fix(time: "\"2026-11-21T06:30:0\(second).000Z\"", eph: "\(eph)"))
    }

    private static func manager(_ fake: FakeGPSD) -> LocationManager {
        LocationManager(source: GPSDSource(GPSDSource.Endpoint(host: "127.0.0.1", port: fake.port)))
    }

    /// Waits until so many wait for a fix.
    private static func hasRequests(_ count: Int, _ manager: LocationManager) async throws -> Bool {
        try await eventually { manager.state.withLock { $0.requests.count } == count }
    }

    /// Asks ten times at once and opens `gate` when all have their answer.
    private static func ask(
        _ manager: LocationManager, accuracy: Double, then gate: Gate
    ) async throws -> [Location] {
        try await withThrowingTaskGroup(of: Location.self) { group in
            for _ in 0..<10 {
                group.addTask { try await manager.currentLocation(accuracy: accuracy, timeout: .seconds(100)) }
            }
            var locations: [Location] = []
            for try await location in group { locations.append(location) }
            gate.open()
            return locations
        }
    }

    @Test("Requests with different demands share one connection, and each gets the first fix that will do")
    func differentDemands() async throws {
        let (first, second, third, end) = (Gate(), Gate(), Gate(), Gate())
        // The first fix comes once all have asked, since later requests could need a connection of their own; each further one
        // comes once those whom the one before serves have got it.
        let fake = try FakeGPSD(
            FakeGPSD.Step.greeting() + [.wait(first), Self.fix(eph: 150, second: 1), .wait(second)]
                + [Self.fix(eph: 40, second: 2), .wait(third), Self.fix(eph: 5, second: 3)])
        let manager = Self.manager(fake)
        async let coarse = Self.ask(manager, accuracy: 100, then: second)
        async let middle = Self.ask(manager, accuracy: 30, then: third)
        async let fine = Self.ask(manager, accuracy: 5, then: end)
        #expect(try await Self.hasRequests(30, manager))
        first.open()
        let radii = try await (coarse, middle, fine)
        let expected = { (eph: Double, all: [Location]) in
            all.allSatisfy { abs(($0.horizontalAccuracy?.radius ?? 0) - eph * 0.6167) < 0.001 * eph }
        }
        #expect(expected(150, radii.0))
        #expect(expected(40, radii.1))
        #expect(expected(5, radii.2))
        _ = try await fake.log.first { if case .left = $0 { true } else { nil } } as Bool
        #expect(fake.connections == 1)
        #expect(manager.status == .idle)
    }

    @Test("Time that runs out gives the best fix so far; without one it throws the reason")
    func runsOut() async throws {
        let fixes = [Self.fix(eph: 40, second: 1), Self.fix(eph: 90, second: 2)]
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + fixes)
        let location = try await patiently(0.5, until: { $0 != nil }) {
            try? await Self.manager(fake).currentLocation(accuracy: 1, timeout: .seconds($0))
        }
        #expect(abs((location?.horizontalAccuracy?.radius ?? 0) - 40 * 0.6167) < 0.1)
        let empty = try FakeGPSD(FakeGPSD.Step.greeting(devices: []))
        let error = try await patiently(0.3, until: { $0?.reason == .noDevice }) { seconds in
            await #expect(throws: PositioningError.self) {
                try await Self.manager(empty).currentLocation(timeout: .seconds(seconds))
            }
        }
        #expect(error?.code == .timeout && error?.reason == .noDevice)
    }

    @Test("A cancelled request ends at once and leaves the others alone")
    func canceled() async throws {
        let gate = Gate()
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [.wait(gate), Self.fix(eph: 10, second: 1)])
        let manager = Self.manager(fake)
        let stays = Task { try await manager.currentLocation(accuracy: 100, timeout: .seconds(100)) }
        let goes = Task { try await manager.currentLocation(accuracy: 50, timeout: .seconds(100)) }
        #expect(try await Self.hasRequests(2, manager))
        _ = try await fake.log.first { if case .line = $0 { true } else { nil } } as Bool
        goes.cancel()
        await #expect {
            _ = try await goes.value
        } throws: {
            ($0 as? PositioningError)?.code == .canceled
        }
        gate.open()
        #expect(try await stays.value.coordinate.latitude == 35.5)
        #expect(fake.connections == 1)
    }
}
