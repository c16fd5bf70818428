import LKGeo
import LKGeocoding
import TestSupport
import Testing

@testable import LKStreets

@Suite("StreetIndex: lines of streets in boxes")
struct StreetLineTests {
    /// A box of a drawing, in metres: west, south, east, north.
    private static func box(
        _ map: MapDrawing, _ west: Double, _ south: Double, _ east: Double, _ north: Double
    ) throws -> BoundingBox {
        try #require(BoundingBox(covering: [map.at(west, south), map.at(east, north)]))
    }

    /// Whether a line is some points of a drawing, in either direction.
    private static func isLine(_ line: StreetLine, _ map: MapDrawing, _ points: [(Double, Double)]) -> Bool {
        func fits(_ points: [(Double, Double)]) -> Bool {
            line.points.count == points.count
                && zip(line.points, points).allSatisfy { $0.distance(to: map.at($1.0, $1.1)) < 0.1 }
        }
        return fits(points) || fits(points.reversed())
    }

    @Test("Streets that touch a box are found with class and name in the language asked for, and no others")
    func boxes() throws {
        var map = MapDrawing()
        map.boundary(2, "Liechtenstein", (-9_000, -9_000, 9_000, 9_000), ["ISO3166-1": "LI"])
        map.street("Städtle", y: 0, ["name:en": "Little Town"])
        map.way([(0, 300), (500, 300)], ["highway": "primary", "ref": "16"])
        map.street("Weit weg", y: 2000)
        map.way(
            [(0, 20), (30, 20), (30, 40), (0, 40)], ["highway": "pedestrian", "area": "yes", "name": "Platz"],
            isClosed: true)
        let index = try map.index()
        let wide = try Self.box(map, -10, -10, 100, 400)
        let lines = index.lines(in: [wide], languages: [.english])
        let names = lines.map { $0.name ?? "" }
        #expect(names.sorted() == ["16", "Little Town"])
        let street = try #require(lines.first { $0.name == "Little Town" })
        #expect(street.streetClass == .residential)
        #expect(Self.isLine(street, map, [(0, 0), (500, 0)]))
        #expect(lines.first { $0.name == "16" }?.streetClass == .primary)
        #expect(index.lines(in: [wide]).contains { $0.name == "Städtle" })
        #expect(index.lines(in: [try Self.box(map, -10, -10, 100, 100)]).count == 1)
        #expect(index.lines(in: [try Self.box(map, 600, 600, 700, 700)]).isEmpty)
        #expect(index.lines(in: []).isEmpty)
    }

    @Test("Pieces of a way and ways of a street are one line where they continue, whatever their directions")
    func chains() throws {
        var map = MapDrawing()
        let long = (0..<100).map { (index: Int) -> (Double, Double) in (Double(index * 10), Double(index % 3 * 5)) }
        map.way(long, ["highway": "residential", "name": "Long"])
        let (a, b, c) = (map.node(0, 500), map.node(100, 500), map.node(200, 520))
        map.way(of: [b, a], ["highway": "residential", "name": "Turned"])
        map.way(of: [b, c], ["highway": "residential", "name": "Turned"])
        let (middle, ends) = (map.node(0, 800), [map.node(50, 800), map.node(-50, 800), map.node(0, 850)])
        for end in ends { map.way(of: [middle, end], ["highway": "residential", "name": "Fork"]) }
        let index = try map.index()
        let lines = index.lines(in: [try Self.box(map, -100, -100, 1100, 900)])
        let own = lines.filter { $0.name == "Long" }
        #expect(own.count == 1)
        #expect(own.first.map { Self.isLine($0, map, long) } == true)
        let turned = lines.filter { $0.name == "Turned" }
        #expect(turned.count == 1)
        #expect(turned.first.map { Self.isLine($0, map, [(0, 500), (100, 500), (200, 520)]) } == true)
        #expect(lines.count { $0.name == "Fork" } == 3)
        // Of a long street only the pieces near the box: 32 points each.
        let part = index.lines(in: [try Self.box(map, -10, -10, 20, 20)])
        #expect(part.map(\.points.count) == [32])
    }

    @Test("Several boxes find what each of them finds, once")
    func union() throws {
        var generator = SeededGenerator(seed: 9)
        var map = MapDrawing()
        for number in 0..<300 {
            let (x, y) = (
                Double.random(in: 0...4000, using: &generator), Double.random(in: 0...4000, using: &generator)
            )
            map.way([(x, y), (x + 60, y + 40)], ["highway": "path", "name": "Path \(number)"])
        }
        let index = try map.index()
        let boxes = try (0..<20).map { _ in
            let (x, y) = (
                Double.random(in: 0...4000, using: &generator), Double.random(in: 0...4000, using: &generator)
            )
            return try Self.box(map, x, y, x + 400, y + 400)
        }
        let single = boxes.map { Set(index.lines(in: [$0])) }
        #expect(single.contains { $0.count > 1 })
        let all = index.lines(in: boxes)
        #expect(Set(all) == single.reduce(into: []) { $0.formUnion($1) })
        #expect(all.count == Set(all).count)
    }

    @Test("Where there are more than the limit, the least important classes are left out as a whole")
    func limit() throws {
        var map = MapDrawing()
        for row in 0..<10 {
            map.way(
                [(0, Double(row) * 50), (90, Double(row) * 50)], ["highway": "residential", "name": "Small \(row)"])
            map.way(
                [(500, Double(row) * 50), (590, Double(row) * 50)], ["highway": "primary", "name": "Large \(row)"])
        }
        let index = try map.index()
        let box = try Self.box(map, -10, -10, 600, 600)
        #expect(index.lines(in: [box]).count == 20)
        #expect(Set(index.lines(in: [box], limit: 15).map(\.streetClass)) == [.primary])
        #expect(index.lines(in: [box], limit: 15).count == 10)
        #expect(index.lines(in: [box], limit: 5).isEmpty)
        #expect(index.lines(in: [box], classes: .residential...(.other)).count == 10)
        #expect(index.lines(in: [box], classes: .residential...(.other), limit: 5).isEmpty)
    }

    @Test("Extracts that overlap have each street once")
    func overlap() throws {
        var west = MapDrawing()
        west.street("Both", y: 0)
        var east = west
        west.street("West", y: 100)
        east.street("East", y: 200)
        let provider = StreetIndexes(indexes: [try west.index(), try east.index()])
        let lines = provider.lines(in: [try Self.box(west, -10, -10, 600, 600)])
        #expect(lines.compactMap(\.name).sorted() == ["Both", "East", "West"])
    }

    @Test("A box across the date line finds the streets on both sides")
    func dateLine() throws {
        var map = MapDrawing()
        map.origin = try #require(Coordinate(latitude: -17, longitude: 179.99))
        map.extent = nil
        map.street("Western", y: 0)
        var other = MapDrawing()
        other.origin = try #require(Coordinate(latitude: -17, longitude: -179.995))
        other.extent = nil
        other.street("Eastern", y: 0)
        let provider = StreetIndexes(indexes: [try map.index(), try other.index()])
        let box = try #require(BoundingBox(south: -17.1, west: 179.9, north: -16.9, east: -179.9))
        #expect(provider.lines(in: [box]).compactMap(\.name).sorted() == ["Eastern", "Western"])
    }
}
