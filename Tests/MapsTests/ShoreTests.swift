import Foundation
import LKGeo
import LKGeocoding
import LKTracks
import TestSupport
import Testing

@testable import LocationKitMaps

/// Coasts and lakes: the file they are read from, and what maps draw of it.
@Suite("coasts and lakes") struct ShoreTests {
    /// The finest shores of the degree with a point.
    private static func degree(_ latitude: Double, _ longitude: Double) throws -> Shores {
        let file = try #require(ShoreFile.embedded)
        return try file.square(
            level: 0, row: Int(latitude.rounded(.down)) + 90, column: Int(longitude.rounded(.down)) + 180)
    }

    private static func isLand(_ latitude: Double, _ longitude: Double) throws -> Bool {
        let shores = try degree(latitude, longitude)
        let south = latitude.rounded(.down)
        return ShoreGround(shores, low: south, high: south + 1).isLand(MapPoint(longitude, latitude))
    }

    @Test(
        "Known waters are water",
        arguments: [
            ("Lake Geneva", 46.45, 6.55), ("Lake Constance", 47.6, 9.4), ("San Francisco Bay", 37.72, -122.32),
            ("Sydney Harbour", -33.852, 151.236), ("Victoria Harbour, Hong Kong", 22.29, 114.17),
            ("a sound of the Stockholm archipelago", 59.40, 18.60), ("Balaton", 46.85, 17.75),
            ("Lake Tahoe", 39.1, -120.03), ("Lake Superior", 47.7, -88), ("Caspian Sea", 41, 50.5),
            ("Great Bitter Lake", 30.33, 32.38), ("Lake Victoria", -1, 33), ("the Marmara Sea", 40.7, 28.2),
            ("the lagoon of Venice", 45.38, 12.3), ("Mälaren", 59.5, 16.7), ("IJsselmeer", 52.8, 5.3),
        ] as [(String, Double, Double)])
    func waters(_ name: String, _ latitude: Double, _ longitude: Double) throws {
        #expect(try !Self.isLand(latitude, longitude))
    }

    @Test(
        "Known islands and shores are land",
        arguments: [
            ("Alcatraz", 37.8267, -122.4230), ("Manhattan", 40.78, -73.97), ("Reichenau", 47.7, 9.06),
            ("Olkhon in Lake Baikal", 53.15, 107.4), ("Lido di Venezia", 45.415, 12.374), ("Murano", 45.458, 12.354),
            ("Utö", 58.96, 18.27), ("Vostok", -78.46, 106.84), ("Chukotka at 180°", 68, 179.99),
        ] as [(String, Double, Double)])
    func lands(_ name: String, _ latitude: Double, _ longitude: Double) throws {
        #expect(try Self.isLand(latitude, longitude))
    }

