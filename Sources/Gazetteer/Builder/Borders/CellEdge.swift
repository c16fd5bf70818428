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

    /// What the line divides.
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

    /// The part of the line inside a square; `nil` when there is none.
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

    /// The latitude at a longitude between its ends.
    func height(at x: Double) -> Double { x0 == x1 ? y0 : y0 + (x - x0) * (y1 - y0) / (x1 - x0) }

    /// The part between two shares of its length.
    func part(_ from: Double, _ to: Double) -> CellEdge {
        var part = self
        if from > 0 { (part.x0, part.y0) = (x0 + from * (x1 - x0), y0 + from * (y1 - y0)) }
        if to < 1 { (part.x1, part.y1) = (x0 + to * (x1 - x0), y0 + to * (y1 - y0)) }
        return part
    }

    /// The shares of both lines' lengths where they cross; `nil` when they do not, or run side by side.
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
