import TestSupport
import Testing

@testable import LKStreets
@testable import LocationKitStreetImport

@Suite struct ShapeStoreTests {
    private static func line(_ points: [(Double, Double)]) -> [OSMPoint] { points.map { OSMText.point($0.0, $0.1) } }

    private static func rectangle(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [OSMPoint] {
        line([(west, south), (east, south), (east, north), (west, north), (west, south)])
    }

    @Test("A polygon has an inside, without its holes, and a centroid")
    func polygon() {
        var store = ShapeStore()
        // The hole goes round as its outer ring does, which the order of a file may be.
        let shape = store.appendPolygon([
            (Self.rectangle(0, 0, 100, 100), false), (Self.rectangle(50, 0, 100, 100), true),
        ])
        #expect(store.contains(OSMText.point(25, 50), in: shape) && !store.contains(OSMText.point(75, 50), in: shape))
        #expect(!store.contains(OSMText.point(-1, 50), in: shape) && !store.contains(OSMText.point(25, 101), in: shape))
        #expect(OSMText.distance(store.center(of: shape), OSMText.point(25, 50)) < 0.05)
        let whole = store.appendPolygon([(Array(Self.rectangle(0, 0, 100, 100).reversed()), false)])
        #expect(abs(store.area(of: shape) / store.area(of: whole) - 0.5) < 1e-4)
        #expect(OSMText.distance(store.center(of: whole), OSMText.point(50, 50)) < 0.05)
        let flat = store.appendPolygon([(Self.line([(0, 0), (10, 0), (0, 0), (0, 0)]), false)])
        #expect(store.area(of: flat) == 0 && OSMText.distance(store.center(of: flat), OSMText.point(5, 0)) < 0.05)
    }

    @Test("The distance of a shape to a rectangle is that of their nearest points")
    func distances() throws {
        var store = ShapeStore()
        let line = store.appendLine(Self.line([(-50, 30), (50, 30), (50, -80)]))
        let polygon = store.appendPolygon([(Self.rectangle(-100, -100, 100, 100), false)])
        func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> GridBox {
            try #require(GridBox(Self.rectangle(west, south, east, north)))
        }
        for (box, distance) in [
            (try box(0, 0, 0, 0), 30.0), (try box(-10, -10, 10, 10), 20), (try box(-10, 20, 10, 40), 0),
            (try box(40, -10, 60, 10), 0), (try box(53, 34, 60, 40), 5), (try box(0, -80, 20, -60), 30),
        ] {
            #expect(abs(store.distance(of: line, to: box) - distance) < 0.05, "\(box)")
        }
        #expect(store.distance(of: polygon, to: try box(-1, -1, 1, 1)) == 0)
        #expect(abs(store.distance(of: polygon, to: try box(110, 0, 120, 10)) - 10) < 0.05)
        #expect(abs(store.distance(of: .point(OSMText.point(0, 0)), to: try box(3, 4, 9, 9)) - 5) < 0.05)
    }

    @Test("The distance to a rectangle is at most that to any of its points, and met by one", arguments: 0..<40)
    func oracle(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func next(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
        var store = ShapeStore()
        let line = store.appendLine(Self.line((0..<5).map { _ in (next(-100...100), next(-100...100)) }))
        let (west, south) = (next(-150...150), next(-150...150))
        let (width, height) = (next(0...50), next(0...50))
        let box = try #require(GridBox(Self.rectangle(west, south, west + width, south + height)))
        let distance = store.distance(of: line, to: box)
        var best = Double.infinity
        for step in 0...50 {
            for other in 0...50 {
                let point = OSMText.point(west + width * Double(step) / 50, south + height * Double(other) / 50)
                best = min(best, store.distance(of: line, to: GridBox(point)))
            }
        }
        #expect(distance <= best + 0.05 && best <= distance + 1.5)
    }
}
