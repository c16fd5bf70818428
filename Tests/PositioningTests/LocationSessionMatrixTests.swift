import LKGeo
import LKThreads
import TestSupport
import Testing

@testable import LKPositioning

/// The whole matrix of states and events, and random walks through it.
@Suite struct LocationSessionMatrixTests {
    private static let start = MonotonicInstant.now

    private static func session(in status: LocationManager.Status) -> LocationSession {
        var session = LocationSession()
        let diagnosis = Diagnosis()
        func handle(_ event: LocationSession.Event) { _ = session.handle(event, at: start, diagnosis: diagnosis) }
        if status != .idle { handle(.start(SessionDemand(), last: nil)) }
        switch status {
        case .idle, .updating: break
        case .updated: handle(.fix(.sample(accuracy: 5)))
        case .canceled: handle(.stop)
        case .failed: handle(.sourceFailed(PositioningError(.missing, "x")))
        }
        return session
    }

    private static let events: [(name: String, event: LocationSession.Event)] = [
        ("start", .start(SessionDemand(), last: nil)), ("good", .fix(.sample(accuracy: 5))),
        ("poor", .fix(.sample(accuracy: 500))), ("evidence", .evidence), ("wake", .wake(number: 1)),
        ("stop", .stop), ("ended", .sourceEnded), ("failed", .sourceFailed(PositioningError(.missing, "x"))),
    ]

    /// What each event makes of a running session when the time has not run out.
    private static let fromUpdating: [String: LocationManager.Status] = [
        "start": .updating, "good": .updated, "poor": .updating, "evidence": .updating, "wake": .updating,
        "stop": .canceled, "ended": .failed, "failed": .failed,
    ]

    @Test("Every event in every state leads where it should", arguments: LocationManager.Status.allCases)
    func matrix(status: LocationManager.Status) {
        for (name, event) in Self.events {
            var session = Self.session(in: status)
            #expect(session.status == status)
            let actions = session.handle(event, at: Self.start + .seconds(1), diagnosis: Diagnosis())
            let expected = status == .updating ? Self.fromUpdating[name] : name == "start" ? .updating : status
            #expect(session.status == expected, "\(status) and \(name)")
            let isEnd = status == .updating && session.status != .updating
            #expect(actions.contains(.announceFinish) == isEnd, "\(status) and \(name)")
            let announces = status == .updating && (name == "good" || name == "poor")
            #expect(actions.contains(.announceUpdate) == announces, "\(status) and \(name)")
        }
    }

    @Test("Ten thousand random walks keep the invariants", arguments: [1, 2, 3, 4, 5] as [UInt64])
    func fuzz(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            var session = LocationSession()
            var diagnosis = Diagnosis()
            var now = Self.start
            var open = false
            var sawFix = false
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                now += .milliseconds(Int.random(in: 0...4000, using: &random))
                let event = Self.randomEvent(&random, session, now)
                if case .fix(let location) = event { diagnosis.note(.fix(location), at: now) }
                let before = session
                let actions = session.handle(event, at: now, diagnosis: diagnosis)
                if case .start = event, before.status != .updating {
                    open = true
                    sawFix = false
                    #expect(session.number == before.number + 1)
                }
                if actions.contains(.announceUpdate) {
                    #expect(open, "an update outside a session")
                    sawFix = true
                }
                if actions.contains(.announceFinish) {
                    #expect(open, "an end without a start")
                    open = false
                    #expect(session.finishReason != nil)
                    #expect((session.error != nil) == (session.status == .failed))
                    if session.status == .updated { #expect(sawFix && session.location != nil) }
                }
                #expect(open == (session.status == .updating))
                #expect(session.wakeAt == nil || session.status == .updating)
                if open, session.demand.timeout != nil, !actions.contains(.announceFinish) {
                    #expect(session.wakeAt != nil, "nothing would ever end the session")
                }
            }
        }
    }

    private static func randomEvent(
        _ random: inout SeededGenerator, _ session: LocationSession, _ now: MonotonicInstant
    ) -> LocationSession.Event {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1:
            var demand = SessionDemand()
            demand.settle = .seconds(Int.random(in: 0...3, using: &random))
            demand.noSatelliteTimeout = Bool.random(using: &random) ? .seconds(3) : nil
            let last = Fix(
                location: .sample(accuracy: 50), arrival: now - .seconds(Int.random(in: 0...9, using: &random)))
            return .start(demand, last: Bool.random(using: &random) ? last : nil)
        case 2, 3, 4: return .fix(.sample(accuracy: Double.random(in: 1...400, using: &random)))
        case 5: return .evidence
        case 6, 7: return .wake(number: session.number - Int.random(in: 0...1, using: &random))
        case 8: return .stop
        default:
            return Bool.random(using: &random) ? .sourceEnded : .sourceFailed(PositioningError(.missing, "x"))
        }
    }
}
