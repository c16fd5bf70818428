/// An area between two parallels and two meridians, across the antimeridian and around a pole if need be.
///
/// A box always holds at least one point. Its edges belong to it. A box whose edge is at 90 or -90 degrees holds that
/// pole, whichever longitude a coordinate of the pole has.
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

    /// Makes a box from its edges, or `nil` when they bound no area of the Earth.
    ///
    /// Longitudes are brought into -180..<180 by whole turns, so that a box across the antimeridian may be given as
    /// 170 to 190 or 170 to -170. An eastern edge 360° or more ahead of the western one, as in -180 to 180, makes a box
    /// all around.
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

    /// The smallest box that holds all of some points; `nil` for no points.
    ///
    /// It crosses the antimeridian when it is narrower so. A point at a pole has every longitude and widens nothing.
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

    /// The eastern edge in degrees, -180..<180, less than ``west`` when the box crosses the antimeridian.
    ///
    /// It is 180 in a box all around the Earth and in no other.
    public var east: Double { longitudes.east }

    /// Whether the antimeridian is inside: ``west`` is greater than ``east`` then.
    ///
    /// It is false for a box all around the Earth, which has no western or eastern edge.
    public var crossesAntimeridian: Bool { longitudes.crossesAntimeridian }

    /// Whether the box goes all around the Earth.
    public var coversAllLongitudes: Bool { longitudes.isAll }

    /// From ``south`` to ``north`` in degrees, 0...180.
    public var latitudeSpan: Double { north - south }

    /// From ``west`` to ``east`` in degrees, 0...360.
    public var longitudeSpan: Double { longitudes.span }

    /// The point in the middle: half way between the parallels and between the meridians.
    ///
    /// In a box around one pole, all longitudes with an edge at the pole, it is the pole.
    public var center: Coordinate {
        if longitudes.isAll, (north == 90) != (south == -90) {
            return Coordinate(validLatitude: north == 90 ? 90 : -90, longitude: 0)
        }
        return Coordinate(validLatitude: south / 2 + north / 2, longitude: longitudes.middle)
    }

    /// Whether a point is inside or on an edge.
    public func contains(_ coordinate: Coordinate) -> Bool {
        coordinate.latitude >= south && coordinate.latitude <= north
            && (longitudes.contains(coordinate.longitude) || coordinate.isPole)
    }
}
