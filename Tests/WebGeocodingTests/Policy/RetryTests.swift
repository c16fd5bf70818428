import FoundationEssentials
import Testing

@testable import LKWebGeocoding

@Suite struct RetryScheduleTests {
    @Test("The delay doubles with each retry, plus a random part")
    func theWaitDoublesAndHalfOfItIsChance() {
        var policy = UsagePolicy()
        policy.tries = 4
        policy.timeout = .seconds(100)
        var slow = RetrySchedule(policy)
        #expect(slow.decide(after: .overloaded(retryAfter: nil), elapsed: .zero, chance: 0) == .wait(.seconds(1)))
        #expect(slow.decide(after: .overloaded(retryAfter: nil), elapsed: .zero, chance: 0.5) == .wait(.seconds(1.5)))
        #expect(slow.decide(after: .overloaded(retryAfter: nil), elapsed: .zero, chance: 1) == .wait(.seconds(2)))
        #expect(slow.decide(after: .overloaded(retryAfter: nil), elapsed: .zero, chance: 0) == .giveUp)
    }

    @Test("A server error is retried once")
    func somethingBrokenIsTriedOnceMore() {
        var schedule = RetrySchedule(UsagePolicy())
        #expect(schedule.decide(after: .broken, elapsed: .zero, chance: 0) == .wait(.seconds(1)))
        #expect(schedule.decide(after: .broken, elapsed: .zero, chance: 0) == .giveUp)
    }

    @Test("A final failure is not retried")
    func aFinalFailureIsFinal() {
        var schedule = RetrySchedule(UsagePolicy())
        #expect(schedule.decide(after: .final, elapsed: .zero, chance: 0) == .giveUp)
    }

    @Test("The server's Retry-After is respected, and counts toward the limit")
    func theServicesOwnTimeIsKept() {
        var schedule = RetrySchedule(UsagePolicy())
        let patient = RetrySchedule.Kind.overloaded(retryAfter: .seconds(7))
        #expect(schedule.decide(after: patient, elapsed: .zero, chance: 0) == .wait(.seconds(7)))
        #expect(schedule.decide(after: patient, elapsed: .seconds(7), chance: 0) == .wait(.seconds(7)))
        #expect(schedule.decide(after: patient, elapsed: .seconds(14), chance: 0) == .comeBack(after: .seconds(7)))
    }

    @Test("A delay beyond the limit is reported instead of waited for")
    func whatIsBeyondTheLimitIsNotWaitedFor() {
        var schedule = RetrySchedule(UsagePolicy())
        let long = RetrySchedule.Kind.overloaded(retryAfter: .seconds(3_600))
        #expect(schedule.decide(after: long, elapsed: .zero, chance: 0) == .comeBack(after: .seconds(3_600)))
        #expect(schedule.decide(after: .overloaded(retryAfter: nil), elapsed: .seconds(29.5), chance: 0) == .giveUp)
    }

    @Test("A policy without retries gives up after the first request")
    func oneTryIsOneTry() {
        var policy = UsagePolicy()
        policy.tries = 0
        var schedule = RetrySchedule(policy)
        #expect(schedule.decide(after: .overloaded(retryAfter: nil), elapsed: .zero, chance: 0) == .giveUp)
    }
}

@Suite struct RetryAfterTests {
    private let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(
        "Retry-After is read as seconds or any HTTP date, and capped",
        arguments: [
            ("120", 120), ("0", 0), ("99999999999999999999999", 31_536_000), ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
            ("Sunday, 06-Nov-94 08:50:37 GMT", 60), ("Sun Nov  6 08:50:37 1994", 60),
            ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 31_536_000),
        ])
    func secondsAndDatesAreRead(_ text: String, _ seconds: Int) {
        #expect(RetryAfter.duration(text, date: nil, now: now) == .seconds(seconds))
    }

    @Test(
        "A malformed Retry-After is ignored",
        arguments: [
            "", "soon", "-5", "1.5", "Sun, 06 Nov", "Sun, 40 Nov 1994 08:50:37 GMT", "Sun, 06 Foo 1994 08:50:37 GMT",
            "Sun, 06 Nov 1994 25:50:37 GMT", "Sun, 06 Nov 1994 08:50 GMT", "::", ",,,", "06 Nov 1 1 1 1:1:1",
        ])
    func allElseIsNothing(_ text: String) {
        #expect(RetryAfter.duration(text, date: nil, now: now) == nil)
    }

    @Test("A Retry-After date is compared with the server's own clock")
    func theServersClockCounts() {
        let duration = RetryAfter.duration(
            "Tue, 29 Feb 2028 00:00:30 GMT", date: "Tue, 29 Feb 2028 00:00:00 GMT", now: now)
        #expect(duration == .seconds(30))
    }

    @Test("HTTP dates are converted by the calendar, with leap years")
    func datesAreThoseOfTheCalendar() {
        #expect(RetryAfter.seconds(of: "Thu, 01 Jan 1970 00:00:00 GMT") == 0)
        #expect(RetryAfter.seconds(of: "Tue, 29 Feb 2000 12:00:00 GMT") == 951_825_600)
        #expect(RetryAfter.seconds(of: "Wed, 01 Mar 2000 00:00:00 GMT") == 951_868_800)
    }
}
