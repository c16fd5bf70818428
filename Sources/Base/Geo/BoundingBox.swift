import Glibc

/// An area between two parallels and two meridians; it may cross the antimeridian and contain a pole.
///
/// A box always contains at least one point, and its edges belong to it. A box with an edge at 90 or -90 degrees
/// contains that pole, whatever the longitude of a coordinate at the pole.
///
/// ```swift
/// let fiji = BoundingBox(covering: [suva, taveuni])!  // 178.44° east to 179.98° west
/// print(fiji.crossesAntimeridian)                     // true
/// let nearby = BoundingBox(center: suva, radius: 5000)!
/// print(fiji.intersects(nearby))                      // true
/// ```
public struct BoundingBox: Hashable, Sendable {
    /// The southern edge in degrees, -90...90.
    public let south: Double

    /// The northern edge in degrees, -90...90, not below ``south``.
    public let north: Double

    let longitudes: LongitudeRange

    init(south: Double, north: Double, longitudes: LongitudeRange) {
        assert(south >= -90 && south <= north && north <= 90)
        // Adding zero turns -0.0 into 0.0.
        self.south = south + 0
        self.north = north + 0
        self.longitudes = longitudes
    }

    /// Creates a box from its edges; returns `nil` when they do not bound an area of the Earth.
    ///
    /// Longitudes are normalized to -180..<180, so a box across the antimeridian can be given as 170 to 190 or as 170
    /// to -170. An eastern edge 360° or more ahead of the western one, as in -180 to 180, makes a box that spans all
    /// longitudes.
    ///
    /// - Parameters:
    ///   - south: Degrees, -90...90.
    ///   - west: Degrees, any finite number.
    ///   - north: Degrees, `south`...90.
    ///   - east: Degrees, any finite number.
    public init?(south: Double, west: Double, north: Double, east: Double) {
        guard south >= -90, south <= north, north <= 90, west.isFinite, east.isFinite else { return nil }
        self.init(south: south, north: north, longitudes: LongitudeRange(west: west, east: east))
    }

    /// Creates the smallest box that contains all the points; returns `nil` for an empty sequence.
    ///
    /// The box crosses the antimeridian when that makes it narrower. A point at a pole has every longitude and does not
    /// widen the box.
    ///
    /// - Complexity: O(*n* log *n*).
    public init?(covering coordinates: some Sequence<Coordinate>) {
        var longitudes: [Double] = []
        var pole: Coordinate?
        var (south, north) = (Double.infinity, -Double.infinity)
        for coordinate in coordinates {
            south = min(south, coordinate.latitude)
            north = max(north, coordinate.latitude)
            if coordinate.isPole { pole = pole ?? coordinate } else { longitudes.append(coordinate.longitude) }
        }
        if longitudes.isEmpty, let pole { longitudes.append(pole.longitude) }
        guard let range = LongitudeRange(covering: longitudes) else { return nil }
        self.init(south: south, north: north, longitudes: range)
    }

    /// The western edge in degrees, -180..<180.
    public var west: Double { longitudes.west }

    /// The eastern edge in degrees, -180..<180; less than ``west`` when the box crosses the antimeridian.
    ///
    /// It is 180 only in a box that spans all longitudes.
    public var east: Double { longitudes.east }

    /// Whether the antimeridian is inside the box; ``west`` is then greater than ``east``.
    ///
    /// It is false for a box that spans all longitudes, which has no western or eastern edge.
    public var crossesAntimeridian: Bool { longitudes.crossesAntimeridian }

    /// Whether the box spans all longitudes.
    public var coversAllLongitudes: Bool { longitudes.isAll }

    /// The difference between ``north`` and ``south`` in degrees, 0...180.
    public var latitudeSpan: Double { north - south }

    /// The longitudes from ``west`` eastward to ``east`` in degrees, 0...360.
    public var longitudeSpan: Double { longitudes.span }

    /// The point midway between the parallels and between the meridians.
    ///
    /// The centre of a box that spans all longitudes and has one edge at a pole is that pole.
    public var center: Coordinate {
        if longitudes.isAll, (north == 90) != (south == -90) {
            return Coordinate(validLatitude: north == 90 ? 90 : -90, longitude: 0)
        }
        return Coordinate(validLatitude: south / 2 + north / 2, longitude: longitudes.middle)
    }

    /// Returns whether a point is inside or on an edge.
    public func contains(_ coordinate: Coordinate) -> Bool {
        coordinate.latitude >= south && coordinate.latitude <= north
            && (longitudes.contains(coordinate.longitude) || coordinate.isPole)
    }
}

extension BoundingBox {
    /// Returns whether all of another box is inside this one.
    public func contains(_ other: BoundingBox) -> Bool {
        other.south >= south && other.north <= north && (longitudes.contains(other.longitudes) || other.isPole)
    }

