import Foundation
import Geo
import TestSupport
import Testing
import Tracks

@Suite struct StationaryDetectorTests {
    private func events(_ detector: inout StationaryDetector, _ locations: [Location]) -> [StationaryDetector.Event] {
        locations.compactMap { detector.process($0) }
    }

    private func walk(_ range: ClosedRange<Int>, from metres: Double) -> [Location] {
        range.map { Samples.fix(Double($0), metres: metres + 1.4 * Double($0 - range.lowerBound)) }
    }

    /// The drift of a receiver on the spot.
    private func stay(_ range: ClosedRange<Int>, metres: Double, seed: UInt64) -> [Location] {
        var random = SeededGenerator(seed: seed)
        let centre = Samples.home.destination(bearing: 90, distance: metres) ?? Samples.home
        return range.map { second in
            let away = Double.random(in: 0...15, using: &random)
            let place = centre.destination(bearing: .random(in: 0..<360, using: &random), distance: away) ?? centre
            return Samples.fix(Double(second), at: place)
        }
    }

    @Test(arguments: 1...20) func aStopOnAWalkIsOneVisit(seed: UInt64) throws {
        var detector = StationaryDetector()
        let stop = Samples.home.destination(bearing: 90, distance: 280)
        let found = events(
            &detector, walk(0...200, from: 0) + stay(201...800, metres: 280, seed: seed) + walk(801...1000, from: 280))
        #expect(found.count == 2)
        guard case .arrived = found.first, case .departed(let visit) = found.last else {
            Issue.record("\(found)")
            return
        }
        #expect(visit.coordinate.distance(to: try #require(stop)) < 3)
        // The last steps towards the place and the first away from it are within its radius.
        #expect((170...205).contains(visit.arrival.timeIntervalSince(Samples.start)))
        #expect((800...845).contains(visit.departure.timeIntervalSince(Samples.start)))
        #expect((5...15).contains(visit.spread))
        #expect(detector.visit == nil)
    }

    @Test(
        "the way to a stop and from it does not count, at 1, 5 and 10 fixes a second and every 5 s",
        arguments: [1.0, 0.2, 0.1, 5], [nil, 5.0])
    func durationOfAStop(interval: Double, radius: Double?) throws {
        var detector = StationaryDetector()
        var random = SeededGenerator(seed: 11)
        var found: [Visit] = []
        for index in 0..<Int(1400 / interval) {
            let time = Double(index) * interval
            // 500 s of walking, 400 s at the place, and on.
            let metres = 1.3 * (min(time, 500) + max(time - 900, 0)) + .random(in: -2...2, using: &random)
            if case .departed(let visit) = detector.process(Samples.fix(time, metres: metres, radius: radius)) {
                found.append(visit)
            }
        }
        let visit = try #require(found.first)
        #expect(found.count == 1)
        #expect((395...430).contains(visit.duration), "\(visit.duration)")
    }

    @Test func walkingIsNoStop() {
        var detector = StationaryDetector()
        let found = events(&detector, walk(0...3000, from: 0))
        #expect(found.isEmpty)
        let visit = detector.finish()
        #expect(visit == nil)
    }

    @Test func strayFixesDoNotEndAStop() throws {
        var detector = StationaryDetector()
        var locations = stay(0...600, metres: 0, seed: 4)
        for index in [200, 201, 400] { locations[index] = Samples.fix(Double(index), metres: 5000) }
        let found = events(&detector, locations)
        #expect(found.count == 1)
        let last = detector.finish()
        let visit = try #require(last)
        #expect(visit.count == 598 && visit.duration == 600)
        #expect(visit.coordinate.distance(to: Samples.home) < 3)
        let none = detector.finish()
        #expect(none == nil)
    }

    @Test func aFixCountsAsOutsideOnlyByMoreThanItsOwnRadius() {
        var detector = StationaryDetector()
        _ = events(&detector, stay(0...300, metres: 0, seed: 9))
        let vague = (301...320).map { Samples.fix(Double($0), metres: 120, radius: 150) }
        let found = events(&detector, vague)
        #expect(found.isEmpty)
        #expect(detector.visit != nil)
    }

    @Test func goodFixesOutweighBadOnes() throws {
        var detector = StationaryDetector()
        let fixes = (0...200).map { second in
            second % 2 == 0
                ? Samples.fix(Double(second), radius: 1) : Samples.fix(Double(second), metres: 25, radius: 25)
        }
        _ = events(&detector, fixes)
        #expect(try #require(detector.visit).coordinate.distance(to: Samples.home) < 0.1)
    }
}
