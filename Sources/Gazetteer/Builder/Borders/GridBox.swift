/// A box with sides along meridians and parallels, its edges included.
struct GridBox {
    private var west: Int32
    private var south: Int32
    private var east: Int32
    private var north: Int32

    init(_ point: GridPoint) { (west, south, east, north) = (point.x, point.y, point.x, point.y) }

    mutating func extend(to point: GridPoint) {
        west = min(west, point.x)
        south = min(south, point.y)
        east = max(east, point.x)
        north = max(north, point.y)
    }

    func contains(_ point: GridPoint) -> Bool {
        point.x >= west && point.x <= east && point.y >= south && point.y <= north
    }
}
