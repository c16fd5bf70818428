import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

@Suite("LeafLine")
struct LeafLineTests {
    /// A line in a cell of one degree at 0° 0°; millionths of a degree.
    private func line(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, above: UInt16) throws -> LeafLine {
        let zero = GridPoint(x: 0, y: 0)
        var edge = CellEdge(PlanarLayer.Edge(start: zero, end: zero, above: 0, below: 0), layer: .zones)
        (edge.x0, edge.y0, edge.x1, edge.y1) = (x0, y0, x1, y1)
        return try #require(
            LeafLine(edge, x: 0, y: 0, side: GridPoint.degree, above: above, below: BorderFormat.none))
    }

    @Test("What has become the same line as one above it is left out, and the rest kept")
    func hidden() throws {
        let floor = try line(0, 0, 1_000_000, 0, above: 1)
        let upper = try line(250_000, 3, 500_000, 3, above: 2)
        #expect(upper.without([floor, upper]).map(\.record) == [upper.record])
        let rest = floor.without([floor, upper])
        #expect(rest.map(\.x0) == [0, upper.x1] && rest.map(\.x1) == [upper.x0, floor.x1])
        #expect(rest.allSatisfy { $0.above == 1 && $0.y0 == 0 && $0.y1 == 0 })
    }

    @Test("Lines that part again are both kept")
    func parting() throws {
        let floor = try line(0, 0, 1_000_000, 0, above: 1)
        let rising = try line(0, 0, 1_000_000, 500, above: 2)
        #expect(floor.without([rising]).map(\.record) == [floor.record])
    }
}
