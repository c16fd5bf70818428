import LKThreads
import Testing

@Suite struct MonitorTests {
    @Test("A wait ends at its deadline, and not before") func deadline() {
        let monitor = Monitor(0)
        let start = MonotonicInstant.now
        #expect(monitor.wait(until: start + .milliseconds(30)) { $0 > 0 ? $0 : nil } == nil)
        #expect(MonotonicInstant.now - start >= .milliseconds(30))
    }

    @Test("After the deadline, what is there already counts, and nothing is waited for", .timeLimit(.minutes(1)))
    func past() {
        #expect(Monitor(7).wait(until: .now - .seconds(1e12)) { $0 } == 7)
        #expect(Monitor(0).wait(until: .now - .seconds(1e12)) { $0 > 0 ? $0 : nil } == nil)
    }

    @Test("A change ends the wait long before the deadline", .timeLimit(.minutes(1))) func change() throws {
        let monitor = Monitor(0)
        let thread = SerialThread("monitor-test")
        #expect(thread.run { monitor.change { $0 = 5 } } == 0)
        #expect(monitor.wait(until: .now + .seconds(1e12)) { $0 > 0 ? $0 : nil } == 5)
    }
}
