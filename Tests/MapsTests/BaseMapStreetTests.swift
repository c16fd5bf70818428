import Foundation
import LKGeo
import LKGeocoding
import LKStreets
import LocationKitMaps
import TestSupport
import Testing

@Suite("streets of the base map")
struct BaseMapStreetTests {
    private static let town = Result { try TestStreets.provider(TestStreets.grid()) }
    /// One that others copy, since tracing takes seconds in a debug build.
    private static let empty = Result { try BaseMap(TestPages.world, around: [TestStreets.middle], languages: []) }

    private static func map(
        _ provider: StreetIndexes? = nil, around coordinates: [Coordinate] = [TestStreets.middle],
        limit: Int = BaseMap.maximumStreetBytes
    ) throws -> BaseMap {
        var map = try empty.get()
        map.drawStreets(of: try provider ?? town.get(), around: coordinates, languages: [], maximumBytes: limit)
        return map
    }

    private static func names(_ map: BaseMap) -> Set<String> { Set(map.streets.names) }

    @Test("All streets near a position are drawn, of those farther away the roads")
    func choice() throws {
        let map = try Self.map()
        let names = Self.names(map)
        #expect(names.isSuperset(of: ["0. Straße", "19. Gasse", "Landstraße", "Fußweg"]))
        #expect(!names.contains("Weit weg"))
        let road = try #require(map.streets.lines.first)
        #expect(road.streetClass == .primary)
        // As far as the squares around reach, 17 km and more.
        #expect(try #require(road.points.map(\.x).max()) >= 915_000)
        #expect(road.points.allSatisfy { $0.y == 4_701_050 })
        // 201 points on one parallel, of which the ends are needed.
        #expect(road.points.count == 2)
        #expect(try Self.map(around: [TestPages.coordinate(48.5, 9)]).streets == MapStreets())
    }

    @Test("The attribution names the streets' source only where streets are drawn, and never beside images")
    func attribution() throws {
        let map = try Self.map()
        #expect(map.hasStreets)
        #expect(map.attribution.contains(StreetIndex.attribution))
        let words = "streets: \(StreetIndex.attribution)"
        #expect(!(try Self.empty.get()).attribution.contains(words))
        #expect(!(try Self.map(around: [])).attribution.contains(words))
        var page = MapPage(title: "", baseMap: map, languages: [.english])
        #expect(String(decoding: try page.html(), as: UTF8.self).contains(words))
        page.tiles = try MapPage.TileServer("https://tiles.example.org/{z}/{x}/{y}.png")
        #expect(!String(decoding: try page.html(), as: UTF8.self).contains(words))
    }

    @Test("A page of tracks with images draws no streets, and names their source for its stops alone")
    func tiles() throws {
        var tracks = TrackMap(in: TestPages.world, languages: [.english])
        tracks.streets = try Self.town.get()
        try tracks.add(
            TestTracks.track((0..<20).map { TestTracks.location(47.002 + Double($0) * 0.0003, 9.015) }))
        let server = try MapPage.TileServer("https://tiles.example.org/{z}/{x}/{y}.png")
        let page = try MapPage(tracks, tiles: server)
        #expect(page.tiles == server && !page.baseMap.hasStreets)
        #expect(try MapPage(tracks).baseMap.hasStreets)
    }

