import LKThreads
import Synchronization
import TestSupport
import Testing

@Suite("SerialThread") struct SerialThreadTests {
    private final class Log: Sendable {
        let numbers = Mutex<[Int]>([])
    }

    @Test("Does what it is given in order, also what it is given last before it goes") func order() {
        let log = Log()
        let done = Gate()
        var thread: SerialThread? = SerialThread("tests.serial")
        for number in 0..<1000 {
            let code = thread?.run { @Sendable in
                log.numbers.withLock { $0.append(number) }
                done.open()
            }
            #expect(code == 0)
        }
        thread = nil
        #expect(done.wait(times: 1000))
        #expect(log.numbers.withLock { $0 } == Array(0..<1000))
    }

    @Test("Work may give it more work") func nested() {
        let done = Gate()
        let thread = SerialThread("tests.serial")
        _ = thread.run { @Sendable in
            _ = thread.run { @Sendable in done.open() }
        }
        #expect(done.wait())
    }
}