    /// Returns whether the boxes have a point in common, which includes touching edges.
    public func intersects(_ other: BoundingBox) -> Bool {
        guard south <= other.north, other.south <= north else { return false }
        return longitudes.intersects(other.longitudes)
            || (north == 90 && other.north == 90) || (south == -90 && other.south == -90)
    }

    /// Returns the smallest box that contains both.
    ///
    /// Of two equally narrow boxes it is the one that does not cross the antimeridian, else the one that begins farther
    /// west. The result does not depend on the order of the two.
    public func union(_ other: BoundingBox) -> BoundingBox {
        let range: LongitudeRange
        // A pole has every longitude and does not widen the box.
        if other.isPole {
            range = longitudes
        } else if isPole {
            range = other.longitudes
        } else {
            range = longitudes.union(other.longitudes)
        }
        return BoundingBox(south: min(south, other.south), north: max(north, other.north), longitudes: range)
    }

    /// Widens the box as little as possible to contain another.
    public mutating func formUnion(_ other: BoundingBox) { self = union(other) }

    /// Widens the box as little as possible to contain a point.
    ///
    /// Extending point by point can make the box wider than ``init(covering:)`` does for all points at once, since each
    /// step chooses a direction around the Earth before the later points are known.
    public mutating func extend(to coordinate: Coordinate) {
        let longitude = coordinate.longitude
        formUnion(
            BoundingBox(
                south: coordinate.latitude, north: coordinate.latitude,
                longitudes: LongitudeRange(west: longitude, east: longitude)))
    }

    /// Whether the box consists of a pole alone.
    private var isPole: Bool { south == north && abs(south) == 90 }
}

extension BoundingBox {
    /// Creates a box that contains every point within a distance of a centre; returns `nil` when the radius is negative
    /// or NaN.
    ///
    /// The parallels touch the circle. The meridians are 0.4 % farther out than necessary, or slightly more where the
    /// circle comes near a pole. A circle that contains a pole covers all longitudes.
    ///
    /// - Parameters:
    ///   - center: The centre of the circle.
    ///   - radius: Metres on the WGS 84 ellipsoid, as in ``Coordinate/distance(to:)``; may be infinite.
    public init?(center: Coordinate, radius: Double) {
        guard radius >= 0 else { return nil }
        // Distances of points just inside the circle have errors of nanometres.
        let reach = radius == 0 ? 0 : radius + 1e-7
        let northPole = Coordinate(validLatitude: 90, longitude: center.longitude)
        let southPole = Coordinate(validLatitude: -90, longitude: center.longitude)
        let holdsNorthPole = center.distance(to: northPole) <= reach
        let holdsSouthPole = center.distance(to: southPole) <= reach
        // Up to the pole, going due north is the shortest way to any parallel.
        let north = holdsNorthPole ? 90 : center.destination(bearing: 0, distance: reach)?.latitude ?? 90
        let south = holdsSouthPole ? -90 : center.destination(bearing: 180, distance: reach)?.latitude ?? -90
        self.init(
            south: min(south, center.latitude), north: max(north, center.latitude),
            longitudes: holdsNorthPole || holdsSouthPole
                ? .all : Self.longitudes(around: center, radius: reach))
    }

    /// Returns the longitudes of a circle that does not contain a pole.
    ///
    /// A geodesic of length s is at most s / b long on the auxiliary sphere, where distances only shrink (Karney 2013,
    /// 7), and reaches at most as far in longitude as there (8). On that sphere the circle touches two meridians.
    private static func longitudes(around center: Coordinate, radius: Double) -> LongitudeRange {
        let arc = radius / Earth.semiMinorAxis
        let reducedLatitude = UnitAngle(reducedLatitude: center.latitude)
        guard arc < .pi / 2, sin(arc) < reducedLatitude.cosine else { return .all }
        let halfWidth = asin(sin(arc) / reducedLatitude.cosine) * .degreesPerRadian
        return LongitudeRange(west: center.longitude - halfWidth, east: center.longitude + halfWidth)
    }
}

extension BoundingBox: Codable {
    private enum CodingKeys: String, CodingKey { case south, west, north, east }

    /// Decodes a box from an object with `south`, `west`, `north` and `east`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` when the numbers bound no area of the Earth.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let south = try container.decode(Double.self, forKey: .south)
        let west = try container.decode(Double.self, forKey: .west)
        let north = try container.decode(Double.self, forKey: .north)
        let east = try container.decode(Double.self, forKey: .east)
        guard let box = BoundingBox(south: south, west: west, north: north, east: east) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "\(south), \(west), \(north), \(east) are not the edges of a bounding box: "
                        + "degrees south, west, north, east are wanted, south not above north"))
        }
        self = box
    }

    /// Encodes the box as an object with `south`, `west`, `north` and `east`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(south, forKey: .south)
        try container.encode(west, forKey: .west)
        try container.encode(north, forKey: .north)
        try container.encode(east, forKey: .east)
    }
}
