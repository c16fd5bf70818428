import TestSupport
import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

@Suite("EdgeTopology")
struct EdgeTopologyTests {
    private func star(_ generator: inout SeededGenerator, owner: Int) -> BorderRing {
        let middle = (
            Double.random(in: -3...3, using: &generator), Double.random(in: -3...3, using: &generator)
        )
        let points = (0..<7).map { corner -> GridPoint in
            let radius = Double.random(in: 1...4, using: &generator)
            // Corners of a heptagon, each at a distance of its own.
            let directions = [(1.0, 0.0), (0.6, 0.8), (-0.2, 1), (-0.9, 0.4), (-0.9, -0.4), (-0.2, -1), (0.6, -0.8)]
            let (east, north) = directions[corner]
            return BorderWorld.point((middle.0 + radius * east, middle.1 + radius * north))
        }
        return BorderRing(owner: owner, isHole: false, points: points)
    }

    @Test("Areas that overlap and cross each other's borders are distinguished everywhere", arguments: 1...10)
    func overlaps(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let rings = (0..<5).map { star(&generator, owner: $0) }
        let topology = EdgeTopology(rings)
        #expect(topology.cuts > 0)
        let layer = PlanarLayer(topology)
        var wrong = 0
        for _ in 0..<2_000 {
            let x = Double.random(in: -8...8, using: &generator)
            let y = Double.random(in: -8...8, using: &generator)
            let found = topology.sets[Int(layer.at(x * GridPoint.degree, y * GridPoint.degree))]
            let expected = (0..<5).filter { BorderWorld.contains([rings[$0]], longitude: x, latitude: y) }
            if found != expected { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test("An edge is cut where another one ends on it or hardly beside it, and where they cross")
    func meetings() {
        func point(_ x: Int32, _ y: Int32) -> GridPoint { GridPoint(x: x, y: y) }
        let edge = (point(0, 0), point(1_000, 100))
        #expect(EdgeSplitter.meeting(edge, (point(500, 50), point(500, 9_000))) == point(500, 50))
        #expect(EdgeSplitter.meeting(edge, (point(500, 52), point(500, 9_000))) == point(500, 52))
        #expect(EdgeSplitter.meeting(edge, (point(500, 60), point(500, 9_000))) == nil)
        #expect(EdgeSplitter.meeting(edge, (point(500, -1_000), point(500, 1_000))) == point(500, 50))
        // They share an end, or run side by side.
        #expect(EdgeSplitter.meeting(edge, (point(0, 0), point(0, 5_000))) == nil)
        #expect(EdgeSplitter.meeting(edge, (point(0, 50), point(1_000, 150))) == nil)
    }

    @Test("An edge keeps its areas when it is cut")
    func cut() {
        let side = EdgeSide(from: GridPoint(x: -10, y: 0), to: GridPoint(x: 10, y: 0), owner: 3)
        let pieces = side.cut(at: [GridPoint(key: side.low).x < 0 ? GridPoint(x: 0, y: 1) : GridPoint(x: 0, y: -1)])
        #expect(pieces.count == 2)
        // Each piece still has the area on its left from west to east.
        for piece in pieces {
            let isWestFirst = GridPoint(key: piece.low).x < GridPoint(key: piece.high).x
            #expect((piece.owner & 1 == 0) == isWestFirst && piece.owner >> 1 == 3)
        }
    }
}