    /// The shores in a picture of a trip, and the picture's map.
    private static func surface(_ way: [(Double, Double)]) throws -> (shores: PlotShores, map: PlotMap) {
        let file = try #require(ShoreFile.embedded)
        var sketch = TrackSketch(capacity: 100)
        for (latitude, longitude) in way { sketch.add(TestTracks.location(latitude, longitude)) }
        let page = PlotPage(sketch, title: nil, style: TrackPlot.Style(), world: TestPages.world)
        let map = try #require(PlotMap(page, in: PlotFrame(x: 0, y: 0, width: 1000, height: 800)))
        return (try #require(try PlotShores(map, file)), map)
    }

    @Test("No line is drawn across the mouth of an inlet that coasts close, and one along its shores")
    func mouth() throws {
        let (shores, map) = try Self.surface([(-33.860, 151.211), (-33.80, 151.285)])
        func isLine(_ latitude: Double, _ longitude: Double, within pixels: Double) -> Bool {
            let place = map.place(latitude: latitude, longitude: longitude)
            return shores.lines.contains { line in
                zip(line, line.dropFirst()).contains { from, to in
                    let way = to - from
                    let share = min(max(((place - from) * way).sum() / max((way * way).sum(), 1e-9), 0), 1)
                    let gap = place - from - share * way
                    return (gap * gap).sum() < pixels * pixels
                }
            }
        }
        #expect(!shores.areas.sounds.isEmpty)
        // Between North Head and South Head, and west of Bradleys Head.
        #expect(!isLine(-33.828, 151.2905, within: 20))
        #expect(isLine(-33.849, 151.24, within: 60))
    }

    @Test("Parts of lines begin and end where points are wanted, also between two points of a line")
    func parts() {
        let parts = ShoreGround.parts(of: [[MapPoint(0, 0), MapPoint(10, 0), MapPoint(10, 5)]], step: 1) {
            (3...6).contains($0.x) || $0.y > 2
        }
        #expect(parts == [[MapPoint(3, 0), MapPoint(7, 0)], [MapPoint(10, 3), MapPoint(10, 5)]])
        #expect(ShoreGround.parts(of: [[MapPoint(0, 0), MapPoint(9, 0)]], step: 1) { _ in false }.isEmpty)
        #expect(ShoreGround.parts(of: [[MapPoint(0, 0), MapPoint(9, 0)]], step: 1) { _ in true }.first?.count == 2)
    }

    @Test("A picture of a trip on a lake has water under it, and one beside the lake has land")
    func picture() throws {
        let boat = try Self.surface([(46.42, 6.45), (46.46, 6.65)]).shores
        let ground = ShoreGround(boat.areas, low: 0, high: 800)
        #expect(!ground.isLand(MapPoint(500, 400)) && !boat.lines.isEmpty)
        let walk = try Self.surface([(46.8, 7.1), (46.81, 7.12)]).shores
        #expect(ShoreGround(walk.areas, low: 0, high: 800).isLand(MapPoint(500, 400)))
        // Neither a square's edge nor the frame's is a shore.
        #expect(walk.lines.isEmpty, "\(walk.lines)")
    }

    @Test("Land across 180° and the edges of squares has no gap and no line")
    func antimeridian() throws {
        let file = try #require(ShoreFile.embedded)
        var sketch = TrackSketch(capacity: 100)
        for longitude in [179.9, -179.9] { sketch.add(TestTracks.location(67.5, longitude)) }
        let page = PlotPage(sketch, title: nil, style: TrackPlot.Style(), world: TestPages.world)
        let map = try #require(PlotMap(page, in: PlotFrame(x: 0, y: 0, width: 400, height: 300)))
        let shores = try #require(try PlotShores(map, file))
        let ground = ShoreGround(shores.areas, low: 0, high: 300)
        for x in stride(from: 150.5, to: 250, by: 1) { #expect(ground.isLand(MapPoint(x, 150.3))) }
    }

    @Test("A page has the finest coasts around its positions, and lakes in every degree of detail")
    func page() throws {
        let base = try BaseMap(
            TestPages.world, around: [TestPages.coordinate(46.45, 6.55)], languages: [.english])
        #expect(!base.world.lakes.isEmpty && base.details.contains { !$0.outline.lakes.isEmpty })
        #expect(base.near.squares.count == 9)
        #expect(base.near.squares[0].square == NearShores.Square(south: 185, west: 26))
        #expect(base.attribution.contains("GSHHG") && base.attribution.contains("OpenStreetMap"))
        let many = (0..<2000).map { TestPages.coordinate(58.5 + Double($0 % 50) * 0.02, 17.5 + Double($0 / 50) * 0.03) }
        let archipelago = try BaseMap(TestPages.world, around: many, languages: [.english])
        #expect(archipelago.near.squares.reduce(0) { $0 + $1.bytes.bytes.count } < 200_000)
    }

    @Test("Borders are drawn on land alone")
    func borders() throws {
        let base = try BaseMap(
            TestPages.world, around: [TestPages.coordinate(46.45, 6.55)], languages: [.english])
        let detail = try #require(base.details.first { $0.south == 46 && $0.west == 6 })
        let outline = detail.outline
        let shores = Shores(coasts: outline.coasts, lakes: outline.lakes, sounds: outline.sounds)
        let ground = ShoreGround(shores, low: 46, high: 48)
        #expect(!detail.outline.borders.isEmpty)
        for line in detail.outline.borders {
            for (from, to) in zip(line, line.dropFirst()).dropFirst().dropLast() {
                #expect(ground.isLand((from + to) / 2) || ground.isLand(from), "\(from) \(to)")
            }
        }
        let box = ShoreBox(low: .zero, high: MapPoint(10, 10))
        #expect(box.clipped([MapPoint(-5, 2), MapPoint(5, 2), MapPoint(5, 4), MapPoint(-5, 4)])?.count == 4)
        #expect(box.clipped([MapPoint(11, 2), MapPoint(12, 2), MapPoint(12, 4)]) == nil)
    }
}
