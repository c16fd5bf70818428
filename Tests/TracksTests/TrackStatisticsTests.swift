import Foundation
import LKGeo
import LKTracks
import TestSupport
import Testing

@Suite struct TrackStatisticsTests {
    @Test("Moving time excludes a pause")
    func aWalkAndAPauseAreToldApart() throws {
        // 100 s at 1.5 m/s, then 200 s on the spot, then 100 s back.
        var locations: [Location] = []
        for second in stride(from: 0.0, through: 100, by: 10) {
            locations.append(Samples.fix(second, metres: 1.5 * second))
        }
        for second in stride(from: 110.0, through: 300, by: 10) { locations.append(Samples.fix(second, metres: 150)) }
        for second in stride(from: 310.0, through: 400, by: 10) {
            locations.append(Samples.fix(second, metres: 150 - 1.5 * (second - 300)))
        }
        let statistics = Track(segments: [.init(locations)]).statistics
        #expect(abs(statistics.distance - 300) < 0.01)
        #expect(statistics.durationSeconds == 400 && statistics.recordedSeconds == 400)
        #expect(statistics.movingSeconds == 200)
        #expect(statistics.duration == .seconds(400) && statistics.movingTime == .seconds(200))
        #expect(statistics.recordedTime == .seconds(400))
        #expect(abs(try #require(statistics.movingSpeed) - 1.5) < 1e-4)
        #expect(abs(try #require(statistics.maximumSpeed) - 1.5) < 1e-4)
        #expect(statistics.bounds?.contains(Samples.home) == true)
    }

