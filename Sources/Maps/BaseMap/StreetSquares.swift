import Glibc
package import LKGeo
import LKGeocoding

/// Squares of about equal size on the ground, around the positions that a page shows, those with the most positions first.
///
/// They follow from the shown positions alone, so that what is drawn in them reveals nothing more.
package struct StreetSquares {
    /// A square, by its row from the south pole and its column from 180°W.
    private struct Square: Hashable {
        var row: Int
        var column: Int
    }

    /// The side in degrees of latitude.
    private let side: Double
    private var ranks: [Square: Int] = [:]
    /// The squares in the order of their rank, which is their index.
    package private(set) var boxes: [BoundingBox] = []

    /// Creates the squares with positions in them and those around each.
    ///
    /// - Parameters:
    ///   - coordinates: The positions.
    ///   - side: The squares' sides in degrees of latitude.
    ///   - maximumCount: The maximum number of squares.
    package init(around coordinates: some Sequence<Coordinate>, side: Double, maximumCount: Int) {
        self.side = side
        var counts: [Square: Int] = [:]
        for coordinate in coordinates {
            counts[Self.square(coordinate.latitude, coordinate.longitude, side), default: 0] += 1
        }
        // A fixed order for squares with equally many positions.
        let sorted = counts.sorted {
            ($1.value, $0.key.row, $0.key.column) < ($0.value, $1.key.row, $1.key.column)
        }
        for (square, _) in sorted {
            for near in Self.around(square, side) where boxes.count < maximumCount && ranks[near] == nil {
                guard let box = Self.box(near, side) else { continue }
                ranks[near] = boxes.count
                boxes.append(box)
            }
        }
    }

    /// Returns the best (lowest) rank of the squares that contain a point of a line; `nil` if none does.
    package func rank(of line: some Sequence<Coordinate>) -> Int? {
        var (best, last): (Int?, Square?) = (nil, nil)
        for point in line {
            let square = Self.square(point.latitude, point.longitude, side)
            guard square != last else { continue }
            last = square
            if let rank = ranks[square], rank < best ?? .max { best = rank }
        }
        return best
    }

    /// Returns the number of columns of a row, so that squares are about as wide as they are high.
    private static func columns(_ row: Int, _ side: Double) -> Int {
        let middle = (Double(row) + 0.5) * side - 90
        return max(Int(360 / side * cos(middle * .pi / 180)), 1)
    }

    private static func square(_ latitude: Double, _ longitude: Double, _ side: Double) -> Square {
        let row = Int((min(max(latitude + 90, 0), 180 - side / 2) / side).rounded(.down))
        let columns = columns(row, side)
        let turn = (longitude + 540).truncatingRemainder(dividingBy: 360) / 360
        return Square(row: row, column: min(Int(turn * Double(columns)), columns - 1))
    }

    private static func box(_ square: Square, _ side: Double) -> BoundingBox? {
        let (south, width) = (Double(square.row) * side - 90, 360 / Double(columns(square.row, side)))
        let west = Double(square.column) * width - 180
        // The last row ends at the pole, regardless of rounding.
        let north = south + 1.5 * side > 90 ? 90 : south + side
        return BoundingBox(south: south, west: west, north: north, east: west + width)
    }

    /// Returns a square, then its neighbours.
    private static func around(_ square: Square, _ side: Double) -> [Square] {
        let width = 360 / Double(columns(square.row, side))
        let latitude = (Double(square.row) + 0.5) * side - 90
        let longitude = (Double(square.column) + 0.5) * width - 180
        let steps = [(0.0, 0.0), (0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)]
        return steps.compactMap { north, east in
            let there = latitude + north * side
            guard (-90...90).contains(there) else { return nil }
            return self.square(there, longitude + east * width, side)
        }
    }
}
