import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

@Suite("PlanarLayer")
struct PlanarLayerTests {
    /// A wedge of the class 2 with its point at (1000, 1000), class 1 above and class 3 below.
    private static let wedge = [
        PlanarLayer.Edge(start: GridPoint(x: 1_000, y: 1_000), end: GridPoint(x: 9_000, y: 5_000), above: 1, below: 2),
        PlanarLayer.Edge(start: GridPoint(x: 1_000, y: 1_000), end: GridPoint(x: 9_000, y: -3_000), above: 2, below: 3),
    ]

    @Test("Right above the vertex from which lines go east lies what is above the upper one", arguments: [false, true])
    func vertex(isReversed: Bool) {
        let layer = PlanarLayer(isReversed ? Self.wedge.reversed() : Self.wedge)
        #expect(layer.at(1_000, 1_000) == 1)
        #expect(layer.at(1_000, 80_000_000) == 1)
        #expect(layer.at(1_001, 1_000) == 2)
        #expect(layer.at(999, 1_000) == 0)
    }
}
