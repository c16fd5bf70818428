import Synchronization
import TestSupport
import Testing

@testable import Positioning

@Suite struct SystemTimekeeperTests {
    @Test("makes calls in the order of their moments, whenever they were asked for")
    func order() {
        let keeper = SystemTimekeeper()
        let made = Mutex<[Int]>([])
        let gate = Gate()
        let now = keeper.now
        for (number, milliseconds) in [(2, 60), (1, 30), (3, 90), (0, -5)] {
            let code = keeper.call(at: now + .milliseconds(milliseconds)) {
                made.withLock { $0.append(number) }
                gate.open()
            }
            #expect(code == 0)
        }
        #expect(gate.wait(times: 4))
        #expect(made.withLock { $0 } == [0, 1, 2, 3])
        #expect(keeper.now - now >= .milliseconds(90))
    }

    private final class Refusing: Timekeeper {
        var now: MonotonicInstant { .now }
        func call(at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void) -> Int32 { 11 }
    }

    @Test("where nobody can keep the time, a session fails at once instead of lasting for ever")
    func refused() async {
        let source = ManualSource()
        let manager = LocationManager(source: source, clock: Refusing())
        manager.startUpdating()
        #expect(manager.status == .failed)
        #expect(manager.snapshot.error?.code == .unavailable)
        await #expect(throws: PositioningError.self) { try await manager.currentLocation() }
    }
}