    @Test("Within the limit the roads come first, then streets where the most positions are, then paths")
    func limit() throws {
        let full = try Self.map()
        let size = full.streets.packed().bytes.count
        #expect(size > 400)
        for limit in [0, 40, 100, size / 2, size] {
            let streets = try Self.map(limit: limit).streets
            #expect(streets.packed().bytes.count <= limit + 32)
            if limit >= 100 { #expect(streets.names.contains("Landstraße")) }
            if limit < size / 2 { #expect(!streets.names.contains("Fußweg")) }
        }
        // Two towns: that with more positions has streets, the other what is left.
        let there = TestStreets.grid().map { street in
            TestStreets.Street(
                points: street.points.map { ($0.latitude + 1, $0.longitude) }, highway: street.highway,
                name: "N \(street.name)")
        }
        let both = try TestStreets.provider(TestStreets.grid() + there)
        let north = TestPages.coordinate(48.01, 9.015)
        let names = Self.names(
            try Self.map(both, around: [north, north, TestStreets.middle], limit: size))
        let (ofNorth, ofSouth) = (names.count { $0.hasPrefix("N ") }, names.count { !$0.hasPrefix("N ") })
        #expect(ofNorth > ofSouth)
        #expect(names.isSuperset(of: ["Landstraße", "N Landstraße"]))
    }

    @Test("Squares follow from the positions alone, contain them, and are about equally wide on the ground")
    func squares() throws {
        var generator = SeededGenerator(seed: 5)
        for latitude in [-89.99, -60, 0, 47, 84.9, 90] {
            for longitude in [-180, -179.999, 0, 9.5, 179.999] {
                let point = TestPages.coordinate(latitude, longitude)
                let squares = StreetSquares(around: [point], side: 0.02, maximumCount: 100)
                #expect(squares.boxes.first?.contains(point) == true)
                #expect(squares.rank(of: [point]) == 0)
                #expect(squares.boxes.count <= 9)
                #expect(Set(squares.boxes).count == squares.boxes.count)
            }
        }
        let points = (0..<300).map { _ in
            TestPages.coordinate(
                .random(in: 46...48, using: &generator), .random(in: 8...10, using: &generator))
        }
        let squares = StreetSquares(around: points, side: 0.02, maximumCount: 2000)
        #expect(squares.boxes == StreetSquares(around: points.shuffled(), side: 0.02, maximumCount: 2000).boxes)
        #expect(StreetSquares(around: points, side: 0.02, maximumCount: 50).boxes == Array(squares.boxes.prefix(50)))
        for box in squares.boxes {
            let low = TestPages.coordinate(box.south, box.west)
            let wide = low.distance(to: TestPages.coordinate(box.south, box.east))
            #expect((2_000...2_500).contains(wide))
            // Nothing is farther from a position than a square and its neighbour.
            #expect(points.contains { point in low.distance(to: point) < 7_000 })
        }
    }

    @Test("Streets at 180° are lines without a way around the world")
    func dateLine() throws {
        let street = TestStreets.Street(
            points: [(-17, 179.99), (-17, 179.999)], highway: "residential", name: "Last Street")
        let provider = try TestStreets.provider([street])
        let map = try Self.map(provider, around: [TestPages.coordinate(-17, -179.999)])
        #expect(map.streets.lines.map(\.points) == [[[17_999_000, -1_700_000], [17_999_900, -1_700_000]]])
    }

    @Test("Packed streets are counts, names, and differences across lines")
    func packing() throws {
        let streets = [
            TestStreets.Street(points: [(47, 9), (47.0001, 9)], highway: "primary", name: "A"),
            TestStreets.Street(points: [(47, 9), (47, 9.0002)], highway: "residential", name: "B"),
        ]
        let map = try Self.map(try TestStreets.provider(streets), around: [TestPages.coordinate(47, 9)])
        #expect(map.streets.lines.map(\.streetClass) == [.primary, .residential])
        var expected = PackedBytes()
        expected.append(count: 2)
        for line in map.streets.lines { expected.append(map.streets.names[try #require(line.name)]) }
        expected.append(count: 16)
        var (x, y): (Int64, Int64) = (0, 0)
        for number in 0..<16 {
            let own = map.streets.lines.filter { Int($0.streetClass.rawValue) == number }
            expected.append(count: own.count)
            for line in own {
                expected.append(count: try #require(line.name) + 1)
                expected.append(count: 2)
                for point in line.points {
                    expected.append(signed: point.x - x)
                    expected.append(signed: point.y - y)
                    (x, y) = (point.x, point.y)
                }
            }
        }
        #expect(map.streets.packed() == expected)
        #expect(
            Set(map.streets.lines.flatMap(\.points)) == [
                [900_000, 4_700_000], [900_000, 4_700_010], [900_020, 4_700_000],
            ])
    }
}

/// What a browser shows of streets.
@Suite("streets in a browser", .serialized, .enabled(if: HeadlessBrowser.absence == nil, HeadlessBrowser.absence))
struct StreetBrowserTests {
    private static let state = "document.documentElement.dataset"

    /// The steps that show a view.
    private static func show(_ latitude: Double, _ longitude: Double, zoom: Int) -> [[String: Any]] {
        [
            ["eval": "(MapPage.map.setView([\(latitude), \(longitude)], \(zoom), { animate: false }), 0)"],
            ["wait": "\(state).zoom === '\(zoom)'"],
            // The map is drawn before the next frame.
            ["eval": "new Promise((done) => requestAnimationFrame(() => done(0)))"],
        ]
    }

    private func page() throws -> [UInt8] {
        let track = TestTracks.track((0..<50).map { TestTracks.location(47.002 + Double($0) * 0.0003, 9.015) })
        var tracks = TrackMap(in: TestPages.world, languages: [.english])
        try tracks.add(track)
        let base = try BaseMap(
            TestPages.world, around: tracks.coordinates, streets: TestStreets.provider(TestStreets.grid()),
            languages: [.english])
        var page = MapPage(title: "Walk", baseMap: base, languages: [.english])
        try page.add(tracks)
        return try page.html()
    }

    @Test("Streets are drawn below the track: roads from afar, all of them and names of streets nearby")
    func zooms() throws {
        let colour =
            "(() => { const c = document.querySelector('canvas.base-map'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
            + " let n = 0; for (let i = 0; i < d.length; i += 4) if (d[i] === 255 && d[i + 1] === 255 && d[i + 2] === 255) n++;"
            + " return n > 2000; })()"
        let outcome = try HeadlessBrowser.open(
            try page(),
            Self.show(47.01, 9.015, zoom: 7) + [["eval": "\(Self.state).streets"]]
                + Self.show(47.01, 9.015, zoom: 10) + [["eval": "\(Self.state).streets"]]
                + Self.show(47.01, 9.015, zoom: 16)
                + [
                    ["eval": "Number(\(Self.state).streets) > 10 && Number(\(Self.state).streetNames) > 2"],
                    ["eval": colour],
                    ["eval": "document.querySelector('.leaflet-control-attribution').textContent"],
                ]
                + Self.show(47.01, 20, zoom: 16) + [["eval": "\(Self.state).streets + \(Self.state).streetNames"]])
        #expect(outcome.errors.filter { !$0.contains("willReadFrequently") }.isEmpty)
        #expect(outcome.requests.isEmpty)
        #expect(outcome.results[2] == "0")
        #expect(outcome.results[5] == "1")
        #expect(outcome.results[8...9] == ["1", "1"])
        #expect(outcome.results[10].contains("streets: © OpenStreetMap contributors"))
        #expect(outcome.results.last == "00")
    }
}
