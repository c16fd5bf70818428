import Geo
import Testing
import Tracks

@Suite struct TrackStatisticsTests {
    @Test func aWalkAndAPauseAreToldApart() throws {
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
        #expect(statistics.duration == 400 && statistics.recordedTime == 400)
        #expect(statistics.movingTime == 200)
        #expect(abs(try #require(statistics.movingSpeed) - 1.5) < 1e-4)
        #expect(abs(try #require(statistics.maximumSpeed) - 1.5) < 1e-4)
        #expect(statistics.bounds?.contains(Samples.home) == true)
    }

    @Test func aGapBetweenSegmentsIsNoWay() {
        let track = Track(segments: [
            .init([Samples.fix(0), Samples.fix(10, metres: 20)]), .init(),
            .init([Samples.fix(5000, metres: 90_000), Samples.fix(5010, metres: 90_010)]),
        ])
        let statistics = track.statistics
        #expect(abs(statistics.distance - 30) < 0.01)
        #expect(statistics.recordedTime == 20 && statistics.duration == 5010)
        #expect(statistics.segmentCount == 2 && statistics.count == 4)
    }

    @Test func aClockSetBackAddsNoTime() {
        let statistics = Track(segments: [
            .init([Samples.fix(100), Samples.fix(0, metres: 10), Samples.fix(10, metres: 20)])
        ])
        .statistics
        #expect(statistics.recordedTime == 10)
        #expect(abs(statistics.distance - 20) < 0.01)
    }

    @Test func aWayAcrossTheDateLineIsShort() throws {
        let west = try #require(Coordinate(latitude: 0, longitude: 179.999))
        let east = try #require(Coordinate(latitude: 0, longitude: -179.999))
        let statistics = Track(segments: [.init([Samples.fix(0, at: west), Samples.fix(100, at: east)])]).statistics
        #expect(abs(statistics.distance - 222.64) < 0.1)
        #expect(statistics.bounds?.crossesAntimeridian == true)
    }

    @Test func anEmptyTrackAmountsToNothing() {
        let statistics = Track().statistics
        #expect(statistics.count == 0 && statistics.duration == nil && statistics.bounds == nil)
        #expect(statistics.movingSpeed == nil && statistics.averageSpeed == nil)
    }
}
