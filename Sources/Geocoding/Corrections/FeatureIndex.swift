internal import Geo

/// Finds the features whose boxes hold a point: a hash of grids, each twice as fine as the one before.
///
/// A box is in the finest grid whose cells are not smaller than it, and so in four cells at most. A point is looked up in one cell of
/// each grid in use.
struct FeatureIndex: Sendable {
    private struct Cell: Hashable {
        var level: Int32
        var column: Int32
        var row: Int32
    }

    /// Cells of 20 cm or so.
    private static let finest: Int32 = 28

    private var cells: [Cell: [UInt32]] = [:]
    /// The grids in use.
    private var levels: [Int32] = []
    private let sizes: [Double]

    init(_ shapes: [CorrectedShape]) {
        sizes = shapes.map(\.size)
        for (number, shape) in shapes.enumerated() {
            for box in shape.boxes { insert(UInt32(number), box) }
        }
        levels = Set(cells.keys.map(\.level)).sorted()
    }

    /// The feature that counts at a point: the smallest, where of circles only the one that is nearest for its radius is looked at.
    ///
    /// Of equal ones it is the first in the file.
    func best(at point: Coordinate, among features: [CorrectedFeature]) -> Int? {
        var area: Int?
        var circle: (number: Int, share: Double)?
        for level in levels {
            guard let numbers = cells[Self.cell(level, point.longitude, point.latitude)] else { continue }
            for number in numbers.lazy.map(Int.init) {
                switch features[number].shape {
                case .area(let polygons):
                    // What would not count need not be looked at.
                    if let area, !isBefore(number, area) { continue }
                    if polygons.contains(where: { $0.holds(point) }) { area = number }
                case .circle(let center, let radius):
                    let share = center.distance(to: point) / radius
                    guard share <= 1 else { continue }
                    if let circle, (circle.share, circle.number) < (share, number) { continue }
                    circle = (number, share)
                }
            }
        }
        guard let area, let circle else { return area ?? circle?.number }
        return isBefore(area, circle.number) ? area : circle.number
    }

    private func isBefore(_ one: Int, _ other: Int) -> Bool { (sizes[one], one) < (sizes[other], other) }

    private mutating func insert(_ number: UInt32, _ box: CorrectedBox) {
        // The 180th meridian belongs to both sides, and coordinates have it as -180.
        if box.east >= 180, box.west > -180 {
            insertPart(number, CorrectedBox(south: box.south, west: -180, north: box.north, east: box.east - 360))
        }
        var box = box
        box.east = min(box.east, 180)
        insertPart(number, box)
    }

    private mutating func insertPart(_ number: UInt32, _ box: CorrectedBox) {
        let width = max(box.east - box.west, box.north - box.south)
        var level: Int32 = 0
        while level < Self.finest, 360 / Double(1 << (level + 1)) >= width { level += 1 }
        let first = Self.cell(level, box.west, box.south)
        let last = Self.cell(level, box.east, box.north)
        for column in first.column...last.column {
            for row in first.row...last.row {
                cells[Cell(level: level, column: column, row: row), default: []].append(number)
            }
        }
    }

    private static func cell(_ level: Int32, _ longitude: Double, _ latitude: Double) -> Cell {
        let scale = Double(1 << level) / 360
        return Cell(level: level, column: Int32((longitude + 180) * scale), row: Int32((latitude + 90) * scale))
    }
}
