internal import Geocoding

/// Lays the layers over each other, cell by cell, and writes the cells and edges.
struct BorderOverlay {
    var resolver: RegionResolver
    var cells: [UInt32] = []
    var edges = RecordWriter()

    var regions: [BorderRegion] { resolver.regions }

    /// A line of the result: the regions on both sides.
    struct Line {
        var edge: CellEdge
        var above: UInt16
        var below: UInt16
    }

    struct Square {
        var x: Double
        var y: Double
        var side: Double
        var depth: Int
    }

    /// - Parameters:
    ///   - layers: What is laid over each other.
    ///   - progress: Is told the share that is done, 0 to 1.
    init(_ layers: BorderLayers, progress: (Double) -> Void = { _ in }) {
        resolver = RegionResolver(layers)
        var members = Self.squares(layers.divisions, .divisions, [:])
        members = Self.squares(layers.areas, .areas, Self.squares(layers.zones, .zones, members))
        cells = [UInt32](repeating: 0, count: BorderFormat.rootCells)
        for index in 0..<BorderFormat.rootCells {
            if index.isMultiple(of: BorderFormat.columns) { progress(Double(index) / Double(BorderFormat.rootCells)) }
            let square = Square(
                x: Double(index % BorderFormat.columns - 180) * GridPoint.degree,
                y: Double(index / BorderFormat.columns - 90) * GridPoint.degree, side: GridPoint.degree, depth: 0)
            cells[index] = cell(square, members[index] ?? [])
        }
    }

    /// The edges that may touch each square degree.
    private static func squares(
        _ layer: PlanarLayer, _ kind: CellEdge.Layer, _ start: [Int: [CellEdge]]
    ) -> [Int: [CellEdge]] {
        var squares = start
        func degree(_ value: Int32, _ offset: Int32, _ count: Int) -> Int {
            min(max(Int((value + offset) / 1_000_000), 0), count - 1)
        }
        for edge in layer.edges {
            let made = CellEdge(edge, layer: kind)
            let rows = [edge.start.y, edge.end.y].map { degree($0, 90_000_000, BorderFormat.rows) }
            let columns = [edge.start.x, edge.end.x].map { degree($0, 180_000_000, BorderFormat.columns) }
            // A line along a side belongs to the squares on both.
            for row in max(min(rows[0], rows[1]) - 1, 0)...max(rows[0], rows[1]) {
                for column in max(columns[0] - 1, 0)...columns[1] {
                    let x = Double(column - 180) * GridPoint.degree
                    let y = Double(row - 90) * GridPoint.degree
                    guard made.clipped(x: x, y: y, side: GridPoint.degree) != nil else { continue }
                    squares[row * BorderFormat.columns + column, default: []].append(made)
                }
            }
        }
        return squares
    }
}
