/// Checks that the rings of an area do not cross, so that what is inside is beyond doubt.
///
/// A plane sweep from west to east: each edge is compared with those that reach as far as its beginning and to its latitudes. That
/// is quick for outlines as maps have them; a file made of long edges side by side runs out of comparisons.
struct RingCheck {
    /// What is wrong with the rings of an area, and near which point.
    enum Problem: Error {
        case crosses(latitude: Double, longitude: Double)
        case tooIntricate
    }

    /// How many pairs of edges may still be compared, for all areas of a file.
    var budget = 1 << 28

    /// - Throws: ``Problem`` for a ring that crosses or touches itself, and for rings that cross each other.
    mutating func check(_ rings: [[CorrectedEdge]]) throws(Problem) {
        let edges = rings.flatMap { $0 }.sorted { min($0.x1, $0.x2) < min($1.x1, $1.x2) }
        var open: [CorrectedEdge] = []
        for edge in edges {
            let west = min(edge.x1, edge.x2)
            open.removeAll { max($0.x1, $0.x2) < west }
            budget -= open.count + 1
            guard budget > 0 else { throw .tooIntricate }
            let (south, north) = (min(edge.y1, edge.y2), max(edge.y1, edge.y2))
            for other in open where max(other.y1, other.y2) >= south && min(other.y1, other.y2) <= north {
                if Self.meet(edge, other, in: rings) { throw .crosses(latitude: edge.y1, longitude: edge.x1) }
            }
            open.append(edge)
        }
    }

    /// Whether two edges have a point in common that they should not have.
    private static func meet(_ one: CorrectedEdge, _ other: CorrectedEdge, in rings: [[CorrectedEdge]]) -> Bool {
        let sides = (other.side(one.x1, one.y1), other.side(one.x2, one.y2))
        let otherSides = (one.side(other.x1, other.y1), one.side(other.x2, other.y2))
        let crosses = sides.0.sign != sides.1.sign && otherSides.0.sign != otherSides.1.sign
        if crosses, sides.0 != 0, sides.1 != 0, otherSides.0 != 0, otherSides.1 != 0 { return true }
        // A hole may touch the outline in a point.
        guard one.ring == other.ring else { return false }
        let touches =
            sides.0 == 0 && other.spans(one.x1, one.y1) || sides.1 == 0 && other.spans(one.x2, one.y2)
            || otherSides.0 == 0 && one.spans(other.x1, other.y1) || otherSides.1 == 0 && one.spans(other.x2, other.y2)
        guard touches else { return false }
        let count = rings[one.ring].count
        if (one.number + 1) % count == other.number { return turnsBack(one, other) }
        if (other.number + 1) % count == one.number { return turnsBack(other, one) }
        return true
    }

    /// Whether an edge goes back along the one before.
    private static func turnsBack(_ one: CorrectedEdge, _ next: CorrectedEdge) -> Bool {
        one.side(next.x2, next.y2) == 0
            && (one.x2 - one.x1) * (next.x2 - next.x1) + (one.y2 - one.y1) * (next.y2 - next.y1) < 0
    }
}
