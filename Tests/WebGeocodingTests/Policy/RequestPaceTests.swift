import TestSupport
import Testing

@testable import LKWebGeocoding

@Suite struct RequestPaceTests {
    private let pace = RequestPace(next: .seconds(101), wall: 5_001, boot: "b")

    private func wait(now: Duration, wall: Double, boot: String) -> Duration {
        pace.wait(now: now, wallNow: wall, boot: boot, interval: .seconds(1))
    }

    @Test("A pace is parsed as it was written")
    func theLineIsReadAsItWasWritten() {
        #expect(RequestPace(pace.text) == pace)
    }

    @Test("Within the same boot the monotonic clock decides the wait")
    func inTheSameBootTheClockSinceTheStartCounts() {
        #expect(wait(now: .seconds(100), wall: 0, boot: "b") == .seconds(1))
        #expect(wait(now: .seconds(101), wall: 9_999_999, boot: "b") == .zero)
        #expect(wait(now: .seconds(50), wall: 0, boot: "b") == .seconds(51))
    }

    @Test("A time too far ahead is treated as damage and does not delay")
    func whatLiesTooFarAheadIsDamaged() {
        let far = RequestPace(next: .seconds(1_000_000), wall: 0, boot: "b")
        #expect(far.wait(now: .zero, wallNow: 0, boot: "b", interval: .seconds(1)) == .zero)
    }

    @Test("After a reboot the wait is at most one interval")
    func ofAnotherBootNoMoreThanOneIntervalIsBelieved() {
        #expect(wait(now: .seconds(5), wall: 5_000.5, boot: "c") == .seconds(0.5))
        #expect(wait(now: .seconds(5), wall: 4_900, boot: "c") == .seconds(1))
        #expect(wait(now: .seconds(5), wall: 5_002, boot: "c") == .zero)
        #expect(wait(now: .seconds(5), wall: 0, boot: "c") == .zero)
    }

    @Test(
        "Text that is not a pace is rejected",
        arguments: [
            "", "\n", "b", "b 1", "b 1 2 3", "b -1 2", "b x 2", "b 1 x", "b 1 nan", "b 1 inf",
            "b 99999999999999999999 1",
            "\u{0}\u{0}\u{0}",
        ])
    func garbageIsNothing(_ text: String) {
        #expect(RequestPace(text) == nil)
    }

    @Test("Damaged pace lines never trap and never wait longer than the maximum")
    func damagedLinesNeverTrap() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            var bytes = Array(pace.text.utf8)
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            let wait = RequestPace(String(decoding: bytes, as: UTF8.self))?.wait(
                now: .seconds(100), wallNow: 5_000, boot: "b", interval: .seconds(1))
            #expect(wait ?? .zero <= RequestPace.maximumWait)
        }
    }
}
