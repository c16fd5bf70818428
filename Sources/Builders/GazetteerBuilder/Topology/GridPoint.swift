/// A vertex of a border in millionths of a degree, the resolution of OpenStreetMap's published time zones.
struct GridPoint: Hashable {
    var x: Int32
    var y: Int32

    static let degree = 1_000_000.0

    init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }

    /// Creates a point; returns `nil` if it is not on the globe.
    init?(longitude: Double, latitude: Double) {
        guard longitude >= -180, longitude <= 180, latitude >= -90, latitude <= 90 else { return nil }
        x = Int32((longitude * Self.degree).rounded())
        y = Int32((latitude * Self.degree).rounded())
    }

    /// An integer that identifies the point.
    var key: UInt64 { UInt64(UInt32(bitPattern: x)) << 32 | UInt64(UInt32(bitPattern: y)) }

    init(key: UInt64) {
        x = Int32(bitPattern: UInt32(truncatingIfNeeded: key >> 32))
        y = Int32(bitPattern: UInt32(truncatingIfNeeded: key))
    }
}

/// A closed line around an area or around a hole in it; the last vertex connects to the first.
struct BorderRing {
    /// The index of the area.
    var owner: Int
    var isHole: Bool
    var points: [GridPoint]

    /// Twice the signed area; positive when counterclockwise.
    var doubledArea: Double {
        var sum = 0.0
        var last = points.last ?? GridPoint(x: 0, y: 0)
        for point in points {
            sum += Double(last.x) * Double(point.y) - Double(point.x) * Double(last.y)
            last = point
        }
        return sum
    }
}

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
