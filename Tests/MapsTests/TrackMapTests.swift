import Foundation
import LKFormats
import LKGazetteer
import LKGeo
import LKGeocoding
import LKTracks
import TestSupport
import Testing

@testable import LocationKitMaps

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

    private static func map(
        _ runs: [[Location]], hiding hidden: [HiddenArea] = [], precision: MapPrecision = .exact,
        secret: [UInt8]? = [UInt8](repeating: 7, count: 32)
    ) throws -> TrackMap {
        var map = TrackMap(
            in: TestPages.world, languages: [.english], precision: precision, hiding: hidden, secret: secret)
        for run in runs { try map.add(TestTracks.track(run)) }
        return map
    }

    @Test("Nothing of a hidden circle is shown, and the middle of what is cut is not its middle")
    func hidden() throws {
        var distances: [Double] = []
        // Always the same secrets, as with others the mean is another one.
        for number in 0..<20 as Range<UInt8> {
            let secret = [UInt8](repeating: number, count: 32)
            let map = try Self.map(Self.runs(36), hiding: [HiddenArea(Self.home, radius: 300)], secret: secret)
            let shown = map.coordinates
            #expect(!shown.isEmpty && map.hiddenCount > 0)
            #expect(shown.allSatisfy { $0.distance(to: Self.home) > 300 })
            // The nearest point that is left in each direction: the edge of the cut.
            let sectors = Dictionary(grouping: shown) { point in
                let bearing = Self.home.bearing(to: point) ?? 0
                return Int(bearing / 10 + 0.5) % 36
            }
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

    @Test("Each visit of a hidden place is cut in another length")
    func extra() throws {
        // In steps of 10 m, so that no two cuts are likely to end at one point.
        let runs: [[Location]] = (0..<40).map { run in
            (0..<300).map { step -> Location in
                let longitude = 7.749 + Double(300 - step) * 10 / 77_200
                return TestTracks.location(46.0207, longitude, seconds: Double(86_400 * run + step))
            }
        }
        let map = try Self.map(runs, hiding: [HiddenArea(Self.home, radius: 400)])
        let nearest = Dictionary(grouping: map.sketch.points, by: \.track).values.compactMap { points in
            points.map { $0.coordinate.distance(to: Self.home) }.min()
        }
        #expect(Set(nearest.map { Int($0) }).count > 1)
    }

    @Test("The same secret cuts the same circle each time, also around nearly the same place; another one another")
    func secret() throws {
        let runs = Self.runs(8)
        let area = HiddenArea(Self.home, radius: 300)
        let secret = [UInt8](repeating: 7, count: 32)
        let first = try Self.map(runs, hiding: [area], secret: secret)
        let again = try Self.map(runs, hiding: [area], secret: secret)
        #expect(first.coordinates == again.coordinates && first.trimmedAreas == again.trimmedAreas)
        // One run alone is cut where it is together with the others.
        let alone = try Self.map([runs[3]], hiding: [area], secret: secret)
        #expect(Set(alone.coordinates).isSubset(of: Set(first.coordinates)))
        #expect(alone.trimmedAreas == first.trimmedAreas)
        let other = try Self.map(runs, hiding: [area], secret: [UInt8](repeating: 8, count: 32))
        #expect(other.trimmedAreas != first.trimmedAreas)
        let (random, another) = (
            try Self.map(runs, hiding: [area], secret: nil), try Self.map(runs, hiding: [area], secret: nil)
        )
        #expect(random.trimmedAreas != another.trimmedAreas)
        // A step of the grid is 60 m: of these ten places within 2 m at most a few are on the other side of a line.
        let near = (0..<10).map { index in
            HiddenArea(Self.home.destination(bearing: Double(index) * 36, distance: 2) ?? Self.home, radius: 299)
        }
        let cuts = near.map { TrackTrim($0, secret: secret).area.center }
        let largest = Dictionary(grouping: cuts) { $0 }.values.map(\.count).max() ?? 0
        #expect(largest >= 5)
    }

    @Test(
        "The circle that is given is inside of the one that is cut, which has up to three times its radius",
        arguments: [1.0, 10, 99.5, 101, 300, 1234, 50_000])
    func size(radius: Double) {
        var generator = SeededGenerator(seed: 3)
        for index in 0..<200 {
            let home = TestPages.coordinate(
                index == 0 ? 90 : .random(in: -89...89, using: &generator), .random(in: -180...180, using: &generator))
            let secret = (0..<32).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
            var trim = TrackTrim(HiddenArea(home, radius: radius), secret: secret)
            #expect(trim.area.radius <= 3 * radius)
            #expect(trim.radii.lowerBound >= 2.1 * radius && trim.radii.upperBound == trim.area.radius)
            let away = home.destination(bearing: .random(in: 0..<360, using: &generator), distance: 0.99 * radius)
            #expect(trim.verdict(on: Location(coordinate: away ?? home)) == .hidden)
        }
    }

    @Test("What is hidden may be anywhere in its radius around the middle of the cut, evenly")
    func middle() {
        let area = HiddenArea(Self.home, radius: 300)
        let distances = (0..<1000).map { index in
            let cut = TrackTrim(area, secret: [UInt8(index % 256), UInt8(index / 256)]).area
            return cut.center.distance(to: Self.home) / 300
        }
        // Of points that are even in a circle half are beyond 0.71 of its radius, and an eighth within 0.35.
        #expect((400...600).contains(distances.count { $0 > 0.707 }))
        #expect((70...180).contains(distances.count { $0 < 0.354 }))
        let radii = (0..<20 as Range<UInt8>).map { TrackTrim(area, secret: [$0]).area.radius }
        #expect(Set(radii).count == 1)
    }

    @Test("Where points are sparse, no line leads through a hidden circle, on the map or on the Earth")
    func sparse() throws {
        let area = HiddenArea(Self.home, radius: 300)
        let across = [(46.0107, 7.749), (46.0107, 7.74), (46.0307, 7.758), (46.0407, 7.758)].enumerated().map {
            TestTracks.location($1.0, $1.1, seconds: Double($0) * 600)
        }
        let map = try Self.map([across], hiding: [area])
        #expect(map.hiddenCount == 0 && map.sketch.points.map(\.startsSegment) == [true, false, true, false])
        #expect(map.interruptionCount == 1 && map.unvisitedAreas.isEmpty)
        let elsewhere = HiddenArea(TestPages.coordinate(7.749, 46.0207), radius: 300)
        let shown = try Self.map([across], hiding: [elsewhere])
        #expect(shown.interruptionCount == 0 && shown.unvisitedAreas == [elsewhere])
        // 4,000 km apart the straight line of the map is far from the shortest way.
        let west = TestTracks.location(50, -30, seconds: 0)
        let east = TestTracks.location(50, 30, seconds: 20_000)
        let north = TestPages.coordinate(53.9, 0)
        for (middle, isApart) in [
            (TestPages.coordinate(50, 0), true), (north, true), (TestPages.coordinate(58, 0), false),
        ] {
            let long = try Self.map([[west, east]], hiding: [HiddenArea(middle, radius: 20_000)])
            #expect(long.sketch.points.map(\.startsSegment) == [true, isApart], "\(middle)")
        }
        let date = [TestTracks.location(-17, 179.9), TestTracks.location(-17, -179.9)]
        let fiji = try Self.map([date], hiding: [HiddenArea(TestPages.coordinate(-17, 180), radius: 300)])
        #expect(fiji.sketch.points.map(\.startsSegment) == [true, true])
    }

    @Test("A time at home is not a stop at the edge of the cut, nor is one between two tracks")
    func noStopAtTheEdge() throws {
        let step = 1.3 / 111_160
        func way(_ metres: StrideTo<Int>, from second: Double) -> [Location] {
            metres.enumerated().map { index, metre in
                TestTracks.location(46.0207 + Double(metre) * step / 1.3, 7.749, seconds: second + Double(index))
            }
        }
        let errand =
            way(stride(from: 3000, to: 0, by: -1), from: 0) + way(stride(from: 0, to: 3000, by: 1), from: 32_000)
        let map = try Self.map([errand], hiding: [HiddenArea(Self.home, radius: 300)])
        #expect(map.hiddenCount > 0 && map.stopCount == 0)
        // Without the hidden area there is one.
        #expect(try Self.map([errand]).stopCount == 1)
        let runs = [
            way(stride(from: 0, to: 2000, by: 2), from: 0), way(stride(from: 2000, to: 0, by: -2), from: 90_000),
        ]
        #expect(try Self.map(runs).stopCount == 0)
        // One that is itself long enough stays.
        let rest = TestTracks.rest(at: TestTracks.location(46.1, 7.749, seconds: 0))
        #expect(try Self.map([rest, runs[1]]).stopCount == 1)
    }

    @Test("Thousands of tracks stay apart; more than the limit are refused")
    func manyTracks() throws {
        var map = TrackMap(in: TestPages.world, languages: [.english])
        for index in 0..<TrackMap.maximumTracks {
            map.startTrack(name: "\(index)")
            try map.add(TestTracks.location(46 + Double(index % 10) / 1e5, 8))
        }
        #expect(map.sketch.tracks.count == TrackMap.maximumTracks && map.sketch.tracks.last?.name == "4999")
        map.startTrack(name: "one more")
        #expect { try map.add(TestTracks.location(46, 8)) } throws: { ($0 as? MapError)?.code == .tooLarge }
    }

    @Test("A receiver that stands for days on one spot is two points, and is simplified at once")
    func standing() throws {
        var map = TrackMap(in: TestPages.world, languages: [.english], capacity: 5000)
        for second in 0..<40_000 { try map.add(TestTracks.location(46, 8, seconds: Double(second))) }
        #expect(map.statistics.count == 40_000 && map.coordinates.count < 5000)
        var sketch = map.sketch
        sketch.reduce(to: 16)
        #expect(sketch.points.map(\.time) == [map.sketch.points[0].time, map.sketch.points[0].time + 39_999])
    }

    @Test("Of many stops the longest are shown, and all are counted")
    func manyStops() throws {
        var map = TrackMap(in: TestPages.world, languages: [.english])
        for index in 0..<520 {
            map.startTrack(name: nil)
            let place = TestTracks.location(46, 8, seconds: Double(index) * 7200)
            for fix in TestTracks.rest(at: place, minutes: index < 20 ? 4 : 30) { try map.add(fix) }
        }
        #expect(map.stopCount == 520)
        var sketch = map.sketch
        sketch.finish()
        #expect(sketch.visits.count == TrackMap.maximumStops && sketch.visits.allSatisfy { $0.seconds > 1000 })
    }

    @Test("Photos are near the line, however coarse the map is", arguments: MapPrecision.allCases)
    func nearby(precision: MapPrecision) throws {
        let line = [TestTracks.location(46, 8), TestTracks.location(46, 8.1), TestTracks.location(46.1, 8.1)]
        let map = try Self.map(
            [line, [TestTracks.location(0, 179.99), TestTracks.location(0, -179.99)]], precision: precision)
        let places = [
            (46.004, 8.05), (46.006, 8.05), (46.05, 8.05), (46.05, 8.105), (46.1, 8.1), (46.2, 8.2), (0.001, 180),
            (23, 94),
        ].map { TestPages.coordinate($0.0, $0.1) }
        #expect(map.nearby(places, within: 500) == [0, 3, 4, 6])
    }

    @Test("Days are those of the place, and the middle of a square is named")
    func localDays() throws {
        let tokyo = { (seconds: Double) in TestTracks.location(35.6812, 139.7671, seconds: seconds) }
        // 06:00 UTC is 15:00 there: from 14:00 to 23:00 UTC it becomes another day of UTC only.
        let map = try Self.map([[tokyo(9.5 * 3600), tokyo(17.5 * 3600), tokyo(20 * 3600)]])
        let most = try #require(try map.mostSeen())
        #expect(most.days == 1 && most.positions == 3)
        #expect(abs(most.coordinate.latitude - 35.6825) < 1e-9 && abs(most.coordinate.longitude - 139.7675) < 1e-9)
    }

    @Test("Hiding everything, and no positions at all, are errors")
    func nothing() throws {
        var all = try Self.map(Self.runs(3), hiding: [HiddenArea(Self.home, radius: 50_000)])
        #expect(all.hiddenCount == 180)
        #expect(throws: MapError.self) { try all.packed() }
        // A radius that is no number hides too much rather than nothing.
        all = try Self.map(Self.runs(3), hiding: [HiddenArea(Self.home, radius: .nan)])
        #expect(all.hiddenCount == 180)
        all = try Self.map([])
        #expect(throws: MapError.self) { try all.packed() }
    }

    @Test(
        "Of a coarse map only the middles of cities go in, without heights and times",
        arguments: [MapPrecision.city, .country])
    func coarse(precision: MapPrecision) throws {
        let map = try Self.map(Self.runs(8), precision: precision)
        let points = map.sketch.points
        #expect(Set(points.map(\.coordinate)).count < 8)
        #expect(points.allSatisfy { $0.altitude.isNaN && $0.time.isNaN })
        #expect(map.statistics.start == nil && map.statistics.highestAltitude == nil)
    }

    @Test("The way begins with the first position that is shown, under the name of its place")
    func start() throws {
        let run = Self.runs(1)[0]
        let start = try #require(try Self.map([run]).start())
        #expect(start.coordinate == run[0].coordinate && !start.name.isEmpty)
        let hidden = try Self.map([run], hiding: [HiddenArea(run[0].coordinate, radius: 100)])
        let later = try #require(try hidden.start())
        #expect(later.coordinate.distance(to: run[0].coordinate) > 100)
        #expect(try TrackMap(in: TestPages.world, languages: []).start() == nil)
    }

    @Test("The place most often seen is home, not where a long track rests on one day")
    func mostSeen() throws {
        var runs = Self.runs(5)
        runs.append(TestTracks.rest(at: TestTracks.location(47.37, 8.54, seconds: 0), minutes: 500))
        let most = try #require(try Self.map(runs).mostSeen())
        #expect(most.coordinate.distance(to: Self.home) < 1000)
        #expect(most.days == 5)
        #expect(most.name.contains("Zermatt"))
    }

    @Test("What is packed is bounded by what a screen shows")
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

    /// A walk to a hut, and from 32 m away on the next morning.
    private static let (evening, morning) = (
        (0..<100).map { TestTracks.location(46.1 + Double($0) / 1e4, 7.749, seconds: 10 * Double($0)) },
        (0..<100).map {
            TestTracks.location(46.10990 + 32 / 111_160 - Double($0) / 1e4, 7.749, seconds: 47_800 + 10 * Double($0))
        }
    )

    @Test(
        "A night with the receiver switched off is a stop, also between two segments, but not where the way is hidden")
    func pause() throws {
        for segments in [[Self.evening + Self.morning], [Self.evening, Self.morning]] {
            var map = TrackMap(in: TestPages.world, languages: [.english])
            try map.add(Track(name: "Hut", segments: segments.map { Track.Segment($0) }))
            var sketch = map.sketch
            sketch.finish()
            #expect(sketch.visits.map(\.seconds) == [46_810] && map.stopCount == 1)
            #expect(try #require(sketch.visits.first).coordinate == Self.evening[99].coordinate)
        }
        // Tracks are apart, and so is what is farther away.
        #expect(try Self.map([Self.evening, Self.morning]).stopCount == 0)
        #expect(try Self.map([Self.evening + Self.morning.dropFirst(20)]).stopCount == 0)
        let hut = HiddenArea(Self.evening[99].coordinate, radius: 100)
        #expect(try Self.map([Self.evening + Self.morning], hiding: [hut]).stopCount == 0)
    }

    @Test("A rest before and after the receiver is switched off is the same stop")
    func pauseWithRests() throws {
        let end = try #require(Self.evening.last)
        func rest(from second: Double) -> [Location] {
            (0..<60).map { TestTracks.location(end.coordinate.latitude, 7.749, seconds: second + 10 * Double($0)) }
        }
        let map = try Self.map([Self.evening + rest(from: 1000) + rest(from: 47_000)])
        var sketch = map.sketch
        sketch.finish()
        #expect(sketch.visits.count == 1 && map.stopCount == 1)
        #expect(try #require(sketch.visits.first).seconds >= 46_590)
    }
}
