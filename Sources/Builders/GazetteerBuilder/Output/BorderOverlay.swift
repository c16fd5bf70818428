import LKGazetteer
import LKGeocoding

/// Overlays the layers cell by cell, and writes the cells and edges.
struct BorderOverlay {
    var resolver: RegionResolver
    var cells: [UInt32] = []
    var edges = RecordWriter()

    var regions: [BorderRegion] { resolver.regions }

    /// A line of the result, with the regions on both sides.
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

    /// Creates an overlay of layers and cuts their lines where they cross.
    ///
    /// - Parameters:
    ///   - layers: The layers to overlay.
    ///   - progress: Called with the share done, 0 to 1.
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

    /// Returns the edges that may touch each square degree.
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

// Divides a square into cells.
extension BorderOverlay {
    mutating func cell(_ square: Square, _ candidates: [CellEdge]) -> UInt32 {
        let inside = candidates.compactMap { $0.clipped(x: square.x, y: square.y, side: square.side) }
        let lines = inside.isEmpty ? [] : lines(inside)
        if lines.isEmpty {
            let half = square.side / 2
            return UInt32(resolver.region(square.x + half, square.y + half)) << BorderFormat.numberShift
        }
        let floor = floor(of: square, inside)
        if lines.count + floor.count > BorderFormat.leafAim, square.depth < BorderFormat.maximumDepth {
            return quarters(square, inside)
        }
        return leaf(square, floor + lines)
    }

    private mutating func quarters(_ square: Square, _ inside: [CellEdge]) -> UInt32 {
        let first = cells.count
        cells += [0, 0, 0, 0]
        let half = square.side / 2
        var flag: UInt32 = 0
        for quarter in 0..<4 {
            let part = Square(
                x: square.x + Double(quarter % 2) * half, y: square.y + Double(quarter / 2) * half, side: half,
                depth: square.depth + 1)
            let made = cell(part, inside)
            cells[first + quarter] = made
            flag |= made & BorderFormat.hasBorder
        }
        return UInt32(first) << BorderFormat.numberShift | flag | BorderFormat.CellKind.quarters.rawValue
    }

    /// Cuts the lines of the layers where they cross and keeps the pieces that separate regions.
    private mutating func lines(_ inside: [CellEdge]) -> [Line] {
        var cuts = inside.map { _ in [Double]() }
        for (one, edge) in inside.enumerated() {
            for (other, line) in inside.enumerated() where edge.layer.rawValue < line.layer.rawValue {
                guard let crossing = edge.crossing(line) else { continue }
                cuts[one].append(crossing.here)
                cuts[other].append(crossing.there)
            }
        }
        var lines: [Line] = []
        for (edge, cuts) in zip(inside, cuts) {
            var from = 0.0
            for to in cuts.sorted() + [1] where to > from {
                let piece = edge.part(from, to)
                from = to
                let x = (piece.x0 + piece.x1) / 2
                let y = (piece.y0 + piece.y1) / 2
                let (dx, dy) = piece.x0 == piece.x1 ? (-0.05, 0.0) : (0.0, 0.05)
                let above = resolver.region(x + dx, y + dy, of: edge.above, in: edge.layer)
                let below = resolver.region(x - dx, y - dy, of: edge.below, in: edge.layer)
                if above != below { lines.append(Line(edge: piece, above: above, below: below)) }
            }
        }
        return lines
    }

    /// Returns the southern side of a cell, split where lines begin on it.
    private mutating func floor(of square: Square, _ inside: [CellEdge]) -> [Line] {
        var cuts: Set<Double> = [square.x + square.side]
        // After clipping, an end may be above the side by a rounding error.
        let side = square.y + 0.001
        for edge in inside {
            if edge.y0 <= side { cuts.insert(edge.x0) }
            if edge.y1 <= side { cuts.insert(edge.x1) }
        }
        var floor: [Line] = []
        var from = square.x
        for to in cuts.sorted() where to > from {
            let region = resolver.region((from + to) / 2, square.y + 0.01)
            if floor.last?.above == region {
                floor[floor.count - 1].edge.x1 = to
            } else {
                var edge = CellEdge(
                    PlanarLayer.Edge(start: GridPoint(x: 0, y: 0), end: GridPoint(x: 0, y: 0), above: 0, below: 0),
                    layer: .zones)
                (edge.x0, edge.y0, edge.x1, edge.y1) = (from, square.y, to, square.y)
                floor.append(Line(edge: edge, above: region, below: region))
            }
            from = to
        }
        return floor
    }
}

// Encodes leaves.
extension BorderOverlay {
    mutating func leaf(_ square: Square, _ lines: [Line]) -> UInt32 {
        let all = lines.compactMap { line in
            LeafLine(
                line.edge, x: square.x, y: square.y, side: square.side, above: line.above,
                below: isBorder(line) ? line.below : BorderFormat.none)
        }
        let hasBorder = all.contains { $0.below != BorderFormat.none }
        // A vertical line is used only for the distance to a border.
        var records = all.filter { !$0.isUpright || $0.below != BorderFormat.none }
            .flatMap { line in line.without(all.filter { !$0.isUpright }) }.map(\.record)
        records.sort { $0.lexicographicallyPrecedes($1) }
        let header = UInt32(edges.bytes.count / GazetteerSection.borderEdges.recordSize)
        edges.append(UInt16(records.count))
        edges.append(UInt16(0))
        edges.append(UInt64(0))
        for number in records.joined() { edges.append(number) }
        let flag = hasBorder ? BorderFormat.hasBorder : 0
        return header << BorderFormat.numberShift | flag | BorderFormat.CellKind.leaf.rawValue
    }

    private func isBorder(_ line: Line) -> Bool {
        guard let above = regions[Int(line.above)].country, let below = regions[Int(line.below)].country else {
            return false
        }
        return above != below
    }
}
