import Foundation
import LKGeo
import LKTracks
import Testing

@Suite struct LocationSieveTests {
    private func kept(_ filter: LocationFilter, _ locations: [Location]) -> [Int] {
        var sieve = LocationSieve(filter)
        return locations.indices.filter { sieve.judge(locations[$0]) == nil }
    }

    private func moving(_ course: Double?, _ seconds: Double, speed: Double? = 5) -> Location {
        var location = Samples.fix(seconds, metres: seconds)
        location.course = course
        location.speed = speed
        return location
    }

    @Test("Distance is measured from the last fix that was kept")
    func distanceIsMeasuredFromTheLastOneKept() {
        let locations = [0.0, 4, 8, 12, 15, 22].map { Samples.fix($0, metres: $0) }
        #expect(kept(.distance(10), locations) == [0, 3, 5])
    }

    @Test("The interval filter keeps a fix after the clock is set back")
    func anIntervalPassesAFixAfterAClockWasSetBack() {
        #expect(kept(.interval(.seconds(10)), [0, 5, 10, 19, -100, -95].map { Samples.fix($0) }) == [0, 2, 4])
    }

    @Test("A turn across north is measured the short way")
    func aTurnAcrossNorthIsSmall() {
        let filter = LocationFilter.turn(30, minimumSpeed: 1)
        #expect(kept(filter, [moving(359, 0), moving(1, 1), moving(20, 2), moving(35, 3)]) == [0, 3])
        #expect(kept(filter, [moving(10, 0), moving(330, 1)]) == [0, 1])
    }

    @Test("A slow receiver or one without a course does not turn")
    func whoStandsStillDoesNotTurn() {
        let filter = LocationFilter.turn(30, minimumSpeed: 1)
        #expect(
            kept(filter, [moving(0, 0), moving(90, 1, speed: 0.2), moving(nil, 2), moving(90, 3, speed: nil)]) == [0])
    }

    @Test("The accuracy filter treats unknown accuracy apart from bad accuracy")
    func accuracyTellsUnknownFromBad() {
        let locations = [Samples.fix(0, radius: 8), Samples.fix(1, radius: 80), Samples.fix(2, radius: nil)]
        #expect(kept(.accuracy(50), locations) == [0, 2])
        var strict = LocationSieve(.accuracy(50, acceptsUnknown: false))
        #expect(locations.map { strict.judge($0) } == [nil, .accuracy, .unknownAccuracy])
        #expect(strict.counts.kept == 1 && strict.counts.suppressed == [.accuracy: 1, .unknownAccuracy: 1])
    }

    @Test("A step within the error of the fixes is dropped")
    func aStepWithinTheErrorIsNone() {
        let locations = [
            Samples.fix(0), Samples.fix(1, metres: 30, radius: 20), Samples.fix(2, metres: 30, radius: 10),
        ]
        #expect(kept(.beyondError(2), locations) == [0, 2])
    }

    @Test("A jump is held back until further fixes confirm it")
    func aJumpIsHeldBackButNotForEver() {
        let filter = LocationFilter.jump(maximumSpeed: 50, confirmations: 3)
        var locations = [
            Samples.fix(0), Samples.fix(1, metres: 5), Samples.fix(2, metres: 9000), Samples.fix(3, metres: 12),
        ]
        #expect(kept(filter, locations) == [0, 1, 3])
        locations += (4...7).map { Samples.fix(Double($0), metres: 20_000 + Double($0)) }
        #expect(kept(filter, locations) == [0, 1, 3, 6, 7])
    }

    @Test("Implausible fixes that contradict each other never confirm a jump")
    func doubtedFixesThatDisagreeConfirmNothing() {
        let doubted = (1...8).map { Samples.fix(Double($0), metres: $0.isMultiple(of: 2) ? 9000 : 59_000) }
        #expect(kept(.jump(maximumSpeed: 50), [Samples.fix(0)] + doubted) == [0])
    }

    @Test("Filters combine with any, all and heartbeat")
    func anyAllAndHeartbeatCombine() {
        let locations = (0...12).map { Samples.fix(Double($0), metres: Double($0)) }
        #expect(kept(.any([.distance(5), .interval(.seconds(4))]), locations) == [0, 4, 8, 12])
        #expect(kept(.all([.distance(5), .interval(.seconds(4))]), locations) == [0, 5, 10])
        #expect(kept(.heartbeat(.seconds(6), .distance(1000)), locations) == [0, 6, 12])
        #expect(kept(.all([]), locations).count == 13)
        #expect(kept(.any([]), locations).isEmpty)
    }

    @Test("A heartbeat does not override the filters beside it")
    func theHeartbeatDoesNotLetThroughWhatStandsBesideIt() {
        let filter = LocationFilter.all([.accuracy(20), .heartbeat(.seconds(5), .distance(1000))])
        let locations = (0...10).map { Samples.fix(Double($0), radius: $0 == 5 ? 100 : 5) }
        #expect(kept(filter, locations) == [0, 6])
    }

    @Test("After a reset the first fix is kept")
    func aNewSegmentBeginsWithItsFirstFix() {
        var sieve = LocationSieve(.distance(100))
        #expect(sieve.judge(Samples.fix(0)) == nil)
        #expect(sieve.judge(Samples.fix(1, metres: 1)) == .distance)
        sieve.reset()
        #expect(sieve.judge(Samples.fix(2, metres: 2)) == nil)
        #expect(sieve.counts.kept == 2)
    }

    @Test("The arrival time counts for fixes without a time")
    func withoutTimesTheArrivalCounts() {
        var location = Samples.fix(0)
        location.timestamp = nil
        var sieve = LocationSieve(.interval(.seconds(10)))
        let kept = [0.0, 5, 10].map { sieve.judge(location, arrival: Samples.start.addingTimeInterval($0)) }
        #expect(kept == [nil, .interval, nil])
    }
}
