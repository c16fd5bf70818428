import LKThreads
import Synchronization
import TestSupport
import Testing

@Suite struct SystemTimekeeperTests {
    @Test("Makes calls in the order of their moments, whenever they were asked for")
    func order() {
        let keeper = SystemTimekeeper()
        let made = Mutex<[Int]>([])
        let (gate, holds, mayGo) = (Gate(), Gate(), Gate())
        // The keeper's one thread is held until all are asked for, however late that is.
        #expect(
            keeper.call(at: keeper.now) {
                holds.open(); _ = mayGo.wait()
            } == 0)
        #expect(holds.wait())
        let now = keeper.now
        for (number, milliseconds) in [(2, 60), (1, 30), (3, 90), (0, -5)] {
            let code = keeper.call(at: now + .milliseconds(milliseconds)) {
                made.withLock { $0.append(number) }
                gate.open()
            }
            #expect(code == 0)
        }
        mayGo.open()
        #expect(gate.wait(times: 4))
        #expect(made.withLock { $0 } == [0, 1, 2, 3])
        #expect(keeper.now - now >= .milliseconds(90))
    }
}
