/// The properties of a settlement that the border builder needs.
struct BorderSettlement {
    var point: GridPoint
    /// The index in `CTRY`.
    var country: UInt16
    /// The index in `STAT`.
    var division: UInt16
}

/// Finds the settlement nearest to another in the same country, with a grid of quarter-degree squares.
struct SettlementGrid {
    private struct Square: Hashable {
        var country: UInt16
        var row: Int32
        var column: Int32
    }

    private static let side: Int32 = 250_000
    /// The search radius in squares: 5 degrees.
    private static let rings: Int32 = 20
    private let settlements: [BorderSettlement]
    private var squares: [Square: [Int]] = [:]

    init(_ settlements: [BorderSettlement]) {
        self.settlements = settlements
        for (index, settlement) in settlements.enumerated() {
            squares[Self.square(settlement), default: []].append(index)
        }
    }

    private static func square(_ settlement: BorderSettlement) -> Square {
        Square(
            country: settlement.country, row: settlement.point.y / side,
            column: (settlement.point.x + 180_000_000) / side % 1_440)
    }

    /// Returns the nearest other settlement of the same country.
    ///
    /// - Parameter index: The settlement's own index.
    /// - Returns: The other's index, and the distance in metres; `nil` when none is near.
    func neighbour(of index: Int) -> (index: Int, distance: Double)? {
        let here = settlements[index]
        let center = Self.square(here)
        var best: (distance: Double, index: Int)?
        for ring in 0...Self.rings {
            // Everything in the ring is at least this many squares away; squares are narrower away from the equator.
            let minimumDistance = Double(ring - 1) * Double(Self.side) * BorderArc.metres * 0.15
            if let best, ring > 0, best.distance <= minimumDistance * minimumDistance { break }
            for row in -ring...ring {
                let step = abs(row) == ring ? 1 : max(2 * ring, 1)
                for column in stride(from: -ring, through: ring, by: Int(step)) {
                    let square = Square(
                        country: here.country, row: center.row + row,
                        column: (center.column + column + 1_440) % 1_440)
                    for other in squares[square] ?? [] where other != index {
                        let there = settlements[other].point
                        let distance = BorderArc.squaredDistance(here.point, there, there)
                        if best.map({ (distance, other) < ($0.distance, $0.index) }) ?? true {
                            best = (distance, other)
                        }
                    }
                }
            }
        }
        return best.map { ($0.index, $0.distance.squareRoot()) }
    }
}