    @Test("Times of any size become durations without a trap, and durations become the seconds that they were made of")
    func extremeDurations() throws {
        for seconds in [Double.infinity, -.infinity, .greatestFiniteMagnitude, 1e300, .nan] {
            var location = Samples.fix(0)
            location.timestamp = Date(timeIntervalSinceReferenceDate: seconds)
            let statistics = Track(segments: [.init([Samples.fix(0), location])]).statistics
            let duration = try #require(statistics.duration)
            #expect(duration <= .seconds(31_557_600_000_000) && statistics.recordedTime >= .zero)
            #expect(abs(Duration(clamping: seconds).seconds) <= 31_557_600_000_000)
        }
        for seconds in [0.1, 0.3, 1.5, 1800, 123_456.789] { #expect(Duration(clamping: seconds).seconds == seconds) }
    }

    @Test("The gap between segments adds neither distance nor recorded time")
    func aGapBetweenSegmentsIsNoWay() {
        let track = Track(segments: [
            .init([Samples.fix(0), Samples.fix(10, metres: 20)]), .init(),
            .init([Samples.fix(5000, metres: 90_000), Samples.fix(5010, metres: 90_010)]),
        ])
        let statistics = track.statistics
        #expect(abs(statistics.distance - 30) < 0.01)
        #expect(statistics.recordedSeconds == 20 && statistics.durationSeconds == 5010)
        #expect(statistics.segmentCount == 2 && statistics.count == 4)
    }

    @Test("A clock that is set back adds no time")
    func aClockSetBackAddsNoTime() {
        let statistics = Track(segments: [
            .init([Samples.fix(100), Samples.fix(0, metres: 10), Samples.fix(10, metres: 20)])
        ])
        .statistics
        #expect(statistics.recordedSeconds == 10)
        #expect(abs(statistics.distance - 20) < 0.01)
    }

    @Test("Distance across the date line is measured the short way")
    func aWayAcrossTheDateLineIsShort() throws {
        let west = try #require(Coordinate(latitude: 0, longitude: 179.999))
        let east = try #require(Coordinate(latitude: 0, longitude: -179.999))
        let statistics = Track(segments: [.init([Samples.fix(0, at: west), Samples.fix(100, at: east)])]).statistics
        #expect(abs(statistics.distance - 222.64) < 0.1)
        #expect(statistics.bounds?.crossesAntimeridian == true)
    }

    @Test("An empty track has no statistics")
    func anEmptyTrackAmountsToNothing() {
        let statistics = Track().statistics
        #expect(statistics.count == 0 && statistics.durationSeconds == nil && statistics.bounds == nil)
        #expect(statistics.movingSpeed == nil && statistics.averageSpeed == nil)
    }
}

/// An hour at rest and in motion, as a receiver sees it whose error wanders.
@Suite struct MotionTests {
    /// Fixes with a Gauss-Markov error and a white one, and their heights with one and a half times the error.
    private static func hour(
        every interval: Int = 1, sigma: Double = 4, correlation: Double = 45, white: Double = 0.7,
        reportsSpeed: Bool = false,
        seed: UInt64 = 7, _ metres: (Double) -> Double
    ) -> [Location] {
        var random = SeededGenerator(seed: seed)
        func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } }
        let share = exp(-Double(interval) / correlation)
        let fresh = sigma * (1 - share * share).squareRoot()
        var error = (east: sigma * normal(), north: sigma * normal(), up: 1.5 * sigma * normal())
        return stride(from: 0, through: 3600, by: interval).compactMap { second in
            error.east = share * error.east + fresh * normal()
            error.north = share * error.north + fresh * normal()
            error.up = share * error.up + 1.5 * fresh * normal()
            let east = metres(Double(second)) + error.east + white * normal()
            let there = Samples.home.destination(bearing: 90, distance: east)
            let moved = there?.destination(bearing: 0, distance: error.north + white * normal())
            guard let moved else { return nil }
            var fix = Samples.fix(Double(second), at: moved, altitude: 500 + error.up)
            if reportsSpeed { fix.speed = abs(0.1 * normal()) }
            return fix
        }
    }

    private static func statistics(_ locations: [Location]) -> TrackStatistics {
        Track(segments: [.init(locations)]).statistics
    }

    @Test("A receiver at rest barely moves or climbs", arguments: [1, 5], [(3.0, 60.0, 0.5), (4.0, 45.0, 0.7)])
    func aReceiverAtRestDoesNotMoveOrClimb(interval: Int, error: (sigma: Double, correlation: Double, white: Double)) {
        var (moving, ascent) = (0.0, 0.0)
        for seed in 1...10 as ClosedRange<UInt64> {
            let fixes = Self.hour(
                every: interval, sigma: error.sigma, correlation: error.correlation, white: error.white, seed: seed
            ) { _ in 0 }
            let statistics = Self.statistics(fixes)
            #expect(statistics.distance > 1000, "the sum of all steps stays")
            moving += statistics.movingSeconds / 10
            ascent += statistics.ascent / 10
        }
        // By steps alone, 720 to 3343 s and 281 to 795 m.
        #expect(moving < 30)
        #expect(ascent < 50)
    }

    @Test("Reported speed separates rest from motion, and a constant zero is ignored")
    func aMeasuredSpeedTellsRestFromMotion() {
        let resting = Self.statistics(Self.hour(sigma: 8, correlation: 20, reportsSpeed: true) { _ in 0 })
        #expect(resting.movingSeconds < 60)
        // Some receivers always report 0.
        var fixes = Self.hour { 1.2 * $0 }
        for index in fixes.indices { fixes[index].speed = 0 }
        #expect(Self.statistics(fixes).movingSeconds > 3500)
    }

    @Test("Walks, hikes and laps count as motion", arguments: [1, 5])
    func walksHikesAndLapsAreMotion(interval: Int) {
        #expect(Self.statistics(Self.hour(every: interval) { 1.2 * $0 }).movingSeconds > 3500)
        #expect(Self.statistics(Self.hour(every: interval) { 0.5 * $0 }).movingSeconds > 3200)
        // 25 m there and back, at 1 m/s.
        let laps = Self.hour(every: interval) { 25 - abs($0.truncatingRemainder(dividingBy: 50) - 25) }
        #expect(Self.statistics(laps).movingSeconds > 3100)
    }

    @Test("With a fix a minute, motion is judged by each step")
    func aPointEachMinuteIsJudgedByItsStep() {
        let walk = Self.hour(every: 60) { 1.2 * $0 }
        #expect(Self.statistics(walk).movingSeconds > 3500)
        #expect(Self.statistics(Self.hour(every: 60) { _ in 0 }).movingSeconds < 120)
    }

    @Test("Rests between walks do not count as motion")
    func restsBetweenWalksAreNotMotion() {
        // Ten minutes of each, three times.
        let fixes = Self.hour { second in
            let (round, rest) = ((second / 1200).rounded(.down), second.truncatingRemainder(dividingBy: 1200))
            return 1.2 * (600 * round + min(rest, 600))
        }
        #expect((1750..<2100).contains(Self.statistics(fixes).movingSeconds))
    }

    @Test("An elevator ride at one place counts as ascent")
    func aLiftAtOnePlaceClimbs() {
        let fixes = stride(from: 0.0, through: 600, by: 10).map { second in
            Samples.fix(second, altitude: 500 + min(max(second - 300, 0), 60))
        }
        #expect(Self.statistics(fixes).ascent == 60)
    }
}
