import Foundation
import LKGeo
import LKTracks
import TestSupport
import Testing

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

    @Test("A stop on a walk is one visit with its place, times and spread", arguments: 1...20)
    func aStopOnAWalkIsOneVisit(seed: UInt64) throws {
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
        "The way to a stop and from it does not count, at 1, 5 and 10 fixes a second and every 5 s",
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
        #expect((395...430).contains(visit.seconds), "\(visit.seconds)")
    }

    /// Fixes on a way, whose errors wander by some metres within 45 s.
    private func noisy(
        _ seconds: Int, every step: Int, seed: UInt64, sigma: Double = 4, radius: Double?, metres: (Double) -> Double
    ) -> [Location] {
        var random = SeededGenerator(seed: seed)
        func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } }
        let share = exp(-Double(step) / 45)
        let fresh = sigma * (1 - share * share).squareRoot()
        var error = (east: sigma * normal(), north: sigma * normal())
        return stride(from: 0, to: seconds, by: step).compactMap { second in
            error = (share * error.east + fresh * normal(), share * error.north + fresh * normal())
            let way = metres(Double(second)) + error.east + 0.7 * normal()
            return Samples.home.destination(bearing: 90, distance: way)?
                .destination(bearing: 0, distance: error.north + 0.7 * normal())
                .map { Samples.fix(Double(second), at: $0, radius: radius) }
        }
    }

    @Test(
        "A slow walk is no stop, however often fixes come and whether they state an accuracy",
        arguments: [0.45, 0.6, 0.7, 0.8], [1, 5, 10, 30])
    func slowWalk(speed: Double, step: Int) {
        for (seed, radius) in [(1, nil), (2, 5.0)] as [(UInt64, Double?)] {
            var detector = StationaryDetector()
            let found = events(&detector, noisy(3600, every: step, seed: seed, radius: radius) { speed * $0 })
            #expect(found.isEmpty, "\(found)")
        }
    }

    @Test(
        "Rests on a slow walk are found, with their durations, and so is one of an hour",
        arguments: [1, 5, 10], [nil, 5.0])
    func restsOnASlowWalk(step: Int, radius: Double?) {
        for seed in 1...10 as ClosedRange<UInt64> {
            var detector = StationaryDetector()
            // Twenty minutes each of walking, resting for ten, and walking on.
            let fixes = noisy(3000, every: step, seed: seed, radius: radius) {
                0.7 * (min($0, 1200) + max(0, $0 - 1800))
            }
            var visits = events(&detector, fixes).compactMap { event in
                if case .departed(let visit) = event { visit } else { nil }
            }
            if let last = detector.finish() { visits.append(last) }
            #expect(visits.count == 1)
            #expect(visits.allSatisfy { (560...680).contains($0.seconds) }, "\(visits.map(\.seconds))")
            var still = StationaryDetector()
            _ = events(&still, noisy(3600, every: step, seed: seed, radius: radius) { _ in 0 })
            #expect(still.finish().map { $0.seconds > 3300 } == true)
        }
    }

    @Test("Walking gives no visit")
    func walkingIsNoStop() {
        var detector = StationaryDetector()
        let found = events(&detector, walk(0...3000, from: 0))
        #expect(found.isEmpty)
        let visit = detector.finish()
        #expect(visit == nil)
    }

    @Test("Stray fixes do not end a stop")
    func strayFixesDoNotEndAStop() throws {
        var detector = StationaryDetector()
        var locations = stay(0...600, metres: 0, seed: 4)
        for index in [200, 201, 400] { locations[index] = Samples.fix(Double(index), metres: 5000) }
        let found = events(&detector, locations)
        #expect(found.count == 1)
        let last = detector.finish()
        let visit = try #require(last)
        #expect(visit.count == 598 && visit.seconds == 600 && visit.duration == .seconds(600))
        #expect(visit.coordinate.distance(to: Samples.home) < 3)
        let none = detector.finish()
        #expect(none == nil)
    }

    @Test("A fix counts as outside only if it is farther away than its own accuracy")
    func aFixCountsAsOutsideOnlyByMoreThanItsOwnRadius() {
        var detector = StationaryDetector()
        _ = events(&detector, stay(0...300, metres: 0, seed: 9))
        let vague = (301...320).map { Samples.fix(Double($0), metres: 120, radius: 150) }
        let found = events(&detector, vague)
        #expect(found.isEmpty)
        #expect(detector.visit != nil)
    }

    @Test("Accurate fixes outweigh inaccurate ones in the place of a visit")
    func goodFixesOutweighBadOnes() throws {
        var detector = StationaryDetector()
        let fixes = (0...200).map { second in
            let isGood = second.isMultiple(of: 2)
            return Samples.fix(Double(second), metres: isGood ? 0 : 25, radius: isGood ? 1 : 25)
        }
        _ = events(&detector, fixes)
        #expect(try #require(detector.visit).coordinate.distance(to: Samples.home) < 0.1)
    }
}
