import LKGazetteer

/// A line of a leaf in steps of its cell, together with its exact position.
struct LeafLine {
    private let edge: CellEdge
    /// From west to east.
    var x0: UInt16
    var y0: UInt16
    var x1: UInt16
    var y1: UInt16
    /// The regions on both sides; `below` only if it belongs to another country.
    let above: UInt16
    let below: UInt16

    var isUpright: Bool { x0 == x1 }
    var record: [UInt16] { [x0, y0, x1, y1, above, below] }

    /// Creates a line by rounding an edge; returns `nil` when it shrinks to a point, which separates nothing.
    init?(_ edge: CellEdge, x: Double, y: Double, side: Double, above: UInt16, below: UInt16) {
        func step(_ value: Double, _ origin: Double) -> UInt16 {
            UInt16(min(max(((value - origin) / side * BorderFormat.side).rounded(), 0), BorderFormat.side))
        }
        self.edge = edge
        self.above = above
        self.below = below
        (x0, y0, x1, y1) = (step(edge.x0, x), step(edge.y0, y), step(edge.x1, x), step(edge.y1, y))
        if x0 == x1, y0 == y1 { return nil }
    }

    /// Returns the parts of a line that do not coincide, after rounding, with others that are really above it.
    ///
    /// The file cannot express which of two equal lines is the upper one.
    func without(_ others: [LeafLine]) -> [LeafLine] {
        if isUpright { return [self] }
        var spans = [(x0, x1)]
        for other in others {
            let (west, east) = (max(x0, other.x0), min(x1, other.x1))
            guard west < east, isSame(as: other, at: west), isSame(as: other, at: east), isBelow(other) else {
                continue
            }
            spans = spans.flatMap { span in
                [(span.0, min(span.1, west)), (max(span.0, east), span.1)].filter { $0.0 < $0.1 }
            }
        }
        return spans.map { span in
            var part = self
            (part.x0, part.y0, part.x1, part.y1) = (
                span.0, UInt16(height(at: span.0).rounded()), span.1, UInt16(height(at: span.1).rounded())
            )
            return part
        }
    }

    private func height(at x: UInt16) -> Double {
        Double(y0) + Double(Int(x) - Int(x0)) * Double(Int(y1) - Int(y0)) / Double(Int(x1) - Int(x0))
    }

    private func isSame(as other: LeafLine, at x: UInt16) -> Bool { abs(height(at: x) - other.height(at: x)) < 0.5 }

    /// Returns whether the line really runs below another one, at the middle of their common range.
    private func isBelow(_ other: LeafLine) -> Bool {
        let (west, east) = (max(edge.x0, other.edge.x0), min(edge.x1, other.edge.x1))
        guard west < east else { return false }
        return edge.height(at: (west + east) / 2) < other.edge.height(at: (west + east) / 2)
    }
}

/// A line inside one cell, in millionths of a degree, from west to east.
struct CellEdge {
    var x0: Double
    var y0: Double
    var x1: Double
    var y1: Double
    /// Classes of its layer.
    var above: UInt16
    var below: UInt16
    var layer: Layer

    /// The layer that the line belongs to.
    enum Layer: UInt8 { case zones, divisions, areas }

    init(_ edge: PlanarLayer.Edge, layer: Layer) {
        x0 = Double(edge.start.x)
        y0 = Double(edge.start.y)
        x1 = Double(edge.end.x)
        y1 = Double(edge.end.y)
        above = edge.above
        below = edge.below
        self.layer = layer
    }

    /// Returns the part of the line inside a square; `nil` when there is none.
    ///
    /// Liang and Barsky, "A new concept and method for line clipping", 1984.
    func clipped(x: Double, y: Double, side: Double) -> CellEdge? {
        let (dx, dy) = (x1 - x0, y1 - y0)
        var (from, to) = (0.0, 1.0)
        for (delta, distance) in [(-dx, x0 - x), (dx, x + side - x0), (-dy, y0 - y), (dy, y + side - y0)] {
            if delta == 0 {
                if distance < 0 { return nil }
            } else if delta < 0 {
                from = max(from, distance / delta)
            } else {
                to = min(to, distance / delta)
            }
        }
        guard from < to else { return nil }
        return part(from, to)
    }

    /// Returns the latitude at a longitude between its ends.
    func height(at x: Double) -> Double { x0 == x1 ? y0 : y0 + (x - x0) * (y1 - y0) / (x1 - x0) }

    /// Returns the part between two fractions of its length.
    func part(_ from: Double, _ to: Double) -> CellEdge {
        var part = self
        if from > 0 { (part.x0, part.y0) = (x0 + from * (x1 - x0), y0 + from * (y1 - y0)) }
        if to < 1 { (part.x1, part.y1) = (x0 + to * (x1 - x0), y0 + to * (y1 - y0)) }
        return part
    }

    /// Returns the fractions of both lines' lengths at which they cross; `nil` if they do not cross, or overlap.
    func crossing(_ other: CellEdge) -> (here: Double, there: Double)? {
        guard x0 <= other.x1, other.x0 <= x1, min(y0, y1) <= max(other.y0, other.y1),
            min(other.y0, other.y1) <= max(y0, y1)
        else { return nil }
        let (dx, dy) = (x1 - x0, y1 - y0)
        let (ex, ey) = (other.x1 - other.x0, other.y1 - other.y0)
        let cross = dx * ey - dy * ex
        guard cross != 0 else { return nil }
        let (fx, fy) = (other.x0 - x0, other.y0 - y0)
        let here = (fx * ey - fy * ex) / cross
        let there = (fx * dy - fy * dx) / cross
        return here >= 0 && here <= 1 && there >= 0 && there <= 1 ? (here, there) : nil
    }
}
