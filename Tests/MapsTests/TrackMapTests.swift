import Foundation
import Formats
import Gazetteer
import Geo
import Geocoding
import TestSupport
import Testing
import Tracks

@testable import Maps

/// Tracks on a page: what is cut out, and what goes in.
@Suite("tracks on a page") struct TrackMapTests {
    private static let home = TestPages.coordinate(46.0207, 7.749)

    /// Runs that begin and end at home and go out in all directions, 100 m a step.
    private static func runs(_ count: Int) -> [[Location]] {
        (0..<count).map { run in
            (0..<60).map { step in
                let out = Double(min(step, 59 - step)) * 100
                let place = home.destination(bearing: Double(run) * 360 / Double(count), distance: out) ?? home
                return TestTracks.location(
                    place.latitude, place.longitude, altitude: 1600, seconds: Double(86_400 * run + step * 30))
            }
        }
    }

    private static func map(_ runs: [[Location]], hiding hidden: [HiddenArea] = [], precision: MapPrecision = .exact)
        throws -> TrackMap
    {
        var map = TrackMap(in: TestPages.world, languages: [.english], precision: precision, hiding: hidden)
        for run in runs { try map.add(TestTracks.track(run)) }
        return map
    }

    @Test("nothing of a hidden circle is shown, and the middle of what is cut is not its middle")
    func hidden() throws {
        var distances: [Double] = []
        for _ in 0..<20 {
            let map = try Self.map(Self.runs(36), hiding: [HiddenArea(Self.home, radius: 300)])
            let shown = map.coordinates
            #expect(!shown.isEmpty && map.hiddenCount > 0)
            #expect(shown.allSatisfy { $0.distance(to: Self.home) > 300 })
            // The nearest point that is left in each direction: the edge of the cut.
            let sectors = Dictionary(grouping: shown) { Int((Self.home.bearing(to: $0) ?? 0) / 10 + 0.5) % 36 }
            let edge = sectors.values.compactMap { sector in
                sector.min { $0.distance(to: Self.home) < $1.distance(to: Self.home) }
            }
            let latitude = edge.map(\.latitude).reduce(0, +) / Double(edge.count)
            let longitude = edge.map(\.longitude).reduce(0, +) / Double(edge.count)
            distances.append(TestPages.coordinate(latitude, longitude).distance(to: Self.home))
        }
        // A circle around home would be found to some metres.
        let mean = distances.reduce(0, +) / Double(distances.count)
        #expect(mean > 80, "\(distances)")
    }

    @Test("each visit of a hidden place is cut in another length")
    func extra() throws {
        // In steps of 10 m, so that no two cuts are likely to end at one point.
        let run = (0..<300).map { step in
            TestTracks.location(46.0207, 7.749 + Double(300 - step) * 10 / 77_200, seconds: Double(step))
        }
        let map = try Self.map(Array(repeating: run, count: 40), hiding: [HiddenArea(Self.home, radius: 400)])
        let nearest = Dictionary(grouping: map.sketch.points, by: \.track).values.compactMap { points in
            points.map { $0.coordinate.distance(to: Self.home) }.min()
        }
        #expect(Set(nearest.map { Int($0) }).count > 1)
    }

    @Test("hiding everything, and no positions at all, are errors")
    func nothing() throws {
        var all = try Self.map(Self.runs(3), hiding: [HiddenArea(Self.home, radius: 50_000)])
        #expect(all.hiddenCount == 180)
        #expect(throws: MapError.self) { try all.packed() }
        all = try Self.map([])
        #expect(throws: MapError.self) { try all.packed() }
    }

    @Test(
        "of a coarse map only the middles of cities go in, without heights and times",
        arguments: [MapPrecision.city, .country])
    func coarse(precision: MapPrecision) throws {
        let map = try Self.map(Self.runs(8), precision: precision)
        let points = map.sketch.points
        #expect(Set(points.map(\.coordinate)).count < 8)
        #expect(points.allSatisfy { $0.altitude.isNaN && $0.time.isNaN })
        #expect(map.statistics.start == nil && map.statistics.highestAltitude == nil)
    }

    @Test("the place most often seen is home, not where a long track rests on one day")
    func mostSeen() throws {
        var runs = Self.runs(5)
        runs.append(TestTracks.rest(at: TestTracks.location(47.37, 8.54, seconds: 0), minutes: 500))
        let most = try #require(try Self.map(runs).mostSeen())
        #expect(most.coordinate.distance(to: Self.home) < 1000)
        #expect(most.days == 5)
        #expect(most.name.contains("Zermatt"))
    }

    @Test("what is packed is bounded by what a screen shows")
    func size() throws {
        var map = TrackMap(in: TestPages.world, languages: [.english], capacity: 5000)
        for index in 0..<50_000 {
            let turn = Double(index) / 40
            try map.add(
                TestTracks.location(
                    46 + Double(index) / 1e5 + 0.01 * sin(turn), 8 + 0.01 * cos(turn), altitude: 1000 + 100 * sin(turn),
                    seconds: Double(index)))
        }
        #expect(map.coordinates.count < 5000)
        #expect(map.statistics.count == 50_000)
        // 20 bytes of text for a point at most, as for the 3 MB of the largest page.
        #expect(try map.packed().text().count < 5000 * 20)
    }
}
