import Dispatch
import LKThreads
import Synchronization
import TestSupport
import Testing

@testable import LKImages

@Suite struct HandlerGateTests {
    @Test("Waiting after closing a gate blocks until a running handler returns")
    func whoClosesWaitsForACallThatIsRunning() {
        let gate = HandlerGate()
        let (entered, closed, done) = (Gate(), DispatchSemaphore(value: 0), Gate())
        let order = Mutex<[String]>([])
        let code = SystemThread.start("handler") { @Sendable in
            gate.call(isLast: true) {
                entered.open()
                // Comes at once if the other does not wait; that it does cannot be told but by waiting a moment.
                _ = closed.wait(timeout: .now() + 0.2)
                order.withLock { $0.append("called") }
            }
            done.open()
        }
        #expect(code == 0)
        #expect(entered.wait())
        gate.close()
        gate.waitForOthers()
        order.withLock { $0.append("closed") }
        closed.signal()
        #expect(done.wait())
        #expect(order.withLock { $0 } == ["called", "closed"])
    }

    @Test("A handler can close its own gate, and is not called again")
    func theHandlerItselfMayClose() {
        let gate = HandlerGate()
        gate.call(isLast: false) {
            gate.close()
            gate.waitForOthers()
        }
        #expect(gate.isOver)
        #expect(!gate.call(isLast: true) {})
    }
}
