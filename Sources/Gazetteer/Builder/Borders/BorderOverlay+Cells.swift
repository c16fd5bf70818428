/// From the lines in a square to its cells.
extension BorderOverlay {
    mutating func cell(_ square: Square, _ candidates: [CellEdge]) -> UInt32 {
        let inside = candidates.compactMap { $0.clipped(x: square.x, y: square.y, side: square.side) }
        let lines = inside.isEmpty ? [] : lines(inside)
        if lines.isEmpty {
            let half = square.side / 2
            return UInt32(resolver.region(square.x + half, square.y + half)) << BorderFormat.numberShift
        }
        let floor = floor(of: square, inside)
        if lines.count + floor.count > BorderFormat.leafAim, square.depth < BorderFormat.depthLimit {
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

    /// Cuts the lines of the two layers where they cross and keeps the pieces that divide regions.
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

    /// The southern side of a cell, divided where lines begin on it.
    private mutating func floor(of square: Square, _ inside: [CellEdge]) -> [Line] {
        var cuts: Set<Double> = [square.x + square.side]
        // Clipping may leave an end a rounding error above the side.
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
