import LKGeo
import LKThreads
import Testing

@testable import LKPositioning

@Suite struct LocationSessionTests {
    private let start = MonotonicInstant.now
    private var session = LocationSession()
    private var diagnosis = Diagnosis()

    private mutating func handle(_ event: LocationSession.Event, after seconds: Double) -> LocationSession.Actions {
        session.handle(event, at: start + .seconds(seconds), diagnosis: diagnosis)
    }

    @Test("Begins idle, and nothing but a start means anything then")
    mutating func idle() {
        #expect(session.status == .idle)
        #expect(handle(.fix(.sample(accuracy: 1)), after: 0) == [])
        #expect(handle(.stop, after: 0) == [])
        #expect(handle(.wake(number: 0), after: 100) == [])
        #expect(handle(.sourceFailed(LocationManager.disabled), after: 0) == [])
        #expect(session.status == .idle)
        #expect(session.location == nil)
    }

    @Test("Announces a fix, and ends with one that is accurate enough")
    mutating func accuracy() {
        #expect(handle(.start(SessionDemand(), last: nil), after: 0) == .reschedule)
        #expect(session.wakeAt == start + .seconds(15))
        #expect(handle(.fix(.sample(accuracy: 250)), after: 1) == .announceUpdate)
        #expect(session.status == .updating)
        #expect(handle(.fix(.sample(accuracy: 100)), after: 2) == [.announceUpdate, .announceFinish])
        #expect(session.status == .updated)
        #expect(session.finishReason == .accuracy)
        #expect(session.location?.horizontalAccuracy?.radius == 100)
    }

    @Test("Announces nothing after the end, and keeps the result")
    mutating func afterTheEnd() {
        _ = handle(.start(SessionDemand(), last: nil), after: 0)
        _ = handle(.fix(.sample(accuracy: 10)), after: 1)
        let result = session.location
        #expect(handle(.fix(.sample(accuracy: 1, north: 500)), after: 2) == [])
        #expect(handle(.sourceFailed(PositioningError(.missing, "gone")), after: 3) == [])
        #expect(handle(.stop, after: 4) == [])
        #expect(session.status == .updated)
        #expect(session.location == result)
        #expect(session.error == nil)
    }

    @Test("The timer of one session does not end the next")
    mutating func staleTimer() {
        _ = handle(.start(SessionDemand(), last: nil), after: 0)
        let first = session.number
        _ = handle(.fix(.sample(accuracy: 10)), after: 2)
        _ = handle(.start(SessionDemand(), last: nil), after: 5)
        #expect(handle(.wake(number: first), after: 15) == [])
        #expect(session.status == .updating)
        #expect(handle(.wake(number: session.number), after: 20) == .announceFinish)
        #expect(session.status == .failed)
    }

    @Test("Time that runs out is success with a fix and failure without one, and says which")
    mutating func timeout() {
        _ = handle(.start(SessionDemand(), last: nil), after: 0)
        _ = handle(.fix(.sample(accuracy: 400)), after: 1)
        #expect(handle(.wake(number: session.number), after: 15) == .announceFinish)
        #expect(session.status == .updated)
        #expect(session.finishReason == .timeout)
        #expect(
            session.reason(at: start + .seconds(15), diagnosis: diagnosis) == .inaccurate(best: 400, wanted: 100))

