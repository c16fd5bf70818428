/// A line of a leaf in the steps of its cell, together with where it truly runs.
struct LeafLine {
    private let edge: CellEdge
    /// From west to east.
    var x0: UInt16
    var y0: UInt16
    var x1: UInt16
    var y1: UInt16
    /// The regions on both sides; `below` only where that is another country's.
    let above: UInt16
    let below: UInt16

    var isUpright: Bool { x0 == x1 }
    var record: [UInt16] { [x0, y0, x1, y1, above, below] }

    /// Rounds a line; `nil` when it shrinks to a point, which divides nothing.
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

    /// What is left of a line where others, which truly run above it, have become the same line.
    ///
    /// Which of two equal ones is the upper one cannot be seen in the file any more.
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

    /// Whether the line truly runs below another one, in the middle of what they share.
    private func isBelow(_ other: LeafLine) -> Bool {
        let (west, east) = (max(edge.x0, other.edge.x0), min(edge.x1, other.edge.x1))
        guard west < east else { return false }
        return edge.height(at: (west + east) / 2) < other.edge.height(at: (west + east) / 2)
    }
}
