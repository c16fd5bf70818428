import LKThreads
import TestSupport
import Testing

@testable import LKWebGeocoding

@Suite struct CircuitBreakerTests {
    private let start = MonotonicInstant(sinceBoot: .seconds(1_000))

    /// A breaker after outcomes of requests that were let through at the start.
    private func breaker(_ outcomes: CircuitBreaker.Outcome...) throws -> CircuitBreaker {
        var breaker = CircuitBreaker()
        for outcome in outcomes {
            try breaker.admit(at: start)
            breaker.record(outcome, at: start)
        }
        return breaker
    }

    @Test("A block refuses requests for an hour")
    func aBlockClosesTheDoorForAnHour() throws {
        var breaker = try breaker(.blocked)
        #expect(breaker.refusal(at: start)?.reason == .blocked)
        #expect(breaker.refusal(at: start + .seconds(3_599))?.until == start + .seconds(3_600))
        #expect(throws: CircuitBreaker.Refusal.self) { try breaker.admit(at: start + .seconds(3_599)) }
        try breaker.admit(at: start + .seconds(3_600))
    }

    @Test("After five failed requests further ones are refused for half a minute")
    func fiveRequestsWithoutAnAnswerCloseItForHalfAMinute() throws {
        var breaker = try breaker(.unreachable, .unreachable, .unreachable, .unreachable)
        #expect(breaker.refusal(at: start) == nil)
        try breaker.admit(at: start)
        breaker.record(.unreachable, at: start)
        #expect(
            breaker.refusal(at: start) == CircuitBreaker.Refusal(reason: .unreachable, until: start + .seconds(30)))
    }

    @Test("A successful request resets the count of failures")
    func anAnswerBetweenThemBeginsTheCountAnew() throws {
        let breaker = try breaker(
            .unreachable, .unreachable, .unreachable, .unreachable, .answered, .unreachable, .canceled, .unreachable)
        #expect(breaker.refusal(at: start) == nil)
    }

    @Test("After the pause a single request is admitted, and its success admits all")
    func afterThePauseOneIsLetThrough() throws {
        var breaker = try breaker(.overloaded(.seconds(60)))
        let later = start + .seconds(60)
        try breaker.admit(at: later)
        #expect(throws: CircuitBreaker.Refusal.self) { try breaker.admit(at: later) }
        breaker.record(.answered, at: later)
        try breaker.admit(at: later)
        try breaker.admit(at: later)
    }

    @Test("If the single request after a pause fails, a new pause begins")
    func theOneDecidesWhetherOthersFollow() throws {
        var breaker = try breaker(.overloaded(.seconds(60)))
        let later = start + .seconds(60)
        try breaker.admit(at: later)
        breaker.record(.unreachable, at: later)
        #expect(breaker.refusal(at: later)?.until == later + .seconds(30))
    }

    @Test("If the single request after a pause is canceled, the next one is admitted")
    func whenTheOneIsCancelledTheNextIsLetThrough() throws {
        var breaker = try breaker(.overloaded(.seconds(60)))
        let later = start + .seconds(60)
        try breaker.admit(at: later)
        breaker.record(.canceled, at: later)
        try breaker.admit(at: later)
    }

    @Test("An overload does not shorten a block")
    func anOverloadDoesNotShortenABlock() throws {
        var breaker = CircuitBreaker()
        try breaker.admit(at: start)
        try breaker.admit(at: start)
        breaker.record(.blocked, at: start)
        breaker.record(.overloaded(.seconds(1)), at: start)
        #expect(breaker.refusal(at: start + .seconds(2))?.reason == .blocked)
    }

    @Test("A longer pause than an hour is shortened to an hour")
    func boundsPause() throws {
        let breaker = try breaker(.overloaded(.seconds(Int64.max)))
        #expect(breaker.refusal(at: start)?.until == start + .seconds(3_600))
    }

    @Test("An answer that anybody may have sent causes a shorter pause", arguments: [true, false])
    func boundsUnverifiedPause(isBlock: Bool) throws {
        var breaker = CircuitBreaker()
        try breaker.admit(at: start)
        breaker.record(
            isBlock ? .blocked : .overloaded(.seconds(86_400)), at: start,
            upTo: CircuitBreaker.maximumUnverifiedPause)
        #expect(breaker.refusal(at: start)?.until == start + .seconds(600))
    }

    /// Every sequence of three steps, of all outcomes and waits: an open breaker lets nobody through before its time, a
    /// half-open one exactly one, and there is always a time when one is let through.
    @Test("Every sequence of outcomes keeps the rules, and a request is admitted in the end")
    func everySequenceKeepsTheRules() {
        let outcomes: [CircuitBreaker.Outcome] = [
            .answered, .blocked, .overloaded(.seconds(10)), .unreachable, .canceled,
        ]
        let waits: [Duration] = [.zero, .seconds(10), .seconds(30), .seconds(3_600)]
        let steps = outcomes.flatMap { outcome in waits.map { (outcome, $0) } }
        var sequences: [[Int]] = []
        for first in steps.indices {
            for second in steps.indices {
                for third in steps.indices { sequences.append([first, second, third]) }
            }
        }
        for sequence in sequences {
            var breaker = CircuitBreaker()
            var now = start
            for index in sequence {
                let (outcome, wait) = steps[index]
                let refusal = breaker.refusal(at: now)
                let isAdmitted = (try? breaker.admit(at: now)) != nil
                #expect(isAdmitted == (refusal == nil))
                if let refusal { #expect(refusal.until > now) }
                if isAdmitted { breaker.record(outcome, at: now) }
                now += wait
            }
            var last = breaker
            #expect((try? last.admit(at: now + CircuitBreaker.blockedPause)) != nil)
        }
    }

    @Test("After random outcomes and pauses a request is admitted in the end")
    func randomWalksNeverStick() throws {
        var random = SeededGenerator(seed: 5)
        var breaker = CircuitBreaker()
        var now = start
        var underWay = 0
        for _ in 0..<20_000 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2: if (try? breaker.admit(at: now)) != nil { underWay += 1 }
            case 3: now += .seconds(Int.random(in: 0...40, using: &random))
            default:
                guard underWay > 0 else { continue }
                underWay -= 1
                let outcomes: [CircuitBreaker.Outcome] = [
                    .answered, .unreachable, .canceled, .overloaded(.seconds(7)), .blocked,
                ]
                breaker.record(outcomes.randomElement(using: &random) ?? .answered, at: now)
            }
        }
        while underWay > 0 {
            breaker.record(.answered, at: now)
            underWay -= 1
        }
        try breaker.admit(at: now + .seconds(86_400))
    }
}