        _ = handle(.start(SessionDemand(), last: nil), after: 20)
        #expect(session.location == nil)
        #expect(handle(.wake(number: session.number), after: 35) == .announceFinish)
        #expect(session.status == .failed)
        #expect(session.finishReason == .timeout)
        #expect(session.error?.code == .timeout)
        #expect(session.error?.reason != nil)
    }

    @Test("A timer that fires early is set again")
    mutating func earlyTimer() {
        _ = handle(.start(SessionDemand(), last: nil), after: 0)
        #expect(handle(.wake(number: session.number), after: 14.9) == .reschedule)
        #expect(session.wakeAt == start + .seconds(15))
        #expect(session.status == .updating)
    }

    @Test("The best fix is the result, not the last")
    mutating func best() {
        _ = handle(.start(SessionDemand(desiredAccuracy: 1), last: nil), after: 0)
        for (second, accuracy) in [(1.0, 50.0), (2, 8), (3, 30), (4, 200)] {
            _ = handle(.fix(.sample(accuracy: accuracy)), after: second)
            #expect(session.location?.horizontalAccuracy?.radius == accuracy)
        }
        _ = handle(.fix(.sample(accuracy: nil)), after: 5)
        _ = handle(.wake(number: session.number), after: 15)
        #expect(session.location?.horizontalAccuracy?.radius == 8)
    }

    @Test("The best fix of a moving receiver is one it has not left far behind")
    mutating func bestMoving() {
        _ = handle(.start(SessionDemand(desiredAccuracy: 1), last: nil), after: 0)
        _ = handle(.fix(.sample(accuracy: 8, speed: 30)), after: 1)
        _ = handle(.fix(.sample(accuracy: 20, north: 390, speed: 30)), after: 14)
        _ = handle(.wake(number: session.number), after: 15)
        #expect(session.location?.horizontalAccuracy?.radius == 20)
    }

    @Test("Settling keeps the best of the time after the accuracy was met")
    mutating func settle() {
        _ = handle(.start(SessionDemand(settle: .seconds(3)), last: nil), after: 0)
        #expect(handle(.fix(.sample(accuracy: 60)), after: 1) == [.announceUpdate, .reschedule])
        #expect(session.wakeAt == start + .seconds(4))
        _ = handle(.fix(.sample(accuracy: 5)), after: 2)
        _ = handle(.fix(.sample(accuracy: 40)), after: 3)
        #expect(handle(.wake(number: session.number), after: 4) == .announceFinish)
        #expect(session.finishReason == .accuracy)
        #expect(session.location?.horizontalAccuracy?.radius == 5)
    }

    @Test("An unknown accuracy never ends a session, and accuracy 0 is never reached")
    mutating func unknownAccuracy() {
        _ = handle(.start(SessionDemand(), last: nil), after: 0)
        #expect(handle(.fix(.sample(accuracy: nil)), after: 1) == .announceUpdate)
        _ = handle(.stop, after: 2)
        #expect(session.status == .canceled)
        #expect(session.location != nil)
        _ = handle(.start(SessionDemand(desiredAccuracy: 0), last: nil), after: 3)
        #expect(handle(.fix(.sample(accuracy: 0.01)), after: 4) == .announceUpdate)
    }

    @Test("A fix from before counts while it is fresh, by its arrival")
    mutating func maximumAge() {
        let fix = Fix(location: .sample(accuracy: 10), arrival: start)
        #expect(handle(.start(SessionDemand(), last: fix), after: 5).contains([.announceUpdate, .announceFinish]))
        #expect(session.status == .updated)
        #expect(handle(.start(SessionDemand(), last: fix), after: 5.1) == .reschedule)
        #expect(session.location == nil)
    }

    @Test("A second start neither restarts nor prolongs")
    mutating func secondStart() {
        _ = handle(.start(SessionDemand(), last: nil), after: 0)
        #expect(handle(.start(SessionDemand(timeout: .seconds(100)), last: nil), after: 10) == [])
        #expect(session.wakeAt == start + .seconds(15))
    }

    @Test("A broken source ends the session and keeps the error and the last good fix")
    mutating func brokenSource() {
        _ = handle(.start(SessionDemand(), last: nil), after: 0)
        _ = handle(.fix(.sample(accuracy: 150)), after: 1)
        let error = PositioningError(.missing, "libgps is gone")
        #expect(handle(.sourceFailed(error), after: 2) == .announceFinish)
        #expect(session.status == .failed)
        #expect(session.error == error)
        #expect(session.location != nil)
    }

    @Test("Gives up early when nothing is in view, but not once something was")
    mutating func noSatellites() {
        _ = handle(.start(SessionDemand(noSatelliteTimeout: .seconds(4)), last: nil), after: 0)
        #expect(session.wakeAt == start + .seconds(4))
        diagnosis.note(.sky(SkyView(satellites: [SkyView.Satellite(id: 3, signal: 20)])), at: start + .seconds(2))
        #expect(handle(.evidence, after: 2) == .reschedule)
        #expect(session.wakeAt == start + .seconds(6))
        #expect(handle(.wake(number: session.number), after: 6) == .announceFinish)
        #expect(session.status == .failed)
        #expect(session.error?.code == .noSatellites)

        _ = handle(.start(SessionDemand(noSatelliteTimeout: .seconds(4)), last: nil), after: 10)
        #expect(handle(.fix(.sample(accuracy: 500)), after: 11) == [.announceUpdate, .reschedule])
        #expect(session.wakeAt == start + .seconds(25))
    }

    @Test("Passes over fixes below the required quality")
    mutating func requirement() {
        _ = handle(.start(SessionDemand(requirement: .dgps), last: nil), after: 0)
        #expect(handle(.fix(.sample(accuracy: 5)), after: 1) == [])
        #expect(session.reason(at: start + .seconds(1), diagnosis: diagnosis)?.name == "inaccurate")
        var corrected = Location.sample(accuracy: 5)
        corrected.correction = .rtkFloat
        #expect(handle(.fix(corrected), after: 2) == [.announceUpdate, .announceFinish])
    }

    @Test("The distance filter is relative to the last announced fix")
    mutating func distanceFilter() {
        _ = handle(.start(SessionDemand(desiredAccuracy: 0, distanceFilter: 10), last: nil), after: 0)
        #expect(handle(.fix(.sample(accuracy: 5)), after: 1) == .announceUpdate)
        #expect(handle(.fix(.sample(accuracy: 5, north: 6)), after: 2) == [])
        #expect(handle(.fix(.sample(accuracy: 5, north: 12)), after: 3) == .announceUpdate)
        #expect(handle(.fix(.sample(accuracy: 5, north: 6)), after: 4) == [])
    }

    @Test("An ended recording is success with a fix and failure without one")
    mutating func ended() {
        _ = handle(.start(SessionDemand(), last: nil), after: 0)
        #expect(handle(.sourceEnded, after: 1) == .announceFinish)
        #expect(session.status == .failed)
        #expect(session.finishReason == .failed)
        _ = handle(.start(SessionDemand(), last: nil), after: 2)
        _ = handle(.fix(.sample(accuracy: 900)), after: 3)
        _ = handle(.sourceEnded, after: 4)
        #expect(session.status == .updated)
        #expect(session.finishReason == .timeout)
    }
}
