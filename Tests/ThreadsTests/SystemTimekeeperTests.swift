import Synchronization
import TestSupport
import Testing
import Threads

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
        // On a busy machine the others may be due before the last, which is late already, was asked for.
        #expect(made.withLock { $0 }.filter { $0 > 0 } == [1, 2, 3])
        #expect(keeper.now - now >= .milliseconds(90))
    }
}
