import LKThreads
import Testing

@Suite struct MonotonicInstantTests {
    @Test("Adds and subtracts durations, and stops at the clock's end instead of trapping")
    func arithmetic() {
        let now = MonotonicInstant.now
        #expect(now + .seconds(1.5) - now == .seconds(1.5))
        #expect(now - .milliseconds(7) < now)
        #expect((now - .seconds(2)) - now == .seconds(-2))
        #expect(now + .seconds(1e15) > now)
        #expect(now + .seconds(1e15) == now + .seconds(1e16))
        #expect(now + .seconds(-1e15) < now)
        // What is left until a deadline long ago is negative.
        #expect((now + .seconds(-1e15)) - now < .zero)
        #expect(now - (now + .seconds(-1e15)) > .zero)
        #expect(MonotonicInstant.now >= now)
    }
}
